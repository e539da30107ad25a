/** Drives learners of rules without a simulator: the score of a strategy is any function of it. */
import type { Json } from '../../src/core/json.js'
import type { Declarations, Values } from '../../src/core/settings/index.js'
import type { CandidateBatch, Learner, LearnerKind } from '../../src/learn/learner.js'
import { chooserOf, membersOf, type RuleBase } from '../../src/sim/rule-based/index.js'
import type { Strategy } from '../../src/strategy/index.js'

export type Score = (base: RuleBase) => number

export interface Generation {
  readonly batches: readonly CandidateBatch[]
  readonly scores: readonly Float64Array[]
}

export interface Taught {
  readonly learner: Learner
  readonly generations: readonly Generation[]
}

export const CONTEXT = { seed: 1, groups: 5, favoured: [1, 2] } as const

export function baseIn(strategy: Strategy | null | undefined): RuleBase {
  if (strategy?.kind !== 'rules') throw new RangeError('a strategy without rules')
  return strategy.base
}

/**
 * @param told what is told in place of a score, as by early stops; the score itself where absent
 * @param reopen whether to go on from a snapshot, as text, after generation k
 */
export function teach<D extends Declarations>(
  kind: LearnerKind<string, D>,
  settings: Values<D>,
  score: Score,
  {
    seed = CONTEXT.seed,
    told = (_, scores) => scores,
    reopen = () => false,
  }: {
    readonly seed?: number
    readonly told?: (batch: CandidateBatch, scores: Float64Array) => Float64Array
    readonly reopen?: (generation: number) => boolean
  } = {},
): Taught {
  const context = { ...CONTEXT, seed }
  let learner = kind.open(settings, context, null)
  const generations: Generation[] = []
  for (let batches = learner.ask(); batches !== null; batches = learner.ask()) {
    const scores = batches.map((batch) =>
      told(
        batch,
        Float64Array.from(batch.candidates, (strategy) => score(baseIn(strategy))),
      ),
    )
    learner.tell(scores)
    generations.push({ batches, scores })
    if (reopen(generations.length)) {
      learner = kind.open(settings, context, JSON.parse(JSON.stringify(learner.snapshot())) as Json)
    }
  }
  return { learner, generations }
}

/** Told as an investigation does: scores that certainly change nothing are infinite. */
export function earlyStopped({ selection }: CandidateBatch, scores: Float64Array): Float64Array {
  const { selects, rivals, floor } = selection
  const ranked = Float64Array.from([...rivals, ...scores]).sort()
  const limit = Math.max(floor, ranked[selects - 1] ?? Number.POSITIVE_INFINITY)
  return scores.map((score) => (score <= limit ? score : Number.POSITIVE_INFINITY))
}

/** Share of states in which a base does not choose as wanted, in per cent; states are values of the usual features. */
export function mistakes(states: readonly Float64Array[], wanted: (values: Float64Array) => string): Score {
  return (base) => {
    const choose = chooserOf(base)
    const members = membersOf(base)
    const wrong = states.filter((values) => members[choose(values)] !== wanted(values))
    return (100 * wrong.length) / states.length
  }
}
