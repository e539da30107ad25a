/** Generators fitted to a log: fit, the model as a document, and workloads of it. */
export {
  type Archetype,
  MODEL_KIND,
  MODEL_VERSION,
  type ModelEvidence,
  modelText,
  parseModel,
  type QuantileTable,
  type Repetition,
  type WorkloadModel,
} from './document.js'
export { FIT_DEFAULTS, FIT_FIELDS, type FitOptions, fitModel, fitNotices } from './fit.js'
export { type GenerateOptions, generateFromModel } from './generate.js'
