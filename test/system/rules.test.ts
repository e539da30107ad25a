/** Strategies that go by rules, on the command line: in the place of policies, in tables, in studies. */
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { rulePolicyText } from '../../src/sim/policy.js'
import { FEATURES, type RuleBase } from '../../src/sim/rule-based/index.js'
import { type StrategyArtefact, strategyJson } from '../../src/strategy/index.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { useSandbox } from '../support/sandbox.js'

const BASE: RuleBase = {
  kind: 'fuzzy',
  features: ['um', 'oldest'],
  strategies: ['easy', 'easy:spt', 'cons:group'],
  rules: [
    { mu: [50, 1], sigma: [30, 2], weights: [1, 5, 0] },
    { mu: [90, 6], sigma: [20, 5], weights: [0, -5, 5] },
  ],
  fallback: null,
}
const TEXT = rulePolicyText(BASE)
const STRATEGY: StrategyArtefact = {
  ...{ format: 'queuewright-strategy', version: 1, name: 'two rules' },
  ...{ strategy: { kind: 'rules', base: BASE }, evidence: null },
}

const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 300 }))].join(''))
  sandbox.write('rules.json', strategyJson(STRATEGY))
  sandbox.write(
    'study.yaml',
    JSON.stringify({ traces: ['small.swf'], policies: ['easy', TEXT], objectives: ['AWRT'] }),
  )
})

const objectives = async (...args: string[]) => {
  const { stdout } = await box.good('simulate', 'small.swf', '--json', '--check', ...args)
  return JSON.parse(stdout).objectives
}

describe('rules on the command line', () => {
  it('are a file, or the text that it is converted to', async () => {
    const found = await objectives('--policy', '@rules.json')
    const { stdout } = await box.good('convert', 'rules.json')
    expect(stdout).toBe(`${TEXT}\n`)
    expect((await box.good('convert', 'rules.json', '--to', 'policy')).stdout).toBe(stdout)
    expect(await objectives('--policy', TEXT)).toEqual(found)
    expect(await objectives('--policy', 'easy')).not.toEqual(found)
  })

  it('go with predictions, and with other rules of the simulation', async () => {
    const plain = await objectives('--policy', '@rules.json')
    expect(await objectives('--policy', '@rules.json', '--estimates', 'predicted:last2')).not.toEqual(plain)
    const options = ['--events', 'single', '--commit', '--window', '5']
    expect(await objectives('--policy', '@rules.json', ...options)).not.toEqual(plain)
  })

  it('go with feedback', async () => {
    await box.good('simulate', 'small.swf', '--policy', 'easy', '-o', 'done.swf')
    const args = ['simulate', 'done.swf', '--policy', '@rules.json', '--feedback', '--check']
    const { stdout } = await box.good(...args)
    expect(stdout).toMatch(/^feedback .* jobs depend on others/m)
    expect(stdout).toContain('every schedule passes the independent check')
  })

  it('have a name that leaves room for values', async () => {
    const { stdout } = await box.good('compare', 'small.swf', '--policies', `${TEXT},@rules.json,easy`)
    expect(stdout).toMatch(/^rules of 2 \([0-9a-f]{8}\) +\d/m)
    expect(stdout).toMatch(/^two rules +\d/m)
    expect(stdout).not.toContain('{')
    const study = await box.good('study', 'run', 'study.yaml', '--run', 'studied')
    expect(study.stdout).toMatch(/^rules of 2 \([0-9a-f]{8}\)/m)
    expect(box.text('studied/results.csv')).toMatch(/,rules of 2 \([0-9a-f]{8}\),AWRT,s,\d/)
  })

  it('are judged beside the usual policies', async () => {
    const args = ['evaluate', 'rules.json', 'small.swf', '--objective', 'AWRT', '--json']
    const { strategies, logs } = JSON.parse((await box.good(...args)).stdout)
    expect(strategies[0]).toMatchObject({
      name: 'two rules',
      title: 'a fuzzy rule base of 2 rules, over 3 strategies',
    })
    expect(logs[0].policies[0].objectives.AWRT).toBe((await objectives('--policy', '@rules.json')).AWRT)
  })

  it('are told of by qw policies', async () => {
    const { features } = JSON.parse((await box.good('policies', '--json')).stdout)
    expect(features.map(({ name }: { name: string }) => name)).toEqual(FEATURES.map(({ form }) => form))
    expect((await box.good('policies')).stdout).toContain('share of group N, 1 to 99')
  })

  it('are refused with the place of what is wrong', async () => {
    const wrong = strategyJson(STRATEGY).replace(/"weights": \[0,/, '"weights": [2,')
    expect(wrong).toContain('[2,')
    box.write('wrong.json', wrong)
    const done = await box.run('simulate', 'small.swf', '--policy', '@wrong.json')
    expect(done.code).toBe(EXIT_CODES['input-document'])
    expect(done.stderr).toContain(
      'wrong.json: an unexpected value (field strategy.base.rules[1].weights[0], value 2, expected one of -5, -1, 0, 1, 5)',
    )
    const kept = await box.run('simulate', 'small.swf', '--policy', '@rules.json', '--compress', 'none')
    expect(kept.code).toBe(EXIT_CODES.usage)
    expect(kept.stderr).toContain('reservations cannot be kept when rules change the policy')
  })
})
