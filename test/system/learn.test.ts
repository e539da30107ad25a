/** `qw learn`: the same strategy whoever evaluates; what is refused before anything is begun, and in which words. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { policyOf, readStrategy } from '../../src/strategy/index.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { complaints } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'

const OBJECTIVE = ['--objective', '10*AWRT1 + 4*AWRT2']
const LEARN = ['learn', 'greedy', ...OBJECTIVE]
const FILES = ['strategy.json', 'systems.csv', 'population.json', 'results.csv', 'history.csv', 'summary.txt']
const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 300 }))].join(''))
  sandbox.write('other.swf', [...writeSwf(demoTrace({ jobs: 200, seed: 7 }))].join(''))
})

describe('qw learn greedy', () => {
  it.each([
    ['our own method', ['--evaluations', '120', '--test', 'other.swf', '--subject-to', 'AWRT5 <= 2*easy']],
    ['the published systems', ['--method', 'systems', '--systems', 'uniform', '--generations', '1']],
  ])('by %s leaves the same files with 1 worker, with 2 and without threads', async (_, options) => {
    const engines = [
      ['--workers', '1'],
      ['--workers', '2'],
      ['--engine', 'inline'],
    ]
    const name = options.join('').replace(/\W/g, '')
    for (const [k, engine] of engines.entries()) {
      await box.good(...LEARN, 'small.swf', ...options, ...engine, '--run', `${name}${k}`)
      for (const file of FILES) expect(box.text(`${name}${k}/${file}`)).toBe(box.text(`${name}0/${file}`))
    }
  })

  it('prints the strategy with --json; its policy gives on the log what it says', async () => {
    const { stdout } = await box.good(
      ...LEARN,
      'small.swf',
      '--evaluations',
      '60',
      '--json',
      '--run',
      'printed',
    )
    const { strategy, evidence } = readStrategy(stdout, 'stdout')
    const args = ['simulate', 'small.swf', '--policy', policyOf(strategy), ...OBJECTIVE, '--json']
    const { objectives } = JSON.parse((await box.good(...args)).stdout)
    expect(objectives[OBJECTIVE[1]]).toBe(evidence?.score)
    expect((await box.good('show', 'printed')).stdout).toContain('10*AWRT1 + 4*AWRT2')
  })
})

describe('qw learn score', () => {
  it.each([
    ['coefficients', ['--evaluations', '120', '--terms', 'age,aging']],
    ['symbolic', ['--method', 'symbolic', '--evaluations', '100', '--variables', 'wait,estimate,size,free']],
  ])(
    'by %s leaves the same files whoever evaluates, and keeps its bound on the tail',
    async (name, options) => {
      const command = ['learn', 'score', 'small.swf', ...options]
      for (const [k, engine] of [
        ['--workers', '2'],
        ['--engine', 'inline'],
      ].entries()) {
        await box.good(...command, ...engine, '--run', `score-${name}${k}`)
        for (const file of FILES)
          expect(box.text(`score-${name}${k}/${file}`)).toBe(box.text(`score-${name}0/${file}`))
      }
      const { evidence, strategy } = readStrategy(box.text(`score-${name}0/strategy.json`), 'strategy.json')
      expect(evidence?.constraints).toEqual(['maxWait <= 1.1*easy'])
      const of = (policy: string, objective: string) =>
        evidence?.measured.find((row) => row.policy === policy)?.objectives[objective] ?? Number.NaN
      const policy = policyOf(strategy)
      expect(of(policy, 'maxWait')).toBeLessThanOrEqual(1.1 * of('easy', 'maxWait'))
      expect(of(policy, 'AVEbsld')).toBeLessThan(of('easy', 'AVEbsld'))
    },
  )

  it('has no bound where none is asked for', async () => {
    const args = [
      'learn',
      'score',
      'small.swf',
      '--subject-to',
      'none',
      '--evaluations',
      '40',
      '--terms',
      'age',
    ]
    await box.good(...args, '--run', 'unbounded')
    expect(readStrategy(box.text('unbounded/strategy.json'), 'strategy.json').evidence?.constraints).toEqual(
      [],
    )
  })

  it.each<[string, string[], RegExp]>([
    [
      'a family that there is not',
      ['--terms', 'age,young'],
      /--terms, value "?young"?, expected some of age, sc17/,
    ],
    [
      'a variable that there is not',
      ['--method', 'symbolic', '--variables', 'runtime'],
      /--variables, value "?runtime"?, expected some of submit, wait/,
    ],
    [
      'terms of another method',
      ['--method', 'symbolic', '--terms', 'age'],
      /only with --method coefficients/,
    ],
    ['a depth of the other method', ['--depth', '5'], /only with --method symbolic/],
    ['a depth that nothing has room in', ['--method', 'symbolic', '--depth', '2'], /--depth, value "?2"?/],
    [
      'a constraint and none',
      ['--subject-to', 'none', '--subject-to', 'maxWait <= 1d'],
      /--subject-to, value "none, maxWait <= 1d", expected either none or constraints/,
    ],
  ])('refuses %s', async (_, options, message) => {
    const { code, stderr } = await box.run('learn', 'score', 'small.swf', ...options)
    expect(stderr).toMatch(message)
    expect(code).toBe(EXIT_CODES.usage)
  })
})

describe('qw learn greedy refuses, before anything is begun,', () => {
  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    [
      'an objective over a group that the log does not have',
      ['small.swf', '--objective', 'AWRT9'],
      'objective-undefined',
      /^queuewright: small: objective AWRT9 has no value: user group 9 has no jobs/,
    ],
    [
      'an objective over a group that is empty in the part that is taken',
      ['small.swf', '--groups', '1', '--objective', 'AWRT2'],
      'objective-undefined',
      /objective AWRT2 has no value: user group 2 has no jobs/,
    ],
    [
      'a budget of zero',
      ['small.swf', '--evaluations', '0'],
      'usage',
      /--evaluations, value "?0"?, expected a whole/,
    ],
    [
      'a budget that has no room for a generation of twelve systems',
      ['small.swf', '--method', 'systems', '--evaluations', '1440'],
      'usage',
      /--evaluations, value "1440", expected at least 1,441, for one generation of all systems/,
    ],
    [
      'bounds that contradict each other',
      ['small.swf', '--subject-to', 'maxWait <= 1d', '--subject-to', 'maxWait >= 2d'],
      'usage',
      /constraints that contradict each other \(field --subject-to, value "maxWait <= 1d and maxWait >= 2d"/,
    ],
    [
      'a bound that no schedule keeps',
      ['small.swf', '--subject-to', 'AWRT1 <= 1s'],
      'usage',
      /a constraint that no schedule keeps .*"AWRT1 <= 1s", expected on small, at least [\d.]+ as the bound/,
    ],
    ['a constraint without a bound', ['small.swf', '--subject-to', 'maxWait'], 'usage', /not a constraint/],
    [
      'an option of another method',
      ['small.swf', '--systems', 'all'],
      'usage',
      /--systems, value "?all"?, expected only with --method systems/,
    ],
    [
      'two budgets',
      ['small.swf', '--method', 'systems', '--generations', '3', '--evaluations', '900'],
      'usage',
      /either this or --generations/,
    ],
    [
      'a log that is also the test',
      ['small.swf', '--test', 'small.swf'],
      'usage',
      /two logs have the same name/,
    ],
    ['a policy that is none', ['small.swf', '--compare', 'fast'], 'unknown-policy', /fast/],
  ])('%s', async (_, options, kind, message) => {
    const { code, stdout, stderr } = await box.run(...LEARN, ...options)
    expect(complaints({ stderr })).toEqual([expect.stringMatching(message)])
    expect(stdout).toBe('')
    expect(code).toBe(EXIT_CODES[kind])
    expect(existsSync(box.path('queuewright-runs'))).toBe(false)
  })
})
