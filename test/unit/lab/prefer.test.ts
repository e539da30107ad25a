/** A preference from the options to its document, and what it says of a front. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type PreferOptions, prefer } from '../../../src/lab/prefer.js'
import { preferenceDigest, readPreference, writePreference } from '../../../src/preference/index.js'
import { preferencePage } from '../../../src/report/pages/preference.js'
import { rendered } from '../../../src/report/render/index.js'
import { requireObjective } from '../../../src/sim/objectives/index.js'
import { objectiveInfo } from '../../../src/sim/objectives/info.js'

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
