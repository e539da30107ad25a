/**
 * Node's edges: what lives here may touch files, processes, threads and the network, and nothing else of the house
 * may (apps excepted). input and output: files and standard streams; load: a trace of a file in any known format;
 * secret: random secrets and the files that keep them. Loaded only by commands that need them, and hence not exported
 * here: engines/ (who evaluates), runs/ (folders that lose nothing), cache-folder (results kept from run to run).
 * What is computed from what was read belongs in the rooms below, which stay pure.
 *
 * ```ts
 * import { loadTrace, writeOutput } from 'queuewright/runtime'
 * import { writeSwf } from 'queuewright/trace'
 *
 * await writeOutput('copy.swf', writeSwf(await loadTrace('LOG.swf.gz')))
 * ```
 * @module
 */
export { exists, inputName, openInput, type ReadObserver, readInput } from './input.js'
export { findJobLine, type LoadOptions, loadTrace, traceName } from './load.js'
export { discardTemporaries, makeFolderOf, type OutputChunks, outputFailure, writeOutput } from './output.js'
export { randomSecret, type Secret, secretFile } from './secret.js'
export { STANDARD_STREAM } from './standard.js'
export { standardOutput } from './standard-output.js'
export { isStrategy, loadStrategy } from './strategies.js'
