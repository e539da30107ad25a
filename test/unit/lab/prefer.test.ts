/** A preference from the options to its document, and what it says of a front. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/core/documents.js'
import { ownPolicies } from '../../../src/lab/preference/policies.js'
import { type PreferOptions, prefer } from '../../../src/lab/preference/prefer.js'
import { preferenceDigest, readPreference, writePreference } from '../../../src/preference/index.js'
import { preferencePage } from '../../../src/report/pages/preference.js'
import { rendered } from '../../../src/report/render/index.js'
import { SITE_DOCUMENT } from '../../../src/sim/facility/index.js'
import { requireObjective } from '../../../src/sim/objectives/index.js'
import { objectiveInfo } from '../../../src/sim/objectives/info.js'
import { QUIET } from '../../support/quiet.js'

const folder = mkdtempSync(join(tmpdir(), 'queuewright-prefer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A quarter of a circle between two groups, and utilization that falls with the first. */
const POINTS = Array.from({ length: 21 }, (_, k) => {
  const angle = (k / 20) * (Math.PI / 2)
  return [1e5 * (1 - Math.sin(angle)), 1e5 * (1 - Math.cos(angle)), 0.6 + 0.01 * k]
})
const FRONT = {
  format: 'queuewright-front',
  version: 1,
  name: 'quarter',
  digest: 'd',
  evaluations: 100,
  objectives: [
    { name: 'AWRT1', sense: 'min' },
    { name: 'AWRT2', sense: 'min' },
    { name: 'UTIL', sense: 'max' },
  ],
  policies: [
    { policy: 'easy', values: [40_000, 40_000, 0.65] },
    { policy: 'odd', values: [null, 1, 0.5] },
  ],
  points: POINTS.map((values, k) => ({ evaluation: k + 1, source: 0, values, madeBy: `order ${k}` })),
}
writeFileSync(join(folder, 'front.json'), JSON.stringify(FRONT))

const MIDDLE = 'middle = AWRT1,AWRT2: 2e4,2e4 4e4,2e4 4e4,4e4 2e4,4e4'
const made = (options: PreferOptions) => prefer(folder, options)

describe('a preference', () => {
  it('judges policies and points, and says where they lie', async () => {
    const { preference, points, policies } = await made({ region: [MIDDLE], name: 'both alike' })
    const inside = POINTS.flatMap(([x, y], k) =>
      Math.min(x, y) >= 2e4 && Math.max(x, y) <= 4e4 ? [k + 1] : [],
    )
    expect(inside.length).toBeGreaterThan(2)
    const first = points.flatMap(({ judgement, evaluation }) =>
      judgement?.priority === 1 ? [evaluation] : [],
    )
    expect(first).toEqual(inside)
    expect(policies.map(({ judgement }) => judgement?.priority ?? null)).toEqual([1, null])
    expect(policies[0].judgement).toMatchObject({ beyond: 0 })
    const page = preferencePage({
      ...{ preference, points, policies, front: 'quarter', digest: 'd', answered: null },
      objectives: FRONT.objectives.map(({ name }) => objectiveInfo(requireObjective(name))),
      provenance: { version: '0', command: 'qw prefer' },
    })
    const text = rendered(page, 'txt')
    expect(text).toContain(`${inside.length} schedules of 21 of the front lie in region 1 (middle).`)
    expect(text).toContain('odd has no value of some objective, and is not judged.')
    // What the middle costs beside the ends of the front.
    expect(text).toContain('What it costs the others')
    expect(text).toMatch(
      /For the schedule that you would like most you give up: UTIL −13.8 % against the best/,
    )
    // Drawn on the one panel that it is of, and its name in the legend.
    expect(rendered(page, 'html').match(/<title>region 1<\/title>/g)).toHaveLength(1)
  })

  it('is read back as it was, and goes on judging by its own front', async () => {
    const { preference, points } = await made({ region: [MIDDLE], subjectTo: ['maxWait <= 14d'] })
    const file = join(folder, 'middle.json')
    writeFileSync(file, writePreference(preference))
    expect(readPreference(writePreference(preference), file)).toEqual(preference)
    const again = await made({ from: file })
    expect(again.points).toEqual(points)
    expect(again.preference.subjectTo).toEqual(['maxWait <= 14d'])
    expect(preferenceDigest({ ...preference, name: 'other' })).toBe(preferenceDigest(preference))
    const wider = await made({ from: file, region: ['UTIL,AWRT1: 0,0 1,0 1,2e5 0,2e5'] })
    expect(wider.preference.regions.map(({ name }) => name)).toEqual(['middle', 'region 1'])
    expect(preferenceDigest(wider.preference)).not.toBe(preferenceDigest(preference))
  })

  it('of a formula goes by it, and of both by the formula within a region', async () => {
    const alone = await made({ objective: '10*AWRT1 + 4*AWRT2' })
    const value = ([x, y]: readonly number[]) => 10 * x + 4 * y
    expect(alone.points.map(({ judgement }) => judgement?.value)).toEqual(POINTS.map(value))
    const both = await made({ objective: 'UTIL', region: [MIDDLE] })
    const inside = both.points.filter(({ judgement }) => judgement?.priority === 1)
    const utilization = inside.map(({ values }) => values['UTIL'])
    const ranked = [...inside].sort((a, b) => a.judgement!.value - b.judgement!.value)
    expect(ranked[0].values['UTIL']).toBe(Math.max(...utilization.map(Number)))
    expect(ranked[0].judgement!.fromFront).toBeGreaterThanOrEqual(0)
  })

  it.each<[string, PreferOptions]>([
    ['expected at least one of them', {}],
    ['expected X,Y: x,y', { region: ['AWRT1: 1,2'] }],
    ['not a vertex', { region: ['AWRT1,AWRT2: 1,2 3,four 5,6'] }],
    ['an objective of the front', { region: ['AWRT1,AWRT7: 1,2 3,4 5,1'] }],
    ['two objectives', { region: ['AWRT1,AWRT1: 1,2 3,4 5,1'] }],
    ['the polygon contains no point', { region: ['AWRT1,AWRT2: 1,2 3,4 5,1'] }],
    ['not convex', { region: ['AWRT1,AWRT2: 0,0 1e5,0 1e5,1e5 9e4,1e4'] }],
    ['a polygon without an area', { region: ['AWRT1,AWRT2: 0,0 1,1 2,2'] }],
    ['objectives of the front', { region: [MIDDLE], objective: 'AWRT3' }],
    ['unknown objective AWRTX', { objective: 'AWRTX' }],
    ['not a constraint', { objective: 'AWRT1', subjectTo: ['soon'] }],
  ])('is refused: %s', async (words, options) => {
    await expect(made(options)).rejects.toThrow(words)
  })
})

describe('policies beside those of a front', () => {
  const objectives = ['AWRT', 'AWRT3', 'UTIL'].map((name) => ({
    name,
    sense: name === 'UTIL' ? ('max' as const) : ('min' as const),
  }))
  const file = join(folder, 'two.swf')
  const log = (waits: readonly number[]) => {
    const jobs = waits.map((wait, k) => `${k + 1} 0 ${wait} 100 2 -1 -1 2 100 -1 1 1 1 -1 -1 -1 -1 -1`)
    writeFileSync(file, `${['; MaxProcs: 4', ...jobs].join('\n')}\n`)
  }
  const notes: string[] = []
  const ports = { ...QUIET, note: (text: string) => notes.push(text) }
  const front = { name: 'two', digest: 'd', objectives }

  it('are what the log says happened, and those that are named, simulated on it', async () => {
    log([10, 50])
    const [recorded] = await ownPolicies(file, front, {}, ports)
    // Two jobs of 200 processor seconds: (110 + 150) / 2; from 10 to 150 s on 4 processors.
    expect(recorded).toEqual({ policy: 'recorded', values: [130, null, expect.closeTo(400 / 560, 12)] })
    expect(notes.join()).toContain('searched on other data than')
    const named = await ownPolicies(file, front, { policies: 'easy, fcfs:spt' }, ports)
    expect(named).toEqual(['easy', 'fcfs:spt'].map((policy) => ({ policy, values: [100, null, 1] })))
  })

  it('are measured over classes by name, and the site is one of them by its own policy', async () => {
    const jobs = [1, 2].map((part) => `${part} 0 ${part * 10} 100 2 -1 -1 2 100 -1 1 1 1 -1 -1 ${part} -1 -1`)
    writeFileSync(
      file,
      `${['; MaxProcs: 2', '; Partition: 1 batch', '; Partition: 2 long', ...jobs].join('\n')}\n`,
    )
    const classes = ['meanWait[partition=batch]', 'meanWait[partition=long]']
    const asked = { ...front, objectives: classes.map((name) => ({ name, sense: 'min' as const })) }
    expect(await ownPolicies(file, asked, {}, ports)).toEqual([{ policy: 'recorded', values: [10, 20] }])
    const site = readDocument(
      SITE_DOCUMENT,
      JSON.stringify({
        ...{ format: 'queuewright-site', version: 1, name: 'one' },
        partitions: [{ name: 'all', processors: '0-1' }],
        scheduling: { policy: 'fcfs:-submit' },
      }),
      'site.json',
    )
    const [, own] = await ownPolicies(file, asked, { site }, ports)
    expect(own).toEqual({ policy: 'fcfs:-submit', values: [0, 100] })
  })

  it('leave out what happened where the log does not say it, but not where it was asked for', async () => {
    log([10, -1])
    expect(await ownPolicies(file, front, {}, ports)).toEqual([])
    await expect(ownPolicies(file, front, { policies: 'recorded' }, ports)).rejects.toThrow(
      'no recorded wait',
    )
  })

  it('are judged with the others, and bounds may be multiples of them', async () => {
    const best = { policy: 'easy:saf', values: [100, 100, 0.9] }
    const better = { policy: 'easy', values: [1, 1, 0.9] }
    const asked = { objective: 'AWRT1', subjectTo: ['AWRT2 <= 300*easy:saf', 'maxWait <= 1d'] }
    const { policies, points, unknown } = await prefer(folder, asked, undefined, async () => [best, better])
    expect(policies.map(({ name, judgement, keeps }) => [name, judgement?.value ?? null, keeps])).toEqual([
      ['odd', null, true],
      ['easy:saf', 100, true],
      ['easy', 1, true],
    ])
    expect(points.map(({ keeps }) => keeps)).toEqual(POINTS.map(([, y]) => y <= 30_000))
    expect(unknown).toEqual(['maxWait <= 1d: maxWait is no objective of this front'])
    const page = preferencePage({
      ...{ preference: (await made(asked)).preference, points, policies, unknown, answered: null },
      ...{ front: 'quarter', digest: 'd', provenance: { version: '0', command: 'qw prefer' } },
      objectives: FRONT.objectives.map(({ name }) => objectiveInfo(requireObjective(name))),
    })
    const kept = points.filter(({ keeps }) => keeps)
    const text = rendered(page, 'txt')
    expect(text).toContain(`${kept.length} schedules of 21 of the front keep to AWRT2 <= 300*easy:saf.`)
    const first = kept.toSorted((a, b) => Number(a.judgement?.value) - Number(b.judgement?.value))[0]
    expect(text).toMatch(/^evaluation \d+ +[1-9]\d,\d{3} /m)
    expect(text).toContain(`Most preferred is the schedule of evaluation ${first.evaluation},`)
    expect(text).toContain('Whether schedules keep to a bound cannot be told of maxWait <= 1d: maxWait')
  })
})
