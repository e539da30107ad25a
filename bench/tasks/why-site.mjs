/**
 * why-site.mjs LOG SITE POLICY QUESTIONS [JOBS]: processor time of what QUESTIONS jobs that waited on a site waited for, after the
 * first simulation, of the first JOBS of a log; jobs that the site can never hold are left out.
 */
import { readLog } from '../build/src/lab/inputs/log.js'
import { prepareLog } from '../build/src/lab/inputs/prepare.js'
import { readSiteDocument } from '../build/src/lab/inputs/site-document.js'
import { QUIET } from '../build/src/lab/ports.js'
import { parsePolicy } from '../build/src/sim/policy.js'
import { Inquiry } from '../build/src/sim/why/index.js'
import { selectRows } from '../build/src/trace/select.js'
import { timeQuestions } from '../lib/questions.mjs'

const [path, file, written, questions, most = '100000'] = process.argv.slice(2)
const policy = parsePolicy(written)
const options = { site: file, oversize: 'drop' }
const log = await readLog(path, {}, ['queue', 'partition', 'unixGroup'], QUIET)
const first = Int32Array.from({ length: Math.min(log.trace.jobs.length, Number(most)) }, (_, row) => row)
const part = { ...log, trace: selectRows(log.trace, first) }
const site = await readSiteDocument(options)
const { stage } = await prepareLog(part, [policy], { ...options, site }, QUIET)
const schedule = stage.run(policy)
const inquiry = new Inquiry(stage.simulationOf(policy), schedule)
const { waited, ms } = timeQuestions(inquiry, schedule, Number(questions))
ms.sort((one, other) => one - other)
const median = ms[ms.length >> 1]
const p99 = ms[Math.ceil(0.99 * ms.length) - 1]
process.stdout.write(`${JSON.stringify({ jobs: schedule.jobs.length, waited, median, p99 })}\n`)
