/** The tables of `thesis-grid`: table 11.3, the values behind figures 11.5 to 11.7, and what the text says with numbers. */
import type { GridResult } from '../../../evaluation/tasks/grid.js'
import { GRIDS } from '../../../workload/transform/index.js'
import type { Finished, FinishedPart } from '../composition.js'
import { GRID_RUNS } from '../grid-runs.js'
import { plainValue } from '../samples.js'
import type { StudyResult, StudyValue } from '../study.js'
import { LOG } from './plan.js'
import {
  COMPARABLE,
  MULTI_SITE_JOBS,
  OVERHEAD_STEP,
  SHOWN,
  STATEMENTS,
  WHOLE,
  WORKLOAD_NAMES,
  type Workload,
} from './tables.js'

const TABLES = {
  jobs: `11.3 multi-site jobs, ${SHOWN}`,
  shown: `figure 11.5, ${SHOWN}: AWRT, s`,
  sharing: 'AWRT without splitting, s',
  multi: 'figure 11.6, multi-site: AWRT, s',
  adaptive: 'figure 11.7, adaptive multi-site: AWRT, s',
  text: 'what the text says',
} as const

/** The measures of one workload on one configuration. */
interface Measured {
  readonly local: GridResult
  readonly sharing: GridResult
  /** By overhead. */
  readonly multi: ReadonlyMap<number, GridResult>
  readonly adaptive: ReadonlyMap<number, GridResult>
}

type ByGrid = ReadonlyMap<string, Measured>

export function gridTables(finished: Finished): StudyResult {
  const measured = WORKLOAD_NAMES.flatMap((workload) => {
    const part = finished.get(workload)
    return part === undefined ? [] : [{ workload, grids: byGrid(part) }]
  })
  return {
    values: [
      ...measured.flatMap(({ workload, grids }) => jobRows(workload, gridOf(grids, SHOWN))),
      ...measured.flatMap(({ workload, grids }) => shownRows(workload, grids)),
      ...measured.flatMap(({ workload, grids }) => sharingRows(workload, grids)),
      ...(['multi', 'adaptive'] as const).flatMap((policy) =>
        measured.flatMap(({ workload, grids }) => overheadRows(workload, grids, policy)),
      ),
      ...measured.flatMap(({ workload, grids }) => textRows(workload, grids)),
    ],
    kept: [],
  }
}

function byGrid({ part, state }: FinishedPart): ByGrid {
  const runs = GRID_RUNS.of(part.spec)
  const results = GRID_RUNS.measuredIn(state)
  const found = (name: string, policy: string) => {
    const place = runs.findIndex((each) => each.name === name)
    return runs[place].policies.flatMap((each, k) =>
      each.policy === policy ? [[each.overhead, results[place][k]] as const] : [],
    )
  }
  return new Map(
    Object.keys(GRIDS).map((name) => [
      name,
      {
        local: found(`${name} alone`, 'local')[0][1],
        sharing: found(name, 'sharing')[0][1],
        multi: new Map(found(name, 'multi')),
        adaptive: new Map(found(name, 'adaptive')),
      },
    ]),
  )
}

function gridOf(grids: ByGrid, name: string): Measured {
  const found = grids.get(name)
  if (found === undefined) throw new TypeError(`thesis-grid measures ${name}`)
  return found
}

type Cell = Pick<StudyValue, 'table' | 'row' | 'column'> &
  Partial<Pick<StudyValue, 'published' | 'decimals' | 'percentage'>>

function value(cell: Cell, ours: number | null): StudyValue {
  return { log: LOG, published: null, decimals: 0, ...cell, ...plainValue(ours) }
}

function jobRows(workload: Workload, { multi, adaptive }: Measured): readonly StudyValue[] {
  return MULTI_SITE_JOBS[workload].flatMap((published, k) => {
    const overhead = k * OVERHEAD_STEP
    const found = multi.get(overhead)
    if (found === undefined) return []
    const cell = { table: TABLES.jobs, row: `${workload} ${overhead} %` }
    return [
      value({ ...cell, column: 'jobs', published }, found.multiSiteJobs),
      value({ ...cell, column: '% of the work', decimals: 1, percentage: true }, shareOf(found)),
      value({ ...cell, column: 'adaptive, jobs' }, adaptive.get(overhead)?.multiSiteJobs ?? null),
    ]
  })
}

function shownRows(workload: Workload, grids: ByGrid): readonly StudyValue[] {
  const { local, sharing, multi, adaptive } = gridOf(grids, SHOWN)
  const whole = gridOf(grids, WHOLE)
  return [...multi.keys()].flatMap((overhead) => {
    const cell = { table: TABLES.shown, row: `${workload} ${overhead} %` }
    return [
      value({ ...cell, column: 'local' }, local.awrt),
      value({ ...cell, column: 'sharing' }, sharing.awrt),
      value({ ...cell, column: 'multi-site' }, multi.get(overhead)?.awrt ?? null),
      value({ ...cell, column: 'adaptive' }, adaptive.get(overhead)?.awrt ?? null),
      value({ ...cell, column: WHOLE }, whole.sharing.awrt),
    ]
  })
}

function sharingRows(workload: Workload, grids: ByGrid): readonly StudyValue[] {
  return [...grids].flatMap(([name, { local, sharing }]) => {
    const cell = { table: TABLES.sharing, row: `${workload} ${name}` }
    return [
      // Elsewhere it says how long the log is.
      value({ ...cell, column: 'local' }, COMPARABLE.includes(name) || name === WHOLE ? local.awrt : null),
      value(
        { ...cell, column: 'local, overloaded' },
        COMPARABLE.includes(name) || name === WHOLE ? null : local.awrt,
      ),
      value({ ...cell, column: 'sharing' }, sharing.awrt),
    ]
  })
}

function overheadRows(
  workload: Workload,
  grids: ByGrid,
  policy: 'multi' | 'adaptive',
): readonly StudyValue[] {
  const overheads = [...gridOf(grids, SHOWN)[policy].keys()]
  return overheads.flatMap((overhead) =>
    [...grids].map(([column, measured]) =>
      value(
        { table: TABLES[policy], row: `${workload} ${overhead} %`, column },
        measured[policy].get(overhead)?.awrt ?? null,
      ),
    ),
  )
}

function textRows(workload: Workload, grids: ByGrid): readonly StudyValue[] {
  const shown = gridOf(grids, SHOWN)
  const cell = (column: string, published: number | null = null) => ({
    ...{ table: TABLES.text, row: workload, column, published },
    ...{ decimals: 1, percentage: true },
  })
  const [first, last] = [MULTI_SITE_JOBS[workload][0], MULTI_SITE_JOBS[workload].at(-1) ?? 0]
  const [none, most] = [
    shown.multi.get(0),
    shown.multi.get((MULTI_SITE_JOBS[workload].length - 1) * OVERHEAD_STEP),
  ]
  const better = [...grids.values()].flatMap(({ multi, adaptive }) =>
    [...multi].map(([overhead, { awrt }]) => Number((adaptive.get(overhead)?.awrt ?? 0) <= (awrt ?? 0))),
  )
  return [
    value(cell('sharing over local', STATEMENTS.sharingGain), gain(shown.local.awrt, shown.sharing.awrt)),
    value(cell('multi-site equals sharing at', STATEMENTS.breakEven), breakEven(shown)),
    value(
      cell('growth of multi-site jobs to 60 %', Math.round(1000 * (last / first - 1)) / 10),
      none === undefined || most === undefined || none.multiSiteJobs === 0
        ? null
        : 100 * (most.multiSiteJobs / none.multiSiteJobs - 1),
    ),
    value(
      cell('adaptive not worse, all configurations', 100),
      (100 * better.reduce((sum, each) => sum + each, 0)) / better.length,
    ),
  ]
}

function shareOf({ multiSiteOccupied, occupied }: GridResult): number | null {
  return occupied > 0 ? (100 * multiSiteOccupied) / occupied : null
}

function gain(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0 ? null : 100 * (1 - after / before)
}

/** The first overhead at which multi-site processing is no better than sharing, between two that were simulated. */
function breakEven({ sharing, multi }: Measured): number | null {
  let before: readonly [overhead: number, awrt: number] | null = null
  for (const [overhead, { awrt }] of multi) {
    if (awrt === null || sharing.awrt === null) return null
    if (awrt >= sharing.awrt) {
      if (before === null) return overhead
      const [from, least] = before
      return from + ((overhead - from) * (sharing.awrt - least)) / (awrt - least)
    }
    before = [overhead, awrt]
  }
  return null
}
