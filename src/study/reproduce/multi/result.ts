/** The tables of `multi`: 1 and 2 beside the printed ones, the values behind figures 4 to 10, and what the text says. */
import { mean } from '../../../core/statistics.js'
import { clusterSystem, lanesIn } from '../../../sites/index.js'
import {
  type ClusterMeasure,
  type ClusterRow,
  comparison,
  MEASURES,
  rowsOf,
} from '../../multicluster/found.js'
import { multiclusterSpecOf } from '../../multicluster/spec.js'
import type { Finished } from '../composition.js'
import { plainValue } from '../samples.js'
import { chosenMethods, type RunStudyOptions, type StudyResult, type StudyValue } from '../study.js'
import { LOG, PARTS } from './plan.js'
import {
  CONVERGENCE,
  CONVERGENCE_SETTINGS,
  FIGURES,
  type Figure,
  PROFILE_NAMES,
  PROFILES,
  SETTINGS,
} from './tables.js'

const TABLES = {
  convergence: '1 generations until the genetic algorithm converges',
  settings: '2 settings',
  profile: 'figures 4 to 6, GA-MF',
  small: 'figures 7 and 8, workloads of 20 jobs',
  large: 'figures 9 and 10, workloads of 2,000 jobs',
  text: 'what the text says',
} as const

export function multiTables(finished: Finished, options: Pick<RunStudyOptions, 'methods'>): StudyResult {
  const has = (figure: Figure) => chosenMethods(FIGURES, options).includes(figure)
  const small = has('figures-7-8') ? measuredIn(finished, PARTS.small) : []
  const large = has('figures-9-10') ? measuredIn(finished, PARTS.large) : []
  return {
    values: [
      ...(has('table-1') ? convergenceRows(finished) : []),
      ...(has('figures-7-8') ? settingsRows(finished) : []),
      ...(has('figures-4-6') ? profileRows(finished) : []),
      ...figureRows(TABLES.small, small),
      ...figureRows(TABLES.large, large),
      ...textRows('20 jobs', small),
      ...textRows('2,000 jobs', large),
    ],
    kept: [],
  }
}

type Cell = Pick<StudyValue, 'table' | 'row' | 'column'> &
  Partial<Pick<StudyValue, 'published' | 'decimals' | 'percentage'>>

function value(cell: Cell, ours: number | null): StudyValue {
  return { log: LOG, published: null, decimals: 0, ...cell, ...plainValue(ours) }
}

function specIn(finished: Finished, name: string) {
  const part = finished.get(name)
  if (part === undefined) throw new TypeError(`multi has no part ${name}`)
  return { spec: multiclusterSpecOf(part.part.spec), lanes: lanesIn(part.state) }
}

function measuredIn(finished: Finished, name: string): readonly ClusterRow[] {
  const { spec, lanes } = specIn(finished, name)
  return rowsOf(spec, clusterSystem(spec.system.clusters, spec.system.links), lanes)
}

function convergenceRows(finished: Finished): readonly StudyValue[] {
  const starts = ['random', 'guided'] as const
  const ours = starts.map((start) => {
    const runs = Array.from({ length: CONVERGENCE_SETTINGS.runs }, (_, run) =>
      measuredIn(finished, PARTS.convergence(start, run + 1)),
    )
    return CONVERGENCE[start].map((_, k) =>
      mean(runs.map((rows) => Math.ceil((rows[k].converged ?? 0) / CONVERGENCE_SETTINGS.population))),
    )
  })
  const table = TABLES.convergence
  return [
    ...CONVERGENCE.random.flatMap((_, k) =>
      starts.map((column, s) =>
        value({ table, row: `workload ${k + 1}`, column, published: CONVERGENCE[column][k] }, ours[s][k]),
      ),
    ),
    ...starts.map((column, s) =>
      value({ table, row: 'mean', column, published: mean(CONVERGENCE[column]), decimals: 1 }, mean(ours[s])),
    ),
  ]
}

function settingsRows(finished: Finished): readonly StudyValue[] {
  const { settings } = specIn(finished, PARTS.small).spec
  return (['generations', 'population', 'mutation', 'alpha'] as const).map((row) =>
    value(
      { table: TABLES.settings, row, column: 'value', published: SETTINGS[row], decimals: 1 },
      settings[row],
    ),
  )
}

function profileRows(finished: Finished): readonly StudyValue[] {
  return PROFILE_NAMES.flatMap((profile) =>
    PROFILES[profile].flatMap((set) => {
      const rows = measuredIn(finished, PARTS.profile(profile, set))
      const cell = { table: TABLES.profile, row: `${profile} ${set}` }
      return MEASURES.map((measure) =>
        value({ ...cell, column: `${measure}, s` }, mean(rows.map((row) => row[measure]))),
      )
    }),
  )
}

function algorithmsIn(rows: readonly ClusterRow[]) {
  return [...new Set(rows.map(({ algorithm }) => algorithm))]
}

function figureRows(table: string, rows: readonly ClusterRow[]): readonly StudyValue[] {
  return algorithmsIn(rows).flatMap((algorithm) => {
    const own = rows.filter((row) => row.algorithm === algorithm)
    return [
      ...MEASURES.map((measure) =>
        value({ table, row: algorithm, column: `mean ${measure}, s` }, mean(own.map((row) => row[measure]))),
      ),
      ...MEASURES.flatMap((measure) => {
        if (algorithm === 'ga-mf') return []
        const { change, better, p } = comparison(rows, algorithm, 'ga-mf', measure)
        const beside = `${measure} beside ga-mf`
        return [
          value({ table, row: algorithm, column: beside, decimals: 1, percentage: true }, 100 * change),
          value({ table, row: algorithm, column: `${beside}: better on` }, better),
          value({ table, row: algorithm, column: `${beside}: p`, decimals: 3 }, p),
        ]
      }),
    ]
  })
}

/** Statements: by which measure which algorithm has the lower mean. */
const STATEMENTS: readonly (readonly [
  measure: ClusterMeasure,
  better: ClusterRow['algorithm'],
  worse: ClusterRow['algorithm'],
])[] = [
  ['makespan', 'metl', 'jpr'],
  ['makespan', 'metl', 'cbs'],
  ['makespan', 'ga-ma', 'metl'],
  ['makespan', 'ga-mf', 'metl'],
  ['flowtime', 'hill', 'jpr'],
  ['flowtime', 'ga-ma', 'metl'],
  ['flowtime', 'ga-mf', 'ga-ma'],
  ['flowtime', 'ga-mf', 'metl'],
]

function textRows(which: string, rows: readonly ClusterRow[]): readonly StudyValue[] {
  return (rows.length === 0 ? [] : STATEMENTS).map(([measure, better, worse]) => {
    const { change } = comparison(rows, better, worse, measure)
    const row = `${measure}, ${which}: ${better} below ${worse}, by %`
    return value({ table: TABLES.text, row, column: 'ours', decimals: 1, percentage: true }, -100 * change)
  })
}
