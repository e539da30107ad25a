/** Measurements at the end of a learning, and what it has come to. */
import { mean } from '../core/statistics.js'
import { measuredBy } from '../evaluation/searches/costs.js'
import type { FinalRow } from '../evaluation/searches/final-measurement.js'
import type { Task } from '../optimize/evaluator.js'
import type { CompositeObjective } from '../sim/objectives/index.js'
import { policyOf } from '../strategy/index.js'
import { caseTask, policyIn } from './cases.js'
import { reportedBy } from './goal.js'
import type { LearnSpec } from './spec.js'
import type { Winner } from './state.js'

/** Objectives of the final table: what was asked for, what it is made of, and what an administrator asks next. */
export function finalColumns(spec: LearnSpec): readonly string[] {
  const { objective, constraints, shownGroups, beside } = spec
  const perGroup = Array.from({ length: shownGroups }, (_, k) => `AWRT${k + 1}`)
  return [
    ...new Set([
      objective,
      ...constraints.map((constraint) => constraint.objective),
      'AWRT',
      ...perGroup,
      // By these readers see what a preference says.
      ...derivedParts(reportedBy(spec)(objective)),
      ...beside,
      'maxWait',
      'UTIL',
      'AVEbsld',
    ]),
  ]
}

function derivedParts({ parts, derived }: CompositeObjective): readonly string[] {
  return derived ? parts.map(({ name }) => name) : []
}

/** Policies of the final table: what was learnt, under the other algorithms that it was tried under, and others. */
export function finalPolicies(
  { compare, under }: Pick<LearnSpec, 'compare' | 'under'>,
  winners: readonly Winner[],
): readonly string[] {
  const found = winners.map(({ strategy }) => policyOf(strategy))
  const variants = found.flatMap((policy) => under.map((algorithm) => policyIn({ algorithm }, policy)))
  return [...new Set([...found, ...variants, ...compare])]
}

/** Tasks that the score of the winner follows from; none where the cases that it was scored on are gone. */
export function winnersTasks(
  spec: LearnSpec,
  objective: CompositeObjective,
  winners: readonly Winner[],
): readonly Task[] {
  return winners
    .slice(-1)
    .flatMap(({ strategy }) =>
      spec.cases.map((each) => caseTask(spec, each, policyOf(strategy), measuredBy(objective))),
    )
}

/** The winners, with the one last that is best over the training parts; of equal ones the first. */
export function chosenLast(
  { relativeTo }: LearnSpec,
  { sense }: CompositeObjective,
  winners: readonly Winner[],
  final: readonly FinalRow[],
): readonly Winner[] {
  const trained = final.filter(({ part }) => part === 'train')
  const score = ({ strategy }: Winner): number => {
    const own = trained.filter((row) => row.policy === policyOf(strategy))
    const values = own.map(({ log, values: [value] }) => {
      const base = trained.find((row) => row.log === log && row.policy === relativeTo)?.values[0] ?? 1
      if (value === null || value === undefined) return Number.POSITIVE_INFINITY
      return (sense === 'max' ? -value : value) / base
    })
    return mean(values)
  }
  const best = winners.reduce((least, each) => (score(each) < score(least) ? each : least))
  return [...winners.filter((each) => each !== best), best]
}

/** Rows without those of winners that were not chosen. */
export function rowsOfChosen(
  { compare, under }: LearnSpec,
  winners: readonly Winner[],
  final: readonly FinalRow[],
): readonly FinalRow[] {
  const kept = finalPolicies({ compare, under }, winners.slice(-1))
  return final.filter(({ policy }) => kept.includes(policy))
}
