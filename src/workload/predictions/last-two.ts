/**
 * Prediction by the user's last two run times (Tsafrir, Etsion and Feitelson, IEEE TPDS 18, 2007): the mean of the run
 * times of the two jobs of the same user that ended last, rounded down to whole seconds; what the user asked for until
 * two have ended, and never more than that. A prediction is not refreshed while the job waits. Jobs of unknown users
 * are predicted by their requests.
 */
import type { Predictor } from '../../sim/prediction.js'
import { correctedPrediction } from './corrections.js'

interface History {
  last: number
  /** The run time before the last one; NaN while only one job has ended. */
  previous: number
}

export const LAST_TWO: Predictor = {
  name: 'last2',
  bind: ({ jobs: { user, requested } }) => {
    const histories = new Map<number, History>()
    return {
      submitted(job) {
        const history = histories.get(user[job])
        if (history === undefined || Number.isNaN(history.previous)) return requested[job]
        return Math.min(requested[job], Math.floor((history.last + history.previous) / 2))
      },
      ended(job, runtime) {
        if (user[job] < 0) return
        const history = histories.get(user[job])
        if (history === undefined) histories.set(user[job], { last: runtime, previous: Number.NaN })
        else {
          history.previous = history.last
          history.last = runtime
        }
      },
      corrected: (job, first, corrections) => correctedPrediction(requested[job], first, corrections),
    }
  },
}
