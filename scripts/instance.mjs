/**
 * Computes the results of an instance file (grid, multi-cluster, market, regions of fronts; JSON, plain or gzip) anew, from its inputs alone,
 * and prints the file with them: anybody can check an instance. Needs a build (`npm run build`).
 *   node scripts/instance.mjs FILE
 */
import { QueuewrightError } from 'queuewright/core'
import { readInput, STANDARD_STREAM, writeOutput } from 'queuewright/runtime'
import { inFileOrder, recompute } from '../dist/lab/sites/instances.js'

const [file, ...others] = process.argv.slice(2)
if (file === undefined || others.length > 0) {
  process.stderr.write('usage: node scripts/instance.mjs FILE\n')
  process.exit(2)
}
try {
  const text = await readInput(file)
  await writeOutput(STANDARD_STREAM, [`${inFileOrder(text, recompute(text, file))}\n`])
} catch (error) {
  if (!(error instanceof QueuewrightError)) throw error
  process.stderr.write(`queuewright: ${error.message}\n`)
  process.exitCode = error.exitCode
}
