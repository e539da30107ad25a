/** reading.mjs LOG WARMUPS RUNS: times reading a log from its file. */
import { loadTrace } from '../build/src/runtime/index.js'

const [log, warmups, runs] = process.argv.slice(2)
const ms = []
let jobs = 0
for (let run = -Number(warmups); run < Number(runs); run++) {
  const from = performance.now()
  const trace = await loadTrace(log)
  if (run >= 0) ms.push(performance.now() - from)
  jobs = trace.jobs.length
}
process.stdout.write(`${JSON.stringify({ jobs, ms, peakBytes: process.resourceUsage().maxRSS * 1024 })}\n`)
