/** The tables and files of `thesis-greedy`, by what its parts have found. */
import { type Learnt, learntIn } from '../../../learn/index.js'
import { TIME_CLASS_NAMES } from '../../../sim/time-class.js'
import { policyOf } from '../../../strategy/index.js'
import type { Finished, FinishedPart } from '../composition.js'
import { columnOf, frontPoints, linearObjective, placeOfLeast } from '../front-points.js'
import { measuredIn as measuredPart, measurementSpecOf } from '../measurement.js'
import { plainValue } from '../samples.js'
import type { KeptFiles, StudyResult, StudyValue } from '../study.js'
import { type LearningSource, OBJECTIVE, SOURCE, strategyFiles } from '../thesis-learning.js'
import type { ThesisLog } from '../thesis-logs.js'
import {
  absoluteValues,
  BASELINE,
  BASES,
  improvement,
  improvementValues,
  measuredIn,
  type PublishedCells,
  type Reached,
  type ReachedRows,
  reachedBy,
  relativeTable,
  relativeValues,
  USUAL_ROWS,
} from '../thesis-values.js'
import { type LearningMethod, METHODS, PART_NAMES, studiedLogs } from './plan.js'
import { type ComparedMethod, PUBLISHED_CANDIDATES, PUBLISHED_ROWS, publishedOver } from './tables.js'

const TABLES = {
  improvement: 'fobj over EASY, %',
  seconds: (log: string) => `${log}, seconds`,
  relative: relativeTable,
  systems: 'twelve systems, fobj over EASY, %',
  effort: 'trainings',
} as const

const COMBINED = 'combined'

export function greedyResult(finished: Finished): StudyResult {
  const logs = studiedLogs(finished).map(({ name }) => name as ThesisLog)
  const learnt = learntParts(finished)
  const reached = new Map(logs.map((log) => [log, reachedOn(log, learnt, finished)]))
  const values = [
    ...logs.flatMap((log) =>
      improvementValues(TABLES.improvement, log, reached.get(log) ?? new Map(), publishedOn(log)),
    ),
    ...logs.flatMap((log) => absolutes(log, reached.get(log) ?? new Map())),
    ...logs.flatMap((log) => systemsRows(log, learnt, reached.get(log)?.get(BASELINE))),
    ...[...learnt].flatMap(([name, { learnt: each }]) => effortRows(name, each)),
  ]
  return {
    values,
    kept: [...strategyFiles(finished), ...populationFiles(finished), ...frontFiles(logs, finished)],
  }
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
): ReachedRows<ComparedMethod> {
  const rows: [ComparedMethod, Reached | null][] = []
  for (const [method, policy] of USUAL_ROWS) {
    // The same wherever it was measured.
    const measured = [...learnt.values()].map((each) => measuredIn(each.learnt, log, policy))
    rows.push([method, measured.find((values) => values !== null) ?? null])
  }
  for (const method of METHODS) {
    const found = (source: LearningSource): Reached | null => {
      const from = learnt.get(PART_NAMES.learning(method, source))?.learnt
      return from === undefined ? null : measuredIn(from, log, policyOf(from.winner.strategy))
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

/** The strategy that does best on a log, of those that the last generation on CTC ended with. */
function bestOfLast(log: string, finished: Finished): Reached | null {
  const last = finished.get(PART_NAMES.last)
  if (last === undefined) return null
  const { logs, objectives } = measurementSpecOf(last.part.spec)
  const rows = measuredPart(last.state)[logs.findIndex(({ name }) => name === log)]
  const place = objectives.indexOf(OBJECTIVE)
  const best = rows[placeOfLeast(rows.map((row) => row[place] ?? Number.POSITIVE_INFINITY))]
  return reachedBy(objectives, best)
}

function bestInFront(log: string, finished: Finished): Reached | null {
  const part = finished.get(PART_NAMES.front(log))
  if (part === undefined) return null
  const front = frontPoints(part)
  const linear = linearObjective(front)
  const place = placeOfLeast(linear)
  if (place < 0) return null
  return {
    [OBJECTIVE]: linear[place],
    ...Object.fromEntries(front.axes.map(({ name }) => [name, columnOf(front, name)[place]])),
  }
}

/** The tables of a log: what is reached, and those relative to EASY, CONS and FCFS. */
function absolutes(log: ThesisLog, reached: ReachedRows<ComparedMethod>): readonly StudyValue[] {
  const published = publishedOn(log)
  return [
    ...absoluteValues(TABLES.seconds(log), log, reached, published),
    ...BASES.flatMap((base) => relativeValues(TABLES.relative(log, base), log, reached, published, base)),
  ]
}

function publishedOn(log: ThesisLog): PublishedCells<ComparedMethod> {
  return {
    rows: (method) => PUBLISHED_ROWS[log][method],
    improvements: (method, base) => publishedOver(base)?.[log]?.[method],
  }
}

/** How far each of the twelve systems came on a log: situations down, criteria across. */
function systemsRows(
  log: ThesisLog,
  learnt: ReadonlyMap<string, LearntPart>,
  base: Reached | undefined,
): readonly StudyValue[] {
  const summaries = learnt.get(PART_NAMES.learning('systems', log))?.learnt.learner.summaries() ?? []
  const value = (system: string, row: string, name: string): readonly StudyValue[] => {
    const found = summaries.find((each) => each.name === system)
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
    ...TIME_CLASS_NAMES.flatMap((situation) =>
      [1, 2, 3, 4].flatMap((criterion) =>
        value(`${situation} f${criterion}`, `${log}, ${situation}`, `f${criterion}`),
      ),
    ),
    ...value(COMBINED, `${log}, ${COMBINED}`, COMBINED),
  ]
}

/** The effort of a training. */
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

/** The strategies that the last generation on CTC ended with. */
function populationFiles(finished: Finished): readonly KeptFiles[] {
  const part = finished.get(PART_NAMES.learning('systems', SOURCE))
  return part === undefined
    ? []
    : [{ part, nameOf: (file) => (file === 'population.json' ? `population-${SOURCE}.json` : null) }]
}

const FRONT_FILES: ReadonlyMap<string, string> = new Map([
  ['plane-AWRT1-AWRT2.svg', 'plane'],
  ['front.html', 'front'],
  ['front.json', 'front'],
])

function frontFiles(logs: readonly string[], finished: Finished): readonly KeptFiles[] {
  return logs.flatMap((log) => {
    const part = finished.get(PART_NAMES.front(log))
    const nameOf = (file: string) => {
      const stem = FRONT_FILES.get(file)
      return stem === undefined ? null : `${stem}-${log}${file.slice(file.lastIndexOf('.'))}`
    }
    return part === undefined ? [] : [{ part, nameOf }]
  })
}
