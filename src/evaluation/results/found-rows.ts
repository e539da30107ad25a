/**
 * The final measurements of a strategy that was found, beside those of other policies on the same jobs: whether it keeps to
 * its constraints, and where it is no better than what there was before. Pure.
 */
import { compileObjective } from '../../sim/objectives/index.js'
import { policyName } from '../../sim/policy.js'
import {
  boundIn,
  type Evidence,
  parseConstraint,
  violationOf,
  type WrittenConstraint,
} from '../../strategy/index.js'
import { beatsAnchors } from './anchors.js'

export type FoundRow = Evidence['measured'][number]

/** The policy that others are measured against where no site says what it goes by. */
export const USUAL_BASELINE = 'easy'

/** The policy that a strategy is to be better than: the site's own where it is known. */
export function baselineIn({ settings }: Pick<Evidence, 'settings'>): string {
  return typeof settings.baseline === 'string' ? settings.baseline : USUAL_BASELINE
}

/** The measurement of another policy on the same jobs. */
export function beside(
  policy: string,
  { trace, part }: FoundRow,
  measured: readonly FoundRow[],
): FoundRow | undefined {
  return measured.find((each) => each.policy === policy && each.trace === trace && each.part === part)
}

/** The keeping of a constraint in one measurement. */
export function keepingOf(
  constraint: WrittenConstraint,
  row: FoundRow,
  measured: readonly FoundRow[],
): { readonly value: number | null; readonly limit: number | null; readonly kept: boolean } {
  const { objective, sense, bound } = constraint
  const reached = (of: FoundRow | undefined) => of?.objectives[objective.text] ?? null
  const value = reached(row)
  const base = typeof bound === 'number' ? null : reached(beside(bound.policy, row, measured))
  const limit = boundIn(constraint, base)
  return { value, limit, kept: violationOf(sense, limit, value) === 0 }
}

/** Jobs on which a strategy is not better than what there was before. */
export interface Unbeaten {
  readonly row: FoundRow
  /** Values of the objective. */
  readonly value: number | null
  readonly before: number | null
}

/**
 * Where a strategy is not strictly better than the policy before it. One that breaks a constraint which the strategy keeps
 * is nothing that it could be measured against; where nobody measured that policy, nothing can be said.
 * @param policy the strategy's name in the measurements
 */
export function unbeatenIn(evidence: Evidence, policy: string): readonly Unbeaten[] {
  const { objective, measured } = evidence
  const { sense } = compileObjective(objective)
  const constraints = evidence.constraints.map((text) => parseConstraint(text, 'constraints'))
  const keeps = (row: FoundRow) => constraints.every((each) => keepingOf(each, row, measured).kept)
  return measured
    .filter((row) => row.policy === policy)
    .flatMap((row): readonly Unbeaten[] => {
      const base = beside(policyName(baselineIn(evidence)), row, measured)
      if (base === undefined || (!keeps(base) && keeps(row))) return []
      const [value, before] = [row, base].map((each) => each.objectives[objective] ?? null)
      return beatsAnchors(value, [before], sense) === false ? [{ row, value, before }] : []
    })
}

/** Whether nothing better than the policy before it was found: on no log that was learnt from it is. */
export function nothingBetter(evidence: Evidence, policy: string): boolean {
  const learnt = evidence.measured.filter((row) => row.policy === policy && row.part === 'train')
  const unbeaten = unbeatenIn(evidence, policy).filter(({ row }) => row.part === 'train')
  return learnt.length > 0 && unbeaten.length === learnt.length
}
