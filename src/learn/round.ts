/** One generation: on which cases it is scored, which of its simulations are due, and who is the best of it. */
import { Random } from '../core/random.js'
import type { Batch } from '../evaluation/investigation.js'
import type { Scenario } from '../evaluation/scenarios/scenario.js'
import { type CostBounds, measuredBy } from '../evaluation/searches/costs.js'
import { type Due, dueIn, type Race, scoresOf } from '../evaluation/searches/race.js'
import { drawWindows } from '../evaluation/searches/windows.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import { policyOf } from '../strategy/index.js'
import { casesOn, caseTask, scenarioIn, sumOf, type UnweightedCase, weighted } from './cases.js'
import type { JudgedBy } from './goal.js'
import type { CandidateBatch, Learner } from './learner.js'
import { cellOf } from './scoring.js'
import type { LearnSpec, TrainingCase } from './spec.js'
import type { State, Winner } from './state.js'

interface DueInBatch extends Due {
  readonly batch: number
}

/** Simulations of the policy that scores are relative to, on cases that are new. */
export interface BaseRound {
  readonly kind: 'base'
  readonly cases: readonly UnweightedCase[]
  readonly tasks: Batch
}

/** Simulations of candidates. */
export interface CandidateRound {
  readonly kind: 'candidates'
  readonly cases: readonly TrainingCase[]
  readonly batches: readonly CandidateBatch[]
  /** One for each batch. */
  readonly races: readonly Race[]
  readonly due: readonly DueInBatch[]
  readonly tasks: Batch
}

/** The constants of a search. */
export interface Search {
  readonly spec: LearnSpec
  readonly judgedBy: JudgedBy
  readonly bounds: (scenario: Scenario) => CostBounds
  readonly learner: Learner
}

export function roundOf(search: Search, state: State): BaseRound | CandidateRound {
  const { spec, judgedBy, bounds, learner } = search
  const { objective } = judgedBy
  const label = `generation ${state.generation + 1}`
  const drawn = spec.windows?.redraw ? drawnCases(search, state.generation) : null
  if (drawn !== null && spec.relativeTo !== null && state.base === null) {
    const policy = spec.relativeTo
    const tasks = drawn.map((each) => caseTask(spec, each, policy, measuredBy(objective)))
    return { kind: 'base', cases: drawn, tasks: { label: `${label}, ${policy}`, tasks } }
  }
  const batches = learner.ask()
  if (batches === null) throw new RangeError('a learner that has ended has no candidates')
  const cases = drawn === null ? spec.cases : weighted(spec, drawn, state.base)
  const early = spec.earlyStop && objective.rises
  const races = batches.map(
    ({ candidates, selection }, batch): Race => ({
      cells: state.cells?.[batch] ?? candidates.map(() => cases.map(() => null)),
      weights: cases.map(({ weight }) => weight),
      sums: cases.map((each) => sumOf(spec, each)),
      // Of a single case all that is to come is its own, which its simulation knows better.
      least: cases.map((each) => (early && cases.length > 1 ? bounds(scenarioIn(spec, each)).least : 0)),
      usual: cases.map((each) => each.usual),
      selection,
      early,
    }),
  )
  const due = races.flatMap((race, batch) => dueIn(race).map((each): DueInBatch => ({ ...each, batch })))
  const tasks = due.map(({ batch, candidate, window, limit }) =>
    caseTask(spec, cases[window], policyOf(batches[batch].candidates[candidate]), judgedBy.names, limit),
  )
  return { kind: 'candidates', cases, batches, races, due, tasks: { label, tasks } }
}

/** The cases of a generation that has windows of its own: such on which the objective has a value. */
function drawnCases({ spec, bounds }: Search, generation: number): readonly UnweightedCase[] {
  const { windows: draw, logs, seed } = spec
  if (draw === null) throw new RangeError('no windows to draw')
  const random = new Random(seed).fork('windows').fork(generation)
  const windows = logs.map((log) =>
    drawWindows(log, draw, random.fork(log.name), (scenario) => bounds(scenario).fault).map(({ window }) => ({
      window: window ?? ([0, log.train] as const),
      usual: 1,
    })),
  )
  return casesOn(spec, windows)
}

/** The races of a round, with what came of the simulations that were due. */
export function raced(
  { spec, judgedBy }: Search,
  { cases, races, due }: CandidateRound,
  results: readonly SimulateResult[],
): readonly Race[] {
  const cells = races.map((race) => race.cells.map((row) => [...row]))
  for (const [k, { batch, candidate, window }] of due.entries()) {
    cells[batch][candidate][window] = cellOf(spec, judgedBy, cases, window, results[k])
  }
  return races.map((race, batch) => ({ ...race, cells: cells[batch] }))
}

/** Scores for the learner; null while simulations are due. */
export function scoresIn(races: readonly Race[]): readonly Float64Array[] | null {
  return races.some((race) => dueIn(race).length > 0) ? null : races.map(scoresOf)
}

/** Generations whose best are compared at the end, where each has windows of its own. */
const FINALISTS = 10

/**
 * The best by now, the one that counts last: what the learner chose itself, if it does; else the best so far, of equal ones
 * the first; where scores of different generations cannot be compared, the best of each of the last ones.
 */
export function winnersOf(
  { windows }: LearnSpec,
  before: readonly Winner[],
  learner: Learner,
  batches: readonly CandidateBatch[],
  scores: readonly Float64Array[],
): readonly Winner[] {
  const [known = null] = before.slice(-1)
  const chosen = learner.delivered?.() ?? null
  // The same object while it chooses the same.
  if (chosen !== null) return known && sameAs(known, chosen) ? before : [chosen]
  if (windows?.redraw) return [...before, bestOf(null, batches, scores)].slice(-FINALISTS)
  const best = bestOf(known, batches, scores)
  return best === known ? before : [best]
}

function sameAs(before: Winner, chosen: Winner): boolean {
  return policyOf(before.strategy) === policyOf(chosen.strategy)
}

function bestOf(
  before: Winner | null,
  batches: readonly CandidateBatch[],
  scores: readonly Float64Array[],
): Winner {
  let winner = before
  for (const [batch, { candidates, numbers }] of batches.entries()) {
    for (const [k, strategy] of candidates.entries()) {
      const score = scores[batch][k]
      if (winner !== null && !(score < winner.score)) continue
      winner = { strategy, score, ...(numbers && { numbers: numbers[k] }) }
    }
  }
  if (winner === null) throw new RangeError('a generation without candidates')
  return winner
}
