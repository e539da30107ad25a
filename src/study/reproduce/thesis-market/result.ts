/** The tables of `thesis-market`: the values behind figures 11.17 to 11.19, and what the text says of their order. */
import type { MarketRules } from '../../../evaluation/scenarios/market-case.js'
import type { Reservations } from '../../../sites/index.js'
import { GRIDS } from '../../../workload/transform/index.js'
import type { Finished } from '../composition.js'
import { GRID_RUNS } from '../grid-runs.js'
import { MARKET_RUNS } from '../market-runs.js'
import { plainValue } from '../samples.js'
import type { StudyResult, StudyValue } from '../study.js'
import { LOG } from '../thesis-grid/plan.js'
import { CONVENTIONAL, MARKETS } from './plan.js'
import {
  COMPARED,
  MACHINE_FUNCTIONS,
  SHOWN,
  STATEMENTS,
  UTILITY_FUNCTIONS,
  WORKLOAD_NAMES,
  type Workload,
} from './tables.js'

const TABLES = {
  best: 'figure 11.17, the best of each: AWRT, s',
  one: 'figure 11.18, MF1-UF1: AWRT, s',
  machine: `figure 11.19, ${SHOWN}, UF3: AWRT, s`,
  utility: `utility functions, ${SHOWN}, MF2: AWRT, s`,
  text: 'what the text says',
} as const

/** The measures of one workload on one configuration. */
interface Measured {
  readonly market: readonly { readonly rules: MarketRules; readonly awrt: number }[]
  /** The best of the conventional systems. */
  readonly conventional: number
}

type ByGrid = ReadonlyMap<string, Measured>

const NONE = Number.POSITIVE_INFINITY

export function marketTables(finished: Finished): StudyResult {
  const measured = WORKLOAD_NAMES.flatMap((workload) => {
    const grids = byGrid(finished, workload)
    return grids === null ? [] : [{ workload, grids }]
  })
  const rows = (make: (workload: Workload, grids: ByGrid) => readonly StudyValue[]) =>
    measured.flatMap(({ workload, grids }) => make(workload, grids))
  return {
    values: [
      ...rows(bestRows),
      ...rows(oneRows),
      ...rows((workload, grids) => functionRows(workload, gridOf(grids, SHOWN), 'machine')),
      ...rows((workload, grids) => functionRows(workload, gridOf(grids, SHOWN), 'utility')),
      ...rows(textRows),
    ],
    kept: [],
  }
}

function byGrid(finished: Finished, workload: Workload): ByGrid | null {
  const [markets, grids] = [MARKETS, CONVENTIONAL].map((part) => finished.get(`${workload} ${part}`))
  if (markets === undefined || grids === undefined) return null
  const runs = MARKET_RUNS.of(markets.part.spec)
  const results = MARKET_RUNS.measuredIn(markets.state)
  const others = GRID_RUNS.measuredIn(grids.state)
  return new Map(
    Object.keys(GRIDS).map((name, k): readonly [string, Measured] => [
      name,
      {
        market: runs[k].rules.map((rules, place) => ({ rules, awrt: results[k][place].awrt ?? NONE })),
        conventional: least(others[k].map(({ awrt }) => awrt ?? NONE)),
      },
    ]),
  )
}

function gridOf(grids: ByGrid, name: string): Measured {
  const found = grids.get(name)
  if (found === undefined) throw new TypeError(`thesis-market measures ${name}`)
  return found
}

/** @param machine any, where the utility looks at no cost */
function awrtOf({ market }: Measured, machine: string, utility: string, reservations: Reservations): number {
  const found = market.find(
    ({ rules }) =>
      rules.utilityFunction === utility &&
      rules.reservations === reservations &&
      (utility === 'UF1' || rules.machineFunction === machine),
  )
  return found?.awrt ?? NONE
}

type Cell = Pick<StudyValue, 'table' | 'row' | 'column'> &
  Partial<Pick<StudyValue, 'published' | 'decimals' | 'percentage'>>

function value(cell: Cell, ours: number): StudyValue {
  const plain = plainValue(Number.isFinite(ours) ? ours : null)
  return { log: LOG, published: null, decimals: 0, ...cell, ...plain }
}

function bestRows(workload: Workload, grids: ByGrid): readonly StudyValue[] {
  return [...grids].flatMap(([name, { market, conventional }]) => {
    const cell = { table: TABLES.best, row: `${workload} ${name}` }
    const best = least(market.map(({ awrt }) => awrt))
    return [
      value({ ...cell, column: 'market' }, best),
      value({ ...cell, column: 'conventional' }, conventional),
      value({ ...cell, column: 'change, %', decimals: 1, percentage: true }, change(best, conventional)),
    ]
  })
}

function oneRows(workload: Workload, grids: ByGrid): readonly StudyValue[] {
  return COMPARED.flatMap((name) => {
    const measured = gridOf(grids, name)
    const cell = { table: TABLES.one, row: `${workload} ${name}` }
    const [fixed, moved] = (['fixed', 'move-up'] as const).map((each) => awrtOf(measured, 'MF1', 'UF1', each))
    return [
      value({ ...cell, column: 'fixed' }, fixed),
      value({ ...cell, column: 'move-up' }, moved),
      value({ ...cell, column: 'conventional' }, measured.conventional),
      value(
        { ...cell, column: 'change, %', decimals: 1, percentage: true },
        change(Math.min(fixed, moved), measured.conventional),
      ),
    ]
  })
}

function functionRows(
  workload: Workload,
  measured: Measured,
  which: 'machine' | 'utility',
): readonly StudyValue[] {
  const names = which === 'machine' ? MACHINE_FUNCTIONS : UTILITY_FUNCTIONS
  return names.flatMap((name) => {
    const cell = { table: TABLES[which], row: `${workload} ${name}` }
    const [machine, utility] = which === 'machine' ? [name, 'UF3'] : ['MF2', name]
    return (['fixed', 'move-up'] as const).map((column) =>
      value({ ...cell, column }, awrtOf(measured, machine, utility, column)),
    )
  })
}

function textRows(workload: Workload, grids: ByGrid): readonly StudyValue[] {
  const shown = gridOf(grids, SHOWN)
  const cell = (column: string, published: number) => ({
    table: TABLES.text,
    row: workload,
    column,
    published,
  })
  const better = [...grids.values()].filter(
    ({ market, conventional }) => least(market.map(({ awrt }) => awrt)) < conventional,
  )
  const rank = (name: string, names: readonly string[], of: (each: string) => number) =>
    1 + names.filter((each) => of(each) < of(name)).length
  const machines = (name: string) => awrtOf(shown, name, 'UF3', 'fixed')
  const utilities = (name: string) => awrtOf(shown, 'MF2', name, 'fixed')
  return [
    value(
      { ...cell('market better, % of configurations', STATEMENTS.better), percentage: true },
      (100 * better.length) / grids.size,
    ),
    value(cell('rank of MF2 under UF3', STATEMENTS.ranks.MF2), rank('MF2', MACHINE_FUNCTIONS, machines)),
    value(cell('rank of UF1 under MF2', STATEMENTS.ranks.UF1), rank('UF1', UTILITY_FUNCTIONS, utilities)),
    value(cell('rank of UF3 under MF2', STATEMENTS.ranks.UF3), rank('UF3', UTILITY_FUNCTIONS, utilities)),
  ]
}

function least(values: readonly number[]): number {
  return values.reduce((best, each) => Math.min(best, each), NONE)
}

function change(value: number, beside: number): number {
  return 100 * (value / beside - 1)
}
