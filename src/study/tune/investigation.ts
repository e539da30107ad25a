/**
 * `tune`: searches the parameters of a policy for the least value of an objective. An optimiser proposes generations of
 * parameters; each candidate is simulated on the same windows, and its score is the mean of the objective over them
 * (relative to a policy's value on the same window, if asked for). At the end the best is measured on the whole training
 * part of each log and on the part that the search never saw, beside other policies.
 *
 * Where each generation has windows of its own, scores of different generations cannot be compared. Then the best of
 * each of the last generations go to the final measurement, and the one that is best on the whole training part is taken.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import { ascending, median } from '../../core/statistics.js'
import type { ConvergencePoint } from '../../evaluation/convergence.js'
import { costOf, measuredBy, type Outlook, outlooksOf } from '../../evaluation/costs.js'
import {
  finalRows,
  finalTasks,
  groupObjectives,
  partsOf,
  trainingOf,
} from '../../evaluation/final-measurement.js'
import type { Batch, InvestigationKind } from '../../evaluation/investigation.js'
import { type Cell, type Due, dueIn, type Race, scoresOf } from '../../evaluation/race.js'
import type { Scenario } from '../../evaluation/scenario.js'
import type { SearchFound } from '../../evaluation/search-history.js'
import { type SimulateResult, simulateTask } from '../../evaluation/tasks/simulate.js'
import { drawWindows } from '../../evaluation/windows.js'
import { convergingOf } from '../../learn/scoring.js'
import type { Task } from '../../optimize/evaluator.js'
import type { Optimizer } from '../../optimize/optimizer.js'
import { type CompositeObjective, compileObjective } from '../../sim/objectives/index.js'
import type { Dataset } from '../../trace/dataset.js'
import { tuneFound } from './found.js'
import { searchOf } from './search.js'
import { type TuneSpec, tuneSpecOf } from './spec.js'
import type { Generation, State, Winner } from './state.js'
import { filled, valueAt } from './template.js'

/** Generations whose best are compared at the end, where each has windows of its own. */
const FINALISTS = 10

export const TUNE: InvestigationKind<SearchFound> = {
  kind: 'tune',
  open: (json, datasets, snapshot) => {
    const spec = tuneSpecOf(json)
    const objective = compileObjective(spec.objective)
    const columns = finalColumns(spec, datasets)
    const parts = partsOf(spec.logs)
    const outlook = outlooksOf(objective, datasets)
    let state: State = snapshot === null ? beginning(spec) : (snapshot as unknown as State)
    const search = searchOf(spec, state.search)
    /** What follows from the state alone, until the next one. */
    let round: Round | null = null
    const present = (): Round => {
      round ??= roundOf(spec, objective, outlook, search, state)
      return round
    }
    const goTo = (next: State): void => {
      state = next
      round = null
    }
    return {
      next: () => {
        if (state.phase === 'done') return null
        if (state.phase === 'final')
          return { label: 'final', tasks: finalTasks(parts, finalists(spec, state), columns) }
        return present().batch
      },
      take: (results) => {
        if (state.phase === 'final') {
          const final = finalRows(parts, finalists(spec, state), results as readonly SimulateResult[])
          goTo({ ...state, phase: 'done', final })
          return { final } as unknown as Json
        }
        const { windows, due, race } = present()
        if (race === null) {
          const base = windows.map((window, k) => baseValue(spec, window, results[k] as SimulateResult))
          goTo({ ...state, base, simulations: state.simulations + results.length })
          return { base }
        }
        const cells = race.cells.map((row) => [...row])
        for (const [k, { candidate, window }] of due.entries()) {
          cells[candidate][window] = cellOf(spec, objective, windows[window], results[k] as SimulateResult)
        }
        const simulations = state.simulations + results.length
        if (dueIn({ ...race, cells }).length > 0) {
          goTo({ ...state, cells, simulations })
          return { simulations: results.length }
        }
        const population = search.ask()
        const scores = scoresOf({ ...race, cells })
        const winners = winnersOf(spec, state.winners, population, scores)
        const evaluations = state.evaluations + population.length
        search.tell(scores)
        const kept = ascending(scores.filter(Number.isFinite))
        const step: Generation = {
          generation: state.generation,
          evaluations,
          simulations,
          population: population.map((unit) => Object.values(parametersAt(spec, unit))),
          scores: Array.from(scores, (score) => (Number.isFinite(score) ? score : null)),
          best: winners[winners.length - 1],
        }
        const point = {
          generation: step.generation,
          evaluations,
          simulations,
          best: step.best.score,
          median: kept.length === 0 ? step.best.score : median(kept),
        }
        goTo({
          phase: evaluations >= spec.evaluations || search.stopped !== null ? 'final' : 'search',
          search: search.snapshot(),
          generation: state.generation + 1,
          evaluations,
          simulations,
          base: spec.windows?.redraw ? null : state.base,
          cells: null,
          winners,
          history: [...state.history, point],
          final: [],
        })
        return step as unknown as Json
      },
      progress: () => ({
        done: Math.min(state.evaluations, spec.evaluations),
        total: spec.evaluations,
        note:
          state.winners.length === 0 ? '' : `best ${shown(state.winners[state.winners.length - 1].score)}`,
      }),
      snapshot: () => state as unknown as Json,
      finish: () => tuneFound(spec, objective, columns, state.winners, state.history, state.final),
    }
  },
  facts: (json) => {
    const { policy, parameters, objective, relativeTo, logs, windows, method, evaluations, seed } =
      tuneSpecOf(json)
    return [
      ['policy', policy],
      ...parameters.map(
        ({ name, least, most, scale }) =>
          [name, `${least} to ${most}${scale === 'log' ? ', logarithmic' : ''}`] as const,
      ),
      ['objective', relativeTo === null ? objective : `${objective}, relative to ${relativeTo}`],
      ['logs', logs.map(({ name }) => name).join(', ')],
      [
        'windows',
        windows === null
          ? 'none, the training part in one piece'
          : `${windows.count} of ${windows.jobs} jobs a log${windows.redraw ? ', new ones each generation' : ''}`,
      ],
      ['method', method],
      ['evaluations', String(evaluations)],
      ['seed', String(seed)],
    ]
  },
  converging: (json) => convergingOf(tuneSpecOf(json)),
  convergence: (steps) => steps.flatMap((step) => pointOf(step as unknown as Partial<Generation>)),
}

function pointOf({ evaluations, best, scores }: Partial<Generation>): readonly ConvergencePoint[] {
  if (evaluations === undefined || best === undefined || scores === undefined) return []
  const kept = ascending(scores.filter((score) => score !== null))
  return [{ evaluations, best: best.score, median: kept.length === 0 ? best.score : median(kept) }]
}

function beginning(spec: TuneSpec): State {
  return {
    phase: 'search',
    search: searchOf(spec, null).snapshot(),
    generation: 0,
    evaluations: 0,
    simulations: 0,
    base: null,
    cells: null,
    winners: [],
    history: [],
    final: [],
  }
}

interface Round {
  readonly windows: readonly Scenario[]
  /** Null while the values that scores are relative to are not known. */
  readonly race: Race | null
  readonly due: readonly Due[]
  readonly batch: Batch
}

function roundOf(
  spec: TuneSpec,
  objective: CompositeObjective,
  outlook: (window: Scenario) => Outlook,
  search: Optimizer<Float64Array>,
  state: State,
): Round {
  const windows = windowsOf(spec, state.generation, outlook)
  const label = `generation ${state.generation + 1}`
  const measured = measuredBy(objective)
  if (spec.relativeTo !== null && state.base === null) {
    const policy = spec.relativeTo
    const tasks = windows.map((window) => simulateTask(window, policy, measured))
    return { windows, race: null, due: [], batch: { label: `${label}, ${policy}`, tasks } }
  }
  const candidates = search.ask()
  const early = spec.earlyStop && objective.rises
  const race: Race = {
    cells: state.cells ?? candidates.map(() => windows.map(() => null)),
    weights: windows.map((_, k) => 1 / (windows.length * (state.base?.[k] ?? 1))),
    sums: windows.map(() => 0),
    // Of a single window all that is to come is its own, which its simulation knows better.
    least: windows.map((window) => (early && windows.length > 1 ? outlook(window).least : 0)),
    selection: search.selection,
    early,
  }
  const due = dueIn(race)
  const tasks = due.map(({ candidate, window, limit }): Task => {
    const policy = filled(spec.policy, parametersAt(spec, candidates[candidate]))
    return simulateTask(windows[window], policy, measured, limit)
  })
  return { windows, race, due, batch: { label, tasks } }
}

/** The windows that the candidates of a generation are simulated on, log by log; such on which the objective has a value. */
function windowsOf(
  { windows, logs, seed }: TuneSpec,
  generation: number,
  outlook: (window: Scenario) => Outlook,
): readonly Scenario[] {
  if (windows === null) return logs.map(trainingOf)
  const random = new Random(seed).fork('windows').fork(windows.redraw ? generation : 0)
  return logs.flatMap((log) =>
    drawWindows(log, windows, random.fork(log.name), (window) => outlook(window).fault),
  )
}

function parametersAt({ parameters }: TuneSpec, unit: Float64Array): Record<string, number> {
  return Object.fromEntries(parameters.map((parameter, k) => [parameter.name, valueAt(parameter, unit[k])]))
}

function cellOf(
  spec: TuneSpec,
  objective: CompositeObjective,
  window: Scenario,
  result: SimulateResult,
): Cell {
  const cost = costOf(objective, result)
  if (cost === null) throw noValue(spec, window)
  return cost
}

function baseValue(spec: TuneSpec, window: Scenario, result: SimulateResult): number {
  const [value, ...parts] = 'above' in result ? [null] : result
  if (value === null && (parts.length === 0 || parts.includes(null))) throw noValue(spec, window)
  if (value !== null && value > 0 && Number.isFinite(value)) return value
  throw new QueuewrightError(
    'objective-undefined',
    `${spec.objective} is ${value ?? 'no number'} under ${spec.relativeTo}, so that nothing is relative to it`,
    {
      field: nameOf(spec, window),
      remedy: 'Take longer windows, another objective, or leave out --relative-to',
    },
  )
}

function noValue(spec: TuneSpec, window: Scenario): QueuewrightError {
  return new QueuewrightError('objective-undefined', `objective ${spec.objective} has no value`, {
    field: nameOf(spec, window),
    remedy: 'Use groups that the log has, and windows in which jobs do work',
  })
}

function nameOf({ logs }: TuneSpec, { data, window }: Scenario): string {
  const name = logs.find(({ scenario }) => scenario.data === data)?.name ?? data
  return window === null ? name : `${name}, jobs ${window[0] + 1} to ${window[1]}`
}

/** The best so far comes last. */
function winnersOf(
  spec: TuneSpec,
  winners: readonly Winner[],
  population: readonly Float64Array[],
  scores: Float64Array,
): readonly Winner[] {
  const best = scores.reduce((least, score, k) => (score < scores[least] ? k : least), 0)
  const parameters = parametersAt(spec, population[best])
  const winner = { policy: filled(spec.policy, parameters), parameters, score: scores[best] }
  if (spec.windows?.redraw) return [...winners, winner].slice(-FINALISTS)
  return winners.length > 0 && winners[0].score <= winner.score ? winners : [winner]
}

/** Objectives of the final table: what was asked for, and what an administrator asks next. */
function finalColumns(
  { objective, logs }: TuneSpec,
  datasets: ReadonlyMap<string, Dataset>,
): readonly string[] {
  const perGroup = groupObjectives(logs, datasets)
  return [...new Set([objective, 'AVEbsld', 'AWRT', ...perGroup, 'meanWait', 'p95Wait', 'maxWait', 'UTIL'])]
}

/** Policies of the final table. */
function finalists({ compare }: TuneSpec, { winners }: State): readonly string[] {
  return [...new Set([...winners.map(({ policy }) => policy), ...compare])]
}

function shown(score: number): string {
  return Number(score.toPrecision(6)).toString()
}
