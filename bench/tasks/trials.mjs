/**
 * trials.mjs DESIGN TRIALS TUPLES: simulates so many trials of each of some tuples of a Lublin-Feitelson workload, 16 and 32
 * jobs on 256 processors; says how long each tuple took, after one to warm up, and a checksum of the scores.
 */
import { Random } from '../build/src/core/random.js'
import { runTrials, trialPrecision, trialScores, tupleAt } from '../build/src/sim/trials/index.js'
import { lublinTrace } from '../build/src/workload/lublin/index.js'

const [design, trials, tuples] = process.argv.slice(2)
const { jobs } = lublinTrace({ processors: 256, jobs: 48 * Number(tuples) })
const shape = { state: 16, judged: 32, processors: 256 }
const run = (tuple, count) => runTrials(tupleAt(jobs, 48 * tuple, shape), design, count, new Random(tuple))
run(0, 32_000)
const ms = []
const deviations = []
let checksum = 0
for (let tuple = 0; tuple < Number(tuples); tuple++) {
  const before = process.cpuUsage()
  const sums = run(tuple, Number(trials))
  const { user, system } = process.cpuUsage(before)
  ms.push((user + system) / 1000)
  deviations.push(trialPrecision(sums))
  checksum += trialScores(sums)[0]
}
process.stdout.write(`${JSON.stringify({ ms, deviations, checksum })}\n`)
