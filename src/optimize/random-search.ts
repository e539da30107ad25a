/**
 * Random search: every candidate drawn uniformly from the box, independent of all others. The baseline that any method
 * has to beat (Bergstra and Bengio, Journal of Machine Learning Research 13, 2012).
 */
import { Random } from '../core/random.js'
import { type Box, decode, loadBox, saveBox, uniformUnit } from './box.js'
import type { Optimizer } from './optimizer.js'
import { wholeSetting } from './settings.js'
import { type Fields, numberJson, readSnapshot, snapshotOf } from './snapshot.js'
import { allMatter, optimizerOf, type Seed } from './stepped.js'

const KIND = 'random-search'
const VERSION = 1

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

/** @throws QueuewrightError `usage` for settings out of range */
export function randomSearch(settings: RandomSearchSettings, seed: Seed): Optimizer<Float64Array> {
  return searchFrom(settings, seed, { batches: 0, best: Number.POSITIVE_INFINITY })
}

/** @throws QueuewrightError `input-document` */
export function restoreRandomSearch(snapshot: unknown, file = 'snapshot'): Optimizer<Float64Array> {
  return readSnapshot(snapshot, KIND, VERSION, file, (fields) => {
    const state = { batches: fields.whole('batches', 0), best: fields.number('best') }
    return searchFrom(loadSettings(fields.object('settings')), fields.seed(), state)
  })
}

function loadSettings(fields: Fields): RandomSearchSettings {
  return {
    box: loadBox(fields.object('box')),
    lambda: fields.number('lambda'),
    objectives: fields.number('objectives'),
  }
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
      save: ({ batches, best }) =>
        snapshotOf(KIND, VERSION, {
          settings: { box: saveBox(box), lambda, objectives },
          seed,
          batches,
          best: numberJson(best),
        }),
    },
    first,
  )
}
