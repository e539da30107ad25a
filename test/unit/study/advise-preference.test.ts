/** Which policy of an advice comes first: one with lines, where it gains nearly as much. */
import { describe, expect, it } from 'vitest'
import { type AdvisedPolicy, preferred } from '../../../src/study/advise/index.js'

const LINES = ['PriorityWeightAge=7']
const policy = (name: string, change: number, further: Partial<AdvisedPolicy> = {}): AdvisedPolicy => ({
  ...{
    name,
    policy: name,
    origin: 'known',
    learnt: change,
    value: 1,
    change,
    used: 0.7,
    file: `${name}.json`,
  },
  ...{
    later: { low: change - 0.2, high: change + 0.1 },
    better: 6,
    worse: 0,
    weeks: 6,
    p: 0.01,
    worth: true,
  },
  ...{ seeds: [], bounds: [], bySize: [], byRuntime: [], losers: [], users: 0, usersBetter: 0 },
  ...{ usersWorse: 0, slurm: null, openpbs: null },
  ...further,
})
const names = (
  policies: readonly AdvisedPolicy[],
  sense: 'min' | 'max' = 'min',
  system: 'slurm' | null = null,
) => {
  const { policies: told, passedOver } = preferred(policies, sense, system)
  return [told.map(({ name }) => name).join(' '), passedOver]
}

describe('the first policy of an advice', () => {
  const best = policy('best', -0.3)

  it('has lines where it gains nearly as much', () => {
    expect(names([best, policy('slurms', -0.21, { slurm: LINES })])).toEqual(['slurms best', 'best'])
    expect(names([best, policy('better', -0.6, { openpbs: LINES })])).toEqual(['better best', 'best'])
    // Of an objective that is to be large, the same the other way round.
    const most = policy('most', 0.3, { later: { low: 0.2, high: 0.5 } })
    expect(names([most, policy('slurms', 0.21, { slurm: LINES })], 'max')).toEqual(['slurms most', 'most'])
    expect(names([most, policy('slurms', 0.19, { slurm: LINES })], 'max')).toEqual(['most slurms', null])
  })

  it.each<[string, Partial<AdvisedPolicy>, number]>([
    ['outside the interval', {}, -0.19],
    ['of less than half the gain', { later: { low: -0.9, high: 0.9 } }, -0.14],
    ['whose gain cannot be held against an interval', { later: null }, -0.29],
  ])('is not one %s', (_, further, change) => {
    const policies = [policy('best', -0.3, further), policy('slurms', change, { slurm: LINES })]
    expect(names(policies)).toEqual(['best slurms', null])
  })

  it('is not one that is not worth it, and stays where it has lines itself', () => {
    expect(names([best, policy('slurms', -0.29, { slurm: LINES, worth: false })])[1]).toBeNull()
    const own = policy('own', -0.3, { openpbs: LINES })
    expect(names([own, policy('slurms', -0.29, { slurm: LINES })])).toEqual(['own slurms', null])
  })

  it('has lines of the system of the site', () => {
    const own = policy('pbs', -0.3, { openpbs: LINES })
    expect(names([own, policy('slurms', -0.29, { slurm: LINES })], 'min', 'slurm')).toEqual([
      'slurms pbs',
      'pbs',
    ])
  })
})
