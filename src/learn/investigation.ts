/**
 * `learn`: a strategy for one log or for several. A learner (learner.ts) proposes strategies; each is simulated on the
 * training part of every log (cases.ts), and its score is the mean of the objective over the logs (of each, relative to a
 * policy's value there, if asked for), made worse where it breaks a constraint (constraints.ts). Candidates that are certainly not
 * selected are not simulated to the end (evaluation/searches/race.ts). At the end the best strategy that was seen, or the one that the
 * learner delivers, is measured on the training parts, on the rest of the logs and on other logs, beside other policies.
 *
 * Where each generation has windows of its own, scores of different generations cannot be compared. Then the best of
 * each of the last generations go to the final measurement, and the one that is best on the whole training part is taken.
 *
 * Learnt from one log and applied to others this is SOPT, learnt from several ALLOPT (Franke, doctoral thesis, Dortmund
 * 2006, ch. 9).
 */
import { readKept, stateOf } from '../core/documents.js'
import { type Json, plainJson } from '../core/json.js'
import { ascending, median } from '../core/statistics.js'
import { legendFacts } from '../evaluation/group-legend.js'
import type { InvestigationKind } from '../evaluation/investigation.js'
import type { ConvergencePoint } from '../evaluation/searches/convergence.js'
import { costBoundsOf } from '../evaluation/searches/costs.js'
import {
  type FinalRow,
  finalRows,
  finalTasks,
  legendsOf,
  partsOf,
} from '../evaluation/searches/final-measurement.js'
import { measuredObjectives } from '../evaluation/searches/preferred.js'
import type { SearchFound } from '../evaluation/searches/search-history.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import { policyOf } from '../strategy/index.js'
import { contextOf } from './context.js'
import { chosenLast, finalColumns, finalPolicies, rowsOfChosen, winnersTasks } from './finals.js'
import { type Learnt, learnFound } from './found.js'
import { reportedBy, searchedBy } from './goal.js'
import { COMBINED } from './goal-settings.js'
import type { Learner, LearnerContext } from './learner.js'
import { learnerFor } from './learners.js'
import { raced, roundOf, type Search, scoresIn, winnersOf } from './round.js'
import { baseIn, convergingOf, keptScore, plainScore } from './scoring.js'
import { type LearnSpec, learnSpecOf, windowsText } from './spec.js'
import { type Generation, STATE, STATE_VERSION, type State, type Winner } from './state.js'

export const LEARN: InvestigationKind<SearchFound> = {
  kind: 'learn',
  open: (json, datasets, snapshot) => {
    const spec = learnSpecOf(json)
    const judgedBy = searchedBy(spec)
    const { objective } = judgedBy
    const context = contextOf(spec, objective)
    const kind = learnerFor(spec.learner)
    const planned = kind.planned(spec.learner)
    const read = reportedBy(spec)
    const reported = measuredObjectives(finalColumns(spec).map(read))
    const parts = partsOf([...spec.logs, ...spec.tests])
    let state = stateOf(STATE, snapshot) ?? beginning(spec, context)
    const learner = kind.open(spec.learner, context, state.learner)
    const search: Search = { spec, judgedBy, bounds: costBoundsOf(objective, datasets), learner }
    /** The round that follows from the state alone, until the next one. */
    let round: ReturnType<typeof roundOf> | null = null
    const present = () => {
      round ??= roundOf(search, state)
      return round
    }
    const goTo = (next: State): void => {
      state = next
      round = null
    }
    const takeFinal = (results: readonly SimulateResult[]): Json => {
      const { winners } = state
      const final = finalRows(parts, finalPolicies(spec, winners), results, reported.values)
      const redrawn = spec.windows?.redraw === true
      const chosen = redrawn ? chosenLast(spec, objective, winners, final) : winners
      const score = redrawn
        ? chosen[chosen.length - 1].score
        : plainScore(spec, read(spec.objective), results.slice(-spec.cases.length))
      goTo({ ...state, phase: 'done', winners: chosen, final, score })
      return plainJson({ final, score })
    }
    return {
      next: () => {
        if (state.phase === 'done') return null
        if (state.phase === 'search') return present().tasks
        const tasks = finalTasks(parts, finalPolicies(spec, state.winners), reported.names)
        return { label: 'final', tasks: [...tasks, ...winnersTasks(spec, objective, state.winners)] }
      },
      take: (all) => {
        const results = all as readonly SimulateResult[]
        if (state.phase === 'final') return takeFinal(results)
        const asked = present()
        const simulations = state.simulations + results.length
        if (asked.kind === 'base') {
          const base = asked.cases.map((each, k) => baseIn(spec, objective, each, results[k]))
          goTo({ ...state, base, simulations })
          return { base }
        }
        const races = raced(search, asked, results)
        const scores = scoresIn(races)
        if (scores === null) {
          goTo({ ...state, cells: races.map(({ cells }) => cells), simulations })
          return { simulations: results.length }
        }
        const { batches } = asked
        const evaluations = batches.reduce(
          (sum, { candidates }) => sum + candidates.length,
          state.evaluations,
        )
        learner.tell(scores)
        const winners = winnersOf(spec, state.winners, learner, batches, scores)
        const winner = winners[winners.length - 1]
        const point = pointOf(spec, evaluations, winner, scores)
        const { generation } = state
        const step: Generation = {
          generation,
          simulations,
          scores: batches.map(({ name }, batch) => ({ batch: name, scores: told(scores[batch]) })),
          point,
          ...(winners === state.winners
            ? {}
            : { best: policyOf(winner.strategy), ...(winner.numbers && { numbers: winner.numbers }) }),
        }
        goTo({
          ...state,
          phase: learner.ask() === null ? 'final' : 'search',
          learner: learner.snapshot(),
          generation: generation + 1,
          evaluations,
          simulations,
          base: null,
          cells: null,
          winners,
          history: [...state.history, { ...point, generation, simulations }],
        })
        return plainJson(step)
      },
      progress: () => ({
        done: state.evaluations,
        total: Math.max(planned, state.evaluations),
        note: noteOf(spec, state.winners),
      }),
      snapshot: () => STATE.encode(state),
      finish: () => learnFound(spec, learntOf(spec, state, learner)),
    }
  },
  facts: (json) => {
    const { objective, constraints, relativeTo, combine, logs, tests, windows, under, learner, seed } =
      learnSpecOf(json)
    const kind = learnerFor(learner)
    return [
      ['method', kind.title(learner)],
      ...(kind.asked?.(learner) ?? []),
      ['objective', relativeTo === null ? objective : `${objective}, relative to ${relativeTo}`],
      ...constraints.map(({ text }) => ['subject to', text] as const),
      ['logs', logs.map(({ name, train, jobs }) => nameOf(name, train, jobs)).join(', ')],
      ...(windows === null ? [] : [['windows', windowsText(windows)] as const]),
      ...(under.length === 0 ? [] : [['each order under', under.join(', ')] as const]),
      ...(combine === 'mean' ? [] : [['score', COMBINED[combine]] as const]),
      ...(tests.length === 0 ? [] : [['tested on', tests.map(({ name }) => name).join(', ')] as const]),
      ...legendFacts(legendsOf([...logs, ...tests])),
      ['evaluations', String(kind.planned(learner))],
      ['seed', String(seed)],
    ]
  },
  converging: (json) => convergingOf(learnSpecOf(json)),
  convergence: (steps) =>
    steps.flatMap((step): readonly ConvergencePoint[] => {
      const { point } = Object(step) as Partial<Generation>
      return point === undefined ? [] : [point]
    }),
}

/**
 * The outcome of a learning.
 * @param json its spec
 * @param snapshot of the learning, after its first generation
 */
export function learntIn(json: Json, snapshot: Json): Learnt {
  const spec = learnSpecOf(json)
  const state = readKept(STATE, snapshot, 'state')
  const context = contextOf(spec, reportedBy(spec)(spec.objective))
  return learntOf(spec, state, learnerFor(spec.learner).open(spec.learner, context, state.learner))
}

function learntOf(spec: LearnSpec, state: State, learner: Learner): Learnt {
  const { winners, history, score } = state
  const [winner] = winners.slice(-1)
  if (winner === undefined) throw new RangeError('a learning has no result before its first generation')
  const { recordedRows = [] } = spec
  // What really happened goes first.
  const beside = (rows: readonly FinalRow[]) => (rows.length === 0 ? rows : [...recordedRows, ...rows])
  return {
    winner,
    score: score ?? winner.score,
    history,
    final: beside(state.final),
    evidence: beside(rowsOfChosen(spec, winners, state.final)),
    columns: finalColumns(spec),
    learner,
  }
}

function nameOf(name: string, train: number, jobs: number): string {
  return train < jobs ? `${name} (the first ${train} of ${jobs} jobs)` : name
}

function beginning(spec: LearnSpec, context: LearnerContext): State {
  return {
    version: STATE_VERSION,
    phase: 'search',
    learner: learnerFor(spec.learner).open(spec.learner, context, null).snapshot(),
    generation: 0,
    evaluations: 0,
    simulations: 0,
    base: null,
    cells: null,
    winners: [],
    history: [],
    final: [],
    score: null,
  }
}

function noteOf(spec: LearnSpec, winners: readonly Winner[]): string {
  if (winners.length === 0) return ''
  const score = keptScore(spec, winners[winners.length - 1].score)
  return score === null ? 'none keeps to the constraints yet' : `best ${Number(score.toPrecision(6))}`
}

function told(scores: Float64Array): readonly (number | null)[] {
  return Array.from(scores, (score) => (Number.isFinite(score) ? score : null))
}

/** Scores of broken constraints are none to be drawn. */
function pointOf(
  spec: LearnSpec,
  evaluations: number,
  { score }: Winner,
  scores: readonly Float64Array[],
): ConvergencePoint {
  const kept = scores.flatMap((batch) => [...batch].filter((each) => keptScore(spec, each) !== null))
  return {
    evaluations,
    best: keptScore(spec, score),
    median: kept.length === 0 ? null : median(ascending(Float64Array.from(kept))),
  }
}
