/**
 * Random search: every candidate drawn uniformly from the box, independent of all others. The baseline that any method
 * has to beat (Bergstra and Bengio, Journal of Machine Learning Research 13, 2012).
 */

import { exact, number, object, textOrNumber, whole } from '../core/codec.js'
import { Random } from '../core/random.js'
import { BOX, type Box, decode, uniformUnit } from './box.js'
import type { Optimizer } from './optimizer.js'
import { wholeSetting } from './settings.js'
import { members, snapshotsOf } from './snapshot.js'
import { allMatter, optimizerOf, type Seed } from './stepped.js'

const KIND = 'random-search'

export interface RandomSearchSettings {
  readonly box: Box
  /** Candidates a batch; 1 or more. */
  readonly lambda: number
  /** Scores a candidate; 1 where absent. */
  readonly objectives?: number
}

interface State {
  readonly batches: number
  /** Best score so far; only of one objective. */
  readonly best: number
}

const SETTINGS = object({ box: BOX, lambda: number(), objectives: number() })
const STATE = members({ batches: whole(0), best: exact })
const SNAPSHOTS = snapshotsOf(KIND, 1, members({ settings: SETTINGS, seed: textOrNumber }), () => STATE)

/** @throws QueuewrightError `usage` for settings out of range */
export function randomSearch(settings: RandomSearchSettings, seed: Seed): Optimizer<Float64Array> {
  return searchFrom(settings, seed, { batches: 0, best: Number.POSITIVE_INFINITY })
}

/** @throws QueuewrightError `input-document` */
export function restoreRandomSearch(snapshot: unknown, file = 'snapshot'): Optimizer<Float64Array> {
  return SNAPSHOTS.read(snapshot, file, ({ settings, seed }, state) => searchFrom(settings, seed, state))
}

function searchFrom(settings: RandomSearchSettings, seed: Seed, first: State): Optimizer<Float64Array> {
  const { box } = settings
  const lambda = wholeSetting('lambda', settings.lambda, 1)
  const objectives = wholeSetting('objectives', settings.objectives ?? 1, 1)
  const root = new Random(seed).fork(KIND)
  return optimizerOf<State, readonly Float64Array[], Float64Array>(
    {
      objectives,
      propose: ({ batches }) => {
        const random = root.fork(batches)
        return Array.from({ length: lambda }, () => decode(box, uniformUnit(box.lower.length, random)))
      },
      candidates: (batch) => batch,
      advance: ({ batches, best }, _, scores) => ({
        batches: batches + 1,
        best: objectives === 1 ? scores.reduce((least, score) => Math.min(least, score), best) : best,
      }),
      // Nothing that is told changes a batch; only a new best one matters to anybody.
      selection: ({ best }) =>
        objectives === 1
          ? { selects: 1, rivals: [best], floor: Number.NEGATIVE_INFINITY }
          : allMatter(lambda),
      stopped: () => null,
      save: (state) => SNAPSHOTS.save({ settings: { box, lambda, objectives }, seed }, state),
    },
    first,
  )
}
