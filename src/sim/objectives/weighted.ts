/**
 * Objectives that weigh each job by its work p·m, so that splitting a job or packing jobs together gains nothing
 * (Schwiegelshohn and Yahyapour 2000; Franke, doctoral thesis, 2006, 4.3 and 6).
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
    rises: true,
    description: 'average weighted response time: Σ p m (C − r) / Σ p m',
    source: 'Franke, doctoral thesis, Dortmund 2006, ch. 6',
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
    rises: true,
    description: 'average weighted wait time: Σ p m w / Σ p m',
    source: 'Franke, doctoral thesis, Dortmund 2006, ch. 6',
    measure: ({ sums }) => ratio(sums.workWait, sums.work),
  },
  {
    name: 'SD',
    unit: '1',
    sense: 'min',
    rises: true,
    description: 'weighted slowdown: Σ p m (C − r) / Σ p² m',
    source:
      'Franke, Hoffmann, Lepping, Schwiegelshohn: Development of scheduling strategies with genetic fuzzy systems, Applied Soft Computing 8, 2008',
    measure: ({ sums }) => ratio(sums.workResponse, sums.squaredWork),
  },
]
