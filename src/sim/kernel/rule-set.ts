/**
 * Fuzzy rules in the memory of a kernel (kernel/rules.ts). All sets of a thread share one: each is put behind the last, and when
 * there is no room left all are forgotten, and put there anew when they are next asked.
 */
import type { PackedRules } from '../rule-based/packed-rules.js'
import { instantiate, type KernelExports } from './instance.js'

const PAGE = 2 ** 16
const PER_FLOAT = Float64Array.BYTES_PER_ELEMENT
/** Bytes for sets of rules, unless one alone needs more. */
const ROOM = 2 ** 20
/** Numbers in front: how many rules, features and outputs there are, and the bounds. */
const HEAD_FLOATS = 6
const BOUNDS_AT = 2

/** Undefined before it is asked for; null where there is none. */
let kernel: KernelExports | null | undefined
let floats = new Float64Array(0)
/** Where the next set goes, and how often all were forgotten. */
let next = 0
let times = 0

/** Bounds by which the kernel knows what is certain (kernel/rules.ts), strengths in units of the largest. */
export interface RuleBounds {
  /** Rules that fire less than e to this power do not count. */
  readonly all: number
  /** How far two sums are put off together, as a part of the sum of how much rules fire, and how far by rounding alone. */
  readonly doubt: number
  readonly rounding: number
  /** How far the kernel's exponential puts a term off, as a part of it. */
  readonly error: number
}

export class RuleSet {
  /** The logarithm of how much each rule fires, after `fire`, from `logsAt` on; until the next set is asked. */
  get logs(): Float64Array {
    return floats
  }
  logsAt = 0
  readonly #kernel: KernelExports
  readonly #rules: PackedRules
  /** Where it is, in bytes, and where the values of the features are, in numbers. */
  #set = 0
  #values = 0
  #times = -1
  readonly #bounds: RuleBounds

  constructor(using: KernelExports, rules: PackedRules, bounds: RuleBounds) {
    this.#kernel = using
    this.#rules = rules
    this.#bounds = bounds
  }

  /** The place of the output that rules speak for; −1 where the kernel does not know it for certain. */
  choose(values: Float64Array): number {
    this.#hand(values)
    return this.#kernel.chooseByRules(this.#set)
  }

  /** Has all rules fire; returns the largest of the `logs`. */
  fire(values: Float64Array): number {
    this.#hand(values)
    return this.#kernel.fireRules(this.#set)
  }

  #hand(values: Float64Array): void {
    if (this.#times !== times) this.#put()
    const at = this.#values
    const { features } = this.#rules
    for (let k = 0; k < features; k++) floats[at + k] = values[k]
  }

  #put(): void {
    const { rules, features, outputs, shape, peak, weights } = this.#rules
    const width = even(outputs)
    const pair = 2 + 4 * features
    const logs = HEAD_FLOATS
    const values = logs + even(rules) + width
    const shapes = values + even(features)
    const own = shapes + (pair * even(rules)) / 2
    const from = takeRoom(this.#kernel, own + width * rules)
    this.#times = times
    this.#set = from * PER_FLOAT
    this.logsAt = from + logs
    this.#values = from + values
    new Int32Array(floats.buffer, this.#set, 3).set([rules, features, outputs])
    const { all, doubt, rounding, error } = this.#bounds
    floats.set([all, doubt, rounding, error], from + BOUNDS_AT)
    for (let rule = 0; rule < even(rules); rule++) {
      let at = from + shapes + pair * (rule >> 1) + (rule & 1)
      // Behind an odd number is one that never fires.
      floats[at] = rule < rules ? peak[rule] : Number.NEGATIVE_INFINITY
      for (let k = 0; k < features; k++) {
        const of = 2 * (rule * features + k)
        at += 2
        floats[at] = rule < rules ? shape[of] : 0
        at += 2
        floats[at] = rule < rules ? shape[of + 1] : 0
      }
      if (rule === rules) continue
      const to = from + own + rule * width
      floats[to + width - 1] = 0
      floats.set(weights.subarray(rule * outputs, (rule + 1) * outputs), to)
    }
  }
}

/** A set of rules for the kernel; null where there is no kernel. */
export function ruleSet(rules: PackedRules, bounds: RuleBounds): RuleSet | null {
  kernel = kernel === undefined ? instantiate() : kernel
  return kernel === null ? null : new RuleSet(kernel, rules, bounds)
}

/** Room for so many numbers, an even number of which come before it. */
function takeRoom({ memory, rulesFrom }: KernelExports, count: number): number {
  const first = rulesFrom() / PER_FLOAT
  if (times === 0 || next + even(count) > floats.length) {
    times++
    next = first
    const bytes = Math.max(ROOM, (first + even(count)) * PER_FLOAT)
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
    if (missing > 0) memory.grow(missing)
    floats = new Float64Array(memory.buffer)
  }
  const from = next
  next += even(count)
  return from
}

function even(count: number): number {
  return count + (count & 1)
}
