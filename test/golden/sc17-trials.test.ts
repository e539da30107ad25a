/** `qw reproduce sc17-trials` (docs/scores.md): figure 2, and the published scores by place, which the released shuffle explains. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDistribution } from '../../src/learn/score/distribution.js'
import { loadTrace } from '../../src/runtime/index.js'
import { releasedChances } from '../../src/study/reproduce/sc17-trials/released-shuffle.js'
import { SC17_TRIALS } from '../../src/study/reproduce/sc17-trials/study.js'
import { RELEASED_BY_PLACE } from '../../src/study/reproduce/sc17-trials/tables.js'
import { missing, referencePath, requirements, tracePath } from '../support/data.js'
import { runs } from '../support/runs.js'

async function reproduced(wanted: RegExp) {
  const [{ name, file, size }] = SC17_TRIALS.logs
  const trace = await loadTrace(tracePath(file), { size, fields: SC17_TRIALS.fields })
  const { tasks, values } = SC17_TRIALS.begin(new Map([[name, trace]]), { seed: 1, draws: 1 })
  for (const { label, run } of tasks) if (wanted.test(label)) run()
  return values()
}

/** Half of the repetitions of each design, in the long form all. */
const TUPLE = runs(0, 1) === 1 ? /^tuple at job/ : /^tuple at job \d+($|.* repetition [1-5]$)/

describe.skipIf(missing(requirements.traces))('sc17-trials', () => {
  it('scatter as chance says, paired ones far less', async () => {
    const values = await reproduced(TUPLE)
    const of = (column: string) =>
      values.filter((value) => value.column === column).map(({ ours }) => ours ?? 0)
    const [independent, paired] = [of('as published'), of('paired')]
    expect(independent.length).toBe(7)
    for (const [k, deviation] of independent.entries()) {
      // How often a job is first is left to chance, which alone gives this much.
      const chance = Math.sqrt(31 / (4000 * 2 ** k))
      expect(deviation / chance).toBeGreaterThan(0.85)
      expect(deviation / chance).toBeLessThan(1.3)
      expect(paired[k]).toBeLessThan(deviation / 8)
    }
    expect(values.filter(({ published }) => published !== null).length).toBe(1)
  }, 120_000)

  it('of the released shuffle are the published ones at every place, and of an even one are not', async () => {
    const values = await reproduced(/^(tuples|scores by place)/)
    const of = (column: string) => values.filter((value) => value.column === column)
    const released = of('released')
    expect(released.length).toBe(32)
    for (const { row, ours, published } of released) {
      expect(Math.abs((ours ?? 0) / (published ?? 0) - 1), row).toBeLessThan(0.025)
    }
    const even = of('even').map(({ ours }) => ours ?? 0)
    expect(even[31] / even[1]).toBeGreaterThan(1.1)
    expect(RELEASED_BY_PLACE[31] / RELEASED_BY_PLACE[1]).toBeLessThan(0.7)
  }, 120_000)
})

describe.skipIf(missing(requirements.reference))('the released scores', () => {
  const file = 'sc17-score-distribution.csv.gz'
  const { score } = readDistribution(gunzipSync(readFileSync(referencePath(file))).toString(), file)
  const byPlace = Array.from({ length: 32 }, (_, place) => {
    const scores = Array.from({ length: 216 }, (_, tuple) => score[32 * tuple + place])
    return scores.reduce((sum, each) => sum + each, 0) / 216
  })

  it('have the means by place that the study compares with', () => {
    expect(byPlace.map((mean) => Number(mean.toFixed(5)))).toEqual(RELEASED_BY_PLACE)
  })

  it('follow the chances of the released shuffle', () => {
    const chances = releasedChances(32)
    const centred = (values: ArrayLike<number>) => Array.from(values, (value) => value - 1 / 32)
    const product = (a: number[], b: number[]) => a.reduce((sum, value, k) => sum + value * b[k], 0)
    const [x, y] = [centred(chances), centred(byPlace)]
    expect(product(x, y) / Math.sqrt(product(x, x) * product(y, y))).toBeGreaterThan(0.99)
  })
})
