/** Lines for batch systems: only where they put jobs into the same order. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { batchLines } from '../../../src/strategy/index.js'

const formulaIn = (policy: string): string => {
  const [line = ''] = batchLines(policy, 128).pbs ?? []
  return /"(.*)"/.exec(line)?.[1] ?? ''
}

describe('lines for OpenPBS', () => {
  it.each([
    ['easy', 'eligible_time'],
    ['easy:lxf(wait=0.02)', '-(-(eligible_time + walltime) / walltime - 0.02 * eligible_time / 3600)'],
    ['easy:spt', '-walltime'],
    ['easy:saf', '-(walltime * ncpus)'],
    ['easy:wfp3', '-(-(eligible_time / walltime) ** 3 * ncpus)'],
    ['head:(2*submit + 60*size)', '-(60 * ncpus - 2 / 1 * eligible_time)'],
    ['list:max(estimate, 10)', '-(walltime if walltime >= 10 else 10)'],
  ])('%s', (policy, formula) => {
    expect(formulaIn(policy)).toBe(formula)
  })

  it('have EASY as strict order with one job to backfill around', () => {
    expect(batchLines('easy:spt', 128).pbs?.slice(1)).toEqual([
      "qmgr -c 'set server backfill_depth = 1'",
      'sched_config: strict_ordering: true ALL',
    ])
    expect(batchLines('list:spt', 128).pbs).toContain('sched_config: strict_ordering: false ALL')
  })

  it.each(['easy:f1', 'easy:submit/estimate', 'cons:spt', 'easy:(wait*submit)', 'easy:(submit*size)'])(
    'there are none for %s',
    (policy) => {
      expect(batchLines(policy, 128).pbs).toBeNull()
    },
  )

  it.each(['easy:group', 'easy:(queue + estimate)', 'easy:cbrt(estimate)', 'recorded'])(
    'nor for %s',
    (policy) => {
      expect(batchLines(policy, 128).pbs).toBeNull()
    },
  )

  it('put jobs into the order of a learnt sum of terms', () => {
    const formula = formulaIn('easy:(submit/3600 + 12.5*log2(estimate/3600) - 0.25*log2(size)^2 + 3*size/16)')
    const priority = new Function(
      'eligible_time',
      'walltime',
      'ncpus',
      'log2',
      `return ${formula.replaceAll('log2(ncpus) ** 2', '(log2(ncpus) ** 2)')}`,
    )
    const random = new Random('order')
    const now = 500_000
    const jobs = Array.from({ length: 200 }, () => ({
      submit: random.int(now),
      estimate: 1 + random.int(86_400),
      size: 1 + random.int(128),
    }))
    const key = ({ submit, estimate, size }: (typeof jobs)[number]) =>
      submit / 3600 + 12.5 * Math.log2(estimate / 3600) - 0.25 * Math.log2(size) ** 2 + (3 * size) / 16
    const theirs = ({ submit, estimate, size }: (typeof jobs)[number]) =>
      priority(now - submit, estimate, size, Math.log2) as number
    const ours = jobs.toSorted((a, b) => key(a) - key(b))
    expect(jobs.toSorted((a, b) => theirs(b) - theirs(a))).toEqual(ours)
  })
})

describe('lines for Slurm', () => {
  it('are the weights of multifactor', () => {
    expect(
      batchLines('easy:multifactor(age=1000, fairshare=0, size=500, partition=0, favorsmall=1)', 64).slurm,
    ).toEqual([
      'SchedulerType=sched/backfill',
      'PriorityType=priority/multifactor',
      'PriorityWeightAge=1000',
      'PriorityWeightFairshare=0',
      'PriorityWeightJobSize=500',
      'PriorityWeightPartition=0',
      'PriorityWeightQOS=0',
      'PriorityMaxAge=7-00:00:00',
      'PriorityFavorSmall=YES',
      'PriorityCalcPeriod=0-00:05:00',
    ])
  })

  it('say submit order and size alone', () => {
    expect(batchLines('fcfs', 64).slurm).toEqual([
      'SchedulerType=sched/builtin',
      'PriorityType=priority/basic',
    ])
    expect(batchLines('easy:smallest', 64).slurm).toContain('PriorityWeightJobSize=64')
    expect(batchLines('easy:smallest', 64).slurm).toContain('PriorityFavorSmall=YES')
  })

  it.each(['easy:spt', 'list:fcfs', 'easy:fcfs/spt', 'easy:(submit)'])('there are none for %s', (policy) => {
    expect(batchLines(policy, 64).slurm).toBeNull()
  })
})
