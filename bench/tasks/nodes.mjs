/**
 * nodes.mjs POLICY JOBS RUNS: processor time of a year on 256 nodes of 48 cores, packed by the core: jobs of one core to 24 whole
 * nodes with memory for each core, at a load of 0.9, submitted by day more than by night. On nodes, and the same jobs on one pool
 * of as many processors.
 */
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { JobTableBuilder } from '../build/src/trace/job-table.js'
import { checksum } from '../lib/dump.mjs'
import { xorshift } from '../lib/xorshift.mjs'

const [NODES, CORES, YEAR, LOAD] = [256, 48, 365 * 86_400, 0.9]
const [written, count, runs] = process.argv.slice(2)
const random = xorshift(7)
const drafts = Array.from({ length: Number(count) }, () => {
  const kind = random()
  const size =
    kind < 0.03
      ? CORES * Math.min(24, 2 ** Math.ceil(random() * 4.6))
      : 1 + Math.floor(random() * (kind < 0.5 ? 4 : CORES))
  return {
    size,
    work: Math.exp(3 * random()),
    slack: 1 + 3 * random(),
    hour: random(),
    day: Math.floor(random() * 365),
  }
})
const total = drafts.reduce((sum, { size, work }) => sum + size * work, 0)
const second = (NODES * CORES * YEAR * LOAD) / total
const builder = new JobTableBuilder()
const memory = drafts.map(({ size, work, slack, hour, day }, k) => {
  // Twice as many an hour from eight to twenty as at night.
  const inDay = hour < 2 / 3 ? 8 + 18 * hour : (20 + 36 * (hour - 2 / 3)) % 24
  const runtime = Math.ceil(work * second)
  const estimate = Math.ceil((runtime * slack) / 600) * 600
  const submit = Math.floor((day * 24 + inDay) * 3600)
  builder.add({ id: k + 1, submit, runtime, estimate, size, user: k % 97, group: 1 })
  // Kilobytes for each core; a node has 4 GB a core.
  return (random() < 0.05 ? 8 : 1 + Math.floor(random() * 4)) * 1024 * 1024
})
const { table: jobs } = builder.finish()
const requestedMemory = Float64Array.from(jobs.id, (id) => memory[id - 1])
const facility = {
  partitions: [{ name: 'all', processors: [[0, NODES - 1]], jobs: null }],
  ...{ priorities: [], limits: [], maintenance: null },
  nodes: {
    packing: 'best-fit',
    groups: [{ names: `n[1-${NODES}]`, cores: CORES, memory: 192 * 1024, gpus: 0, weight: 1 }],
  },
}
const common = { jobs, processors: NODES * CORES, policy: parsePolicy(written) }

/** The most jobs that wait at a time. */
function mostWaiting(start) {
  const starts = start.slice().sort()
  let most = 0
  for (let job = 0, started = 0; job < jobs.length; job++) {
    while (starts[started] <= jobs.submit[job]) started++
    most = Math.max(most, job + 1 - started)
  }
  return most
}

function measured(simulation) {
  const ms = []
  let start
  for (let run = 0; run < Number(runs); run++) {
    const before = process.cpuUsage().user
    start = simulate(simulation).start
    ms.push((process.cpuUsage().user - before) / 1000)
  }
  const wait = start.reduce((sum, at, job) => sum + at - jobs.submit[job], 0) / jobs.length
  return { ms, wait, longest: mostWaiting(start), checksum: checksum(start) }
}

const nodes = measured({ ...common, facility, fields: { requestedMemory } })
process.stdout.write(`${JSON.stringify({ jobs: jobs.length, nodes, pool: measured(common) })}\n`)
