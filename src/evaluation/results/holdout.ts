/**
 * Choosing a policy on one part of the data and judging it on another. Whoever tries many policies and reports the best
 * reports its luck too; what is left of its lead on data that had no say in the choice is what may be expected.
 *
 * Chosen is the policy with the best median change against the baseline over the training cells (see paired.ts), the
 * baseline itself (no change) if none is better, the first of equal ones. `test` compares it with the baseline over
 * the test cells; Holm's correction runs over the splits. Pure.
 */
import type { Random } from '../../core/random.js'
import { ascending, median } from '../../core/statistics.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import {
  changesAgainst,
  comparisonOf,
  judged,
  type PairedComparison,
  type UnjudgedComparison,
} from './paired.js'
import { distinctOf, POLICY_KEY, type ResultTable } from './result-table.js'

export interface TrainTest {
  /** The name of the split: `first half`, `without CTC`. */
  readonly split: string
  readonly train: ResultTable
  readonly test: ResultTable
}

/** A policy and its median change against the baseline: a share of it, or a difference. */
export interface Choice {
  readonly policy: string
  readonly scale: PairedComparison['scale']
  readonly change: number
}

export interface SelectedPolicy {
  readonly split: string
  readonly objective: string
  /** With its change in training. */
  readonly chosen: Choice
  /** On the test part; null where the baseline was chosen. */
  readonly test: PairedComparison | null
  /** The choice that the test part would have made for itself, with its change there. */
  readonly hindsight: Choice
}

export function selectAndTest(
  splits: readonly TrainTest[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
  random: Random,
): SelectedPolicy[] {
  return objectives.flatMap((objective) => {
    const choices = splits.map(({ split, train, test }) => {
      const chosen = bestChange(train, objective, baseline)
      const change = changesAgainst(test, objective.name, baseline)(chosen.policy)
      const tested = chosen.policy === baseline ? null : comparisonOf(change, objective, random.fork(split))
      return { split, chosen, tested, hindsight: bestChange(test, objective, baseline) }
    })
    const family = judged(choices.flatMap(({ tested }): UnjudgedComparison[] => (tested ? [tested] : [])))
    let next = 0
    return choices.map(
      ({ split, chosen, tested, hindsight }): SelectedPolicy => ({
        split,
        objective: objective.name,
        chosen,
        test: tested && family[next++],
        hindsight,
      }),
    )
  })
}

function bestChange(table: ResultTable, { name, sense }: ObjectiveInfo, baseline: string): Choice {
  const changesOf = changesAgainst(table, name, baseline)
  let best: Choice = { policy: baseline, scale: changesOf(baseline).scale, change: 0 }
  for (const policy of distinctOf(table, POLICY_KEY)) {
    const { changes, scale } = changesOf(policy)
    if (policy === baseline || changes.length === 0) continue
    const middle = median(ascending(changes))
    const change = scale === 'ratio' ? Math.expm1(middle) : middle
    if (sense === 'min' ? change < best.change : change > best.change) best = { policy, scale, change }
  }
  return best
}
