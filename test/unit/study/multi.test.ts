/** `multi`: the printed tables, and the run on a stand-in for the log. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { multiclusterJson, multiclusterSpecOf } from '../../../src/study/multicluster/spec.js'
import { generationsOf, largeWorkloadsOf } from '../../../src/study/reproduce/multi/plan.js'
import { MULTI } from '../../../src/study/reproduce/multi/study.js'
import { CONVERGENCE, SETTINGS } from '../../../src/study/reproduce/multi/tables.js'
import { REPRODUCTION, reproductionJson } from '../../../src/study/reproduce/reproduction.js'
import { drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'

const JOBS = 4

interface Value {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
}

it('table 1 says that guided beginnings converge faster, ten times of ten', () => {
  const { random, guided } = CONVERGENCE
  expect(random.every((generations, k) => generations > guided[k])).toBe(true)
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  expect([mean(random), mean(guided)]).toEqual([421, 169.5])
})

it('a budget takes fewer generations, and fewer of the large workloads', () => {
  expect([generationsOf(120, 1), generationsOf(120, 0.1), generationsOf(120, 0.001)]).toEqual([120, 12, 2])
  expect([largeWorkloadsOf(1), largeWorkloadsOf(0.1), largeWorkloadsOf(0.001)]).toEqual([25, 3, 2])
})

/** The same with the first jobs of each workload alone. */
function shortened(json: Json): Json {
  const { workloads, ...spec } = multiclusterSpecOf(json)
  const cut = workloads.map(({ name, ids, tasks, base, sigma, bandwidth, submit }) => ({
    ...{ name, ids: ids.slice(0, JOBS), tasks: tasks.slice(0, JOBS), base: base.slice(0, JOBS) },
    ...{ sigma: sigma.slice(0, JOBS), bandwidth: bandwidth.slice(0, JOBS), submit: submit.slice(0, JOBS) },
  }))
  return multiclusterJson({ ...spec, workloads: cut })
}

describe('multi', () => {
  let values: readonly Value[]
  beforeAll(async () => {
    const { spec, datasets } = reproduction(MULTI, ['HPC2N'], 6000, { budget: 0.001 })
    const parts = spec.parts.map((part) => ({ ...part, spec: shortened(part.spec) }))
    const { artefacts } = await drive(REPRODUCTION, reproductionJson({ ...spec, parts }), datasets)
    values = JSON.parse(String(artefacts.find(({ name }) => name === 'values.json')?.content))
  }, 120_000)
  const of = (row: string) => values.filter((value) => value.row.startsWith(row))

  it('prints the published numbers beside ours', () => {
    const rows = of('1 generations')
    expect(rows).toHaveLength(22)
    expect(
      rows.every(({ published, ours }) => published !== null && ours !== null && ours >= 1 && ours <= 2),
    ).toBe(true)
    expect(of('2 settings').map(({ published }) => published)).toEqual([120, 80, 0.5, 0.6])
    expect(of('2 settings').map(({ ours }) => ours)).toEqual([2, 80, SETTINGS.mutation, SETTINGS.alpha])
  })

  it('computes some figures alone, which come out the same', async () => {
    const some = { budget: 0.001, methods: ['figures-7-8'] }
    const { spec, datasets } = reproduction(MULTI, ['HPC2N'], 6000, some)
    const parts = spec.parts.map((part) => ({ ...part, spec: shortened(part.spec) }))
    const { artefacts } = await drive(REPRODUCTION, reproductionJson({ ...spec, parts }), datasets)
    const own: readonly Value[] = JSON.parse(
      String(artefacts.find(({ name }) => name === 'values.json')?.content),
    )
    const missing = /table-1|^1 generations|4 to 6|9 and 10|2,000 jobs/
    expect(own).toEqual(values.filter(({ row }) => !missing.test(row)))
    expect(own.length).toBeGreaterThan(30)
  })

  it('has the values behind all figures', () => {
    expect(of('figures 4 to 6')).toHaveLength(2 * (10 + 10 + 9 + 11))
    for (const figure of ['figures 7 and 8', 'figures 9 and 10']) {
      const rows = of(figure)
      expect(rows.filter(({ column }) => column === 'mean makespan, s')).toHaveLength(7)
      expect(rows.every(({ ours }) => ours !== null)).toBe(true)
    }
    expect(of('what the text says')).toHaveLength(16)
  })
})
