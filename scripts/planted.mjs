/**
 * Prints the site of a planted log as a site document (JSON), for `qw simulate LOG --site DOCUMENT`. What of the record no
 * document holds is told on standard error. Needs a build (`npm run build`).
 *   node scripts/planted.mjs TRUTH.json NN
 */
import { QueuewrightError } from 'queuewright/core'
import { readInput, STANDARD_STREAM, writeOutput } from 'queuewright/runtime'
import { plantedSite } from '../dist/lab/calibrate/planted.js'

const [file, log, ...others] = process.argv.slice(2)
if (file === undefined || log === undefined || others.length > 0) {
  process.stderr.write('usage: node scripts/planted.mjs TRUTH.json NN\n')
  process.exit(2)
}
try {
  const { document, left } = plantedSite(await readInput(file), file, log)
  for (const each of left) process.stderr.write(`planted ${log}: not in the document: ${each}\n`)
  await writeOutput(STANDARD_STREAM, [`${JSON.stringify(document, null, 2)}\n`])
} catch (error) {
  if (!(error instanceof QueuewrightError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
