/**
 * Makes the picture of the README: six policies on the demonstration workload, drawn by the product itself.
 *
 *     npm run build && node docs/images/make.mjs [FILE]
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { demoTrace } from 'queuewright'
import { comparisonPlot, objectiveInfo, svgFile } from 'queuewright/report'
import { measure, parsePolicy, requireObjective, simulate } from 'queuewright/sim'

const POLICIES = ['easy', 'cons', 'easy:submit/estimate', 'easy:saf', 'easy:wfp3', 'easy:f1']
const OBJECTIVES = ['UTIL', 'AWRT', 'AVEbsld', 'p95Wait']

const { jobs, processors } = demoTrace()
const results = POLICIES.map((written) => {
  const policy = parsePolicy(written)
  return { policy: written, objectives: measure(simulate({ jobs, processors, policy }), null, OBJECTIVES) }
})
const objectives = OBJECTIVES.map((name) => objectiveInfo(requireObjective(name)))
const svg = svgFile(comparisonPlot(results, objectives, 'easy').scene)
writeFileSync(process.argv[2] ?? fileURLToPath(new URL('comparison.svg', import.meta.url)), svg)
