/**
 * estimates: user estimates of run times, as models make them. Modal estimates (Tsafrir, Etsion, Feitelson), Beta
 * distributions by groups of run times (Song, Ernemann, Yahyapour), multiples of the run time; fitting, applying, and
 * judging them. Everything is a pure function of trace, model and seed.
 */
export {
  AT_LIMIT,
  describeEstimates,
  type EstimateDistance,
  type EstimateFacts,
  estimateDistance,
  kolmogorovSmirnov,
} from './accuracy.js'
export {
  applyEstimates,
  defaultMaximum,
  describeModel,
  type EstimateModel,
  type EstimateSettings,
  type MaximumEstimate,
} from './apply.js'
export {
  type BetaEvidence,
  type BetaGroup,
  type BetaModel,
  fitBeta,
} from './beta.js'
export { BETA_KIND, BETA_VERSION, readBetaModel, writeBetaModel } from './beta-document.js'
export type { BetaParameters } from './beta-fit.js'
export { APPLYING, BETA_FIT, namedModel } from './settings.js'
export { type EstimateBin, TSAFRIR_LEAST, tsafrirDistribution } from './tsafrir.js'
export { headValues, type PopularEstimate } from './tsafrir-head.js'
