/** The request of a search for a front, in words. */

import type { Fact } from '../core/exhibit.js'
import { formatCount } from '../core/format.js'
import type { FrontSpec } from './spec.js'

export function askedFacts(spec: FrontSpec): readonly Fact[] {
  const {
    name,
    scenario,
    groups,
    groupJobs,
    plan,
    evaluations,
    seed,
    large,
    constraints = [],
    prefers,
    legend = [],
  } = spec
  const { machine, estimates } = scenario
  const shown = groups.map((group, k) => `${group} (${formatCount(groupJobs[k])} jobs)`)
  return [
    ['log', name],
    ['machine', `${formatCount(machine)} processors`],
    ['estimates', estimates],
    ['user groups', shown.length === 0 ? 'none' : shown.join(', ')],
    ...legend,
    ...(prefers === undefined ? [] : [['towards', prefers] as const]),
    ...(constraints.length === 0
      ? []
      : [['subject to', constraints.map(({ text }) => text).join(', ')] as const]),
    ['plan', plan],
    ['budget', evaluations === null ? 'the time given' : `${formatCount(evaluations)} schedules`],
    ...(plan === 'published'
      ? [['large jobs', `more than ${large.size} processors, estimates above ${large.estimate} s`] as const]
      : []),
    ['seed', String(seed)],
  ]
}

/** For lists of runs. */
export function frontFacts(spec: FrontSpec): readonly Fact[] {
  return [...askedFacts(spec), ['objectives', spec.objectives.join(', ')]]
}
