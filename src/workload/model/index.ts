/** Generators fitted to a log: fit, the model as a document, and workloads of it. */
export { modelText, parseModel } from './document.js'
export { FIT_FIELDS, fitModel, fitNotices } from './fit.js'
export { type GenerateOptions, generateFromModel } from './generate.js'
export { MODEL_FIT, MODEL_GENERATION } from './settings.js'
export {
  type Archetype,
  MODEL_KIND,
  MODEL_VERSION,
  type ModelEvidence,
  type QuantileTable,
  type Repetition,
  type WorkloadModel,
} from './workload-model.js'
