/** why.mjs DUMP POLICY QUESTIONS [REPEATS]: processor time of what QUESTIONS jobs that waited waited for, after the first simulation. */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { Inquiry } from '../build/src/sim/why/index.js'
import { readDump } from '../lib/dump.mjs'
import { timeQuestions } from '../lib/questions.mjs'

const [dump, written, questions, repeats = '1'] = process.argv.slice(2)
const { jobs, processors } = await readDump(dump, Number(repeats))
const simulation = { jobs, processors, policy: parsePolicy(written) }
const schedule = simulate(simulation)
const { waited, ms } = timeQuestions(
  new Inquiry(simulation, schedule),
  { jobs, ...schedule },
  Number(questions),
)
process.stdout.write(`${JSON.stringify({ jobs: jobs.length, waited, ms })}\n`)
