/**
 * A fitted workload model as a document: JSON with a kind and a version, written here, and read back and checked.
 */

import { isZoneName } from '../../core/calendar.js'
import {
  above,
  type Codec,
  type Extent,
  list,
  literal,
  nullable,
  number,
  object,
  refined,
  text,
  textOrNumber,
  tuple,
  whole,
} from '../../core/codec.js'
import { readDocument, versioned } from '../../core/documents.js'
import { MOST_PROCESSORS } from '../generated.js'
import {
  type Archetype,
  AT_LIMIT,
  HOURS_OF_WEEK,
  type KindsOfSize,
  LARGEST_ODDS,
  LONGEST_RUN,
  MODEL_KIND,
  MODEL_VERSION,
  type ModelEvidence,
  PATIENCE_CLASSES,
  PROGRESS_CLASSES,
  type QuantileTable,
  REQUEST_CLASSES,
  type Repetition,
  SESSION_CLASSES,
  STRONGEST_REGULATION,
  WORK_CLASSES,
  type WorkloadModel,
} from './workload-model.js'

const count = number(0)
const share = number(0, 1)
const odds = list(number(-LARGEST_ODDS, LARGEST_ODDS), WORK_CLASSES)

const risesOrStays = (values: readonly number[]) =>
  values.every((value, k) => k === 0 || value >= values[k - 1])
const ascends = (values: readonly number[]) => values.every((value, k) => k === 0 || value > values[k - 1])

function ascending(values: Codec<readonly number[]>, what: string): Codec<readonly number[]> {
  return refined(values, (read, at) => {
    if (!risesOrStays(read)) throw at.bad(read, `ascending ${what}`)
  })
}

const table: Codec<QuantileTable> = ascending(list(count), 'quantiles')

const zone = refined(textOrNumber, (value, at) => {
  if (typeof value === 'string' ? isZoneName(value) : Math.abs(value) <= 86_400) return
  throw at.bad(value, 'a time zone, or seconds east of UTC')
})

const evidence: Codec<ModelEvidence> = object({
  log: text,
  digest: text,
  jobs: count,
  users: count,
  sessions: count,
  seconds: count,
  lastSubmit: nullable(number()),
  work: count,
  withoutUser: count,
  withoutWait: count,
  movedSizes: count,
  movedEstimates: count,
  settings: object({ leastUsers: count, sessionPause: count, absence: count }),
})

const repetition: Codec<Repetition> = refined(
  object({ all: share, kind: share, size: share, none: share, run: share }),
  (read, at) => {
    const total = read.all + read.kind + read.size + read.none
    if (Math.abs(total - 1) > 0.01) throw at.bad(total, 'chances that sum to 1')
  },
)

const runs = refined(list(whole(AT_LIMIT), { least: 2 }), (numbers, at) => {
  const counted = numbers.every((each, k) => (k % 2 === 0 ? each <= LONGEST_RUN : each > 0))
  if (numbers.length % 2 !== 0 || !counted) throw at.bad(numbers, 'classes of run times with a count each')
})

/** Entries that begin with a number each, ascending. */
function byFirst<Entry extends readonly [number, unknown]>(
  entry: Codec<Entry>,
  what: string,
): Codec<readonly Entry[]> {
  const some: Extent = { least: 1, expected: `one of the ${what} or more` }
  return refined(list(entry, some), (entries, at) => {
    if (!ascends(entries.map(([first]) => first))) throw at.bad(entries, `ascending ${what}`)
  })
}

const kinds: Codec<readonly KindsOfSize[]> = byFirst(
  tuple(whole(1), byFirst(tuple(number(), runs), 'requested times')),
  'sizes',
)

const archetype: Codec<Archetype> = refined(
  object({
    users: count,
    jobs: count,
    sessions: count,
    arrivals: count,
    present: count,
    leaving: number(Number.MIN_VALUE, 1, 'a share above 0'),
    cycles: table,
    cyclesAfter: list(table, SESSION_CLASSES),
    persistence: number(-LARGEST_ODDS, LARGEST_ODDS),
    goesOn: list(share, WORK_CLASSES),
    pauses: table,
    patience: list(share, PATIENCE_CLASSES),
    within: repetition,
    across: repetition,
    concentration: object({ kinds: count, runs: count }),
    kinds,
  }),
  ({ cycles, leaving }, at) => {
    if (cycles.length === 0 && leaving < 1)
      throw at.at('cycles').bad(cycles, 'quantiles where users come again')
  },
)

const MODEL: Codec<WorkloadModel> = versioned<WorkloadModel>(
  { what: 'a workload model', tag: 'kind', name: MODEL_KIND, remedy: 'Make one with: qw model fit' },
  {
    [MODEL_VERSION]: object({
      kind: literal(MODEL_KIND),
      version: literal(MODEL_VERSION),
      evidence,
      machine: nullable(whole(1, MOST_PROCESSORS)),
      zone,
      week: list(above(0), HOURS_OF_WEEK),
      work: ascending(list(count, WORK_CLASSES - 1), 'edges'),
      goingOn: list(odds, PROGRESS_CLASSES),
      regulation: number(0, STRONGEST_REGULATION),
      waits: list(table, PATIENCE_CLASSES),
      thinks: table,
      overruns: list(table, REQUEST_CLASSES),
      archetypes: list(archetype, { least: 1 }),
    }),
  },
)

/** The text of `model`: one archetype a line. */
export function modelText(model: WorkloadModel): string {
  const { archetypes, ...rest } = MODEL.encode(model) as { readonly archetypes: readonly unknown[] }
  const head = Object.entries(rest).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  const lines = archetypes.map((each) => `    ${JSON.stringify(each)}`)
  return `{\n${head.join(',\n')},\n  "archetypes": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/**
 * The model in `text`.
 * @param file its name in messages
 * @throws QueuewrightError `input-document`
 */
export function parseModel(text: string, file: string): WorkloadModel {
  return readDocument(MODEL, text, file)
}
