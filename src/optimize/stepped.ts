/**
 * The common part of all optimisers: they go from state to state. The batch is a pure function of the state, the next
 * state one of the state, the batch and the scores told. Chance has no state of its own: each step takes its numbers from
 * a fork of the seed that is named after the step. So a snapshot is the state alone, and asking twice gives the same.
 */
import type { Json } from '../core/json.js'
import type { Optimizer, Selection } from './optimizer.js'

/** A seed that a user names; equal seeds give equal runs. */
export type Seed = number | string

export interface Method<State, Batch, Candidate> {
  readonly objectives: number
  readonly propose: (state: State) => Batch
  readonly candidates: (batch: Batch) => readonly Candidate[]
  /** @param scores batch × objectives, without NaN */
  readonly advance: (state: State, batch: Batch, scores: Float64Array) => State
  readonly selection: (state: State, batch: Batch) => Selection
  readonly stopped: (state: State) => string | null
  readonly save: (state: State) => Json
}

/** An optimiser that shows its state. */
export interface Stepped<State, Candidate> extends Optimizer<Candidate> {
  readonly state: State
}

export function optimizerOf<State, Batch, Candidate>(
  method: Method<State, Batch, Candidate>,
  first: State,
): Stepped<State, Candidate> {
  let state = first
  let batch: Batch | null = null
  const present = (): Batch => {
    batch ??= method.propose(state)
    return batch
  }
  return {
    objectives: method.objectives,
    get state() {
      return state
    },
    get stopped() {
      return method.stopped(state)
    },
    get selection() {
      return method.selection(state, present())
    },
    ask: () => method.candidates(present()),
    tell: (scores) => {
      const told = present()
      const expected = method.candidates(told).length * method.objectives
      if (scores.length !== expected) {
        throw new RangeError(`tell: ${scores.length} scores, expected ${expected}`)
      }
      state = method.advance(
        state,
        told,
        scores.map((score) => (Number.isNaN(score) ? Number.POSITIVE_INFINITY : score)),
      )
      batch = null
    },
    snapshot: () => method.save(state),
  }
}

/** The selection of a method of several objectives: every score matters. */
export function allMatter(count: number): Selection {
  return { selects: count, rivals: [], floor: Number.NEGATIVE_INFINITY }
}

/** Indices of `scores` from the best (least) to the worst; among equals the earlier first. */
export function ranking(scores: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: scores.length }, (_, k) => k).sort(
    // Two infinities differ by NaN, which is falsy as 0 is.
    (a, b) => scores[a] - scores[b] || a - b,
  )
}
