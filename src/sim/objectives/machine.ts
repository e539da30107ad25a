/**
 * Objectives of the machine's owner: utilization, makespan and throughput. Over some of the jobs only, utilization counts only
 * their work, from the first start to the last end among them.
 */
import type { Objective } from './objective.js'

export const MACHINE_OBJECTIVES: readonly Objective[] = [
  {
    name: 'UTIL',
    unit: 'share',
    sense: 'max',
    description: 'utilization: Σ p m / (machine · (last end − first start))',
    source: 'Franke, doctoral thesis, Dortmund 2006, ch. 6',
    measure: ({ schedule, sums }) => {
      const seconds = sums.lastEnd - sums.firstStart
      return seconds > 0 ? sums.work / (schedule.processors * seconds) : null
    },
  },
  {
    name: 'makespan',
    unit: 's',
    sense: 'min',
    rises: true,
    description: 'from the first submit to the last end',
    source: 'Feitelson, Rudolph: Metrics and benchmarking for parallel job scheduling, JSSPP 1998',
    measure: ({ sums }) => (sums.jobs === 0 ? null : sums.lastEnd - sums.firstSubmit),
  },
  {
    name: 'throughput',
    unit: '1/d',
    sense: 'max',
    description: 'jobs ended a day: number / makespan',
    source: 'Feitelson, Rudolph: Metrics and benchmarking for parallel job scheduling, JSSPP 1998',
    measure: ({ sums }) => {
      const seconds = sums.lastEnd - sums.firstSubmit
      return seconds > 0 ? sums.jobs / (seconds / 86_400) : null
    },
  },
]
