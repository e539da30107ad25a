/**
 * Simulations of `thesis-market`: on every configuration the market by start times and by start times and costs, on the one
 * that is shown all pairs of functions, each with reservations that stay and that move up, and the conventional systems on
 * the same jobs.
 */
import { QueuewrightError } from '../../../core/errors.js'
import type { GridCase } from '../../../evaluation/scenarios/grid-case.js'
import type { MarketCase, MarketRules } from '../../../evaluation/scenarios/market-case.js'
import type { PlainGridPolicy } from '../../../evaluation/tasks/grid.js'
import { plainDomain, RESERVATIONS, USUAL_MARKET, writtenSite } from '../../../sites/index.js'
import { cleanTrace } from '../../../trace/clean.js'
import { datasetOf } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import { GRIDS } from '../../../workload/transform/index.js'
import type { PartSpec } from '../composition.js'
import { GRID_RUNS, type GridRuns } from '../grid-runs.js'
import { MARKET_RUNS, type MarketRuns } from '../market-runs.js'
import type { PreparedStudy, RunStudyOptions } from '../study.js'
import { LOG } from '../thesis-grid/plan.js'
import { JOBS, MACHINE_FUNCTIONS, SHOWN, UTILITY_FUNCTIONS, WORKLOAD_NAMES, WORKLOADS } from './tables.js'

/** As parts are called, behind the workload. */
export const MARKETS = 'markets'
export const CONVENTIONAL = 'conventional'

type Functions = Pick<MarketRules, 'machineFunction' | 'utilityFunction'>

const EVERYWHERE: readonly Functions[] = [
  { machineFunction: 'MF1', utilityFunction: 'UF1' },
  { machineFunction: 'MF2', utilityFunction: 'UF3' },
]

/** UF1 looks at no cost, so that all machine functions are one to it. */
const ALL: readonly Functions[] = UTILITY_FUNCTIONS.flatMap((utilityFunction) =>
  (utilityFunction === 'UF1' ? MACHINE_FUNCTIONS.slice(0, 1) : MACHINE_FUNCTIONS).map((machineFunction) => ({
    machineFunction,
    utilityFunction,
  })),
)

const SYSTEMS: readonly PlainGridPolicy[] = [
  ...(['sharing', 'multi', 'adaptive'] as const).map((policy) => ({ policy, overhead: 0 })),
  ...(['multi', 'adaptive'] as const).map((policy) => ({ policy, overhead: 30 })),
].map((each) => ({ siteChoice: 'soonest', move: 0, ...each }))

/** @throws QueuewrightError `input-empty` for a log without the jobs of any workload */
export function prepareMarkets(
  traces: ReadonlyMap<string, Trace>,
  { budget }: RunStudyOptions,
): PreparedStudy {
  const raw = traces.get(LOG)
  if (raw === undefined) throw new TypeError(`thesis-market is of ${LOG}`)
  const dataset = datasetOf(cleanTrace(raw))
  const jobs = dataset.jobs.length
  const taken = Math.max(1, Math.round(Math.min(1, budget) * JOBS))
  const parts = WORKLOAD_NAMES.flatMap((name): PartSpec[] => {
    const [from] = WORKLOADS[name]
    if (from >= jobs) return []
    const log = { data: dataset.digest, window: [from, Math.min(from + taken, jobs)] } as const
    return [
      {
        ...{ name: `${name} ${MARKETS}`, kind: MARKET_RUNS.investigation.kind, weight: 1 },
        spec: MARKET_RUNS.json(marketsOn(log)),
      },
      {
        ...{ name: `${name} ${CONVENTIONAL}`, kind: GRID_RUNS.investigation.kind, weight: 1 },
        spec: GRID_RUNS.json(gridsOn(log)),
      },
    ]
  })
  if (parts.length === 0) {
    throw new QueuewrightError('input-empty', `the log of ${LOG} has not as many jobs as the thesis takes`, {
      value: jobs,
      expected: `more than ${WORKLOADS.W1[0]}`,
    })
  }
  return { parts, datasets: new Map([[dataset.digest, dataset]]), furtherTotal: 0, remarks: REMARKS }
}

type Part = Pick<MarketCase, 'data' | 'window'>

function marketsOn(log: Part): readonly MarketRuns[] {
  return Object.entries(GRIDS).map(([name, nodes]) => ({
    name,
    market: {
      ...{ ...log, domains: nodes.map(plainDomain), arrivals: 'turn', parts: 'largest' },
      ...{ descriptions: '', file: '', requestsAlone: false },
    },
    rules: (name === SHOWN ? ALL : EVERYWHERE).flatMap((functions) =>
      RESERVATIONS.map(
        (reservations): MarketRules => ({
          ...{ ...USUAL_MARKET, ...functions, reservations },
          ...{ hops: null, timeToLive: null, budget: null, deadline: null },
        }),
      ),
    ),
  }))
}

function gridsOn(log: Part): readonly GridRuns[] {
  return Object.entries(GRIDS).map(([name, nodes]) => {
    const sites = nodes.map(writtenSite)
    const grid: GridCase = { ...log, estimates: 'user', sites, arrivals: 'turn', parts: 'largest' }
    return { name, grid, policies: SYSTEMS }
  })
}

const REMARKS: readonly string[] = [
  'Figures 11.17 to 11.19 print no values: their rows have ours alone, and only what the text says of their order can be compared, as ranks and shares.',
  'W4, the workload of figure 11.19, is synthetic, by a model that is not in the sources: ours are W1 to W3, the first jobs of each as the budget says.',
  'UF3 to UF5 as printed would reward cost; here they are negative, as the text says of UF1 and UF2. StartTime is in seconds of the log and JobCost in node-seconds, so that cost outweighs start under UF3 to UF5.',
  'The thesis does not say what becomes of reservations when jobs end early: they stay where they are (fixed) or move up.',
]
