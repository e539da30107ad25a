/** Random rules: every combination of the options of a simulation that is allowed. */
import fc from 'fast-check'
import type { AlgorithmName } from '../../src/sim/policy.js'
import type { Semantics } from '../../src/sim/semantics.js'

/**
 * @param algorithm only the rules that it reads are varied, so that random runs are not wasted on the others
 */
export function rulesFor(algorithm: AlgorithmName): fc.Arbitrary<Semantics> {
  return fc
    .record({
      events: fc.constantFrom('instant' as const, 'single' as const),
      freeAtEstimate: fc.boolean(),
      sight: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1, 2, 3, 6),
      commit: fc.constantFrom(false, false, true),
      lead: fc.constantFrom(0, 0, 0, 2, 7),
      ties: fc.constantFrom('earliest' as const, 'latest' as const),
      passInterval: fc.constantFrom(0, 0, 0, 1, 3, 10),
      backfill: fc.record({
        admit:
          algorithm === 'easy'
            ? fc.constantFrom('shadow-or-spare', 'before-shadow')
            : fc.constant('shadow-or-spare'),
        resort: fc.constantFrom(false, false, true),
      }) as fc.Arbitrary<Semantics['backfill']>,
      compress:
        algorithm === 'cons'
          ? fc.constantFrom('queue' as const, 'none' as const)
          : fc.constant('queue' as const),
    })
    .map((rules) => (rules.compress === 'none' ? { ...rules, passInterval: 0 } : rules))
}
