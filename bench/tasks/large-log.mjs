/** large-log.mjs LOG PROCESSORS: reads, prepares and simulates a log under EASY once; says how long and how much memory. */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { validate } from '../build/src/sim/validate.js'
import { preparedJobs } from '../lib/workloads.mjs'

const [log, processors] = process.argv.slice(2)
const begun = performance.now()
const jobs = await preparedJobs(log, Number(processors))
const read = performance.now()
const policy = parsePolicy('easy')
const schedule = simulate({ jobs, processors: Number(processors), policy })
const simulated = performance.now()
// Taken before the check, which is not part of the run.
const peakBytes = process.resourceUsage().maxRSS * 1024
const violations = validate(schedule).length
const checked = performance.now()
process.stdout.write(
  `${JSON.stringify({
    jobs: jobs.length,
    readMs: read - begun,
    simulateMs: simulated - read,
    checkMs: checked - simulated,
    violations,
    peakBytes,
  })}\n`,
)
