/**
 * Permutation coding: sequences of 0 … n−1, varied by move, swap or jump. Each individual carries the mean number of
 * operations MN and the mean distance MJL; both change by Rechenberg's two-point rule before they are used.
 */
import {
  type Codec,
  ints,
  list,
  literal,
  mapped,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  tagged,
  text,
  whole,
} from '../../core/codec.js'
import { permutationOf, permutationText } from '../../core/permutation-text.js'
import type { Place } from '../../core/place.js'
import type { Random } from '../../core/random.js'
import { clamp } from '../box.js'
import { twoPoint } from '../evolution-strategy/variation.js'
import { geometric, type JumpRules, jump, move, recombineOrder, swap } from '../operators/permutation.js'
import { badSetting, numberSetting, shareSetting, wholeSetting } from '../settings.js'
import type { Coding, Individual } from './coding.js'

export type PermutationOperator =
  | { readonly kind: 'move' }
  | { readonly kind: 'swap' }
  | ({ readonly kind: 'jump' } & JumpRules)

export interface PermutationCodingSettings {
  /** Elements of a sequence, 1 or more. */
  readonly length: number
  readonly operator: PermutationOperator
  /** MN and MJL of the first individuals: 1 or more; `length` at most is used. */
  readonly meanNumber: number
  readonly meanDistance: number
  /** The alpha of the two-point rule, above 1; 1.3 where absent. */
  readonly alpha?: number
  /** Probability that two parents are recombined; 0.3 where absent. */
  readonly recombination?: number
  /** First individuals, in turn as often as needed; random sequences where there are none. */
  readonly starts?: readonly Int32Array[]
}

/** @throws QueuewrightError `usage` for settings out of range */
export function permutationCoding(settings: PermutationCodingSettings): Coding<Int32Array> {
  const { operator, starts = [] } = settings
  const length = wholeSetting('length', settings.length, 1)
  const atLeast1 = (field: string, value: number) =>
    numberSetting(field, value, 'a number from 1', (number) => number >= 1)
  const meanNumber = atLeast1('meanNumber', settings.meanNumber)
  const meanDistance = atLeast1('meanDistance', settings.meanDistance)
  const alpha = numberSetting('alpha', settings.alpha ?? 1.3, 'a number above 1', (value) => value > 1)
  const recombination = shareSetting('recombination', settings.recombination ?? 0.3)
  for (const [k, start] of starts.entries()) {
    if (!isPermutation(start, length))
      throw badSetting(`starts[${k}]`, 'a sequence', `0 to ${length - 1}, each once`)
  }
  if (operator.kind === 'jump') {
    for (const field of ['classes', 'movable'] as const) {
      const list = operator[field]
      if (list !== undefined && list.length !== length) {
        throw badSetting(`operator.${field}`, `${list.length} elements`, `${length}`)
      }
    }
  }

  const child = (own: Individual<Int32Array>, other: Individual<Int32Array>, random: Random) => {
    const strategy = Array.from(own.strategy, (mean) =>
      clamp(twoPoint([mean], alpha, random)[0], 1, Math.max(1, length)),
    )
    const [number, distance] = strategy
    const genome =
      random.uniform() < recombination
        ? recombineOrder(other.genome, own.genome, geometric(number, random), random)
        : Int32Array.from(own.genome)
    mutate(genome, operator, number, distance, random)
    return { genome, strategy }
  }

  return {
    kind: 'permutation',
    first: (count, random) =>
      Array.from({ length: count }, (_, k) => ({
        genome:
          starts.length > 0
            ? Int32Array.from(starts[k % starts.length])
            : random.shuffle(Int32Array.from({ length }, (_, element) => element)),
        strategy: [meanNumber, meanDistance],
      })),
    vary: (a, b, random) => [child(a, b, random), child(b, a, random)],
    saveSettings: (fresh) =>
      settingsOf(length).encode({
        ...{ kind: 'permutation', length, meanNumber, meanDistance, alpha, recombination, operator },
        starts: fresh ? starts : [],
      }),
    individual: objectOf<Individual<Int32Array>>({ genome: sequenceOf(length), strategy: list(number(), 2) }),
  }
}

/** A sequence of 0 … length − 1 as text. */
function sequenceOf(length: number): Codec<Int32Array> {
  return mapped(
    text,
    (written, at) => {
      const sequence = permutationOf(written, length)
      if (sequence === null) throw at.bad(written, `0 to ${length - 1}, each once`)
      return sequence
    },
    permutationText,
  )
}

function jumpRules(length: number): Codec<PermutationOperator> {
  const marks = mapped(
    ints(length),
    (list) => Uint8Array.from(list),
    (list) => Int32Array.from(list),
  )
  return mapped(
    object({
      ...{ kind: literal('jump'), towards: oneOf(['either', 'end']) },
      ...{ classes: nullable(ints(length)), movable: nullable(marks) },
    }),
    ({ classes, movable, ...rules }) => ({
      ...rules,
      ...(classes && { classes }),
      ...(movable && { movable }),
    }),
    ({ classes = null, movable = null, ...rules }) => ({ ...rules, classes, movable }),
  )
}

function settingsOf(length: number) {
  return object({
    kind: literal('permutation'),
    length: whole(1),
    ...{ meanNumber: number(), meanDistance: number(), alpha: number(), recombination: number() },
    operator: tagged('kind', {
      move: object({ kind: literal('move') }),
      swap: object({ kind: literal('swap') }),
      jump: jumpRules(length),
    }),
    starts: list(sequenceOf(length)),
  })
}

/** The coding that is set so; what is out of range is a failure `usage`. */
export function restorePermutationCoding(saved: unknown, at: Place): Coding<Int32Array> {
  const { length } = object({ length: whole(1) }, true).decode(saved, at)
  return permutationCoding(settingsOf(length).decode(saved, at))
}

function mutate(
  sequence: Int32Array,
  operator: PermutationOperator,
  meanNumber: number,
  meanDistance: number,
  random: Random,
): void {
  const count = geometric(meanNumber, random)
  switch (operator.kind) {
    case 'move':
      move(sequence, count, random)
      break
    case 'swap':
      swap(sequence, count, meanDistance, random)
      break
    case 'jump':
      jump(sequence, count, meanDistance, operator, random)
  }
}

function isPermutation(sequence: Int32Array, length: number): boolean {
  if (sequence.length !== length) return false
  const seen = new Uint8Array(length)
  for (const element of sequence) {
    if (element < 0 || element >= length || seen[element] === 1) return false
    seen[element] = 1
  }
  return true
}
