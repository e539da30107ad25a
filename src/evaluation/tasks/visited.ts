/**
 * Results of rigid rule bases that need no simulation: a base that differs from one that was simulated only in classes of states
 * that its simulation never visited decides the same all the way, so its schedule is the same. A visit is a decision from which
 * something follows. What a search changes in other classes thus costs nothing (algorithm 9.1 of C. Franke's doctoral thesis
 * changes each of 192 classes twelve times, and simulations visit a part of them).
 */
import { classOf, type DecisionWitness, type RigidBase } from '../../sim/rule-based/index.js'

/** Results of bases with the same partitions and strategies in the same scenario. */
export interface Visits<Result> {
  /** The result of simulating the base, if that is known. */
  known(base: RigidBase): Result | undefined
  /** Is told of the decisions of a simulation of the base; `done` with the result where it came to its end. */
  watch(base: RigidBase): { readonly witness: DecisionWitness; done(result: Result): void }
}

/** @param most results to keep, those that were used last; 1 or more */
export function visits<Result>(most: number): Visits<Result> {
  const kept: {
    readonly visited: readonly (readonly [at: number, place: number])[]
    readonly result: Result
  }[] = []
  return {
    known: ({ classes }) => {
      const found = kept.findLastIndex(({ visited }) => visited.every(([at, place]) => classes[at] === place))
      if (found < 0) return undefined
      const [entry] = kept.splice(found, 1)
      kept.push(entry)
      return entry.result
    },
    watch: ({ partitions, classes }) => {
      const seen = new Uint8Array(classes.length)
      return {
        witness: {
          // What nothing follows from may be decided otherwise and gives the same schedule.
          always: false,
          decided: (_, values) => {
            seen[classOf(partitions, values)] = 1
          },
        },
        done: (result) => {
          const visited = classes.flatMap((place, at) => (seen[at] === 1 ? [[at, place] as const] : []))
          kept.push({ visited, result })
          if (kept.length > most) kept.shift()
        },
      }
    },
  }
}
