/** The tables and files of `thesis-greedy`, by what its parts have found. */
import type { Artefact } from '../../../evaluation/investigation.js'
import { type Learnt, learntIn } from '../../../learn/index.js'
import { SITUATION_NAMES } from '../../../sim/situation.js'
import { policyOf } from '../../../strategy/index.js'
import type { Finished, FinishedPart } from '../composition.js'
import { columnOf, frontPoints, linearObjective, placeOfLeast } from '../front-points.js'
import { measuredIn } from '../measurement.js'
import { plainValue } from '../samples.js'
import type { StudyResult, StudyValue } from '../study.js'
import type { ThesisLog } from '../thesis-logs.js'
import {
  COMPARE,
  type LearningMethod,
  type LearningSource,
  METHODS,
  OBJECTIVE,
  PART_NAMES,
  SOURCE,
  studiedLogs,
} from './plan.js'
import {
  type Method,
  PUBLISHED_CANDIDATES,
  PUBLISHED_IMPROVEMENTS,
  PUBLISHED_ROWS,
  type PublishedRow,
} from './tables.js'

/** What one method reaches on one log, by objective. */
type Reached = Readonly<Record<string, number | null>>

interface Column {
  readonly name: string
  readonly objective: string
  /** Place in a published row; null: not published. */
  readonly place: number | null
  readonly decimals: number
  /** What values are multiplied by to be shown. */
  readonly factor: number
}

const column = (name: string, objective: string, place: number | null, decimals = 0, factor = 1): Column => ({
  ...{ name, objective, place, decimals, factor },
})

const FIRST = column('fobj', OBJECTIVE, 7)
const COLUMNS: readonly Column[] = [
  FIRST,
  column('AWRT', 'AWRT', 0),
  ...[1, 2, 3, 4, 5].map((group) => column(`AWRT${group}`, `AWRT${group}`, group)),
  column('UTIL %', 'UTIL', 6, 2, 100),
  column('max wait', 'maxWait', null),
]

const TABLES = {
  improvement: 'fobj over EASY, %',
  seconds: (log: string) => `${log}, seconds`,
  relative: (log: string) => `${log}, over EASY, %`,
  systems: 'twelve systems, fobj over EASY, %',
  effort: 'trainings',
} as const

const BASELINE: Method = 'EASY'
const COMBINED = 'combined'

export function greedyResult(finished: Finished): StudyResult {
  const logs = studiedLogs(finished).map(({ name }) => name as ThesisLog)
  const learnt = learntParts(finished)
  const reached = new Map(logs.map((log) => [log, reachedOn(log, learnt, finished)]))
  const values = [
    ...logs.flatMap((log) => improvements(log, reached.get(log) ?? new Map())),
    ...logs.flatMap((log) => absolutes(log, reached.get(log) ?? new Map())),
    ...logs.flatMap((log) => systemsRows(log, learnt, reached.get(log)?.get(BASELINE))),
    ...[...learnt].flatMap(([name, { learnt: each }]) => effortRows(name, each)),
  ]
  return { values, artefacts: [...strategyFiles(finished), ...frontFiles(logs, finished)] }
}

interface LearntPart {
  readonly part: FinishedPart
  readonly learnt: Learnt
}

function learntParts(finished: Finished): ReadonlyMap<string, LearntPart> {
  return new Map(
    [...finished.values()]
      .filter(({ part }) => part.kind === 'learn')
      .map((each) => [each.part.name, { part: each, learnt: learntIn(each.part.spec, each.state) }]),
  )
}

/** Everything that was measured on a log, in the order of the rows. */
function reachedOn(
  log: ThesisLog,
  learnt: ReadonlyMap<string, LearntPart>,
  finished: Finished,
): ReadonlyMap<Method, Reached> {
  const rows: [Method, Reached | null][] = []
  const own = learnt.get(PART_NAMES.learning('systems', log))?.learnt
  for (const [k, method] of (['EASY', 'FCFS', 'CONS', 'fcfs:group', 'easy:group'] as const).entries()) {
    rows.push([method, own === undefined ? null : measured(own, log, COMPARE[k])])
  }
  for (const method of METHODS) {
    const found = (source: LearningSource): Reached | null => {
      const from = learnt.get(PART_NAMES.learning(method, source))?.learnt
      return from === undefined ? null : measured(from, log, policyOf(from.winner.strategy))
    }
    rows.push([`${method}, SOPT(CTC)`, found(SOURCE)])
    rows.push([`${method}, SOPT`, found(log)])
    rows.push([`${method}, ALLOPT`, found('ALLOPT')])
    if (method === 'own') rows.push(['own, ALLOPT relative', found('ALLOPT relative')])
    if (method === 'systems') rows.push(['systems, last of CTC', bestOfLast(log, finished)])
  }
  rows.push(['best in the front', bestInFront(log, finished)])
  return new Map(rows.flatMap(([method, values]) => (values === null ? [] : [[method, values] as const])))
}

function measured({ final, columns }: Learnt, log: string, policy: string): Reached | null {
  const row = final.find((each) => each.log === log && each.policy === policy)
  return row === undefined
    ? null
    : Object.fromEntries(columns.map((objective, k) => [objective, row.values[k] ?? null]))
}

/** Of the strategies that the last generation on CTC ended with, the one that does best on a log. */
function bestOfLast(log: string, finished: Finished): Reached | null {
  const last = finished.get(PART_NAMES.last)
  if (last === undefined) return null
  const { logs, objectives } = last.part.spec as unknown as {
    readonly logs: readonly { readonly name: string }[]
    readonly objectives: readonly string[]
  }
  const rows = measuredIn(last.state)[logs.findIndex(({ name }) => name === log)]
  const place = objectives.indexOf(OBJECTIVE)
  const best = rows[placeOfLeast(rows.map((row) => row[place] ?? Number.POSITIVE_INFINITY))]
  return Object.fromEntries(objectives.map((objective, k) => [objective, best[k]]))
}

function bestInFront(log: string, finished: Finished): Reached | null {
  const part = finished.get(PART_NAMES.front(log))
  if (part === undefined) return null
  const front = frontPoints(part.artefacts)
  const linear = linearObjective(front)
  const place = placeOfLeast(linear)
  if (place < 0) return null
  return {
    [OBJECTIVE]: linear[place],
    ...Object.fromEntries(front.axes.map(({ name }) => [name, columnOf(front, name)[place]])),
  }
}

/** 100·(EASY − value) / EASY, as the thesis defines it (10.1); of the utilization, too, where less than 0 is better. */
function improvement(base: number | null | undefined, value: number | null | undefined): number | null {
  if (base === null || base === undefined || value === null || value === undefined || base === 0) return null
  return (100 * (base - value)) / base
}

/** As printed; where only absolute values are, computed of these. */
function publishedImprovement(log: ThesisLog, method: Method, place: number): number | null {
  const printed = PUBLISHED_IMPROVEMENTS[log][method]
  if (printed !== undefined) return printed[place]
  const computed = improvement(PUBLISHED_ROWS[log].EASY?.[place], PUBLISHED_ROWS[log][method]?.[place])
  return computed === null ? null : Number(computed.toFixed(2))
}

function improvements(log: ThesisLog, reached: ReadonlyMap<Method, Reached>): readonly StudyValue[] {
  const base = reached.get(BASELINE)
  return [...reached].flatMap(([method, values]): readonly StudyValue[] => {
    if (method === BASELINE) return []
    return [
      {
        ...plainValue(improvement(base?.[OBJECTIVE], values[OBJECTIVE])),
        ...{ log, table: TABLES.improvement, row: method, column: log, decimals: 2, percentage: true },
        published: publishedImprovement(log, method, FIRST.place ?? 0),
      },
    ]
  })
}

/** Both tables of a log: what is reached, and that relative to EASY. */
function absolutes(log: ThesisLog, reached: ReadonlyMap<Method, Reached>): readonly StudyValue[] {
  const base = reached.get(BASELINE)
  const published: Partial<Record<Method, PublishedRow>> = PUBLISHED_ROWS[log]
  const cells = (method: Method, values: Reached, relative: boolean): readonly StudyValue[] =>
    COLUMNS.filter(({ objective }) => objective in values).map(
      ({ name, objective, place, decimals, factor }) => {
        const value = values[objective]
        const printed = place === null ? null : (published[method]?.[place] ?? null)
        return relative
          ? {
              ...plainValue(improvement(base?.[objective], value)),
              ...{ log, table: TABLES.relative(log), row: method, column: name, decimals: 2 },
              percentage: true,
              published: place === null ? null : publishedImprovement(log, method, place),
            }
          : {
              ...plainValue(value === null ? null : factor * value),
              ...{ log, table: TABLES.seconds(log), row: method, column: name, decimals },
              published: printed,
            }
      },
    )
  const rows = [...reached]
  return [
    ...rows.flatMap(([method, values]) => cells(method, values, false)),
    ...rows.flatMap(([method, values]) => (method === BASELINE ? [] : cells(method, values, true))),
  ]
}

/** How far each of the twelve systems came on a log: situations down, criteria across. */
function systemsRows(
  log: ThesisLog,
  learnt: ReadonlyMap<string, LearntPart>,
  base: Reached | undefined,
): readonly StudyValue[] {
  const standings = learnt.get(PART_NAMES.learning('systems', log))?.learnt.learner.standings() ?? []
  const value = (system: string, row: string, name: string): readonly StudyValue[] => {
    const found = standings.find((each) => each.name === system)
    if (found === undefined) return []
    return [
      {
        ...plainValue(improvement(base?.[OBJECTIVE], found.score)),
        ...{ log, table: TABLES.systems, row, column: name, decimals: 2, percentage: true },
        published: null,
      },
    ]
  }
  return [
    ...SITUATION_NAMES.flatMap((situation) =>
      [1, 2, 3, 4].flatMap((criterion) =>
        value(`${situation} f${criterion}`, `${log}, ${situation}`, `f${criterion}`),
      ),
    ),
    ...value(COMBINED, `${log}, ${COMBINED}`, COMBINED),
  ]
}

/** What a training took. */
function effortRows(name: string, { history }: Learnt): readonly StudyValue[] {
  const last = history[history.length - 1]
  const systems = name.startsWith('systems' satisfies LearningMethod)
  const cell = (what: string, ours: number, published: number | null): StudyValue => ({
    ...plainValue(ours),
    ...{ log: null, table: TABLES.effort, row: name, column: what, decimals: 0, published },
  })
  return [
    cell('candidates', last.evaluations, systems ? PUBLISHED_CANDIDATES : null),
    cell('simulations', last.simulations, null),
  ]
}

/** The strategies that were found, and those that the last generation on CTC ended with. */
function strategyFiles(finished: Finished): readonly Artefact[] {
  const renamed = (name: string, file: string, to: string): readonly Artefact[] => {
    const content = finished.get(name)?.artefacts.get(file)
    return content === undefined ? [] : [{ name: to, content }]
  }
  const learnings = [...finished.values()].filter(({ part }) => part.kind === 'learn')
  return [
    ...learnings.flatMap(({ part: { name } }) =>
      renamed(name, 'strategy.json', `strategy-${name.replaceAll(' ', '-')}.json`),
    ),
    ...renamed(PART_NAMES.learning('systems', SOURCE), 'population.json', `population-${SOURCE}.json`),
  ]
}

const FRONT_FILES: readonly (readonly [file: string, stem: string])[] = [
  ['plane-AWRT1-AWRT2.svg', 'plane'],
  ['front.html', 'front'],
  ['front.json', 'front'],
]

function frontFiles(logs: readonly string[], finished: Finished): readonly Artefact[] {
  return logs.flatMap((log) =>
    FRONT_FILES.flatMap(([file, stem]) => {
      const content = finished.get(PART_NAMES.front(log))?.artefacts.get(file)
      const ending = file.slice(file.lastIndexOf('.'))
      return content === undefined ? [] : [{ name: `${stem}-${log}${ending}`, content }]
    }),
  )
}
