/**
 * generate.mjs JOBS FILE: makes a Lublin-Feitelson workload in this fresh process, then writes it as SWF; says how
 * long each took.
 */
import { writeOutput } from '../build/src/runtime/index.js'
import { writeSwf } from '../build/src/trace/swf/index.js'
import { lublinTrace } from '../build/src/workload/lublin/index.js'

const [jobs, file] = process.argv.slice(2)
const begun = performance.now()
const trace = lublinTrace({ jobs: Number(jobs) })
const made = performance.now()
await writeOutput(file, writeSwf(trace))
const written = performance.now()
process.stdout.write(
  `${JSON.stringify({
    jobs: trace.jobs.length,
    ms: made - begun,
    writeMs: written - made,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
)
