/** Bounds of constraints on given jobs: what they are as values, and whether any schedule can keep to them. */
import { QueuewrightError } from '../../core/errors.js'
import { boundOf } from '../../sim/bounds/index.js'
import type { CompositeObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { parsePolicy } from '../../sim/policy.js'
import { boundIn, type WrittenConstraint } from '../../strategy/index.js'
import type { Stage } from './scenario.js'

/** A policy's value by an objective. */
export type Measurer = (policy: string, objective: CompositeObjective) => number

/** Simulates each policy once. */
export function measurerOn({ run, measured }: Stage): Measurer {
  const known = new Map<string, ReturnType<Stage['measured']>>()
  return (policy, objective) => {
    const schedule = known.get(policy) ?? measured(run(parsePolicy(policy)))
    known.set(policy, schedule)
    return objective.of(schedule)
  }
}

export function boundOn(constraint: WrittenConstraint, measured: Measurer): number {
  const { objective, bound } = constraint
  return boundIn(constraint, typeof bound === 'number' ? null : measured(bound.policy, objective)) as number
}

/**
 * @param field where the constraint comes from
 * @param name of the jobs
 * @throws QueuewrightError `usage` for a bound that is certainly out of reach of every schedule
 */
export function requirePossible(
  { text, sense, objective }: WrittenConstraint,
  bound: number,
  field: string,
  name: string,
  machine: number,
  { jobs, judged, dependencies, classes }: Stage,
): void {
  // Of a formula or an objective that is to be small a lower bound is certified, of one that is to be large an upper one.
  if ((compositeInfo(objective).sense === 'min') !== (sense === '<=')) return
  // They are certified for the recorded submits.
  if (dependencies !== null) return
  const certified = boundOf(jobs, judged, machine, objective, classes)
  if (certified === null || (sense === '<=' ? bound >= certified.value : bound <= certified.value)) return
  throw new QueuewrightError('usage', 'a constraint that no schedule keeps', {
    field,
    value: text,
    expected: `on ${name}, ${sense === '<=' ? 'at least' : 'at most'} ${shown(certified.value)} as the bound, not ${shown(bound)}`,
    remedy: 'See qw bounds',
  })
}

/** Without the digits that only rounding has left. */
function shown(value: number): number {
  return Number(value.toPrecision(9))
}
