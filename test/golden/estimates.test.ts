/**
 * Models of user estimates beside what they model.
 *
 * - lublin_256_est-20k was made by the published program of Tsafrir, Etsion and Feitelson: the same values and counts,
 *   and an assignment to jobs that could be ours.
 * - The tables of docs/estimates.md: the Beta model on logs that it was not fitted on, and what EASY makes of all models.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { ascending, mean } from '../../src/core/statistics.js'
import { measure } from '../../src/sim/objectives/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../src/sim/prepare.js'
import { simulate } from '../../src/sim/simulate.js'
import { cleanTrace } from '../../src/trace/clean.js'
import type { Trace } from '../../src/trace/trace.js'
import {
  applyEstimates,
  describeEstimates,
  type EstimateModel,
  type EstimateSettings,
  estimateDistance,
  fitBeta,
} from '../../src/workload/estimates/index.js'
import { matchEstimates } from '../../src/workload/estimates/matching.js'
import { type EstimateBin, tsafrirDistribution } from '../../src/workload/estimates/tsafrir.js'
import { missing, PROJECT_ROOT, requirements, tracePath } from '../support/data.js'
import { readText } from '../support/logs.js'
import { plainPolicy } from '../support/policies.js'

const FILES = {
  'SDSC-SP2': 'SDSC-SP2-1998-4.2-cln',
  'CTC-SP2': 'CTC-SP2-1996-3.1-cln',
  'KTH-SP2': 'KTH-SP2-1996-2.1-cln',
  'SDSC Blue Horizon': 'SDSC-BLUE-2000-4.2-cln',
  HPC2N: 'HPC2N-2002-2.2-cln',
} as const

const logs = new Map<string, Trace>()

function log(file: string): Trace {
  let trace = logs.get(file)
  if (trace === undefined) {
    const bytes = gunzipSync(readFileSync(tracePath(`${file}.swf.gz`)))
    trace = cleanTrace(readText(bytes, { fields: ['status'] }))
    logs.set(file, trace)
  }
  return trace
}

function binsOf(trace: Trace): EstimateBin[] {
  const counts = new Map<number, number>()
  for (const estimate of trace.jobs.estimate) counts.set(estimate, (counts.get(estimate) ?? 0) + 1)
  return [...counts].map(([seconds, jobs]) => ({ seconds, jobs })).sort((a, b) => a.seconds - b.seconds)
}

describe.skipIf(missing(requirements.traces))('the published program for modal estimates', () => {
  it.each(['lublin_256', 'lublin_1024'])('has the values and counts of this one on %s', (name) => {
    const published = binsOf(log(`${name}_est-20k`))
    const ours = binsOf(applyEstimates(log(`${name}-20k`), { kind: 'tsafrir' }, 1))
    expect(ours).toHaveLength(132)
    expect(ours.map(({ seconds }) => seconds)).toEqual(published.map(({ seconds }) => seconds))
    const counts = (bins: readonly EstimateBin[]) => bins.map(({ jobs }) => jobs).sort((a, b) => b - a)
    expect(counts(ours)).toEqual(counts(published))
  })

  it('gave its popular values ranks that this one gives too', () => {
    const ranked = (bins: readonly EstimateBin[]) => {
      const order = [...bins].sort((a, b) => b.jobs - a.jobs)
      return new Map(order.slice(0, 20).map(({ seconds }, rank) => [seconds, rank + 1]))
    }
    const met = new Set<string>()
    for (let seed = 0; seed < 400; seed++) {
      const bins = tsafrirDistribution(20_000, 162_754, new Random(seed))
      for (const [seconds, rank] of ranked(bins)) met.add(`${seconds} ${rank}`)
    }
    const published = ranked(binsOf(log('lublin_256_est-20k')))
    expect([...published].filter(([seconds, rank]) => !met.has(`${seconds} ${rank}`))).toEqual([])
  })

  it.each(['lublin_256', 'lublin_1024'])('matched jobs and estimates of %s as this one may', (name) => {
    const published = log(`${name}_est-20k`)
    const { runtime, estimate } = published.jobs
    const bins = binsOf(published)
    // Mean accuracy of the jobs of each class of run times, and of all.
    const below = [60, 600, 3600, 21_600, 86_400, Number.POSITIVE_INFINITY]
    const classes = Int32Array.from(runtime, (time) => below.findIndex((bound) => time < bound))
    const facts = (of: Float64Array) => {
      const sums = new Float64Array(below.length + 1)
      const counts = new Float64Array(below.length + 1)
      for (let row = 0; row < of.length; row++) {
        for (const k of [classes[row], below.length]) {
          sums[k] += runtime[row] / of[row]
          counts[k]++
        }
      }
      return sums.map((sum, k) => sum / counts[k])
    }
    const draws = 599
    const samples = Array.from({ length: draws }, (_, seed) =>
      facts(matchEstimates(runtime, bins, new Random(seed))),
    )
    // The 95 % band, corrected for seven tests: 0.36 % of the draws on either side.
    const beyond = Math.floor((draws * 0.05) / (2 * 7))
    for (const [k, value] of facts(estimate).entries()) {
      const drawn = ascending(samples.map((sample) => sample[k]))
      expect(value, `class ${k}`).toBeGreaterThan(drawn[beyond])
      expect(value, `class ${k}`).toBeLessThan(drawn[draws - 1 - beyond])
    }
  })
})

/** The rows of the `number`-th table under a heading of docs/estimates.md, without its head. */
function documented(heading: string, number: number): string[][] {
  const text = readFileSync(join(PROJECT_ROOT, 'docs/estimates.md'), 'utf8')
  const section = text.slice(text.indexOf(`## ${heading}\n`))
  const tables = section.match(/(?:^\|.*\n)+/gm) ?? []
  return tables[number]
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

const digits = (value: number | null, places: number) => (value === null ? '–' : value.toFixed(places))
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const SITE: EstimateSettings = { maximum: 18 * 3600, overrun: 'extend' }

interface Case {
  readonly name: string
  readonly model: EstimateModel
  readonly settings: EstimateSettings
}

/** The models as applied to SDSC-SP2. */
function cases(real: Trace): Case[] {
  const beta = fitBeta([log(FILES['CTC-SP2']), log(FILES['KTH-SP2'])])
  const popular = describeEstimates(real).values.popular.map(({ seconds, share }) => ({ seconds, share }))
  return [
    { name: 'Beta', model: { kind: 'beta', beta }, settings: SITE },
    { name: 'Beta, usual values', model: { kind: 'beta', beta }, settings: { ...SITE, rounding: 'usual' } },
    { name: 'Tsafrir', model: { kind: 'tsafrir' }, settings: SITE },
    { name: "Tsafrir, the log's popular values", model: { kind: 'tsafrir', popular }, settings: SITE },
    { name: 'factor 2', model: { kind: 'factor', factor: 2 }, settings: {} },
    { name: 'uniform, f = 4', model: { kind: 'uniform', f: 4 }, settings: {} },
    { name: 'exact', model: { kind: 'exact' }, settings: {} },
  ]
}

describe.skipIf(missing(requirements.traces))('docs/estimates.md', () => {
  const heading = 'How good they are'

  it('has the accuracies on SDSC-SP2', () => {
    const real = log(FILES['SDSC-SP2'])
    const row = (name: string, trace: Trace) => {
      const { deciles, mean: average, atLimit } = describeEstimates(trace).accuracy
      return [
        name,
        ...deciles.slice(1, -1).map((value) => digits(value, 3)),
        digits(average, 3),
        percent(atLimit),
      ]
    }
    expect([
      row('real', real),
      ...cases(real)
        .slice(0, 4)
        .map(({ name, model, settings }) => row(name, applyEstimates(real, model, 1, settings))),
    ]).toEqual(documented(heading, 0))
  })

  it('has the distances on SDSC-SP2', () => {
    const real = log(FILES['SDSC-SP2'])
    const values = (trace: Trace) => {
      const { distinct, popularShare } = describeEstimates(trace).values
      return [String(distinct), percent(popularShare)]
    }
    const rows = cases(real).map(({ name, model, settings }) => {
      const trace = applyEstimates(real, model, 1, settings)
      const { all, byRuntime, estimates } = estimateDistance(real, trace)
      const distances = [all, ...byRuntime.map(({ distance }) => distance), estimates]
      return [name, ...distances.map((distance) => digits(distance, 2)), ...values(trace)]
    })
    const none = Array.from({ length: 8 }, () => '–')
    expect([['real', ...none, ...values(real)], ...rows]).toEqual(documented(heading, 1))
  })

  it('has the distances on five logs', () => {
    const sites = [
      ['SDSC-SP2', 18],
      ['CTC-SP2', 18],
      ['KTH-SP2', 60],
      ['SDSC Blue Horizon', 36],
      ['HPC2N', 120],
    ] as const
    const rows = sites.map(([site, hours]) => {
      const real = log(FILES[site])
      const others = (['CTC-SP2', 'KTH-SP2', 'SDSC-SP2'] as const).filter((name) => name !== site)
      const beta = fitBeta(others.map((name) => log(FILES[name])))
      const settings: EstimateSettings = { maximum: hours * 3600, overrun: 'extend' }
      const distance = (model: EstimateModel, of: EstimateSettings) =>
        digits(estimateDistance(real, applyEstimates(real, model, 1, of)).all, 3)
      return [
        site,
        `${hours} h`,
        distance({ kind: 'beta', beta }, settings),
        distance({ kind: 'beta', beta }, { ...settings, rounding: 'usual' }),
        distance({ kind: 'tsafrir' }, settings),
        distance({ kind: 'uniform', f: 4 }, {}),
      ]
    })
    expect(rows).toEqual(documented(heading, 2))
    const between = (one: keyof typeof FILES, other: keyof typeof FILES) =>
      digits(estimateDistance(log(FILES[one]), log(FILES[other])).all, 2)
    const text = readFileSync(join(PROJECT_ROOT, 'docs/estimates.md'), 'utf8')
    expect(text).toContain(
      `(CTC-SP2 to SDSC-SP2 ${between('CTC-SP2', 'SDSC-SP2')}, KTH-SP2 to SDSC-SP2 ${between('KTH-SP2', 'SDSC-SP2')}, CTC-SP2 to KTH-SP2 ${between('CTC-SP2', 'KTH-SP2')})`,
    )
  })

  it('has what EASY makes of them on SDSC-SP2', () => {
    const real = log(FILES['SDSC-SP2'])
    const policy = plainPolicy('easy')
    const slowdown = (trace: Trace) => {
      const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: 128 })
      return measure(simulate({ jobs, processors: 128, policy }), null, ['AVEbsld'])['AVEbsld'] ?? Number.NaN
    }
    const rows = cases(real).map(({ name, model, settings }) => {
      const seeds = ['factor', 'exact'].includes(model.kind) ? 1 : 10
      const found = Array.from({ length: seeds }, (_, k) =>
        slowdown(applyEstimates(real, model, k + 1, settings)),
      )
      const range =
        seeds === 1 ? ['–', '–'] : [Math.min(...found), Math.max(...found)].map((x) => digits(x, 1))
      return [name, digits(mean(found), 1), ...range]
    })
    expect([['real', digits(slowdown(real), 1), '–', '–'], ...rows]).toEqual(documented(heading, 3))
  })
})
