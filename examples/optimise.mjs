// An optimiser of the house on a question of one's own: two numbers of a formula, for the mean wait.
//   node examples/optimise.mjs [LOG.swf.gz]
import { measure, open, parsePolicy, simulate } from 'queuewright'
import { boxOf, cmaEs } from 'queuewright/optimize'

const { trace } = await open(process.argv[2])
const { jobs, processors } = trace
const meanWait = ([a, b]) => {
  const policy = parsePolicy(`easy:(${a.toFixed(4)}*log(estimate + 1) + ${b.toFixed(4)}*log(size))`)
  return measure(simulate({ jobs, processors, policy }), null, ['meanWait']).meanWait
}
const search = cmaEs({ box: boxOf([-1, -1], [1, 1]), lambda: 6 }, 'example')
for (let generation = 0; generation < 5; generation++) {
  const scores = Float64Array.from(search.ask(), meanWait)
  search.tell(scores)
  console.log(`generation ${generation + 1}: ${Math.min(...scores).toFixed(0)} s`)
}
