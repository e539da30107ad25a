// Policies side by side on a log, and where the time of the best one goes.
//   node examples/compare.mjs [LOG.swf.gz]
import { open } from 'queuewright'

const log = await open(process.argv[2])
const { outcomes, baseline } = await log.compare(['fcfs', 'easy', 'easy:saf'])
const easy = outcomes.find(({ policy }) => policy === baseline)
for (const { policy, objectives } of outcomes) {
  const change = (100 * (objectives.meanWait / easy.objectives.meanWait - 1)).toFixed(1)
  console.log(`${policy}: mean wait ${objectives.meanWait.toFixed(0)} s, ${change} % against ${baseline}`)
}
