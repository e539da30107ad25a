/** Rules explained: as text, as pictures, as a page. */
import { describe, expect, it } from 'vitest'
import type { DecisionReport } from '../../../src/evaluation/decisions/decision-report.js'
import { rulesPage as rulesExhibit } from '../../../src/report/pages/rules.js'
import { policyColours } from '../../../src/report/plots/rules-colours.js'
import { decisionMapPlot as decisionMapPicture } from '../../../src/report/plots/rules-map.js'
import { membershipPlot as membershipPicture } from '../../../src/report/plots/rules-memberships.js'
import { rulesTimelinePlot as rulesTimelinePicture } from '../../../src/report/plots/rules-timeline.js'
import { GREY, SERIES_COLOURS } from '../../../src/report/plots/theme.js'
import type { ExplainedRules } from '../../../src/report/rules.js'
import type { FuzzyBase, RigidBase } from '../../../src/sim/rule-based/index.js'
import { decisionMap, membershipsOf, ruleSets, usualRange } from '../../../src/strategy/index.js'
import { drawn, inTerminal, paged } from './support.js'

const rulesPage = paged(rulesExhibit)

const decisionMapPlot = drawn(decisionMapPicture)
const membershipPlot = drawn(membershipPicture)
const rulesTimelinePlot = drawn(rulesTimelinePicture)

const FUZZY: FuzzyBase = {
  kind: 'fuzzy',
  features: ['sd', 'um'],
  strategies: ['easy:group', 'head:spt'],
  rules: [
    { mu: [2.1, 80], sigma: [0.4, 10], weights: [5, -5] },
    { mu: [2.1, 84], sigma: [0.4, 10], weights: [-5, 5] },
    { mu: [20, 10], sigma: [0.4, 10], weights: [1, 1] },
  ],
  fallback: null,
}
const RIGID: RigidBase = {
  kind: 'rigid',
  partitions: [
    { feature: 'sd', bounds: [2] },
    { feature: 'um', bounds: [75, 85] },
  ],
  strategies: ['easy:group', 'head:spt'],
  classes: [0, 1, 0, 0, 1, 0],
}
const VALUES = { least: 0, low: 1, median: 2, high: 3, most: 4 }
const REPORT: DecisionReport = {
  count: 40,
  changes: 3,
  members: [
    { policy: 'easy:group', decisions: 30, share: 0.75 },
    { policy: 'head:spt', decisions: 10, share: 0.25 },
  ],
  classes: [],
  rules: [
    [
      { firesMost: 0.5, decides: 0.75, contribution: 0.7 },
      { firesMost: 0.5, decides: 0.25, contribution: 0.3 },
      { firesMost: 0, decides: 0, contribution: 0 },
    ],
  ],
  fallback: 0,
  features: [
    { feature: 'sd', ...VALUES },
    { feature: 'um', ...VALUES },
  ],
  timeline: {
    from: 0,
    to: 400,
    counts: [
      [10, 20, 0, 0],
      [10, 0, 0, 0],
    ],
  },
}
const CLOCK = { unixStart: null, zone: 0 } as const
const explained = { name: 'mine', title: 'a fuzzy rule base of 3 rules', base: FUZZY }
const maps = [decisionMap(FUZZY, 0, 1, [2, 80], ['sd', 'um'].map(usualRange), 11)]
const memberships = ruleSets(FUZZY).map((set) => ({ set, memberships: membershipsOf(set, 21) }))

const SHOWN = {
  ...{ facts: [['learnt for', 'AWRT']] as const, memberships, maps: () => maps, others: 'sd 2, um 80' },
  ...{ reached: null, clock: null, provenance: { version: '1', command: 'qw explain' } },
}
const rulesText = (rules: ExplainedRules) => inTerminal(rulesExhibit({ ...SHOWN, ...rules }), { width: 120 })

describe('rules in a terminal', () => {
  it('tell rules, conflicts, and what does nothing', () => {
    const text = rulesText({ ...explained, log: null })
    expect(text).toContain('1  when sd about 2.1 ± 0.4 and um about 80 ± 10: +5 easy:group; −5 head:spt')
    expect(text).toMatch(/Conflicts: .*\n\n- rules 1 and 2, \d+\.\d % alike: easy:group \+5 and −5/)
    expect(text).toMatch(/Without effect.*\n\n- rule 3/)
    expect(text).not.toContain('decisions')
  })

  it('tell what they do on a log, and the smaller base', () => {
    const reduced: FuzzyBase = { ...FUZZY, rules: FUZZY.rules.slice(0, 2) }
    const text = rulesText({ ...explained, log: { name: 'log', report: REPORT, reduced } })
    expect(text).toMatch(/On log\n═+\n\ndecisions +40\nchanges of the policy +3\n/)
    expect(text).toMatch(/^easy:group +30 +75\.0 %$/m)
    expect(text).toMatch(/^1 +50\.0 % +75\.0 % +70\.0 %$/m)
    expect(text).toContain('1 other rule hardly acts.')
    expect(text).toContain(
      'Reduced\n═══════\n\n- The same schedule on this log with 2 of 3 rules, 2 of 2 strategies',
    )
    const none = rulesText({ ...explained, log: { name: 'log', report: REPORT, reduced: null } })
    expect(none).toContain('No smaller base was found')
  })

  it('tell rigid rules as a table', () => {
    const text = rulesText({ ...explained, base: RIGID, log: null })
    expect(text).toContain('6 classes in 3 rows')
    expect(text).toContain('- when 75 < um ≤ 85: head:spt (2 classes)')
    expect(text).toContain('- when um > 85: easy:group (2 classes)')
  })

  it('let no control characters through', () => {
    const strategies = ['easy:group\u001b[31m', 'head:spt']
    const base = { ...FUZZY, strategies }
    expect(rulesText({ ...explained, base, log: null })).not.toContain('\u001b')
  })
})

describe('colours of policies', () => {
  it('tell seven apart, and the rest from them', () => {
    const names = Array.from({ length: 13 }, (_, k) => `policy ${k}`)
    const colours = policyColours(names)
    expect(colours.names).toEqual([...names.slice(0, 7), 'others'])
    expect(new Set(colours.colours).size).toBe(8)
    expect(colours.colours[7]).toBe(GREY)
    expect(names.map(colours.place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7])
    const eight = policyColours(names.slice(0, 8))
    expect(eight.names).toEqual(names.slice(0, 8))
    expect(eight.colours).toEqual(SERIES_COLOURS)
    expect(policyColours(['a', 'a', 'b']).names).toEqual(['a', 'b'])
  })
})

/** Of the path in this colour: the rectangles, as [left, bottom, top, right]. */
function rectangles(svg: string, colour: string): readonly (readonly number[])[] {
  const [, d = ''] = new RegExp(`<path fill="${colour}"[^>]* d="([^"]*)"`).exec(svg) ?? []
  return [...d.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)H([\d.]+)V/g)].map((match) => match.slice(1).map(Number))
}

describe('pictures of rules', () => {
  it('pile up the shares of each stretch of time, and leave empty ones empty', () => {
    const { members, timeline } = REPORT
    const svg = rulesTimelinePlot({ title: 'over time', members, timeline, clock: CLOCK })
    const [first, second] = [rectangles(svg, SERIES_COLOURS[0]), rectangles(svg, SERIES_COLOURS[1])]
    expect([first.length, second.length]).toEqual([2, 1])
    const height = ([, bottom, top]: readonly number[]) => bottom - top
    expect(height(first[0])).toBeCloseTo(height(first[1]) / 2, 6)
    expect(height(second[0])).toBeCloseTo(height(first[1]) / 2, 6)
    // On top of the other.
    expect(second[0][1]).toBe(first[0][2])
    expect(svg).toContain('easy:group, 75.0 % of all')
  })

  it('draw areas of the policy that is chosen: together the whole map', () => {
    const svg = decisionMapPlot({ title: 'over two features', maps })
    const all = SERIES_COLOURS.slice(0, 2).flatMap((colour) => rectangles(svg, colour))
    const area = all.reduce((sum, [left, bottom, top, right]) => sum + (right - left) * (bottom - top), 0)
    const [, width, height] =
      /<rect x="\d+[^>]*width="([\d.]+)" height="([\d.]+)" fill="none"/.exec(svg) ?? []
    expect(area / (Number(width) * Number(height))).toBeCloseTo(1, 2)
    expect(svg).toContain('um by sd')
    expect(svg).toContain('um, %')
  })

  it('draw a line for each rule and feature, in the colour of what it favours', () => {
    const svg = membershipPlot({ title: 'membership functions', sets: memberships })
    const lines = [...svg.matchAll(/<path fill="none" stroke="(#\w+)" stroke-width="1.5"/g)].map(
      ([, each]) => each,
    )
    const [blue, orange] = SERIES_COLOURS
    // Rules 1 and 3 are for the first strategy, which rule 3 names first.
    expect(lines).toEqual([blue, orange, blue, blue, orange, blue])
    // The centre of rule 3 is outside the usual values of sd.
    expect(svg.match(/font-size="10">3</g)).toHaveLength(1)
    expect(svg.match(/font-size="10">1</g)).toHaveLength(2)
  })

  it('are well formed with names from strangers', () => {
    const members = [{ policy: '<script>', decisions: 40, share: 1 }]
    const svg = rulesTimelinePlot({
      title: 'a & b',
      members,
      timeline: { from: 0, to: 0, counts: [[40]] },
      clock: CLOCK,
    })
    expect(svg).not.toContain('<script>')
    expect(svg).toContain('a &amp; b')
    expect(svg).not.toContain('NaN')
  })
})

describe('the page of rules', () => {
  const page = {
    ...explained,
    ...SHOWN,
  }

  it('has everything with a log', () => {
    const html = rulesPage({ ...page, log: { name: 'log', report: REPORT, reduced: null }, clock: CLOCK })
    expect(html.match(/<figure>/g)).toHaveLength(3)
    for (const part of ['learnt for', 'On log', '75.0 %', 'The others: sd 2, um 80.'])
      expect(html).toContain(part)
  })

  it('has less without', () => {
    const html = rulesPage({ ...page, base: RIGID, memberships: [], maps: () => [], log: null, clock: null })
    expect(html).not.toContain('<figure>')
    expect(html).toContain('when 75 &lt; um ≤ 85: head:spt')
  })
})
