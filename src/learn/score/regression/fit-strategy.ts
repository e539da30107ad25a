/** The best function of a fit as a strategy, with what it was fitted to. */
import type { Estimate } from '../../../core/inference/index.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import {
  FITTED_VERSION,
  type Fitted,
  type FittedEstimate,
  STRATEGY_FORMAT,
  type StrategyArtefact,
} from '../../../strategy/index.js'
import type { ScoreFit } from './fit-result.js'

/**
 * @param digest of the distribution (functions-file.ts)
 * @param algorithm what is to go by the order
 */
export function fittedStrategy(
  fit: ScoreFit,
  digest: string,
  algorithm: AlgorithmName,
): StrategyArtefact & { readonly fitted: Fitted } {
  const [{ formula, weightedError, meanAbsoluteError, heldOut }] = fit.functions
  const { family, degree, weights, rankedBy, rows, tuples, folds, distinct, undetermined } = fit
  return {
    format: STRATEGY_FORMAT,
    version: FITTED_VERSION,
    name: `score (${family})`,
    strategy: { kind: 'policy', policy: `${algorithm}:(${formula})` },
    evidence: null,
    fitted: {
      method: 'regression on scores of simulated trials',
      settings: { family, ...(family === 'polynomial' ? { degree } : {}), weights, rankedBy },
      distribution: { digest, rows, tuples },
      functions: distinct - undetermined.length,
      weightedError,
      meanAbsoluteError,
      heldOut:
        heldOut === null
          ? null
          : { folds, error: plainEstimate(heldOut.error), correlation: plainEstimate(heldOut.correlation) },
    },
  }
}

/** As JSON has it. */
export function plainEstimate({ value, interval }: Estimate): FittedEstimate {
  return {
    value: Number.isNaN(value) ? null : value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  }
}
