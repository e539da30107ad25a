/** The tables and files of `thesis-regions`, by what its parts have found. */
import { EXTENTS_FILE, PREFERENCE_FILE, REGIONS_FILE } from '../../../evaluation/searches/search-history.js'
import { type Learnt, learnSpecOf, learntIn } from '../../../learn/index.js'
import {
  keptOutBy,
  type Preference,
  type PreferenceObjective,
  preferenceObjective,
} from '../../../preference/index.js'
import { policyOf } from '../../../strategy/index.js'
import type { Finished } from '../composition.js'
import { frontPoints, linearObjective, placeOfLeast } from '../front-points.js'
import { plainValue } from '../samples.js'
import {
  chosenMethods,
  type KeptFiles,
  type RunStudyOptions,
  type StudyResult,
  type StudyValue,
} from '../study.js'
import { PUBLISHED_ROWS, publishedOver } from '../thesis-greedy/tables.js'
import { ALL, OBJECTIVE, SOURCE, strategyFiles } from '../thesis-learning.js'
import { THESIS_LOGS, type ThesisLog } from '../thesis-logs.js'
import {
  absoluteValues,
  BASELINE,
  BASES,
  improvementValues,
  measuredIn,
  type PublishedCells,
  type PublishedRow,
  type Reached,
  type ReachedRows,
  relativeTable,
  relativeValues,
  USUAL_ROWS,
} from '../thesis-values.js'
import { type LearningMethod, METHODS, PART_NAMES } from './plan.js'
import { REGION_ROWS, regionsOver } from './tables.js'

const TABLES = {
  improvement: 'fobj over EASY, %',
  regions: (log: string) => `${log}, by its own regions`,
  worth: (log: string) => `${log}, jobs' worth over EASY`,
  seconds: (log: string) => `${log}, seconds`,
  relative: relativeTable,
} as const

type Rows = ReachedRows<string>

export function regionsResult(options: RunStudyOptions, finished: Finished): StudyResult {
  const methods = chosenMethods(METHODS, options)
  const logs = THESIS_LOGS.filter((log) => finished.has(PART_NAMES.front(log)))
  const reached = new Map(logs.map((log) => [log, rowsOn(log, methods, finished)]))
  const each = (table: (log: ThesisLog, rows: Rows) => readonly StudyValue[]) =>
    logs.flatMap((log) => table(log, reached.get(log) ?? new Map()))
  return {
    values: [
      ...each((log, rows) => improvementValues(TABLES.improvement, log, rows, publishedOn(log))),
      ...each((log, rows) => regionRows(log, rows, preferenceFor(log, methods, finished))),
      ...each((log, rows) => worthRows(log, rows, finished)),
      ...each((log, rows) => absoluteValues(TABLES.seconds(log), log, rows, publishedOn(log))),
      ...BASES.flatMap((base) =>
        each((log, rows) => relativeValues(TABLES.relative(log, base), log, rows, publishedOn(log), base)),
      ),
    ],
    remarks: logs.flatMap((log) => verdicts(log, reached.get(log) ?? new Map(), methods, finished)),
    kept: [...strategyFiles(finished), ...logs.flatMap((log) => filesOf(log, methods, finished))],
  }
}

function learntIf(name: string, finished: Finished): Learnt | null {
  const part = finished.get(name)
  return part === undefined ? null : learntIn(part.part.spec, part.state)
}

const ROWS = {
  linear: (method: LearningMethod, source: 'SOPT' | 'SOPT(CTC)' | 'ALLOPT') => `${method}, linear, ${source}`,
  region: (method: LearningMethod, source: 'SOPT' | 'SOPT(CTC)') => `${method}, regions, ${source}`,
  front: 'best in the front, linear',
} as const

/** Everything that was measured on a log, in the order of the rows. */
function rowsOn(log: ThesisLog, methods: readonly LearningMethod[], finished: Finished): Rows {
  const rows = new Map<string, Reached>()
  const add = (row: string, values: Reached | null) => {
    if (values !== null) rows.set(row, values)
  }
  const own = learntIf(PART_NAMES.linear(methods[0], log), finished)
  for (const [row, policy] of USUAL_ROWS) {
    add(row, own && measuredIn(own, log, policy))
  }
  const found = (name: string) => {
    const learnt = learntIf(name, finished)
    return learnt && measuredIn(learnt, log, policyOf(learnt.winner.strategy))
  }
  for (const method of methods) {
    add(ROWS.linear(method, 'SOPT(CTC)'), found(PART_NAMES.linear(method, SOURCE)))
    add(ROWS.region(method, 'SOPT(CTC)'), found(PART_NAMES.region(method, SOURCE)))
    if (log !== SOURCE) {
      add(ROWS.linear(method, 'SOPT'), found(PART_NAMES.linear(method, log)))
      add(ROWS.region(method, 'SOPT'), found(PART_NAMES.region(method, log)))
    }
    add(ROWS.linear(method, 'ALLOPT'), found(PART_NAMES.linear(method, ALL)))
  }
  add(ROWS.front, bestInFront(log, finished))
  return rows
}

function bestInFront(log: string, finished: Finished): Reached | null {
  const part = finished.get(PART_NAMES.front(log))
  if (part === undefined) return null
  const front = frontPoints(part)
  const linear = linearObjective(front)
  const place = placeOfLeast(linear)
  const d = front.axes.length
  return {
    [OBJECTIVE]: linear[place],
    ...Object.fromEntries(front.axes.map(({ name }, k) => [name, front.points[place * d + k]])),
  }
}

/** Published rows by ours: the published method alone, and the standard algorithms. */
function publishedOn(log: ThesisLog): PublishedCells<string> {
  const linear = new Map([
    [ROWS.linear('systems', 'SOPT(CTC)'), 'systems, SOPT(CTC)'],
    [ROWS.linear('systems', 'ALLOPT'), 'systems, ALLOPT'],
    [ROWS.front, 'best in the front'],
  ])
  const from =
    (rows: Partial<typeof PUBLISHED_ROWS>, regions: Partial<typeof REGION_ROWS>) =>
    (row: string): PublishedRow | undefined =>
      row === ROWS.region('systems', 'SOPT(CTC)')
        ? regions[log]
        : rows[log]?.[(linear.get(row) ?? row) as keyof (typeof PUBLISHED_ROWS)[ThesisLog]]
  return {
    rows: from(PUBLISHED_ROWS, REGION_ROWS),
    improvements: (row, base) => from(publishedOver(base), regionsOver(base))(row),
  }
}

/** The regions that were learnt for on a log; null where there are none. */
function preferenceFor(
  log: ThesisLog,
  methods: readonly LearningMethod[],
  finished: Finished,
): Preference | null {
  const part = finished.get(PART_NAMES.region(methods[0], log))
  return part === undefined ? null : (learnSpecOf(part.part.spec).preferences?.[0] ?? null)
}

function cell(
  log: ThesisLog,
  table: string,
  row: string,
  column: string,
  ours: number,
  decimals: number,
): StudyValue {
  return { ...plainValue(ours), ...{ log, table, row, column, decimals, published: null } }
}

/** Where every row lies by the regions of its log. */
function regionRows(log: ThesisLog, rows: Rows, preference: Preference | null): readonly StudyValue[] {
  if (preference === null) return []
  const objective = preferenceObjective(preference)
  return [...rows].flatMap(([row, values]) => {
    const judged = objective.judge(values)
    if (judged === null) return []
    const { priority, beyond, fromFront, value } = judged
    const columns = [
      ['region', priority, 0] as const,
      ['b', beyond, 4] as const,
      ['a', fromFront, 4] as const,
      ['f', value, 4] as const,
    ]
    return columns.map(([column, ours, decimals]) =>
      cell(log, TABLES.regions(log), row, column, ours, decimals),
    )
  })
}

/**
 * An improvement of a group's AWRT over EASY as jobs: of each group its jobs times its relative improvement, as if so many
 * average jobs of it were answered at once.
 */
function worthRows(log: ThesisLog, rows: Rows, finished: Finished): readonly StudyValue[] {
  const part = finished.get(PART_NAMES.front(log))
  const base = rows.get(BASELINE)
  if (part === undefined || base === undefined) return []
  const groups = frontPoints(part).axes.filter(({ groupJobs }) => groupJobs !== undefined)
  return [...rows].flatMap(([row, values]) => {
    if (row === BASELINE) return []
    const worth = groups.map(({ name, groupJobs = 0 }) => {
      const [before, now] = [base[name] ?? 0, values[name] ?? 0]
      return { name, jobs: before > 0 ? (groupJobs * (before - now)) / before : 0 }
    })
    const sum = (names: readonly string[]) =>
      worth.reduce((total, { name, jobs }) => total + (names.includes(name) ? jobs : 0), 0)
    const shown = (column: string, ours: number) => cell(log, TABLES.worth(log), row, column, ours, 0)
    return [
      ...worth.map(({ name, jobs }) => shown(name.replace('AWRT', 'group '), jobs)),
      shown('groups 1 and 2', sum(['AWRT1', 'AWRT2'])),
      shown('all', sum(worth.map(({ name }) => name))),
    ]
  })
}

/** Whether what was learnt for regions ends in the first one, and what the linear objective comes to there. */
function verdicts(
  log: ThesisLog,
  rows: Rows,
  methods: readonly LearningMethod[],
  finished: Finished,
): readonly string[] {
  const preference = preferenceFor(log, methods, finished)
  if (preference === null) return [`${log}: no regions, as its front has too few points on their panels`]
  const objective = preferenceObjective(preference)
  const whyNot = (values: Reached | undefined) => {
    const kept = values === undefined ? [] : keptOutBy(preference, objective, values)
    return kept.length === 0 ? '' : `; beside the nearest schedule of region 1 it has ${kept.join(', ')}`
  }
  const inside = objective.regions?.regions.filter((region) => region === 1).length ?? 0
  const source = log === SOURCE ? 'SOPT(CTC)' : 'SOPT'
  return methods.flatMap((method) => {
    const [region, linear] = [ROWS.region(method, source), ROWS.linear(method, source)].map((row) =>
      verdict(objective, rows.get(row)),
    )
    if (region === null || linear === null) return []
    const why = region === FIRST ? '' : whyNot(rows.get(ROWS.region(method, source)))
    return [
      `${log}, ${method}: learnt for the regions it ends in region ${region}, for the linear objective in region ${linear}; region 1 has ${inside} of ${preference.front?.points.length} schedules of the front${why}`,
    ]
  })
}

/** The verdict on what lies in region 1. */
const FIRST = '1'

function verdict(objective: PreferenceObjective, values: Reached | undefined): string | null {
  const judged = values === undefined ? null : objective.judge(values)
  if (judged === null) return null
  const away = judged.priority === 1 ? '' : `, ${Number(judged.beyond.toPrecision(3))} away from region 1`
  return `${judged.priority}${away}`
}

/** Beginnings of their names here. */
const REGION_FILES: Readonly<Record<string, string>> = {
  [PREFERENCE_FILE]: 'regions',
  [REGIONS_FILE]: 'regions',
  [EXTENTS_FILE]: 'bisectors',
}

/** The regions of each log, what bisectors make of them, and the planes of figure 8.8. */
function filesOf(
  log: ThesisLog,
  methods: readonly LearningMethod[],
  finished: Finished,
): readonly KeptFiles[] {
  const front = finished.get(PART_NAMES.front(log))
  const region = finished.get(PART_NAMES.region(methods[0], log))
  return [
    ...(front === undefined
      ? []
      : [
          {
            part: front,
            nameOf: (file: string) =>
              file === 'plane-AWRT1-AWRT2.svg'
                ? `plane-${log}.svg`
                : file === 'front.json'
                  ? `front-${log}.json`
                  : null,
          },
        ]),
    ...(region === undefined
      ? []
      : [
          {
            part: region,
            nameOf: (file: string) =>
              REGION_FILES[file] === undefined
                ? null
                : `${REGION_FILES[file]}-${log}${file.slice(file.lastIndexOf('.'))}`,
          },
        ]),
  ]
}
