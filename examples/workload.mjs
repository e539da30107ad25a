// A workload made by the model of Lublin and Feitelson, with estimates as users make them, written as a log.
//   node examples/workload.mjs
import { writeOutput, writeSwf } from 'queuewright'
import { applyEstimates, LUBLIN_1999, lublinTrace } from 'queuewright/workload'

const trace = lublinTrace({ parameters: LUBLIN_1999, processors: 256, jobs: 2000, seed: 1 })
const asked = applyEstimates(trace, { kind: 'tsafrir' }, 1)
await writeOutput('lublin.swf', writeSwf(asked))
console.log(`${asked.jobs.length} jobs on ${asked.processors} processors`)
