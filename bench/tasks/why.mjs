/** why.mjs DUMP POLICY QUESTIONS [REPEATS]: processor time of what QUESTIONS jobs that waited waited for, after the first simulation. */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { Inquiry } from '../build/src/sim/why/index.js'
import { readDump } from '../lib/dump.mjs'
import { xorshift } from '../lib/xorshift.mjs'

const [dump, written, questions, repeats = '1'] = process.argv.slice(2)
const { jobs, processors } = await readDump(dump, Number(repeats))
const simulation = { jobs, processors, policy: parsePolicy(written) }
const schedule = simulate(simulation)
const { start } = schedule
const inquiry = new Inquiry(simulation, schedule)
const waited = [...start.keys()].filter((job) => start[job] > jobs.submit[job])
const random = xorshift(11)
inquiry.told(waited[0])
const ms = []
for (let k = 0; k < Number(questions); k++) {
  const job = waited[Math.floor(random() * waited.length)]
  const from = process.cpuUsage()
  inquiry.told(job)
  const { user, system } = process.cpuUsage(from)
  ms.push((user + system) / 1000)
}
process.stdout.write(`${JSON.stringify({ jobs: jobs.length, waited: waited.length, ms })}\n`)
