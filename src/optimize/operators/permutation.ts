/**
 * Variation of permutations of 0 … n−1: move, swap and jump, and a recombination that carries over relative order. How
 * many operations are applied and how far an element goes is geometrically distributed about means that individuals carry
 * (Rudolph, PPSN 1994): the formula of `geometric`. All work in place on the sequence given to them.
 */
import type { Random } from '../../core/random.js'
import { clamp } from '../box.js'

/**
 * A geometrically distributed number of about the given mean, 1 at least:
 * ⌊ln(1−ς)/ln(1−p)⌋ with p = 1 − mean/(1+√(1+mean²)), ς uniform in [0, 1).
 * @param mean above 0
 */
export function geometric(mean: number, random: Random): number {
  const stay = mean / (1 + Math.sqrt(1 + mean * mean))
  return Math.max(1, Math.floor(Math.log1p(-random.uniform()) / Math.log(stay)))
}

/** Exchanges `count` randomly chosen elements, one after the other, with a neighbour on either side. */
export function move(sequence: Int32Array, count: number, random: Random): void {
  if (sequence.length < 2) return
  for (let k = 0; k < count; k++) {
    const left = random.int(sequence.length - 1)
    exchange(sequence, left, left + 1)
  }
}

/** Exchanges `count` randomly chosen elements with one at a geometric distance, on either side, the end at most. */
export function swap(sequence: Int32Array, count: number, meanDistance: number, random: Random): void {
  for (let k = 0; k < count; k++) {
    const from = random.int(sequence.length)
    const distance = geometric(meanDistance, random)
    const to = from + (isAhead('either', random) ? distance : -distance)
    exchange(sequence, from, clamp(to, 0, sequence.length - 1))
  }
}

/** Where jumps go, and who jumps. */
export interface JumpRules {
  readonly towards: 'either' | 'end'
  /**
   * Class of each element, from 0. With classes, each application spares a class drawn at random: only elements of the
   * others jump, so that it changes the balance between classes.
   */
  readonly classes?: Int32Array
  /** 1 for each element that may jump at all; all where absent. */
  readonly movable?: Uint8Array
}

/** `count` randomly chosen elements jump over a geometric distance; those between close up. */
export function jump(
  sequence: Int32Array,
  count: number,
  meanDistance: number,
  rules: JumpRules,
  random: Random,
): void {
  const jumpers = jumpersOf(sequence.length, rules, random)
  if (jumpers.length === 0) return
  const list = new BlockList(sequence)
  for (let k = 0; k < count; k++) {
    const element = jumpers[random.int(jumpers.length)]
    const distance = geometric(meanDistance, random)
    list.shift(element, isAhead(rules.towards, random) ? distance : -distance)
  }
  list.copyTo(sequence)
}

/** The elements that may jump, ascending. */
function jumpersOf(length: number, { classes, movable }: JumpRules, random: Random): Int32Array {
  const isMobile = (element: number) => movable === undefined || movable[element] === 1
  let spared: number | null = null
  if (classes !== undefined) {
    const present = new Set<number>()
    for (let element = 0; element < length; element++) if (isMobile(element)) present.add(classes[element])
    const ascending = [...present].sort((a, b) => a - b)
    if (ascending.length > 1) spared = ascending[random.int(ascending.length)]
  }
  const jumpers = new Int32Array(length)
  let mobile = 0
  for (let element = 0; element < length; element++) {
    if (isMobile(element) && (spared === null || classes?.[element] !== spared)) jumpers[mobile++] = element
  }
  return jumpers.subarray(0, mobile)
}

/** Elements of a block when blocks are made; with twice as many it is full. */
const BLOCK = 256

/**
 * A sequence in blocks, so that moving an element far touches the two blocks that it leaves and enters, and the lengths
 * of those between.
 */
class BlockList {
  /** Blocks of room for 2·BLOCK elements each. */
  readonly #cells: Int32Array
  readonly #lengths: Int32Array
  readonly #blockOf: Int32Array

  constructor(sequence: Int32Array) {
    const blocks = Math.ceil(sequence.length / BLOCK)
    this.#cells = new Int32Array(blocks * 2 * BLOCK)
    this.#lengths = new Int32Array(blocks)
    this.#blockOf = new Int32Array(sequence.length)
    this.#fill(sequence)
  }

  /** Moves an element by so many places, the end at most. */
  shift(element: number, distance: number): void {
    const cells = this.#cells
    const lengths = this.#lengths
    let block = this.#blockOf[element]
    let from = block * 2 * BLOCK
    let offset = 0
    while (cells[from + offset] !== element) offset++
    cells.copyWithin(from + offset, from + offset + 1, from + lengths[block])
    lengths[block]--

    offset += distance
    while (offset > lengths[block] && block + 1 < lengths.length) offset -= lengths[block++]
    while (offset < 0 && block > 0) offset += lengths[--block]
    offset = clamp(offset, 0, lengths[block])
    from = block * 2 * BLOCK
    cells.copyWithin(from + offset + 1, from + offset, from + lengths[block])
    cells[from + offset] = element
    this.#blockOf[element] = block
    if (++lengths[block] === 2 * BLOCK) this.#even()
  }

  copyTo(sequence: Int32Array): void {
    let to = 0
    for (const [block, length] of this.#lengths.entries()) {
      const from = block * 2 * BLOCK
      sequence.set(this.#cells.subarray(from, from + length), to)
      to += length
    }
  }

  /** Makes all blocks equally long again. */
  #even(): void {
    const sequence = new Int32Array(this.#blockOf.length)
    this.copyTo(sequence)
    this.#fill(sequence)
  }

  #fill(sequence: Int32Array): void {
    for (let block = 0; block < this.#lengths.length; block++) {
      const part = sequence.subarray(block * BLOCK, (block + 1) * BLOCK)
      this.#cells.set(part, block * 2 * BLOCK)
      this.#lengths[block] = part.length
      for (const element of part) this.#blockOf[element] = block
    }
  }
}

function isAhead(towards: JumpRules['towards'], random: Random): boolean {
  return towards === 'end' || random.uniform() < 0.5
}

function exchange(sequence: Int32Array, a: number, b: number): void {
  const element = sequence[a]
  sequence[a] = sequence[b]
  sequence[b] = element
}

/**
 * The child of two permutations: `count` different elements are drawn; where the second parent has them, the child has
 * them in the order of the first; all else is as in the second.
 * @returns a new sequence
 */
export function recombineOrder(
  first: Int32Array,
  second: Int32Array,
  count: number,
  random: Random,
): Int32Array {
  const chosen = random.shuffle(Int32Array.from(first)).subarray(0, Math.min(count, first.length))
  const isChosen = new Uint8Array(first.length)
  for (const element of chosen) isChosen[element] = 1
  const inOrder = first.filter((element) => isChosen[element] === 1)
  let next = 0
  return second.map((element) => (isChosen[element] === 1 ? inOrder[next++] : element))
}
