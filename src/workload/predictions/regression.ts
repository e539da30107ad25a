/**
 * Prediction by a regression that goes on learning as jobs end. Features of the job and its user are those of Gaussier,
 * Glesser, Reis and Trystram (Improving backfilling by using machine learning to predict running times, SC 2015; see
 * user-history.ts), amounts as ln(1 + x). Predicted is the 0.8 quantile of ln(1 + p), as a polynomial of degree 2 in
 * them, in online gradient steps (online-regression.ts): one job in five outlives its prediction. A prediction is in
 * whole seconds, from 1 to the request.
 *
 * Why a quantile, and not the study's own loss: a job that outlives its prediction breaks the reservations made on it.
 * The study's E-loss (squared above p, linear below, in seconds) and least squares of the logarithm predict too short
 * more often. Tried with this learner on CTC-SP2, KTH-SP2 and SDSC-SP2, both let the longest wait of EASY++ grow to
 * more than twice what it is with requests, on CTC-SP2 to more than ten times.
 */
import type { Predictor } from '../../sim/prediction.js'
import { correctedPrediction } from './corrections.js'
import { OnlineRegression } from './online-regression.js'
import { FEATURES, UserHistory } from './user-history.js'

const QUANTILE = 0.8

/** η, in units of ln(1 + p). */
const RATE = 1

/** 1, the features, and the products of any two of them. */
const TERMS = 1 + FEATURES + (FEATURES * (FEATURES + 1)) / 2

export const REGRESSION: Predictor = {
  name: 'regression',
  bind: ({ jobs: { user, requested, size } }) => {
    const model = new OnlineRegression(TERMS, QUANTILE, RATE)
    const histories = new Map<number, UserHistory>()
    /** Terms of the jobs that were submitted and have not ended. */
    const open = new Map<number, Float64Array>()
    const features = new Float64Array(FEATURES)
    const historyOf = (job: number): UserHistory => {
      // Nobody knows whose jobs those of unknown users are: each has a history of its own.
      const key = user[job] < 0 ? -1 - job : user[job]
      let history = histories.get(key)
      if (history === undefined) {
        history = new UserHistory()
        histories.set(key, history)
      }
      return history
    }
    return {
      submitted(job, now) {
        historyOf(job).features(features, requested[job], size[job], now)
        const x = terms(features)
        open.set(job, x)
        return Math.min(requested[job], Math.max(1, Math.floor(Math.expm1(model.predict(x)))))
      },
      started(job, now) {
        historyOf(job).started(job, size[job], now)
      },
      ended(job, runtime, now) {
        historyOf(job).ended(job, runtime, size[job], now)
        const x = open.get(job)
        if (x === undefined) throw new TypeError(`job ${job} ends that was never submitted`)
        open.delete(job)
        model.learn(x, Math.log1p(runtime))
      },
      corrected: (job, first, corrections) => correctedPrediction(requested[job], first, corrections),
    }
  },
}

function terms(features: Float64Array): Float64Array {
  const x = new Float64Array(TERMS)
  x[0] = 1
  x.set(features, 1)
  let at = 1 + FEATURES
  for (let a = 0; a < FEATURES; a++) for (let b = a; b < FEATURES; b++) x[at++] = features[a] * features[b]
  return x
}
