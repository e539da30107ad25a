/**
 * clusters.mjs DUMP WHAT: nanoseconds of processor time that it takes to do WHAT with a packet of 20 wide jobs of a log
 * over the four clusters of MULTI: `guided` and `random` evaluate chromosomes made so, `priority` orders of the jobs; `making`
 * makes guided chromosomes, `crossing` crosses random ones.
 */
import { Random } from '../build/src/core/random.js'
import {
  AT_FIRST,
  chromosomeEvaluator,
  clusterRows,
  clusterSystem,
  genomeSource,
  PUBLISHED_CLUSTERS,
  parallelJobs,
} from '../build/src/sites/index.js'
import { listScheduler } from '../build/src/sites/multicluster/list-schedule.js'
import { readDump } from '../lib/dump.mjs'

const JOBS = 20
const WIDE = 64
const INDIVIDUALS = 400
const WARMUPS = 5
const RUNS = 9
const CALLS = 2_000

const [dump, what] = process.argv.slice(2)
const { jobs: table } = await readDump(dump)
const system = clusterSystem(PUBLISHED_CLUSTERS.clusters, PUBLISHED_CLUSTERS.links)
const rows = clusterRows(table, system.power.length).filter((row) => table.size[row] >= WIDE)
const { submit: _, ...jobs } = parallelJobs(table, rows.slice(0, JOBS), new Random(1), false)
const random = new Random(2)
const { evaluate, shape } = chromosomeEvaluator(system, jobs)
const source = genomeSource(system, jobs, shape, AT_FIRST)
const made = (start) => Array.from({ length: INDIVIDUALS }, () => source.fresh(start, random))
const times = (genomes, action) => () => {
  let sum = 0
  for (let k = 0; k < CALLS; k++) sum += action(genomes[k % INDIVIDUALS], genomes[(7 * k + 1) % INDIVIDUALS])
  return sum
}
const run = {
  guided: () => times(made('guided'), (genome) => evaluate(genome).makespan),
  random: () => times(made('random'), (genome) => evaluate(genome).makespan),
  priority: () => {
    const { evaluate: schedule } = listScheduler(system, jobs, AT_FIRST)
    const orders = made('random').map((genome) => genome.subarray(0, JOBS))
    return times(orders, (order) => schedule(order).makespan)
  },
  making: () => times(made('random'), () => source.fresh('guided', random)[0]),
  crossing: () => times(made('random'), (a, b) => source.operators.cross(a, b, random)[0]),
}[what]()
const ns = []
let sum = 0
for (let turn = -WARMUPS; turn < RUNS; turn++) {
  const before = process.cpuUsage()
  sum += run()
  const { user, system: kernel } = process.cpuUsage(before)
  if (turn >= 0) ns.push(((user + kernel) * 1000) / CALLS)
}
const tasks = jobs.tasks.reduce((all, each) => all + each, 0)
process.stdout.write(`${JSON.stringify({ tasks, ns, sum })}\n`)
