/**
 * The steps of a plan: so many nodes are free from an instant on, until the next. Instants and nodes are columns of their own.
 * Behind the last step stands Infinity, from when on no node is free.
 */
import { float, int, setFloat, setInt } from '../columns'

@unmanaged
export class Steps {
  instants: usize
  levels: usize
  /** The step behind all. */
  last: i32

  /** Memory for so many. */
  static bytes(most: i32): usize {
    return 12 * <usize>((most + 1) & ~1)
  }

  lay(from: usize, most: i32): void {
    this.instants = from
    this.levels = from + 8 * <usize>((most + 1) & ~1)
    this.last = 0
  }

  /** The first step from one on from which on so many nodes stay free for so long. There is one: the last has all nodes free. */
  @inline
  static earliest(instants: usize, levels: usize, from: i32, size: i32, seconds: f64): i32 {
    let step = Steps.nextWith(levels, from, size)
    while (true) {
      const dip = Steps.nextBelow(levels, step + 1, size)
      if (float(instants, dip) >= float(instants, step) + seconds) return step
      step = Steps.nextWith(levels, dip + 1, size)
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
    for (let k = last; k >= step; k--) {
      setInt(levels, k + 1, int(levels, k))
      setFloat(instants, k + 1, float(instants, k))
    }
    setFloat(instants, step, end)
    setInt(levels, step, int(levels, step - 1) + size)
    return 1
  }

  /** The first step from one on with so many free nodes. */
  @inline
  static nextWith(levels: usize, from: i32, size: i32): i32 {
    let at = levels + ((<usize>from) << 2)
    while (load<i32>(at) < size) at += 4
    return <i32>((at - levels) >> 2)
  }

  /** The first step from one on with fewer. */
  @inline
  static nextBelow(levels: usize, from: i32, size: i32): i32 {
    let at = levels + ((<usize>from) << 2)
    while (load<i32>(at) >= size) at += 4
    return <i32>((at - levels) >> 2)
  }
}
