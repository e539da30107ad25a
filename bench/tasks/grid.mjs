/**
 * grid.mjs DUMP FIRST JOBS CONTENDER WARMUPS RUNS: processor time of so many jobs of a log, from one on, on four sites of 128
 * nodes by a way of sharing; or, as `easy`, of the same jobs on one machine of all nodes.
 */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { inParts, plainSite, roundRobin, simulateGrid } from '../build/src/sites/index.js'
import { selectJobs } from '../build/src/trace/job-table.js'
import { checksum, readDump } from '../lib/dump.mjs'

const [dump, first, count, contender, warmups, runs] = process.argv.slice(2)
const { jobs } = await readDump(dump)
const nodes = [128, 128, 128, 128]
const part = selectJobs(
  jobs,
  Int32Array.from(
    { length: Math.min(Number(count), jobs.length - Number(first)) },
    (_, k) => Number(first) + k,
  ),
)
const workload = inParts({ jobs: part, home: roundRobin(part.length, nodes.length) }, nodes, 'local')
const sites = nodes.map(plainSite)
const easy = parsePolicy('easy')
const processors = nodes.reduce((sum, each) => sum + each, 0)
const run = {
  easy: () => simulate({ jobs: workload.jobs, processors, policy: easy }),
  local: () => simulateGrid(workload, sites, { kind: 'local' }),
  sharing: () => simulateGrid(workload, sites, { kind: 'sharing', siteChoice: 'soonest', move: 0 }),
  multi: () => simulateGrid(workload, sites, { kind: 'multi', overhead: 30 }),
  adaptive: () => simulateGrid(workload, sites, { kind: 'adaptive', overhead: 30 }),
}[contender]
const ms = []
let start
for (let turn = -Number(warmups); turn < Number(runs); turn++) {
  const before = process.cpuUsage()
  start = run().start
  const { user, system } = process.cpuUsage(before)
  if (turn >= 0) ms.push((user + system) / 1000)
}
process.stdout.write(`${JSON.stringify({ jobs: workload.jobs.length, checksum: checksum(start), ms })}\n`)
