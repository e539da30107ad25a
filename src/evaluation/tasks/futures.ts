/**
 * The tasks `futures` and `hindsight`: some futures of a snapshot, as the starts of the jobs that wait then; and of an earlier instant of
 * the same jobs what futures would have told, beside what happened. The data is the snapshot's jobs, with their waits.
 */
import { type Codec, flag, list, number, objectOf, optional, text, tuple, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import type { Environment, Snapshot } from '../../sim/continued.js'
import { FACILITY, type Facility } from '../../sim/facility/index.js'
import { parsePolicy, RECORDED } from '../../sim/policy.js'
import { SEMANTICS_CODEC, type Semantics } from '../../sim/semantics.js'
import { readSite } from '../../sim/site-codec.js'
import { timeClassClock } from '../../sim/time-class.js'
import type { Dataset } from '../../trace/dataset.js'
import { Futures, type Hindsight, hindsightOf, toldBy } from '../../workload/futures/index.js'
import { recent } from './recent.js'
import type { TaskKind } from './task-kind.js'

/** A job that runs, by row, and where: its partition, nodes and tasks on each (`Placed`). */
type PlacedRow = readonly [row: number, home: number, units: readonly number[], counts: readonly number[]]

/** A snapshot as plain data: an instant of the jobs of a dataset, whose waits say when they started. */
export interface FuturesCase {
  /** Digest of the jobs. */
  readonly data: string
  /** Seconds from the log's zero. */
  readonly at: number
  /** The instant that formulas count from. */
  readonly origin: number
  readonly policy: string
  readonly processors: number
  readonly rules: Semantics
  readonly facility?: Facility
  readonly places: readonly PlacedRow[]
  readonly seed: number
}

interface FuturesPart {
  readonly of: FuturesCase
  /** The first future, and how many. */
  readonly from: number
  readonly count: number
}

interface HindsightPart {
  readonly of: FuturesCase
  readonly count: number
  /** The last instant of which anything is known. */
  readonly known: number
}

const CASE = objectOf<FuturesCase>({
  ...{
    data: text,
    at: number(),
    origin: number(),
    policy: text,
    processors: whole(1),
    rules: SEMANTICS_CODEC,
  },
  ...{ facility: optional(FACILITY), seed: number() },
  places: list(tuple(whole(0), whole(-1), list(whole(0)), list(whole(0)))),
})
const FUTURES_PART = objectOf<FuturesPart>({ of: CASE, from: whole(0), count: whole(1) })
const HINDSIGHT_PART = objectOf<HindsightPart>({ of: CASE, count: whole(1), known: number() })

const FUTURE_STARTS: Codec<readonly (readonly number[])[]> = list(list(number()))
const HINDSIGHTS: Codec<readonly Hindsight[]> = list(
  objectOf<Hindsight>({ row: whole(0), waited: number(), started: flag, foretold: list(number()) }),
)

/**
 * The starts of the jobs that wait, future by future, seconds from the snapshot's instant.
 * @throws QueuewrightError `input-document` for what is no result of this task
 */
export function futureStarts(result: Json): readonly (readonly number[])[] {
  return readKept(FUTURE_STARTS, result, 'result')
}

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function hindsightsIn(result: Json): readonly Hindsight[] {
  return readKept(HINDSIGHTS, result, 'result')
}

export function futuresTask(of: FuturesCase, from: number, count: number): Task {
  return taskOf('futures', of, FUTURES_PART.encode({ of, from, count }))
}

/** @param known the last instant of which anything is known */
export function hindsightTask(of: FuturesCase, count: number, known: number): Task {
  return taskOf('hindsight', of, HINDSIGHT_PART.encode({ of, count, known }))
}

function taskOf(kind: string, { data }: FuturesCase, payload: Task['payload']): Task {
  return { kind, payload, data: [data] }
}

/** The futures of a case. */
export function futuresOf(
  of: FuturesCase,
  dataset: Dataset,
): { readonly futures: Futures; readonly snapshot: Snapshot } {
  const { at, origin, policy, processors, rules, facility, places, seed } = of
  const { jobs, fields, clock } = dataset
  const { wait } = fields
  const parsed = parsePolicy(policy)
  if (parsed.algorithm === RECORDED || wait === undefined)
    throw new TypeError('futures go on with waits, under a policy')
  const site = dataset.site === undefined ? null : readSite(dataset.site, clock)
  const environment: Environment = {
    ...{ processors, policy: parsed, rules, timeClasses: timeClassClock(clock) },
    ...(facility && { facility }),
    ...(site && { site }),
  }
  const placed = new Map(
    places.map(([row, home, units, counts]) => [
      row,
      { home, units: Int32Array.from(units), counts: Int32Array.from(counts) },
    ]),
  )
  const snapshot: Snapshot = {
    ...{ at, origin, jobs, fields },
    start: wait.map((seconds, row) => (seconds < 0 ? Number.NaN : jobs.submit[row] + seconds)),
    placeOf: (row) => placed.get(row) ?? null,
  }
  return { futures: new Futures(snapshot, environment, seed), snapshot }
}

/** Cases that a thread keeps at a time. */
const KEPT = 4

export const FUTURES_TASK: TaskKind = {
  kind: 'futures',
  open: (dataset) => {
    const opened = recent(KEPT, (text) => {
      const of = readKept(CASE, JSON.parse(text), 'task')
      return futuresOf(of, dataset(of.data)).futures
    })
    return (payload) => {
      const { of, from, count } = readKept(FUTURES_PART, payload, 'task')
      const futures = opened(JSON.stringify(CASE.encode(of)))
      return Array.from({ length: count }, (_, k) =>
        Array.from(futures.starts(from + k), (start) => start - of.at),
      )
    }
  },
}

export const HINDSIGHT_TASK: TaskKind = {
  kind: 'hindsight',
  open: (dataset) => (payload) => {
    const { of, count, known } = readKept(HINDSIGHT_PART, payload, 'task')
    const { futures, snapshot } = futuresOf(of, dataset(of.data))
    const told = toldBy(futures, of.at, count)
    return HINDSIGHTS.encode(hindsightOf(futures.rows.waiting, told, snapshot, known))
  },
}
