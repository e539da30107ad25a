/** `market-runs`, a part of studies: pairs of functions on some markets. */
import { list, object, text } from '../../core/codec.js'
import {
  MARKET_CASE,
  MARKET_RULES,
  type MarketCase,
  type MarketRules,
} from '../../evaluation/scenarios/market-case.js'
import { MARKET_RESULT, type MarketResult, marketResult, marketTask } from '../../evaluation/tasks/market.js'
import { taskRuns } from './task-runs.js'

/** One market, and by what it trades. */
export interface MarketRuns {
  readonly name: string
  readonly market: MarketCase
  readonly rules: readonly MarketRules[]
}

export const MARKET_RUNS = taskRuns<MarketRuns, MarketResult>({
  ...{ kind: 'market-runs', about: 'markets' },
  runs: object({ name: text, market: MARKET_CASE, rules: list(MARKET_RULES) }),
  tasks: ({ market, rules }) => rules.map((each) => marketTask(market, each)),
  ...{ result: MARKET_RESULT, resultOf: marketResult },
})
