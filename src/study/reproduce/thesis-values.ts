/**
 * Values that the studies of learnt strategies show of a log: the objective, every group's AWRT and the longest wait, as
 * they are and relative to EASY, each beside what was published.
 */
import { type Anchor, isAnchor, USUAL_COMPARISON } from '../../evaluation/results/anchors.js'
import type { Learnt } from '../../learn/index.js'
import { plainValue } from './samples.js'
import type { StudyValue } from './study.js'
import { OBJECTIVE } from './thesis-learning.js'

/** Values of a strategy on a log, by objective. */
export type Reached = Readonly<Record<string, number | null>>

/** By the names of rows, in their order. */
export type ReachedRows<Row extends string> = ReadonlyMap<Row, Reached>

/** The row that others are relative to. */
export const BASELINE = 'EASY' as const
export const MAX_WAIT = 'maxWait'

interface Column {
  readonly name: string
  readonly objective: string
  /** Place in a published row; null: not published. */
  readonly place: number | null
  readonly decimals: number
  /** The factor of values as they are shown. */
  readonly factor: number
}

const column = (name: string, objective: string, place: number | null, decimals = 0, factor = 1): Column => ({
  ...{ name, objective, place, decimals, factor },
})

/** Place of the objective in a published row. */
export const OBJECTIVE_PLACE = 7

const COLUMNS: readonly Column[] = [
  column('fobj', OBJECTIVE, OBJECTIVE_PLACE),
  column('AWRT', 'AWRT', 0),
  ...[1, 2, 3, 4, 5].map((group) => column(`AWRT${group}`, `AWRT${group}`, group)),
  column('UTIL %', 'UTIL', 6, 2, 100),
  column('max wait', MAX_WAIT, null),
]

/** Objectives of the columns. */
export const SHOWN_OBJECTIVES: readonly string[] = COLUMNS.map(({ objective }) => objective)

/** The bases of relative tables: the appendices of the thesis print all three. */
export const BASES = ['EASY', 'CONS', 'FCFS'] as const
export type Base = (typeof BASES)[number]

/** Published values of a row: seconds, UTIL in %, the objective. */
export type PublishedRow = readonly [
  AWRT: number,
  AWRT1: number,
  AWRT2: number,
  AWRT3: number,
  AWRT4: number,
  AWRT5: number,
  UTIL: number,
  objective: number,
]

/** As the thesis writes the usual policies. */
const ROWS = { easy: 'EASY', fcfs: 'FCFS', cons: 'CONS' } as const satisfies Record<string, Base>

/** Policies that nothing is learnt for, by the names of their rows: the bases, and the one-line rules. */
export type UsualRow = Base | Anchor
export const USUAL_ROWS: ReadonlyMap<UsualRow, string> = new Map(
  USUAL_COMPARISON.map((policy) => [isAnchor(policy) ? policy : ROWS[policy], policy]),
)

/** Published values of the rows of a log; undefined where there are none. */
export interface PublishedCells<Row extends string> {
  readonly rows: (row: Row) => PublishedRow | undefined
  /** In %, as printed; where nothing is, improvements are computed of the rows. */
  readonly improvements: (row: Row, base: Base) => PublishedRow | undefined
}

export function reachedBy(objectives: readonly string[], values: readonly (number | null)[]): Reached {
  return Object.fromEntries(objectives.map((objective, k) => [objective, values[k] ?? null]))
}

/** Values of a policy by the final measurement of a learning; null where it was not measured on the log. */
export function measuredIn({ final, columns }: Learnt, log: string, policy: string): Reached | null {
  const row = final.find((each) => each.log === log && each.policy === policy)
  return row === undefined ? null : reachedBy(columns, row.values)
}

/** 100·(EASY − value) / EASY, as the thesis defines it (10.1); of the utilization, too, where less than 0 is better. */
export function improvement(
  base: number | null | undefined,
  value: number | null | undefined,
): number | null {
  if (base === null || base === undefined || value === null || value === undefined || base === 0) return null
  return (100 * (base - value)) / base
}

/** As printed; where only absolute values are, computed of these. */
function publishedImprovement<Row extends string>(
  published: PublishedCells<Row | Base>,
  row: Row | Base,
  place = OBJECTIVE_PLACE,
  base: Base = BASELINE,
): number | null {
  const printed = published.improvements(row, base)
  return printed === undefined ? computedImprovement(published, row, place, base) : printed[place]
}

/** The improvement by the absolute values that are printed. */
function computedImprovement<Row extends string>(
  { rows }: PublishedCells<Row | Base>,
  row: Row | Base,
  place: number,
  base: Base,
): number | null {
  const computed = improvement(rows(base)?.[place], rows(row)?.[place])
  return computed === null ? null : Number(computed.toFixed(2))
}

/** Rows of a table of improvements in the objective, which has a column for each log. */
export function improvementValues<Row extends string>(
  table: string,
  log: string,
  reached: ReachedRows<Row | Base>,
  published: PublishedCells<Row | Base>,
): readonly StudyValue[] {
  const base = reached.get(BASELINE)
  return [...reached].flatMap(([row, values]): readonly StudyValue[] => {
    if (row === BASELINE) return []
    return [
      {
        ...plainValue(improvement(base?.[OBJECTIVE], values[OBJECTIVE])),
        ...{ log, table, row, column: log, decimals: 2, percentage: true },
        published: publishedImprovement(published, row),
      },
    ]
  })
}

/** The name of a relative table of a log. */
export function relativeTable(log: string, base: Base): string {
  return `${log}, over ${base}, %`
}

/** Rows of the table of a log: what is reached. */
export function absoluteValues<Row extends string>(
  table: string,
  log: string,
  reached: ReachedRows<Row>,
  published: PublishedCells<Row>,
): readonly StudyValue[] {
  return [...reached].flatMap(([row, values]) =>
    COLUMNS.filter(({ objective }) => objective in values).map(
      ({ name, objective, place, decimals, factor }): StudyValue => {
        const value = values[objective]
        return {
          ...plainValue(value === null ? null : factor * value),
          ...{ log, table, row, column: name, decimals },
          published: place === null ? null : (published.rows(row)?.[place] ?? null),
        }
      },
    ),
  )
}

/** More is no rounding of a printed percentage: it is over another base than the one of table F.1. */
const ROUNDING = 0.05

/** The row of which the print is over a base that is printed nowhere, over the one of table F.1. */
export function byPrintedBase(row: string): string {
  return `${row}, by table F.1`
}

/**
 * Rows of the table of a log: what is reached, relative to a base. Where the printed percentages are over another base than
 * the printed one, as on LANL, there is a second row with those over the printed one.
 */
export function relativeValues<Row extends string>(
  table: string,
  log: string,
  reached: ReachedRows<Row | Base>,
  published: PublishedCells<Row | Base>,
  over: Base = BASELINE,
): readonly StudyValue[] {
  const base = reached.get(over)
  if (base === undefined) return []
  return [...reached]
    .filter(([row]) => row !== over)
    .flatMap(([row, values]) => {
      const columns = COLUMNS.filter(({ objective }) => objective in values)
      const cells = (name: string, print: (place: number) => number | null): readonly StudyValue[] =>
        columns.map(({ name: column, objective, place }) => ({
          ...plainValue(improvement(base[objective], values[objective])),
          ...{ log, table, row: name, column, decimals: 2, percentage: true },
          published: place === null ? null : print(place),
        }))
      const printed = (place: number) => publishedImprovement(published, row, place, over)
      const computed = (place: number) => computedImprovement(published, row, place, over)
      const [said, meant] = [printed(OBJECTIVE_PLACE), computed(OBJECTIVE_PLACE)]
      const another = said !== null && meant !== null && Math.abs(said - meant) > ROUNDING
      return [...cells(row, printed), ...(another ? cells(byPrintedBase(row), computed) : [])]
    })
}
