/** The studies of optimisers, one draw each; `qw reproduce` has all of them. */
import { describe, expect, it } from 'vitest'
import { isRun, requireStudy } from '../../../src/study/reproduce/registry.js'
import type { StudyValue } from '../../../src/study/reproduce/study.js'

function valuesOf(name: string, wanted: (label: string) => boolean): readonly StudyValue[] {
  const study = requireStudy(name)
  if (isRun(study)) throw new TypeError(`${name} is a run`)
  const { tasks, values } = study.begin(new Map(), { seed: 1, draws: 1 })
  for (const { label, run } of tasks) if (wanted(label)) run()
  return values().filter(({ ours }) => ours !== null)
}

describe('studies of optimisers', () => {
  it('zdt: NSGA-II and the true front within 1 % of the published values', () => {
    const values = valuesOf('zdt', (label) => /^ZDT[12],/.test(label))
    expect(values.map(({ row, column }) => `${row} ${column}`).sort()).toEqual([
      'ZDT1 NSGA-II',
      'ZDT1 true front',
      'ZDT2 NSGA-II',
      'ZDT2 true front',
    ])
    for (const { ours, published } of values) expect((ours ?? 0) / (published ?? 1)).toBeCloseTo(1, 1.7)
  })

  it('dtlz: 7 objectives, θ-DEA above 1.70 and NSGA-III near what is published', () => {
    const values = valuesOf('dtlz', (label) => /^DTLZ2, 7 .*(NSGA-III|θ-DEA|front)/.test(label))
    const ours = new Map(values.map(({ column, ours }) => [column, ours ?? 0]))
    expect(ours.get('θ-DEA')).toBeGreaterThan(1.7)
    expect((ours.get('NSGA-III') ?? 0) / 1.6986).toBeCloseTo(1, 1.5)
    expect(ours.get('true front')).toBeCloseTo(1.1 ** 7 - (16 * Math.PI ** 3) / 105 / 128, 9)
  })

  it('cma-es: the sphere in 10 and 20 dimensions within 20 %, to 1e-7 sooner than to 1e-8', () => {
    const values = valuesOf('cma-es', (label) => label.startsWith('sphere'))
    expect(values).toHaveLength(8)
    for (const { ours, published } of values)
      if (published !== null) expect(Math.abs((ours ?? 0) / published - 1)).toBeLessThan(0.2)
    const to = (table: string) => values.filter((value) => value.table === table).map(({ ours }) => ours ?? 0)
    const later = to('evaluations to 1e-8')
    for (const [k, evaluations] of to('evaluations to 1e-7').entries())
      expect(evaluations).toBeLessThan(later[k])
  })
})
