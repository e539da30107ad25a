/**
 * common-windows.mjs DUMP COUNT JOBS DRAWS: how far the difference of two policies' mean scores over COUNT random windows
 * scatters from draw to draw, where both have the same windows and where each has its own.
 */
import { Random } from '../build/src/core/random.js'
import { MeasuredSchedule, measureOne, requireObjective } from '../build/src/sim/objectives/index.js'
import { parsePolicy } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { selectJobs } from '../build/src/trace/index.js'
import { readDump } from '../lib/dump.mjs'

const [dump, count, length, draws] = process.argv.slice(2)
const { jobs, processors } = await readDump(dump)
const objective = requireObjective('AVEbsld')
const policies = ['easy:saf', 'easy:f1'].map(parsePolicy)
const random = new Random(1)
const window = (from) =>
  selectJobs(
    jobs,
    Int32Array.from({ length: Number(length) }, (_, k) => from + k),
  )
const mean = (policy, starts) => {
  let sum = 0
  for (const from of starts) {
    const schedule = simulate({ jobs: window(from), processors, policy })
    sum += measureOne(new MeasuredSchedule(schedule, null), objective)
  }
  return sum / starts.length
}
const drawn = () => Array.from({ length: Number(count) }, () => random.int(jobs.length - Number(length) + 1))
const deviation = (values) => {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}
const common = []
const own = []
for (let draw = 0; draw < Number(draws); draw++) {
  const [one, other] = [drawn(), drawn()]
  const [first, second] = policies
  const score = mean(first, one)
  common.push(score - mean(second, one))
  own.push(score - mean(second, other))
}
process.stdout.write(`${JSON.stringify({ common: deviation(common), own: deviation(own) })}\n`)
