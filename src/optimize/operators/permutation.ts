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
    exchange(sequence, from, target(sequence.length, from, meanDistance, 'either', random))
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
  const jumpers = jumpersOf(sequence, rules, random)
  if (jumpers.length === 0) return
  const places = new Int32Array(sequence.length)
  for (let place = 0; place < sequence.length; place++) places[sequence[place]] = place
  for (let k = 0; k < count; k++) {
    const element = jumpers[random.int(jumpers.length)]
    const from = places[element]
    const to = target(sequence.length, from, meanDistance, rules.towards, random)
    if (to > from) sequence.copyWithin(from, from + 1, to + 1)
    else sequence.copyWithin(to + 1, to, from)
    sequence[to] = element
    for (let place = Math.min(from, to); place <= Math.max(from, to); place++) places[sequence[place]] = place
  }
}

function jumpersOf(sequence: Int32Array, { classes, movable }: JumpRules, random: Random): Int32Array {
  const elements = Int32Array.from(sequence).sort()
  const mobile = movable === undefined ? elements : elements.filter((element) => movable[element] === 1)
  if (classes === undefined) return mobile
  const present = [...new Set(mobile.map((element) => classes[element]))].sort((a, b) => a - b)
  if (present.length < 2) return mobile
  const spared = present[random.int(present.length)]
  return mobile.filter((element) => classes[element] !== spared)
}

function target(
  length: number,
  from: number,
  meanDistance: number,
  towards: 'either' | 'end',
  random: Random,
): number {
  const distance = geometric(meanDistance, random)
  const ahead = towards === 'end' || random.uniform() < 0.5
  return clamp(from + (ahead ? distance : -distance), 0, length - 1)
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
