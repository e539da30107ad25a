/**
 * Which output fuzzy rules speak for most (src/sim/rule-based/fuzzy.ts), two rules at a time: no rule waits for another, so that
 * it costs less to look at all of them than to find out which matter.
 *
 * A set of rules is where the host has put it. One behind the other: the numbers of rules, features and outputs, and bounds; how much
 * each rule fired at the last look, or its logarithm; room for the sums; the values of the features; the rules by twos, of each
 * pair the logarithms at their centres, then feature by feature the centres and 1/2σ²; rule by rule the weights. Of an odd
 * number of rules or outputs there is one more, which the host sees to.
 */
import { float, setFloat } from './columns'

/** Bytes in front: the numbers of rules, features and outputs, and the bounds that the host gives; a multiple of 16. */
const HEAD: usize = 48
/** Rules that fire less than e to this power of the one that fires most do not count. */
const ALL: usize = 16
/** Bounds, as parts of the sum of how much rules fire: how far two sums are put off together, and by rounding alone. */
const DOUBT: usize = 24
const ROUNDING: usize = 32
/** A bound of how far the exponential here puts a term off, as a part of it. */
const ERROR: usize = 40
/** 1/ln 2, and ln 2 in two parts, of which the first ends in zeros. */
const PER_LN2: f64 = Math.LOG2E
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10

/** Where sets may be put. */
export function rulesFrom(): usize {
  return (__heap_base + 15) & ~15
}

/** Bytes of two numbers for each two of so many. */
function bytesFor(count: i32): usize {
  return (<usize>((count + 1) & ~1)) << 3
}

/** Finds out how much each rule fires, each logarithm to the last digit that of `logStrength`; returns the largest. */
export function fire(set: usize): f64 {
  const rules = load<i32>(set)
  const features = load<i32>(set, 4)
  const sums = set + HEAD + bytesFor(rules)
  const values = sums + bytesFor(load<i32>(set, 8))
  const behind = values + ((<usize>features) << 3)
  let at = values + bytesFor(features)
  let highest = f64x2.splat(-Infinity)
  for (let logs = set + HEAD; logs < sums; logs += 16) {
    let log = v128.load(at)
    at += 16
    for (let value = values; value < behind; value += 8) {
      const distance = f64x2.sub(v128.load64_splat(value), v128.load(at))
      log = f64x2.sub(log, f64x2.mul(f64x2.mul(distance, distance), v128.load(at, 16)))
      at += 32
    }
    v128.store(logs, log)
    highest = f64x2.pmax(highest, log)
  }
  return max(f64x2.extract_lane(highest, 0), f64x2.extract_lane(highest, 1))
}

/**
 * The place of the largest sum of the weights of all rules that count, of equal ones the first; −1 where it is not known for
 * certain, or no rule fires.
 */
export function choose(set: usize): i32 {
  const most = fire(set)
  if (!(most > -Infinity)) return -1
  const rules = load<i32>(set)
  const outputs = load<i32>(set, 8)
  const strengths = set + HEAD
  const sums = strengths + bytesFor(rules)
  const values = sums + bytesFor(outputs)
  const features = load<i32>(set, 4)
  const pair = 16 + ((<usize>features) << 5)
  const weights = values + bytesFor(features) + pair * <usize>((rules + 1) >> 1)
  const all = load<f64>(set, ALL)
  let total: f64 = 0
  for (let sum = sums; sum < values; sum += 16) v128.store(sum, f64x2.splat(0))
  for (let rule = 0; rule < rules; rule++) {
    const exponent = float(strengths, rule) - most
    if (!(exponent >= all)) {
      setFloat(strengths, rule, 0)
      continue
    }
    const strength = power(exponent)
    setFloat(strengths, rule, strength)
    total += strength
    const both = f64x2.splat(strength)
    let weight = weights + <usize>rule * bytesFor(outputs)
    for (let sum = sums; sum < values; sum += 16) {
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(both, v128.load(weight))))
      weight += 16
    }
  }
  let largest = float(sums, 0)
  for (let output = 1; output < outputs; output++) largest = max(largest, float(sums, output))
  return settle(set, strengths, sums, weights, total, largest - total * load<f64>(set, DOUBT))
}

/**
 * The first of the largest sums, of those that are `close` or more, by how much each is ahead of the largest before it: what both
 * have from a rule that recommends them alike falls out, so that a lead is known to a part of what they differ in, and two that
 * all rules recommend alike are equal to the last digit. −1 where a lead could be lost in rounding.
 */
function settle(set: usize, strengths: usize, sums: usize, weights: usize, total: f64, close: f64): i32 {
  const rules = load<i32>(set)
  const outputs = load<i32>(set, 8)
  const error = load<f64>(set, ERROR)
  const rounding = total * load<f64>(set, ROUNDING)
  let best = -1
  for (let output = 0; output < outputs; output++) {
    if (!(float(sums, output) >= close)) continue
    if (best < 0) {
      best = output
      continue
    }
    // Rules that do not count could tell sums apart that are next to nothing.
    if (close <= 0) return -1
    let lead: f64 = 0
    let apart: f64 = 0
    let weight = weights
    for (let rule = 0; rule < rules; rule++) {
      const difference = float(weight, output) - float(weight, best)
      if (difference !== 0) {
        const term = difference * float(strengths, rule)
        lead += term
        apart += abs(term)
      }
      weight += bytesFor(outputs)
    }
    if (apart === 0) continue
    if (abs(lead) <= error * apart + rounding) return -1
    if (lead > 0) best = output
  }
  return best
}

/** e to the power of a number from −700 to 0, off by less than a part in 10⁷. */
function power(exponent: f64): f64 {
  const twos = nearest(exponent * PER_LN2)
  const x = exponent - twos * LN2_HIGH - twos * LN2_LOW
  let series: f64 = 1.0 / 5040.0
  series = series * x + 1.0 / 720.0
  series = series * x + 1.0 / 120.0
  series = series * x + 1.0 / 24.0
  series = series * x + 1.0 / 6.0
  series = series * x + 0.5
  series = series * x + 1.0
  series = series * x + 1.0
  return series * reinterpret<f64>((<i64>twos + 1023) << 52)
}
