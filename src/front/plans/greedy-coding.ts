/**
 * Real coding by greedy criteria (Franke, doctoral thesis, Dortmund 2006, 7.3): a, b, w_i and K_i of one criterion in each
 * of the three situations, 36 numbers for five groups; a, b, w_i in [0, 1], K_i in [0, 5]. What is evaluated is the policy
 * that the numbers make when written with five decimals.
 */
import type { Box } from '../../optimize/index.js'
import { TIME_CLASS_NAMES } from '../../sim/time-class.js'
import { greedyBox } from '../../strategy/index.js'

export interface PolicyCoding {
  readonly box: Box
  readonly policy: (genome: Float64Array) => string
}

const DECIMALS = 5

/** @param groups those that the log has */
export function greedyCoding(criterion: 1 | 2 | 3 | 4, groups: readonly number[]): PolicyCoding {
  const names = ['a', 'b', ...groups.map((group) => `w${group}`), ...groups.map((group) => `K${group}`)]
  return {
    box: greedyBox(groups.length),
    policy: (genome) => {
      const written = TIME_CLASS_NAMES.flatMap((situation, s) =>
        names.flatMap((name, k) =>
          // The third criterion has no b: its number is carried along, as in the thesis, and has no effect.
          criterion === 3 && name === 'b'
            ? []
            : [`${situation}.${name}=${Number(genome[s * names.length + k].toFixed(DECIMALS))}`],
        ),
      )
      return `head:g${criterion}(${written.join(', ')})`
    },
  }
}
