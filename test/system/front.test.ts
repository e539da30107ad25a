/** `qw front`: what is refused before anything is begun, and that a search comes to the same bytes whoever does it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { filesOf } from '../support/run-files.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 150 }))].join(''))
})
const LOG = ['small.swf', '--group-shares', '10']
const begun = () => existsSync(box.path('queuewright-runs'))

beforeEach(() => {
  if (!existsSync(box.path('newer.json'))) {
    box.write('newer.json', '{"format": "queuewright-strategy", "version": 9, "name": "x", "strategy": {}}')
  }
})

describe('qw front refuses, before anything is begun,', () => {
  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    [
      'an objective over a group that the log does not have',
      [...LOG, '--objectives', 'AWRT,AWRT7'],
      'objective-undefined',
      /^queuewright: small\.swf: objective AWRT7 has no value: user group 7 has no jobs/,
    ],
    [
      'an unknown objective',
      [...LOG, '--objectives', 'AWRT,AWTR1'],
      'formula-name',
      /unknown objective AWTR1.*AWRT1/,
    ],
    ['one objective', [...LOG, '--objectives', 'AWRT'], 'usage', /--objectives.*two objectives or more/],
    [
      'an objective twice',
      [...LOG, '--objectives', 'UTIL,AWRT,UTIL'],
      'usage',
      /value "UTIL", expected each objective once/,
    ],
    ['a budget of nothing', [...LOG, '--evaluations', '0'], 'usage', /--evaluations.*a whole number from 1/],
    ['no time', [...LOG, '--minutes', '0'], 'usage', /--minutes.*above 0/],
    [
      'a budget that the published plan cannot do with',
      [...LOG, '--plan', 'published', '--evaluations', '100'],
      'usage',
      /too few evaluations for one generation .*value 100, expected at least 1,046/,
    ],
    [
      'a pass interval with sequences',
      [...LOG, '--plan', 'published', '--pass-interval', '60'],
      'usage',
      /sequences of jobs know no pass interval/,
    ],
    [
      'more groups than the published plan can order',
      ['small.swf', '--plan', 'published', '--group-shares', '20,15,10,8,6,4,2,1'],
      'usage',
      /too many user groups .*--group-shares/,
    ],
    ['settings of another plan', [...LOG, '--large-size', '3'], 'usage', /only with --plan published/],
    [
      'a strategy of a newer version',
      [...LOG, '--compare', '@newer.json'],
      'input-document',
      /newer\.json.*version/,
    ],
    ['a log that there is not', ['none.swf'], 'input-unreadable', /none\.swf/],
  ])('%s', async (_, options, kind, message) => {
    const { code, stdout, stderr } = await box.run('front', ...options)
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(code).toBe(EXIT_CODES[kind])
    expect(begun()).toBe(false)
  })
})

describe('qw front', () => {
  it.each([
    ['own', '80'],
    ['published', '1100'],
  ])(
    'of the plan %s comes to the same bytes with one worker, two, or none',
    async (plan, evaluations) => {
      const asked = [...LOG, '--plan', plan, '--evaluations', evaluations]
      await box.good('front', ...asked, '--run', `${plan}-1`, '--workers', '1')
      await box.good('front', ...asked, '--run', `${plan}-2`, '--workers', '2')
      await box.good('front', ...asked, '--run', `${plan}-0`, '--engine', 'inline')
      const whole = filesOf(box.path(`${plan}-1`))
      expect(Object.keys(whole)).toContain('/front.json')
      expect(filesOf(box.path(`${plan}-2`))).toEqual(whole)
      expect(filesOf(box.path(`${plan}-0`))).toEqual(whole)
    },
    120_000,
  )

  it('prints its summary, which show, resume and export know too', async () => {
    const { stdout } = await box.good('front', ...LOG, '--evaluations', '60', '--run', 'shown')
    expect(stdout).toContain('What is possible on small')
    expect(stdout).toContain('linear orders, θ-DEA')
    expect((await box.good('show', 'shown')).stdout).toMatch(/finished[\s\S]*front \d+, hypervolume 0\.\d+/)
    expect((await box.good('resume', 'shown')).stdout).toContain('was finished already')
    await box.good('export', 'shown', '--out', 'exported')
    expect(readdirSync(box.path('exported'))).toEqual(
      expect.arrayContaining(['batches.csv', 'front.csv', 'front.html']),
    )
  })

  it('prints JSON, also of objectives of one’s own and of a strategy beside them', async () => {
    const asked = ['--objectives', 'maxWait,AVEbsld,makespan', '--compare', 'easy:saf,list']
    const { stdout } = await box.good(
      'front',
      ...LOG,
      ...asked,
      '--evaluations',
      '40',
      '--run',
      'json',
      '--json',
    )
    const summary = JSON.parse(stdout)
    expect(summary.objectives.map(({ name }: { name: string }) => name)).toEqual([
      'maxWait',
      'AVEbsld',
      'makespan',
    ])
    expect(summary.policies.map(({ policy }: { policy: string }) => policy)).toContain('easy:saf')
    expect(summary.evaluations).toBeGreaterThanOrEqual(40)
    expect(summary.hypervolume.error).toBe(0)
    expect(summary.points).toBeUndefined()
  })

  it('leaves fronts that can be compared', async () => {
    await box.good('front', ...LOG, '--evaluations', '60', '--seed', '2', '--run', 'other')
    const compared = ['front-compare', 'shown', 'other/front.json', '--report', 'compared.html']
    const { stdout } = await box.good(...compared)
    expect(stdout).toMatch(/attains? more|reaches all|Both reach the same/)
    expect(box.text('compared.html')).toContain('<svg')
    const found = JSON.parse((await box.good('front-compare', 'shown', 'shown', '--json')).stdout)
    expect(found.epsilon).toEqual({ one: 0, other: 0 })
    expect(found.dominated.one).toEqual({ dominated: 0, shared: found.fronts.one.kept })
    expect(found.distances.map(({ plain }: { plain: number }) => plain)).toEqual([0, 0])
  })

  it('ends when its time is up', async () => {
    const { stdout } = await box.good('front', ...LOG, '--minutes', '0.01', '--run', 'timed')
    expect(stdout).toContain('What is possible on small')
    expect(readFileSync(box.path('timed/journal.jsonl'), 'utf8')).toContain('"label":"the time is up"')
  })
})
