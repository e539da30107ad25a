/**
 * An unbounded archive of non-dominated points: all that was found, without what something else is nowhere worse than and
 * somewhere better, or equal to. Of equal points the first stays. Kept in an ND-tree (nd-tree.ts), so that it stays fast
 * at 100,000 points of seven objectives. Points come back in the order in which they were put in.
 */
import { type Codec, floats, json, list, whole } from '../../core/codec.js'
import type { Json } from '../../core/json.js'
import { Place } from '../../core/place.js'
import { wholeSetting } from '../settings.js'
import { checkLength, members, snapshotsOf } from '../snapshot.js'
import { ndTree } from './nd-tree.js'

const KIND = 'archive'
const VERSION = 1
const FIRST_CAPACITY = 64

export interface Archive<Label extends Json> {
  readonly objectives: number
  /** Points in it. */
  readonly size: number
  /**
   * Puts a point in, unless one in the archive is nowhere worse; points that it dominates are removed.
   * @param point all objectives, minimised; NaN counts as +Infinity
   * @param label what the caller knows it by
   * @returns whether it is in
   * @throws RangeError for another number of objectives
   */
  add(point: ArrayLike<number>, label: Label): boolean
  /** Whether a point of the archive is nowhere worse than this one. */
  covers(point: ArrayLike<number>): boolean
  /** All points, row-major, in the order in which they came. */
  points(): Float64Array
  /** Their labels, in the same order. */
  labels(): readonly Label[]
  snapshot(): Json
}

/** @param objectives 1 or more */
export function archiveOf<Label extends Json = number>(objectives: number): Archive<Label> {
  wholeSetting('objectives', objectives, 1)
  const store = { points: new Float64Array(FIRST_CAPACITY * objectives) }
  const tree = ndTree(objectives, store)
  /** Label of each row; rows that were removed have none. */
  let rows: ({ readonly label: Label } | null)[] = []
  let size = 0

  function checked(point: ArrayLike<number>): Float64Array {
    if (point.length !== objectives) {
      throw new RangeError(`archive: a point of ${point.length} objectives, expected ${objectives}`)
    }
    return Float64Array.from(point, (value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
  }

  function append(point: Float64Array): number {
    const row = rows.length
    if ((row + 1) * objectives > store.points.length) makeRoom()
    store.points.set(point, rows.length * objectives)
    return rows.length
  }

  /** Closes the gaps that removed rows have left, if they are half of all; else doubles the room. */
  function makeRoom(): void {
    if (size > rows.length / 2) {
      const larger = new Float64Array(2 * store.points.length)
      larger.set(store.points)
      store.points = larger
      return
    }
    const places = new Int32Array(rows.length)
    const kept: typeof rows = []
    for (const [row, entry] of rows.entries()) {
      if (entry === null) continue
      store.points.copyWithin(kept.length * objectives, row * objectives, (row + 1) * objectives)
      places[row] = kept.length
      kept.push(entry)
    }
    rows = kept
    tree.renumber(places)
  }

  const present = () => rows.flatMap((entry) => (entry === null ? [] : [entry.label]))

  const points = () => {
    const all = new Float64Array(size * objectives)
    let to = 0
    for (const [row, entry] of rows.entries()) {
      if (entry === null) continue
      all.set(store.points.subarray(row * objectives, (row + 1) * objectives), to)
      to += objectives
    }
    return all
  }

  return {
    objectives,
    get size() {
      return size
    },
    add: (given, label) => {
      const row = append(checked(given))
      const isIn = tree.insert(row, (removed) => {
        rows[removed] = null
        size--
      })
      if (!isIn) return false
      rows.push({ label })
      size++
      return true
    },
    covers: (point) => tree.covers(checked(point)),
    points,
    labels: present,
    snapshot: () => snapshotsFor(json).save({ objectives }, { points: points(), labels: present() }),
  }
}

function snapshotsFor<Label extends Json>(label: Codec<Label>) {
  return snapshotsOf(KIND, VERSION, members({ objectives: whole(1) }), () =>
    members({ points: floats(), labels: list(label) }),
  )
}

/** @throws QueuewrightError `input-document` */
export function restoreArchive<Label extends Json>(
  snapshot: unknown,
  label: Codec<Label>,
  file = 'snapshot',
): Archive<Label> {
  return snapshotsFor(label).read(snapshot, file, ({ objectives }, { points, labels }) => {
    const archive = archiveOf<Label>(objectives)
    checkLength(points, labels.length * objectives, Place.of(file).at('points'))
    for (const [k, label] of labels.entries()) {
      const isIn = archive.add(points.subarray(k * objectives, (k + 1) * objectives), label)
      if (!isIn || archive.size !== k + 1)
        throw Place.of(file).at('points').fault('these points dominate each other')
    }
    return archive
  })
}
