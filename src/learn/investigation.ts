/**
 * `learn`: a strategy for one log or for several. A learner (learner.ts) proposes strategies; each is simulated on the
 * training part of every log (exercises.ts), and its score is the mean of the objective over the logs (of each, relative to a
 * policy's value there, if asked for), made worse where it breaks a constraint (constraints.ts). Candidates that are certainly not
 * selected are not simulated to the end (evaluation/race.ts). At the end the best strategy that was seen, or the one that the
 * learner delivers, is measured on the training parts, on the rest of the logs and on other logs, beside other policies.
 *
 * Learnt from one log and applied to others this is SOPT, learnt from several ALLOPT (Franke, doctoral thesis, Dortmund
 * 2006, ch. 9).
 */
import type { Json } from '../core/json.js'
import { ascending, median } from '../core/statistics.js'
import type { ConvergencePoint } from '../evaluation/convergence.js'
import { measuredBy, outlooksOf } from '../evaluation/costs.js'
import { finalRows, finalTasks, partsOf } from '../evaluation/final-measurement.js'
import type { Batch, InvestigationKind } from '../evaluation/investigation.js'
import { type Due, dueIn, type Race, scoresOf } from '../evaluation/race.js'
import type { Scenario } from '../evaluation/scenario.js'
import type { SearchFound } from '../evaluation/search-history.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import type { Task } from '../optimize/evaluator.js'
import { type CompositeObjective, compileObjective } from '../sim/objectives/index.js'
import { policyOf } from '../strategy/index.js'
import { exerciseTask, policyIn, scenarioIn, sumOf } from './exercises.js'
import { type Learnt, learnFound } from './found.js'
import type { Heat, Learner, LearnerContext } from './learner.js'
import { learnerFor } from './learners.js'
import { cellOf, convergingOf, keptScore, plainScore } from './scoring.js'
import { COMBINED, type LearnSpec, learnSpecOf, windowsText } from './spec.js'
import type { Generation, State, Winner } from './state.js'

export const LEARN: InvestigationKind<SearchFound> = {
  kind: 'learn',
  open: (json, datasets, snapshot) => {
    const spec = learnSpecOf(json)
    const objective = compileObjective(spec.objective)
    const context = contextOf(spec, objective)
    const kind = learnerFor(spec.learner)
    const planned = kind.planned(spec.learner)
    const outlook = outlooksOf(objective, datasets)
    const columns = finalColumns(spec)
    const parts = partsOf([...spec.logs, ...spec.tests])
    let state: State = (snapshot as unknown as State | null) ?? beginning(spec, context)
    const learner = kind.open(spec.learner, context, state.learner)
    /** What follows from the state alone, until the next one. */
    let round: Round | null = null
    const present = (): Round => {
      round ??= roundOf(spec, objective, (scenario) => outlook(scenario).least, learner, state)
      return round
    }
    const goTo = (next: State): void => {
      state = next
      round = null
    }
    const finalists = () => finalPolicies(spec, state)
    return {
      next: () => {
        if (state.phase === 'done') return null
        if (state.phase === 'final') {
          const tasks = finalTasks(parts, finalists(), columns)
          return { label: 'final', tasks: [...tasks, ...winnersTasks(spec, objective, state)] }
        }
        return present().batch
      },
      take: (results) => {
        if (state.phase === 'final') {
          const all = results as readonly SimulateResult[]
          const final = finalRows(parts, finalists(), all)
          const score = plainScore(spec, objective, all.slice(-spec.exercises.length))
          goTo({ ...state, phase: 'done', final, score })
          return { final, score } as unknown as Json
        }
        const { heats, races, due } = present()
        const cells = races.map((race) => race.cells.map((row) => [...row]))
        for (const [k, { heat, candidate, window }] of due.entries()) {
          cells[heat][candidate][window] = cellOf(spec, objective, window, results[k] as SimulateResult)
        }
        const simulations = state.simulations + results.length
        if (races.some((race, heat) => dueIn({ ...race, cells: cells[heat] }).length > 0)) {
          goTo({ ...state, cells, simulations })
          return { simulations: results.length }
        }
        const scores = races.map((race, heat) => scoresOf({ ...race, cells: cells[heat] }))
        const evaluations = heats.reduce((sum, { candidates }) => sum + candidates.length, state.evaluations)
        learner.tell(scores)
        const winner = deliveredBy(learner, state.winner) ?? winnerOf(state.winner, heats, scores)
        const point = pointOf(spec, evaluations, winner, scores)
        const step: Generation = {
          generation: state.generation,
          simulations,
          scores: heats.map(({ name }, heat) => ({ heat: name, scores: told(scores[heat]) })),
          point,
          ...(winner === state.winner ? {} : { best: policyOf(winner.strategy) }),
        }
        goTo({
          phase: learner.ask() === null ? 'final' : 'search',
          learner: learner.snapshot(),
          generation: state.generation + 1,
          evaluations,
          simulations,
          cells: null,
          winner,
          history: [...state.history, { ...point, generation: state.generation, simulations }],
          final: [],
          score: null,
        })
        return step as unknown as Json
      },
      progress: () => ({
        done: state.evaluations,
        total: Math.max(planned, state.evaluations),
        note: noteOf(spec, state.winner),
      }),
      snapshot: () => state as unknown as Json,
      finish: () => learnFound(spec, learntOf(spec, state, learner)),
    }
  },
  facts: (json) => {
    const { objective, constraints, relativeTo, combine, logs, tests, windows, under, learner, seed } =
      learnSpecOf(json)
    const kind = learnerFor(learner)
    return [
      ['method', kind.title(learner)],
      ['objective', relativeTo === null ? objective : `${objective}, relative to ${relativeTo}`],
      ...constraints.map(({ text }) => ['subject to', text] as const),
      ['logs', logs.map(({ name, train, jobs }) => nameOf(name, train, jobs)).join(', ')],
      ...(windows === null ? [] : [['windows', windowsText(windows)] as const]),
      ...(under.length === 0 ? [] : [['each order under', under.join(', ')] as const]),
      ...(combine === 'mean' ? [] : [['score', COMBINED[combine]] as const]),
      ...(tests.length === 0 ? [] : [['tested on', tests.map(({ name }) => name).join(', ')] as const]),
      ['evaluations', String(kind.planned(learner))],
      ['seed', String(seed)],
    ]
  },
  converging: (json) => convergingOf(learnSpecOf(json)),
  convergence: (steps) =>
    steps.flatMap((step): readonly ConvergencePoint[] => {
      const { point } = step as unknown as Partial<Generation>
      return point === undefined ? [] : [point]
    }),
}

/**
 * What a learning has come to.
 * @param json its spec
 * @param snapshot of the learning, after its first generation
 */
export function learntIn(json: Json, snapshot: Json): Learnt {
  const spec = learnSpecOf(json)
  const state = snapshot as unknown as State
  const context = contextOf(spec, compileObjective(spec.objective))
  return learntOf(spec, state, learnerFor(spec.learner).open(spec.learner, context, state.learner))
}

function learntOf(spec: LearnSpec, { winner, history, final, score }: State, learner: Learner): Learnt {
  if (winner === null) throw new RangeError('a learning has no result before its first generation')
  return { winner, score: score ?? winner.score, history, final, columns: finalColumns(spec), learner }
}

function nameOf(name: string, train: number, jobs: number): string {
  return train < jobs ? `${name} (the first ${train} of ${jobs} jobs)` : name
}

/** Groups that the objective is about, in the order in which it names them. */
function favouredBy({ parts }: CompositeObjective): readonly number[] {
  return [...new Set(parts.flatMap(({ group }) => (group === null ? [] : [group])))]
}

function contextOf({ seed, groups }: LearnSpec, objective: CompositeObjective): LearnerContext {
  return { seed, groups, favoured: favouredBy(objective) }
}

function beginning(spec: LearnSpec, context: LearnerContext): State {
  return {
    phase: 'search',
    learner: learnerFor(spec.learner).open(spec.learner, context, null).snapshot(),
    generation: 0,
    evaluations: 0,
    simulations: 0,
    cells: null,
    winner: null,
    history: [],
    final: [],
    score: null,
  }
}

interface DueInHeat extends Due {
  readonly heat: number
}

interface Round {
  readonly heats: readonly Heat[]
  /** One for each heat. */
  readonly races: readonly Race[]
  readonly due: readonly DueInHeat[]
  readonly batch: Batch
}

/** @param leastOn a lower bound of the objective's cost */
function roundOf(
  spec: LearnSpec,
  objective: CompositeObjective,
  leastOn: (scenario: Scenario) => number,
  learner: Learner,
  state: State,
): Round {
  const heats = learner.ask()
  if (heats === null) throw new RangeError('a learner that has ended has no heats')
  const { exercises, constraints } = spec
  const early = spec.earlyStop && objective.rises
  const races = heats.map(
    ({ candidates, selection }, heat): Race => ({
      cells: state.cells?.[heat] ?? candidates.map(() => exercises.map(() => null)),
      weights: exercises.map(({ weight }) => weight),
      sums: exercises.map((exercise) => sumOf(spec, exercise)),
      // Of a single exercise all that is to come is its own, which its simulation knows better.
      least: exercises.map((each) => (early && exercises.length > 1 ? leastOn(scenarioIn(spec, each)) : 0)),
      selection,
      early,
    }),
  )
  const due = races.flatMap((race, heat) => dueIn(race).map((each): DueInHeat => ({ ...each, heat })))
  const measured = [...measuredBy(objective), ...constraints.map((constraint) => constraint.objective)]
  const tasks = due.map(({ heat, candidate, window, limit }) =>
    exerciseTask(spec, exercises[window], policyOf(heats[heat].candidates[candidate]), measured, limit),
  )
  return { heats, races, due, batch: { label: `generation ${state.generation + 1}`, tasks } }
}

/** What the score of the winner follows from. */
function winnersTasks(spec: LearnSpec, objective: CompositeObjective, { winner }: State): readonly Task[] {
  if (winner === null) return []
  const policy = policyOf(winner.strategy)
  return spec.exercises.map((exercise) => exerciseTask(spec, exercise, policy, measuredBy(objective)))
}

/** What the learner chose itself, if it does; the same object while it chooses the same. */
function deliveredBy(learner: Learner, before: Winner | null): Winner | null {
  const found = learner.delivered?.() ?? null
  if (found === null || before === null) return found
  return policyOf(found.strategy) === policyOf(before.strategy) ? before : found
}

/** The best so far; of equal ones the first. */
function winnerOf(before: Winner | null, heats: readonly Heat[], scores: readonly Float64Array[]): Winner {
  let winner = before
  for (const [heat, { candidates }] of heats.entries()) {
    for (const [k, strategy] of candidates.entries()) {
      const score = scores[heat][k]
      if (winner === null || score < winner.score) winner = { strategy, score }
    }
  }
  if (winner === null) throw new RangeError('a generation without candidates')
  return winner
}

function noteOf(spec: LearnSpec, winner: Winner | null): string {
  if (winner === null) return ''
  const score = keptScore(spec, winner.score)
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
  const kept = scores.flatMap((heat) => [...heat].filter((each) => keptScore(spec, each) !== null))
  return {
    evaluations,
    best: keptScore(spec, score),
    median: kept.length === 0 ? null : median(ascending(Float64Array.from(kept))),
  }
}

/** Objectives of the final table: what was asked for, what it is made of, and what an administrator asks next. */
function finalColumns({ objective, constraints, shownGroups }: LearnSpec): readonly string[] {
  const perGroup = Array.from({ length: shownGroups }, (_, k) => `AWRT${k + 1}`)
  return [
    ...new Set([
      objective,
      ...constraints.map((constraint) => constraint.objective),
      'AWRT',
      ...perGroup,
      'maxWait',
      'UTIL',
      'AVEbsld',
    ]),
  ]
}

/** Policies of the final table: the learnt one, under the other algorithms that it was tried under, and others. */
function finalPolicies({ compare, under }: LearnSpec, { winner }: State): readonly string[] {
  const found = winner === null ? [] : [policyOf(winner.strategy)]
  const variants = found.flatMap((policy) => under.map((algorithm) => policyIn({ algorithm }, policy)))
  return [...new Set([...found, ...variants, ...compare])]
}
