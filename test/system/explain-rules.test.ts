/** `qw explain` of strategies that go by rules. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { rulePolicyText } from '../../src/sim/policy.js'
import type { FuzzyBase, RigidBase, RuleBase } from '../../src/sim/rule-based/index.js'
import { strategyJson } from '../../src/strategy/index.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { useSandbox } from '../support/sandbox.js'

const FUZZY: FuzzyBase = {
  kind: 'fuzzy',
  features: ['um', 'queue', 'hour'],
  strategies: ['easy', 'head:spt', 'cons:group'],
  rules: [
    { mu: [0, 0, 12], sigma: [20, 1e6, 1e5], weights: [5, 0, -1] },
    { mu: [100, 0, 12], sigma: [20, 1e6, 1e5], weights: [0, 5, -1] },
    { mu: [50, 1e5, 12], sigma: [20, 1, 1e5], weights: [-5, -5, 5] },
  ],
  fallback: null,
}
const RIGID: RigidBase = {
  kind: 'rigid',
  partitions: [
    { feature: 'um', bounds: [60] },
    { feature: 'queue', bounds: [-1, 5] },
  ],
  strategies: ['easy', 'head:spt', 'cons'],
  classes: [2, 0, 1, 2, 1, 1],
}
const artefact = (name: string, base: RuleBase) =>
  strategyJson({
    format: 'queuewright-strategy',
    version: 1,
    name,
    strategy: { kind: 'rules', base },
    evidence: null,
  })

const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 300 }))].join(''))
  sandbox.write('fuzzy.json', artefact('fuzzy', FUZZY))
  sandbox.write('rigid.json', artefact('rigid', RIGID))
})

describe('qw explain of rules', () => {
  it('says what they say, without a log', async () => {
    const { stdout } = await box.good('explain', 'fuzzy.json')
    expect(stdout).toMatch(
      /^What fuzzy decides\n\na fuzzy rule base of 3 rules, over 3 strategies\n\nThe rules\n═+\n\n[\s\S]*3 rules\n/,
    )
    expect(stdout).toContain('1  when um about 0 ± 20: +5 easy; −1 cons:group')
    expect(stdout).not.toContain('decisions')
    const rigid = await box.good('explain', '@rigid.json')
    expect(rigid.stdout).toContain('- when um ≤ 60 and −1 < queue ≤ 5')
  })

  it('takes the text of a policy, and does not print it', async () => {
    const { stdout } = await box.good('explain', rulePolicyText(FUZZY))
    expect(stdout).toMatch(/^What rules of 3 \(\w{8}\) decides/)
    expect(stdout).not.toContain('"mu"')
  })

  it('says what they decide on a log, with pictures, a page, and a smaller strategy of the same schedule', async () => {
    const { stdout } = await box.good(
      ...['explain', 'fuzzy.json', 'small.swf', '--plot', 'rules.svg', '--surfaces', 'map.png'],
      ...['--timeline', 'time.svg', '--report', 'rules.html', '--reduced', 'less.json'],
    )
    expect(stdout).toMatch(/On small\n═+\n\ndecisions +[\d,]+\nchanges of the policy +[\d,]+/)
    expect(stdout).toMatch(/What it reaches on small\n═+\n\n.*\n\npolicy +AWRT +AWRT1 .*\n─+\nfuzzy /)
    expect(stdout).toMatch(/^policy .* maxWait/m)
    expect(box.text('rules.html')).toContain('<h2>What it reaches on small</h2>')
    expect(stdout).toContain('The same schedule on this log with 2 of 3 rules')
    expect(box.text('rules.svg')).toContain('>um, %<')
    expect(box.text('time.svg')).toMatch(/head:spt, \d+\.\d % of all/)
    expect(box.text('rules.html').match(/<figure>/g)).toHaveLength(3)
    expect(existsSync(box.path('map.png'))).toBe(true)
    const starts = async (policy: string) =>
      (await box.good('simulate', 'small.swf', '--policy', policy, '--csv', '-')).stdout
    const less = JSON.parse(box.text('less.json'))
    expect(less.name).toBe('fuzzy, reduced on small')
    expect(less.strategy.base.features).toEqual(['um'])
    expect(await starts('@less.json')).toBe(await starts('@fuzzy.json'))
    expect(await starts('@less.json')).not.toBe(await starts('easy'))
  })

  it('has numbers for other programs', async () => {
    const { stdout } = await box.good('explain', 'rigid.json', 'small.swf', '--json')
    const { name, rules, log, reached } = JSON.parse(stdout)
    expect(name).toBe('rigid')
    expect(rules.table.reduce((sum: number, row: { classes: number }) => sum + row.classes, 0)).toBe(6)
    const shares = log.members.map(({ share }: { share: number }) => share)
    expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(1, 12)
    expect(reached.policies.map(({ policy }: { policy: string }) => policy)).toEqual(['rigid', 'easy'])
    const simulated = JSON.parse(
      (await box.good('simulate', 'small.swf', '--policy', '@rigid.json', '--json')).stdout,
    )
    const names = ['AWRT', 'AWRT1', 'AWRT2', 'AWRT3', 'AWRT4', 'AWRT5', 'maxWait', 'UTIL']
    expect(reached.policies[0].objectives).toEqual(
      Object.fromEntries(names.map((each) => [each, simulated.objectives[each]])),
    )
    // Nobody is asked where nobody waits.
    expect(log.classes.map((each: { class: number }) => each.class)).not.toContain(0)
    expect(log.reduced.strategies).not.toContain('cons')
  })

  it('draws the two features that are asked for', async () => {
    await box.good('explain', 'fuzzy.json', '--surfaces', 'map.svg', '--over', 'hour, um')
    expect(box.text('map.svg')).toContain('um by hour')
  })

  it.each<[string, string[], RegExp]>([
    ['a timeline without a log', ['fuzzy.json', '--timeline', 'x.svg'], /--timeline.*Name a log/],
    ['a smaller strategy without a log', ['fuzzy.json', '--reduced', 'x.svg'], /--reduced.*Name a log/],
    [
      'membership functions of rigid rules',
      ['rigid.json', '--plot', 'x.svg'],
      /no membership functions.*--surfaces/,
    ],
    [
      'features that the rules do not have',
      ['fuzzy.json', '--surfaces', 'x.svg', '--over', 'um,sd'],
      /--over.*two of um, queue, hour/,
    ],
    ['one feature', ['fuzzy.json', '--surfaces', 'x.svg', '--over', 'um'], /a map has two features/],
    [
      'other pictures',
      ['fuzzy.json', 'small.swf', '--timeline', 'x.svg.gif'],
      /--timeline.*\.svg, \.pdf, \.png or \.csv/,
    ],
    ['rules where there are none', ['easy', 'small.swf', '--timeline', 'x.svg'], /--timeline.*goes by rules/],
  ])('refuses %s', async (_, options, message) => {
    const { code, stderr } = await box.run('explain', ...options)
    expect(stderr).toMatch(message)
    expect(code).toBe(EXIT_CODES.usage)
    expect(existsSync(box.path('x.svg'))).toBe(false)
  })

  it('shows no more of rules that are wrong than their beginning', async () => {
    const rules = {
      kind: 'rigid',
      partitions: [{ feature: 'um', bounds: [75] }],
      strategies: [],
      classes: [0, 0],
    }
    const { code, stderr } = await box.run('explain', `rules:(${JSON.stringify(rules)})`)
    expect(stderr).toMatch(
      /^queuewright: rules:\(\{"kind":"rigid","partitions":[^:]*[^…]*…: .*field strategies,/,
    )
    expect(stderr).not.toContain('classes')
    expect(code).toBe(EXIT_CODES['input-document'])
  })
})
