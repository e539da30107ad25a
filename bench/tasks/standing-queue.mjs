/**
 * summary-queue.mjs POLICY WAITING EVENTS RUNS: cost of an event while WAITING jobs wait.
 * Jobs of one processor and 64 s on 64 processors: one ends and one arrives every second, so that the queue keeps
 * its length. Estimates, users and groups differ, so that the order has something to sort.
 */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { JobTableBuilder } from '../build/src/trace/job-table.js'
import { xorshift } from '../lib/xorshift.mjs'

const PROCESSORS = 64
const [written, waiting, events, runs] = process.argv.slice(2)
const random = xorshift(3)
const builder = new JobTableBuilder()
const add = (submit, runtime) => {
  const estimate = runtime + Math.floor(random() * 5000)
  const group = 1 + Math.floor(random() * 5)
  builder.add({ id: builder.length + 1, submit, runtime, estimate, size: 1, user: group, group })
}
for (let k = 0; k < PROCESSORS; k++) add(0, 1 + k)
for (let k = 0; k < Number(waiting); k++) add(0, PROCESSORS)
for (let k = 0; k < Number(events); k++) add(k + 0.5, PROCESSORS)
const jobs = builder.finish().table
const policy = parsePolicy(written)
const ms = []
for (let run = -1; run < Number(runs); run++) {
  const from = performance.now()
  simulate({ jobs, processors: PROCESSORS, policy })
  if (run >= 0) ms.push(performance.now() - from)
}
// Each job is one arrival and one completion.
process.stdout.write(`${JSON.stringify({ events: 2 * jobs.length, ms })}\n`)
