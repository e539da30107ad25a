/**
 * at-once.mjs POLICY COMPRESS ESTIMATES JOBS: processor time of simulating jobs that are all submitted at one instant, of random sizes
 * and run times, on 256 processors. ESTIMATES: exact, or over (one to three times the run time).
 */
import { parsePolicy } from '../build/src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../build/src/sim/semantics.js'
import { simulate } from '../build/src/sim/simulate.js'
import { JobTableBuilder } from '../build/src/trace/job-table.js'
import { checksum } from '../lib/dump.mjs'
import { xorshift } from '../lib/xorshift.mjs'

const PROCESSORS = 256
const [written, compress, estimates, count] = process.argv.slice(2)
const random = xorshift(1)
const builder = new JobTableBuilder()
for (let id = 1; id <= Number(count); id++) {
  const size = 1 + Math.floor(random() * PROCESSORS)
  const runtime = 1 + Math.floor(random() * 10_000)
  const estimate = estimates === 'exact' ? runtime : Math.ceil(runtime * (1 + 2 * random()))
  builder.add({ id, submit: 0, runtime, estimate, size, user: 1, group: 1 })
}
const jobs = builder.finish().table
const rules = { ...DEFAULT_SEMANTICS, compress }
const before = process.cpuUsage()
const { start } = simulate({ jobs, processors: PROCESSORS, policy: parsePolicy(written), rules })
const { user, system } = process.cpuUsage(before)
process.stdout.write(`${JSON.stringify({ ms: (user + system) / 1000, checksum: checksum(start) })}\n`)
