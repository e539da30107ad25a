/** Comparisons for properties of many thousands of runs, where vitest's `expect` would take most of the time. */
import { expect } from 'vitest'

/** The same numbers, bit for bit; told as `toEqual` does where they are not. */
export function expectSame(actual: Float64Array, expected: Float64Array): void {
  const { length } = actual
  let same = length === expected.length
  for (let k = 0; k < length && same; k++) same = Object.is(actual[k], expected[k])
  if (!same) expect([...actual]).toEqual([...expected])
}

/** Nothing is there; told as `toEqual` does where something is. */
export function expectNone(found: readonly unknown[]): void {
  if (found.length > 0) expect(found).toEqual([])
}

/** The same value; told as `toBe` does where it is not. */
export function expectIs<T>(actual: T, expected: T): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected)
}
