/** The predictors by name, as `--estimates predicted:NAME` takes them. */
import type { Predictor } from '../../sim/prediction.js'
import { LAST_TWO } from './last-two.js'
import { REGRESSION } from './regression.js'

export const PREDICTORS: readonly Predictor[] = [LAST_TWO, REGRESSION]

export { LAST_TWO, REGRESSION }
