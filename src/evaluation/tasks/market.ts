/** The task `market`: a market by one pair of functions, and what it is worth by measures of grids and by any objective. */
import { exact, json, list, nullable, object, objectOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import { MeasuredSchedule } from '../../sim/objectives/index.js'
import { type GridMeasures, measureGrid } from '../../sites/index.js'
import { asSchedule } from '../scenarios/grid-case.js'
import {
  MARKET_CASE,
  MARKET_RULES,
  type MarketCase,
  type MarketRules,
  marketStageOf,
} from '../scenarios/market-case.js'
import { recent } from './recent.js'
import { measureOf } from './simulate.js'
import type { TaskKind } from './task-kind.js'

const PAYLOAD = object({ market: json, rules: json, objectives: list(text) })

export interface MarketResult extends Pick<GridMeasures, 'awrt' | 'awwt' | 'makespan' | 'utilization'> {
  /** Jobs of the workload, those that nobody took, and those over several machines. */
  readonly jobs: number
  readonly unplaced: number
  readonly coallocated: number
  readonly objectives: readonly (number | null)[]
}

export const MARKET_RESULT = objectOf<MarketResult>({
  ...{ jobs: whole(0), unplaced: whole(0), coallocated: whole(0) },
  ...{ awrt: nullable(exact), awwt: nullable(exact), makespan: exact, utilization: nullable(exact) },
  objectives: list(nullable(exact)),
})

/** @param objectives names or formulas, judged on the jobs that somebody takes */
export function marketTask(market: MarketCase, rules: MarketRules, objectives: readonly string[] = []): Task {
  const payload = { market: MARKET_CASE.encode(market), rules: MARKET_RULES.encode(rules), objectives }
  return { kind: MARKET.kind, payload, data: [market.data] }
}

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function marketResult(result: Json): MarketResult {
  return readKept(MARKET_RESULT, result, 'result')
}

const KEPT_STAGES = 8

export const MARKET: TaskKind = {
  kind: 'market',
  open: (dataset) => {
    const stages = recent(KEPT_STAGES, (written: string) => {
      const market = readKept(MARKET_CASE, JSON.parse(written), 'task')
      return marketStageOf(market, dataset(market.data))
    })
    return (given) => {
      const { market, rules, objectives } = readKept(PAYLOAD, given, 'task')
      const { workload, run } = stages(JSON.stringify(market))
      const { schedule } = run(readKept(MARKET_RULES, rules, 'task'))
      const { awrt, awwt, makespan, utilization } = measureGrid(schedule)
      const measured = new MeasuredSchedule(asSchedule(schedule), null)
      return MARKET_RESULT.encode({
        jobs: workload.jobs.length,
        unplaced: workload.jobs.length - schedule.jobs.length,
        coallocated: schedule.split.size,
        ...{ awrt, awwt, makespan, utilization },
        objectives: objectives.map((objective) => measureOf(objective)(measured)),
      })
    }
  },
}
