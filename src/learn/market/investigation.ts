/**
 * `learn-market`: functions of providers and users that are good for an objective. Each candidate is a market on the same
 * jobs; one that leaves more jobs to nobody than trading by start times alone does is none. At the end the best is measured
 * on what it was learnt from and on the rest of the log, beside pairs of the thesis (11.4.6), as its future work wishes for.
 */
import { exact, list, nullable, number, objectOf, oneOf, text, tuple, whole } from '../../core/codec.js'
import { readKept, stateOf } from '../../core/documents.js'
import { type Json, plainJson } from '../../core/json.js'
import { ascending, median } from '../../core/statistics.js'
import type { Found, InvestigationKind } from '../../evaluation/investigation.js'
import {
  MARKET_CASE,
  MARKET_RULES,
  type MarketCase,
  type MarketRules,
} from '../../evaluation/scenarios/market-case.js'
import type { ConvergenceObjective, ConvergencePoint } from '../../evaluation/searches/convergence.js'
import { costOf, measuredBy } from '../../evaluation/searches/costs.js'
import { HISTORY_POINT, type HistoryPoint, historyFile } from '../../evaluation/searches/search-history.js'
import { type MarketResult, marketResult, marketTask } from '../../evaluation/tasks/market.js'
import type { Task } from '../../optimize/evaluator.js'
import { type CompositeObjective, compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import {
  FUNCTIONS_VERSION,
  functionsAt,
  type LearntFunctions,
  type MarketFunctions,
  writeMarketFunctions,
} from './functions.js'
import { MARKET_LEARNERS, marketLearner } from './learners.js'

export interface LearnMarketSpec {
  /** The log's name, for evidence. */
  readonly trace: string
  readonly digest: string
  /** The case that is learnt from. */
  readonly train: MarketCase
  /** The rest of the log; null where all of it is learnt from. */
  readonly test: MarketCase | null
  /** All that is not learnt. */
  readonly rules: MarketRules
  readonly objective: string
  readonly learner: string
  readonly evaluations: number
  readonly seed: number
}

const SPEC = objectOf<LearnMarketSpec>({
  ...{ trace: text, digest: text, train: MARKET_CASE, test: nullable(MARKET_CASE), rules: MARKET_RULES },
  ...{ objective: text, learner: oneOf(MARKET_LEARNERS.map(({ name }) => name)) },
  ...{ evaluations: whole(1), seed: whole(0) },
})

export function learnMarketJson(spec: LearnMarketSpec): Json {
  return SPEC.encode(spec)
}

/** @throws QueuewrightError `input-document` */
function learnMarketSpecOf(json: Json): LearnMarketSpec {
  return readKept(SPEC, json, 'learn-market')
}

interface Best {
  readonly score: number
  readonly genome: readonly number[]
}

type Value = readonly [value: number | null, unplaced: number]

interface State {
  readonly evaluations: number
  /** Jobs that nobody takes when users look at the start alone; null before that is known. */
  readonly unplaced: number | null
  readonly best: Best | null
  readonly search: Json
  readonly history: readonly HistoryPoint[]
  /** Values of each of the final pairs, on each part of the log; null before. */
  readonly final: readonly Value[] | null
}

const STATE = objectOf<State>({
  evaluations: whole(0),
  unplaced: nullable(whole(0)),
  best: nullable(objectOf<Best>({ score: exact, genome: list(number()) })),
  search: { schema: {}, decode: (value) => value as Json, encode: (value) => value },
  history: list(HISTORY_POINT),
  final: nullable(list(tuple(nullable(exact), whole(0)))),
})

/** Functions that are measured beside the result. */
const BESIDE: readonly (MarketFunctions & { readonly name: string })[] = [
  { name: 'UF1', machineFunction: 'MF1', utilityFunction: 'UF1' },
  { name: 'MF2-UF3', machineFunction: 'MF2', utilityFunction: 'UF3' },
]

export interface LearnMarketFound extends Found {
  readonly functions: LearntFunctions
  readonly history: readonly HistoryPoint[]
  readonly converging: ConvergenceObjective
}

export const FUNCTIONS_FILE = 'functions.json'

export const LEARN_MARKET: InvestigationKind<LearnMarketFound> = {
  kind: 'learn-market',
  open: (json, _, snapshot) => {
    const spec = learnMarketSpecOf(json)
    const objective = compileObjective(spec.objective)
    const measured = measuredBy(objective)
    let state: State = stateOf(STATE, snapshot) ?? {
      ...{ evaluations: 0, unplaced: null, best: null, search: null, history: [], final: null },
    }
    const search = marketLearner(spec.learner).open(spec.seed, state.search)
    const task = (market: MarketCase, functions: MarketFunctions): Task =>
      marketTask(market, { ...spec.rules, ...functions }, measured)
    return {
      next: () => {
        if (state.final !== null) return null
        if (state.evaluations < spec.evaluations) {
          const tasks = search.ask().map((genome) => task(spec.train, functionsAt(genome)))
          return { label: `generation ${state.history.length + 1}`, tasks }
        }
        const parts = spec.test === null ? [spec.train] : [spec.train, spec.test]
        const tasks = finalists(state).flatMap((functions) => parts.map((part) => task(part, functions)))
        return { label: 'final', tasks }
      },
      take: (all) => {
        const results = all.map(marketResult)
        if (state.evaluations >= spec.evaluations) {
          const final = results.map((result): Value => [shownValue(objective, result), result.unplaced])
          state = { ...state, final }
          return plainJson({ final })
        }
        const genomes = search.ask()
        const unplaced = state.unplaced ?? results[0].unplaced
        const scores = Float64Array.from(results, (result) =>
          result.unplaced > unplaced
            ? Number.POSITIVE_INFINITY
            : (scoreOf(objective, result) ?? Number.POSITIVE_INFINITY),
        )
        search.tell(scores)
        let { best } = state
        for (const [k, score] of scores.entries()) {
          if (Number.isFinite(score) && score < (best?.score ?? Number.POSITIVE_INFINITY)) {
            best = { score, genome: Array.from(genomes[k]) }
          }
        }
        const evaluations = state.evaluations + results.length
        const kept = ascending(scores.filter((score) => Number.isFinite(score)))
        const point: HistoryPoint = {
          ...{ generation: state.history.length, evaluations, simulations: evaluations },
          best: best?.score ?? null,
          median: kept.length === 0 ? null : median(kept),
        }
        const history = [...state.history, point]
        state = { ...state, evaluations, unplaced, best, search: search.snapshot(), history }
        return plainJson({
          point,
          scores: Array.from(scores, (score) => (Number.isFinite(score) ? score : null)),
        })
      },
      progress: () => ({
        done: state.evaluations,
        total: Math.max(spec.evaluations, state.evaluations),
        note: state.best === null ? '' : `best ${Number(state.best.score.toPrecision(6))}`,
      }),
      snapshot: () => STATE.encode(state),
      finish: () => {
        const functions = learntOf(spec, state)
        return {
          ...{ functions, history: state.history, converging: convergingOf(spec) },
          files: [
            { name: FUNCTIONS_FILE, content: writeMarketFunctions(functions) },
            historyFile(state.history),
          ],
        }
      },
    }
  },
  facts: (json) => {
    const { trace, objective, learner, evaluations, seed, train, rules } = learnMarketSpecOf(json)
    return [
      ['market', `${train.domains.length} domains, ${rules.reservations} reservations`],
      ['method', marketLearner(learner).about],
      ['objective', objective],
      ['log', trace],
      ['evaluations', String(evaluations)],
      ['seed', String(seed)],
    ]
  },
  converging: (json) => convergingOf(learnMarketSpecOf(json)),
  convergence: (steps) =>
    steps.flatMap((step): readonly ConvergencePoint[] => {
      const { point } = Object(step) as { readonly point?: ConvergencePoint }
      return point === undefined ? [] : [point]
    }),
}

/** The pairs that are measured at the end, the learnt one first. */
function finalists({ best }: State): readonly (MarketFunctions & { readonly name: string })[] {
  return best === null ? BESIDE : [{ name: 'learnt', ...functionsAt(best.genome) }, ...BESIDE]
}

function scoreOf(objective: CompositeObjective, { objectives }: MarketResult): number | null {
  const cost = costOf(objective, objectives)
  return typeof cost === 'number' ? cost : null
}

/** As the objective has it, which may be one of which more is better. */
function shownValue(objective: CompositeObjective, result: MarketResult): number | null {
  const cost = scoreOf(objective, result)
  return cost === null || objective.sense === 'min' ? cost : -cost
}

function convergingOf({ objective }: LearnMarketSpec): ConvergenceObjective {
  const { name, unit } = compositeInfo(compileObjective(objective))
  return { name, unit }
}

function learntOf(spec: LearnMarketSpec, state: State): LearntFunctions {
  const final = state.final ?? []
  const parts = spec.test === null ? 1 : 2
  const pairs = finalists(state)
  const { machineFunction, utilityFunction } = pairs[0]
  return {
    ...{ version: FUNCTIONS_VERSION, name: `${spec.objective} on ${spec.trace}` },
    ...{ machineFunction, utilityFunction, objective: spec.objective },
    ...{ method: marketLearner(spec.learner).about, seed: spec.seed, evaluations: state.evaluations },
    ...{ trace: spec.trace, digest: spec.digest },
    measured: pairs.map((pair, k) => {
      const own = final.slice(k * parts, (k + 1) * parts)
      const [train, test] = own.map(([value]) => value)
      return { ...pair, train, test: test ?? null, unplaced: own.reduce((sum, [, count]) => sum + count, 0) }
    }),
  }
}
