// An order of the queue for an objective, learnt on the first part of a log and judged on the rest.
//   node examples/learn.mjs [LOG.swf.gz]
import { open } from 'queuewright'

const log = await open(process.argv[2])
const { strategy } = await log.learn(
  { learner: 'greedy-own', evaluations: 60, algorithms: ['easy'] },
  { objective: '10*AWRT1 + 4*AWRT2', train: 60 },
)
const { outcomes } = await log.compare(['easy', strategy])
for (const { objectives } of outcomes) console.log(objectives.AWRT1.toFixed(0), objectives.AWRT2.toFixed(0))
