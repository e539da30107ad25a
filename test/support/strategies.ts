/** Random strategies for fast-check. */
import fc from 'fast-check'
import { ALGORITHM_NAMES } from '../../src/sim/policy.js'
import type { GreedyCriterion, GreedyStrategy } from '../../src/strategy/index.js'

/** Values at both ends of a range, round ones in it and ones with all their digits. */
function weight(most: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(0, most, most / 2, 1e-7),
    fc.double({ min: 0, max: most, noNaN: true }).map((value) => value + 0),
  )
}

/** Greedy strategies of up to `most` groups; situations often alike, as what is alike is written in other ways. */
export function greedyStrategies(most = 6): fc.Arbitrary<GreedyStrategy> {
  return fc.integer({ min: 1, max: most }).chain((groups) => {
    const each = (arbitrary: fc.Arbitrary<number>) =>
      fc.oneof(
        fc.array(arbitrary, { minLength: groups, maxLength: groups }),
        arbitrary.map((value) => new Array<number>(groups).fill(value)),
      )
    const criterion: fc.Arbitrary<GreedyCriterion> = fc.record({
      criterion: fc.constantFrom(1, 2, 3, 4),
      a: weight(1),
      b: weight(1),
      w: each(weight(1)),
      K: each(weight(5)),
    })
    return fc
      .tuple(fc.constantFrom(...ALGORITHM_NAMES), criterion, criterion, criterion, fc.nat(4))
      .map(([algorithm, one, two, three, alike]) => {
        const situations = [
          [one, two, three],
          [one, two, two],
          [one, two, one],
          [one, one, two],
          [one, one, one],
        ] as const
        return { kind: 'greedy', algorithm, situations: situations[alike] }
      })
  })
}
