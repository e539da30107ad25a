/** kernel.mjs DUMP POLICY WARMUPS RUNS [REPEATS]: times `simulate` in this process. */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { checksum, readDump } from '../lib/dump.mjs'

const [dump, written, warmups, runs, repeats = '1'] = process.argv.slice(2)
const { jobs, processors } = await readDump(dump, Number(repeats))
const policy = parsePolicy(written)
const ms = []
let start
for (let run = -Number(warmups); run < Number(runs); run++) {
  const from = performance.now()
  start = simulate({ jobs, processors, policy }).start
  if (run >= 0) ms.push(performance.now() - from)
}
const peakBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ jobs: jobs.length, checksum: checksum(start), ms, peakBytes })}\n`)
