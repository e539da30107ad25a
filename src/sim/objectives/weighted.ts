/**
 * Objectives that weigh each job by its work p·m, so that splitting a job or packing jobs together gains nothing
 * (Schwiegelshohn and Yahyapour 2000; THESIS 4.3 and 6; SYSTEMS.md 1).
 */
import type { Objective } from './objective.js'

/** null for 0/0. */
function ratio(above: number, below: number): number | null {
  return below === 0 ? null : above / below
}

export const WEIGHTED_OBJECTIVES: readonly Objective[] = [
  {
    name: 'AWRT',
    unit: 's',
    sense: 'min',
    description: 'average weighted response time: Σ p m (C − r) / Σ p m',
    source: 'THESIS ch. 6; SYSTEMS.md 1',
    perGroup: true,
    measure: (schedule, group) => {
      const { work, workResponse } = group === null ? schedule.sums : schedule.group(group)
      return ratio(workResponse, work)
    },
  },
  {
    name: 'AWWT',
    unit: 's',
    sense: 'min',
    description: 'average weighted wait time: Σ p m w / Σ p m',
    source: 'THESIS ch. 6; SYSTEMS.md 1',
    measure: ({ sums }) => ratio(sums.workWait, sums.work),
  },
  {
    name: 'SD',
    unit: '1',
    sense: 'min',
    description: 'weighted slowdown: Σ p m (C − r) / Σ p² m',
    source: 'FUZZY; SYSTEMS.md 11',
    measure: ({ sums }) => ratio(sums.workResponse, sums.squaredWork),
  },
]
