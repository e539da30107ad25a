/** Lines for batch systems: only where they put jobs into just the order of a policy. */
import { describe, expect, it } from 'vitest'
import { linesFor } from '../../../src/study/advise/lines.js'

describe('lines of an advice', () => {
  it.each([
    ['easy:spt', 'walltime'],
    ['easy:(submit/3600 + 12.5*log2(max(estimate, 10)/3600))', 'eligible_time'],
    ['easy:lxf(wait=0.02)', 'eligible_time'],
  ])('are a formula of OpenPBS for %s, and no weights', (policy, word) => {
    const { slurm, openpbs } = linesFor(policy, 128)
    expect(slurm).toBeNull()
    expect(openpbs?.find((line) => line.includes('job_sort_formula'))).toContain(word)
  })

  it('are weights for multifactor, and no formula', () => {
    const { slurm, openpbs } = linesFor('easy:multifactor(age=1000, fairshare=0, size=500, favorsmall=1)', 64)
    expect(slurm).toContain('PriorityWeightAge=1000')
    expect(slurm).toContain('PriorityWeightJobSize=500')
    expect(openpbs).toBeNull()
  })

  it('are those of Slurm alone where its own schedulers go by the order', () => {
    const [own, easy] = ['slurm:smallest', 'easy:smallest'].map((policy) => linesFor(policy, 64))
    expect(own).toEqual({ slurm: easy.slurm, openpbs: null })
    expect(easy.openpbs).not.toBeNull()
  })

  it.each(['easy:submit/estimate', 'easy:group', 'easy:f1', 'recorded'])('are none for %s', (policy) => {
    expect(linesFor(policy, 64)).toEqual({ slurm: null, openpbs: null })
  })
})
