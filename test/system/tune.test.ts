/** `qw tune`: what is refused before anything is begun, and in which words. */
import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { useSandbox } from '../support/sandbox.js'

const TEMPLATE = ['tune', '--policy', 'easy:({a}*size)', '--over', 'a=0..1', '--evaluations', '8']
const box = useSandbox((sandbox) => {
  sandbox.write('site.yaml', SITE)
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 100 }))].join(''))
})
const SITE = `format: queuewright-site
version: 1
name: a partition, reservations that are kept
partitions: [{name: all, processors: 0-255}]
scheduling: {policy: 'cons:fcfs', compress: none}
`
const begun = () => existsSync(box.path('queuewright-runs')) || existsSync(box.path('taken/run.json'))
beforeEach(() => {
  if (!existsSync(box.path('taken'))) box.write('taken', 'a file')
})

describe('qw tune refuses, before anything is begun,', () => {
  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    [
      'no policy to tune',
      ['small.swf', '--over', 'a=0..1', '--policy', 'easy'],
      'usage',
      /--policy.*names in braces/,
    ],
    [
      'an objective without a value',
      ['small.swf', '--objective', 'AWRT9'],
      'objective-undefined',
      /^queuewright: small: objective AWRT9 has no value: user group 9 has no jobs/,
    ],
    [
      'an objective that is infinite where it is usual',
      ['small.swf', '--objective', '1/(UTIL - UTIL)'],
      'objective-undefined',
      /^queuewright: small: 1\/\(UTIL - UTIL\) is infinite under easy \(value "1\/\(UTIL - UTIL\)"\)\. Add something/,
    ],
    [
      'windows longer than what is learnt from',
      ['small.swf', '--windows', '3', '--window-jobs', '71'],
      'usage',
      /small\.swf: windows longer than .*--window-jobs, value 71, expected at most 70, as many as are learnt from/,
    ],
    [
      'a log named twice',
      ['small.swf', 'small.swf'],
      'usage',
      /two logs have the same name \(field logs, value "small"\)/,
    ],
    ['a range that has no end', ['small.swf', '--over', 'b=0..Infinity'], 'usage', /cannot be searched for/],
    [
      'what was recorded beside it, of a log without waits',
      ['small.swf', '--compare', 'easy,recorded'],
      'usage',
      /jobs have no recorded wait/,
    ],
    ['a folder that is a file', ['small.swf', '--run', 'taken'], 'output-unwritable', /taken/],
  ])('%s', async (_, options, kind, message) => {
    const { code, stdout, stderr } = await box.run(...TEMPLATE, ...options)
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(code).toBe(EXIT_CODES[kind])
    expect(begun()).toBe(false)
  })

  it('a folder that is in use, without saying that the run is kept in it', async () => {
    const { stdout } = await box.good(
      ...[...TEMPLATE, 'small.swf', '--run', 'first', '--report', 'found.txt'],
    )
    // What a terminal shows, and nothing is folded away in a file.
    expect(box.text('found.txt').replace(/\s+/g, ' ')).toContain(
      stdout.slice(stdout.indexOf('found  '), stdout.indexOf('searched by')).replace(/\s+/g, ' '),
    )
    const { code, stderr } = await box.run(...TEMPLATE, 'small.swf', '--run', 'first')
    expect(stderr).toMatch(/^queuewright: there is a run in this folder .*qw resume first/)
    expect(code).toBe(EXIT_CODES.usage)
  })
})

describe('a site', () => {
  it('goes by a policy that everything is measured against', async () => {
    const { stdout: tuned } = await box.good(
      ...TEMPLATE,
      'small.swf',
      '--site',
      'site.yaml',
      '--run',
      'on-site',
    )
    expect(tuned).toContain('changes against cons:fcfs')
    const { stdout: evaluated } = await box.good(
      ...['evaluate', 'on-site/strategy.json', 'small.swf', '--site', 'site.yaml', '--compare', 'fcfs'],
    )
    expect(evaluated).toContain('cons:fcfs')
    const { stdout: compared } = await box.good(
      ...['compare', 'small.swf', '--site', 'site.yaml', '--policies', 'fcfs,easy', '--json'],
    )
    const { baseline, policies } = JSON.parse(compared)
    expect(baseline).toBe('cons:fcfs')
    expect(policies.map(({ policy }: { policy: string }) => policy)).toEqual(['cons:fcfs', 'fcfs', 'easy'])
  })

  it('is told of by qw info, and refused where nothing is searched on one', async () => {
    const { stdout, stderr } = await box.good('info', 'small.swf', '--site', 'site.yaml', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ machine: 256, notices: ['partitions: all 256'] })
    expect(stderr).toBe('')
    const front = ['front', 'small.swf', '--site', 'site.yaml', '--run', 'on-front'] as const
    const sequences = await box.run(...front, '--plan', 'published')
    expect(sequences.stderr).toMatch(/served by one pool of processors .*--plan, value "published"/)
    expect(existsSync(box.path('on-front'))).toBe(false)
    const searched = await box.good(...front, '--evaluations', '6', '--objectives', 'AWRT,maxWait')
    expect(searched.stdout).toContain('cons:fcfs')
    const dealt = await box.run('grid', 'small.swf', '--sites', 'site.yaml')
    expect(dealt.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(dealt.code).not.toBe(0)
  })

  it('of some of the processors that a log counts is held against its recorded waits', async () => {
    const own = JSON.parse((await box.good('simulate', 'small.swf', '--out', 'waited.swf', '--json')).stdout)
    box.write(
      'part.yaml',
      SITE.replace('0-255', '0-254')
        .replace('cons:fcfs', 'easy')
        .replace(/, compress.*}/, '}'),
    )
    const on = ['--site', 'part.yaml', '--oversize', 'cap', '--json']
    const { machine, recorded } = JSON.parse((await box.good('simulate', 'waited.swf', ...on)).stdout)
    expect(machine).toBe(255)
    expect(recorded.objectives.meanWait).toBeCloseTo(own.objectives.meanWait, 9)
    expect(recorded.agreement.withinMinute).toBeGreaterThan(0.5)
  })

  it('on which the candidates have no meaning is refused before a run is begun', async () => {
    const { code, stderr } = await box.run(
      ...['learn', 'michigan', 'small.swf', '--site', 'site.yaml', '--run', 'on-rules', '--greedy', 'easy'],
    )
    expect(stderr).toMatch(/reservations cannot be kept when rules change the policy/)
    expect(code).toBe(EXIT_CODES.usage)
    expect(existsSync(box.path('on-rules'))).toBe(false)
  })
})
