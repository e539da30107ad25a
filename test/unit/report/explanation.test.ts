/** Explanations of policies in words, and on a page. */
import { describe, expect, it } from 'vitest'
import { exhibit } from '../../../src/core/exhibit.js'
import {
  type ExplainedPolicy,
  explainedCurves,
  longerText,
  tellsGroupsApart,
  worthText,
} from '../../../src/report/explanation.js'
import { explanationPage as explanationExhibit } from '../../../src/report/pages/explanation.js'
import { reachedSections } from '../../../src/report/pages/parts.js'
import type { Reached } from '../../../src/report/reached.js'
import { boundText, verdictLines } from '../../../src/report/words/verdicts.js'
import { explain, usualQuestions } from '../../../src/strategy/index.js'
import { inTerminal, paged } from './support.js'

const explanationPage = paged(explanationExhibit)

const USUAL = usualQuestions(2, 64)
const explained = (policy: string, name = policy): ExplainedPolicy => ({
  name,
  title: policy,
  policy,
  explanation: explain(policy, USUAL),
})
const provenance = { version: '1', command: 'qw explain' }
const explanationText = (of: ExplainedPolicy) =>
  inTerminal(explanationExhibit({ ...of, facts: [], reached: null, provenance }))

describe('an explanation', () => {
  it('shows every situation that is treated differently', () => {
    const text = explanationText(explained('head:greedy(w2=0.5, night.w2=0)', 'mine'))
    expect(text.split('\n').slice(0, 3)).toEqual(['What mine prefers', '', 'head:greedy(w2=0.5, night.w2=0)'])
    expect(text).toMatch(/^night\n\n.*\n\nwaiting {2}group 1 {2}group 2\n.*\n.*\ngroup 2 {4}never$/m)
    expect(text).toMatch(/^group 2 {5}\+1 d$/m)
    expect(text).toContain('- night: w is 0 for group 2')
  })

  it('says so where groups make no difference, and leaves their tables out', () => {
    const text = explanationText(explained('easy:wfp3'))
    expect(text).toContain('The user group of a job makes no difference.')
    expect(text).not.toContain('Who passes whom')
    expect(text).not.toContain('Who comes first')
    expect(tellsGroupsApart(explain('easy:lcfs', USUAL))).toBe(false)
    expect(tellsGroupsApart(explain('easy:group', USUAL))).toBe(true)
    expect(
      explanationPage({ ...explained('easy:wfp3'), facts: [], reached: null, provenance }),
    ).not.toContain('Who passes whom')
  })

  it('names the job of each group where they differ', () => {
    const jobs = explainedCurves(
      explain('easy:group', {
        ...USUAL,
        typical: [
          { group: 1, size: 1, estimate: 60 },
          { group: 2, size: 8, estimate: 3600 },
        ],
      }),
    ).situations[0].series.map(({ job }) => job)
    expect(jobs).toEqual(['1 processor, 1 min asked for', '8 processors, 1 h asked for'])
    expect(explainedCurves(explain('easy:group', USUAL)).situations[0].series[0].job).toBeUndefined()
  })

  it('calls jobs of no group the same in all tables', () => {
    const typical = [0, 1].map((group) => ({ group, size: 1, estimate: 60 }))
    const explanation = explain('easy:group', { ...USUAL, typical })
    const text = explanationText({ ...explained('easy:group'), explanation })
    expect(text.match(/^no group /gm)?.length).toBe(2)
    expect(text).not.toContain('group 0')
    const page = explanationPage({
      ...explained('easy:group'),
      explanation,
      facts: [],
      reached: null,
      provenance,
    })
    expect(page).toContain('no group')
    expect(page).not.toContain('group 0')
  })

  it('draws only what is finite', () => {
    const unicef = explain('easy:unicef', {
      ...USUAL,
      typical: [
        { group: 1, size: 1, estimate: 60 },
        { group: 2, size: 8, estimate: 60 },
      ],
    })
    expect(explainedCurves(unicef).situations[0].series.map(({ group }) => group)).toEqual([2])
    const page = explanationPage({
      ...explained('easy:unicef'),
      explanation: unicef,
      facts: [],
      reached: null,
      provenance,
    })
    expect(page).not.toMatch(/NaN|Infinity/)
  })

  it('escapes what strangers wrote', () => {
    const page = explanationPage({
      ...explained('easy:group', '<b>mine</b>'),
      facts: [['learnt on', '<script>']],
      reached: { ...REACHED, log: '<i>log' },
      provenance,
    })
    expect(page).not.toMatch(/<b>mine|<script>|<i>/)
    expect(page).toContain('&lt;b&gt;mine')
    expect(page).toContain('What it reaches on &lt;i&gt;log')
    expect(page).toContain('1 h<span class="change">+100.0 %</span>')
  })

  it('writes waits that are worth something', () => {
    const worth = (seconds: number) => worthText({ value: 1, seconds })
    expect([0, 3600, -5400, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(worth)).toEqual([
      '±0',
      '+1 h',
      '−1.5 h',
      'always first',
      'always last',
    ])
    expect([null, 0, -60].map(longerText)).toEqual(['never', '±0', '−1 min'])
  })
})

const REACHED: Reached = {
  log: 'CTC',
  baseline: 'easy',
  objectives: ['AWRT5', 'maxWait'].map((name) => ({ name, description: '', unit: 's', sense: 'min' })),
  policies: [
    { policy: 'mine', objectives: { AWRT5: 3600, maxWait: 60 } },
    { policy: 'easy', objectives: { AWRT5: 1800, maxWait: 120 } },
  ],
}

describe('what a policy reaches', () => {
  it('is told beside the baseline', () => {
    const reachedText = (reached: Reached) => inTerminal(exhibit('', '', reachedSections(reached)))
    const lines = reachedText(REACHED).split('\n')
    expect(lines[0]).toBe('What it reaches on CTC')
    expect(lines.slice(5, 6)).toEqual([expect.stringMatching(/^policy +AWRT5 +maxWait/)])
    expect(lines.find((line) => line.startsWith('mine'))).toMatch(/^mine +1 h +1 min ★$/)
    expect(lines).toContainEqual(expect.stringMatching(/^ +\+100\.0 % +−50\.0 %/))
    expect(reachedText({ ...REACHED, log: '\u001b[2J' })).not.toContain('\u001b')
  })
})

describe('a verdict', () => {
  const objective = { name: 'AWRT', description: '', unit: 's', sense: 'min' } as const
  const bound = { constraint: 'maxWait <= 1h', unit: 's', value: 1800, bound: 3600, violation: 0 } as const

  it('tells changes and bounds', () => {
    const changes = [
      { policy: 'easy', change: -0.125 },
      { policy: 'fcfs', change: null },
    ]
    const verdict = { strategy: 's', objective, changes, beatsAnchors: true, bounds: [bound] }
    expect(verdictLines(verdict)).toEqual([
      's under AWRT, against easy −12.5 %, fcfs –',
      's: maxWait <= 1h is kept: 30 min',
    ])
    expect(verdictLines({ ...verdict, changes: [], bounds: [], beatsAnchors: null })).toEqual([])
    expect(verdictLines({ ...verdict, changes: [], bounds: [], beatsAnchors: false })).toEqual([
      's does not beat all of fcfs:group, easy:group and cons:group: it has learnt nothing there',
    ])
    expect(verdictLines({ ...verdict, objective: null, bounds: [] })).toEqual([])
    expect(boundText({ ...bound, value: 5400, violation: 0.5 })).toBe(
      'maxWait <= 1h is broken: 1 h 30 min, 50.0 % above 1 h',
    )
    const floor = {
      constraint: 'UTIL >= 60%',
      unit: 'share',
      value: 0.54,
      bound: 0.6,
      violation: 0.1,
    } as const
    expect(boundText(floor)).toBe('UTIL >= 60% is broken: 54.0 %, 10.0 % below 60.0 %')
    expect(boundText({ ...bound, value: 3601, violation: 1 / 3600 })).toMatch(/is broken: 1 h/)
    expect(boundText({ ...bound, bound: null, violation: Number.POSITIVE_INFINITY })).toMatch(
      /cannot be judged/,
    )
  })
})
