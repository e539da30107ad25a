/**
 * The steps of a plan: so many nodes are free from an instant on, until the next. Instants and nodes are columns of their own.
 * Behind the last step stands Infinity, from when on no node is free; what lies further on says nothing. Steps are looked at by
 * sixteen at a time, by SIMD: where a loop over them ends no processor foretells.
 */
import { float, int, setFloat, setInt } from '../columns'

/** Steps that are looked at at once. */
const SEEN: i32 = 16
const ALL_SEEN: i32 = (1 << SEEN) - 1

@unmanaged
export class Steps {
  instants: usize
  levels: usize
  /** The step behind all. */
  last: i32

  /** Memory for so many. */
  static bytes(most: i32): usize {
    return 12 * Steps.room(most)
  }

  /** Places for so many, and for what is looked at and moved beside them. */
  static room(most: i32): usize {
    return <usize>((most + 2 * SEEN) & ~1)
  }

  lay(from: usize, most: i32): void {
    this.instants = from
    this.levels = from + 8 * Steps.room(most)
    this.last = 0
  }

  /** The first step from one on from which on so many nodes stay free for so long. There is one: the last has all nodes free. */
  @inline
  static earliest(instants: usize, levels: usize, from: i32, size: i32, seconds: f64): i32 {
    // Where it could begin, if that is behind the steps that are looked at.
    let start = -1
    while (true) {
      let fits = Steps.fitting(levels, from, size)
      if (start >= 0) {
        const dip = ctz(~fits)
        if (dip === SEEN) fits = 0
        else {
          if (float(instants, from + dip) >= float(instants, start) + seconds) return start
          start = -1
          fits &= -1 << dip
        }
      }
      while (fits !== 0) {
        const first = ctz(fits)
        const dip = first + ctz(~(fits >>> first))
        start = from + first
        if (dip === SEEN) fits = 0
        else {
          if (float(instants, from + dip) >= float(instants, start) + seconds) return start
          start = -1
          fits &= -1 << dip
        }
      }
      from += SEEN
    }
  }

  /**
   * Takes nodes from a step on.
   * @param last the step behind all
   * @returns by how many steps there are more
   */
  @inline
  static take(instants: usize, levels: usize, last: i32, from: i32, size: i32, seconds: f64): i32 {
    const end = float(instants, from) + seconds
    let step = from
    for (; float(instants, step) < end; step++) setInt(levels, step, int(levels, step) - size)
    if (step === from || float(instants, step) === end) return 0
    Steps.moveOn(instants, levels, step, last)
    setFloat(instants, step, end)
    setInt(levels, step, int(levels, step - 1) + size)
    return 1
  }

  /** The steps from one to the last move on by a place, four at a time; what is read is read before it is written over. */
  @inline
  static moveOn(instants: usize, levels: usize, step: i32, last: i32): void {
    let level = levels + ((<usize>step) << 2)
    let instant = instants + ((<usize>step) << 3)
    const behind = levels + ((<usize>last) << 2)
    let four = v128.load(level)
    let two = v128.load(instant)
    let more = v128.load(instant, 16)
    while (true) {
      const nextFour = v128.load(level, 16)
      const nextTwo = v128.load(instant, 32)
      const nextMore = v128.load(instant, 48)
      v128.store(level, four, 4)
      v128.store(instant, two, 8)
      v128.store(instant, more, 24)
      level += 16
      if (level > behind) break
      instant += 32
      four = nextFour
      two = nextTwo
      more = nextMore
    }
  }

  /** The first step from one on with fewer free nodes. */
  @inline
  static nextBelow(levels: usize, from: i32, size: i32): i32 {
    let fits = Steps.fitting(levels, from, size)
    while (fits === ALL_SEEN) {
      from += SEEN
      fits = Steps.fitting(levels, from, size)
    }
    return from + ctz(~fits)
  }

  /** Which of the next steps have so many free nodes: a bit for each. */
  @inline
  static fitting(levels: usize, from: i32, size: i32): i32 {
    const at = levels + ((<usize>from) << 2)
    const least = i32x4.splat(size)
    const low = i16x8.narrow_i32x4_s(i32x4.ge_s(v128.load(at), least), i32x4.ge_s(v128.load(at, 16), least))
    const high = i16x8.narrow_i32x4_s(
      i32x4.ge_s(v128.load(at, 32), least),
      i32x4.ge_s(v128.load(at, 48), least),
    )
    return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high))
  }
}
