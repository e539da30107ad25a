/**
 * The search itself: the streams of a plan, all of which give to one archive. Streams share evaluations in proportion to
 * what each is to have in all, so that whenever the search ends, it has done the same part of everything. A batch has one
 * generation of as many streams as it takes to keep several workers busy.
 */
import { json, list, nullable, object, text } from '../core/codec.js'
import { readKept } from '../core/documents.js'
import type { Json } from '../core/json.js'
import { Random } from '../core/random.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import type { Task } from '../optimize/evaluator.js'
import { type Archive, archiveOf } from '../optimize/index.js'
import { type FrontJudge, toldScores } from './judge.js'
import { packedText, unpackedFloats, unpackedInts } from './packed.js'
import type { Candidate, Stream, StreamPlan } from './stream.js'
import { type VolumeBox, type VolumeShare, type VolumeTracker, volumeTracker } from './volume.js'

/** Tasks of a batch at least, while there are streams to take them from. */
const BATCH = 100
/** Points of the estimate of the hypervolume. */
const SAMPLES = 20_000

export interface Search {
  readonly evaluations: number
  /** Points of the front. */
  readonly size: number
  /** Null where every stream is finished. */
  readonly next: () => { readonly tasks: readonly Task[]; readonly sources: readonly string[] } | null
  readonly take: (results: readonly SimulateResult[]) => void
  readonly share: () => VolumeShare
  readonly found: () => Found
  readonly snapshot: () => Json
}

/** The result of the search. */
export interface Found {
  /**
   * Minimised scores of all that were evaluated, row-major, infinite of those that break a constraint; and places in
   * `sources`.
   */
  readonly scores: Float64Array
  readonly source: Int32Array
  readonly sources: readonly string[]
  /** Numbers of the schedules in the front, from 0, in the order in which they were evaluated; and their labels. */
  readonly front: readonly number[]
  readonly labels: readonly (string | null)[]
}

const STATE = object({
  scores: text,
  source: text,
  front: text,
  labels: list(nullable(text)),
  streams: list(json),
})

/** A schedule of the front that a policy makes, and its minimised scores. */
export interface FrontPolicy {
  readonly policy: string
  readonly scores: Float64Array
}

/** Those found so far, in the order in which they were. @param kept of `snapshot` @param d objectives */
export function policiesKept(kept: Json, d: number): readonly FrontPolicy[] {
  const { scores, front, labels } = readKept(STATE, kept, 'search')
  const all = unpackedFloats(scores)
  return Array.from(unpackedInts(front)).flatMap((number, k) => {
    const policy = labels[k]
    return policy === null ? [] : [{ policy, scores: all.subarray(number * d, (number + 1) * d) }]
  })
}

/**
 * @param judge of what simulations have
 * @param seed of the hypervolume's samples
 * @param kept of `snapshot`; null at the beginning
 */
export function searchOf(
  plan: readonly StreamPlan[],
  judge: FrontJudge,
  box: VolumeBox,
  seed: number,
  kept: Json | null,
): Search {
  const d = judge.signs.length
  const state = kept === null ? null : readKept(STATE, kept, 'search')
  const sources = [...new Set(plan.map(({ source }) => source))]
  const streams = plan.map(({ open }, k) => open(state?.streams[k] ?? null))
  const columns = new ScoreColumns(d)
  const archive: Archive<number> = archiveOf(d)
  /** Labels of the points of the front, and of some that were. */
  let labels = new Map<number, string>()
  if (state !== null) {
    columns.restore(unpackedFloats(state.scores), unpackedInts(state.source))
    for (const [k, number] of unpackedInts(state.front).entries()) {
      const label = state.labels[k]
      archive.add(columns.row(number), number)
      if (label !== null) labels.set(number, label)
    }
  }
  const volume: VolumeTracker = volumeTracker(
    box,
    SAMPLES,
    new Random(seed).fork('hypervolume'),
    archive.size === 0 ? undefined : archive.covers,
  )
  let turn: readonly Turn[] | null = null
  const present = (): readonly Turn[] => {
    turn ??= turnOf(plan, streams)
    return turn
  }

  const take = (results: readonly SimulateResult[]): void => {
    let at = 0
    for (const { place, stream, candidates } of present()) {
      const scores = new Float64Array(candidates.length * d)
      for (const [k, { label }] of candidates.entries()) {
        const values = results[at++] as readonly (number | null)[]
        const row = judge.scores(values)
        const violation = judge.violation(values)
        const away = plan[place].drawn ? judge.away(values) : 0
        scores.set(toldScores(row, box, away, violation), k * d)
        // What breaks a constraint counts for nothing.
        if (violation > 0) row.fill(Number.POSITIVE_INFINITY)
        const number = columns.push(row, sources.indexOf(plan[place].source))
        if (!row.every(Number.isFinite) || !archive.add(row, number)) continue
        volume.add(row)
        if (label !== null) labels.set(number, label)
      }
      stream.tell(scores)
    }
    turn = null
    if (labels.size > 2 * archive.size + BATCH) {
      const kept = new Set(archive.labels())
      labels = new Map([...labels].filter(([number]) => kept.has(number)))
    }
  }

  const labelsOf = (numbers: readonly number[]) => numbers.map((number) => labels.get(number) ?? null)
  return {
    get evaluations() {
      return columns.length
    },
    get size() {
      return archive.size
    },
    next: () => {
      const turns = present()
      if (turns.length === 0) return null
      return {
        tasks: turns.flatMap(({ candidates }) => candidates.map(({ task }) => task)),
        sources: [...new Set(turns.map(({ place }) => plan[place].source))],
      }
    },
    take,
    share: volume.share,
    found: () => {
      const front = archive.labels()
      return { ...columns.all(), sources, front, labels: labelsOf(front) }
    },
    snapshot: () => {
      const { scores, source } = columns.all()
      const front = archive.labels()
      return STATE.encode({
        scores: packedText(scores),
        source: packedText(source),
        front: packedText(Int32Array.from(front)),
        labels: labelsOf(front),
        streams: streams.map((stream) => stream.snapshot()),
      })
    },
  }
}

/** Scores and sources of all that a search has evaluated; nothing of one that has not begun. */
export function scoresIn(snapshot: Json | null): Pick<Found, 'scores' | 'source'> {
  if (snapshot === null) return { scores: new Float64Array(0), source: new Int32Array(0) }
  const { scores, source } = readKept(STATE, snapshot, 'search')
  return { scores: unpackedFloats(scores), source: unpackedInts(source) }
}

/** One generation of one stream, in a batch. */
interface Turn {
  readonly place: number
  readonly stream: Stream
  readonly candidates: readonly Candidate[]
}

/**
 * Streams in the order of how much of their share they have had, until there are enough candidates; but none that is
 * ahead of where the first one will be.
 */
function turnOf(plan: readonly StreamPlan[], streams: readonly Stream[]): readonly Turn[] {
  const part = (place: number, more = 0) => (streams[place].evaluated + more) / plan[place].share
  const open = Array.from(streams.keys()).filter((place) => !streams[place].finished)
  open.sort((a, b) => part(a) - part(b) || a - b)
  const turns: Turn[] = []
  let count = 0
  let ahead = Number.POSITIVE_INFINITY
  for (const place of open) {
    if (count >= BATCH || part(place) > ahead) break
    const candidates = streams[place].ask()
    if (turns.length === 0) ahead = part(place, candidates.length)
    turns.push({ place, stream: streams[place], candidates })
    count += candidates.length
  }
  return turns
}

/** Scores and sources of all that were evaluated, in columns that grow. */
class ScoreColumns {
  readonly #objectives: number
  #scores: Float64Array
  #source = new Int32Array(64)
  length = 0

  constructor(objectives: number) {
    this.#objectives = objectives
    this.#scores = new Float64Array(64 * objectives)
  }

  push(row: Float64Array, source: number): number {
    if (this.length === this.#source.length) {
      this.#scores = enlarged(this.#scores, new Float64Array(2 * this.#scores.length))
      this.#source = enlarged(this.#source, new Int32Array(2 * this.#source.length))
    }
    this.#scores.set(row, this.length * this.#objectives)
    this.#source[this.length] = source
    return this.length++
  }

  row(number: number): Float64Array {
    return this.#scores.subarray(number * this.#objectives, (number + 1) * this.#objectives)
  }

  all(): { readonly scores: Float64Array; readonly source: Int32Array } {
    return {
      scores: this.#scores.slice(0, this.length * this.#objectives),
      source: this.#source.slice(0, this.length),
    }
  }

  restore(scores: Float64Array, source: Int32Array): void {
    for (let k = 0; k < source.length; k++) {
      this.push(scores.subarray(k * this.#objectives, (k + 1) * this.#objectives), source[k])
    }
  }
}

function enlarged<T extends Float64Array | Int32Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}
