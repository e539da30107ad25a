/** `qw scores trials`: what is refused before anything is begun, and that trials come to the same bytes whoever does them. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { filesOf } from '../support/run-files.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 150 }))].join(''))
})
const begun = () => existsSync(box.path('queuewright-runs'))

describe('qw scores trials refuses, before anything is begun,', () => {
  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    [
      'more tuples than the log has',
      ['small.swf', '--tuples', '4'],
      'usage',
      /--tuples, value 4, expected at most 3/,
    ],
    ['tuples without a queue', ['--judged', '1'], 'usage', /--judged.*a whole number from 2/],
    ['a precision of nothing', ['--precision', '0'], 'usage', /--precision.*above 0/],
    ['two ends', ['--precision', '0.1', '--trials', '5'], 'usage', /--precision.*either this or --trials/],
    [
      'two numbers',
      ['--max-trials', '10', '--trials', '5'],
      'usage',
      /--max-trials.*either this or --trials/,
    ],
    ['a machine that the model cannot make', ['--machine', '2'], 'usage', /--machine.*value "2"/],
    ['a log that there is not', ['none.swf'], 'input-unreadable', /none\.swf/],
  ])('%s', async (_, options, kind, message) => {
    const { code, stdout, stderr } = await box.run('scores', 'trials', ...options)
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(code).toBe(EXIT_CODES[kind])
    expect(begun()).toBe(false)
  })
})

describe('qw scores trials', () => {
  it('comes to the same bytes with one worker, two, or none', async () => {
    const asked = ['small.swf', '--tuples', '3', '--precision', '0.05']
    await box.good('scores', 'trials', ...asked, '--run', 'one', '--workers', '1')
    await box.good('scores', 'trials', ...asked, '--run', 'two', '--workers', '2')
    await box.good('scores', 'trials', ...asked, '--run', 'none', '--engine', 'inline')
    const whole = filesOf(box.path('one'))
    expect(Object.keys(whole)).toContain('/distribution.csv')
    expect(filesOf(box.path('two'))).toEqual(whole)
    expect(filesOf(box.path('none'))).toEqual(whole)
  }, 60_000)

  it('without a log takes the jobs of qw generate lublin', async () => {
    const asked = ['--tuples', '2', '--judged', '8', '--trials', '64', '--seed', '7']
    const { stderr } = await box.good('scores', 'trials', ...asked, '--run', 'model')
    expect(stderr).toContain(
      'note: no log is named; 48 jobs by the model of Lublin and Feitelson for 256 processors',
    )
    await box.good(
      'generate',
      'lublin',
      '--machine',
      '256',
      '--jobs',
      '48',
      '--seed',
      '7',
      '-o',
      'lublin.swf',
    )
    await box.good('scores', 'trials', 'lublin.swf', ...asked, '--run', 'made')
    const [model, made] = ['model', 'made'].map((run) =>
      readFileSync(box.path(`${run}/distribution.csv`), 'utf8'),
    )
    expect(made).toBe(model)
  })

  it('prints its summary, which show and resume know too, or JSON', async () => {
    const asked = ['small.swf', '--tuples', '2', '--trials', '100']
    const { stdout } = await box.good('scores', 'trials', ...asked, '--run', 'shown')
    expect(stdout).toContain('Scores by simulated trials: small')
    expect(stdout).toMatch(/trials of a tuple +128\n/)
    expect(stdout).toContain('qw scores fit shown/distribution.csv')
    expect((await box.good('show', 'shown')).stdout).toMatch(/128 of each tuple[\s\S]*finished/)
    expect((await box.good('resume', 'shown')).stdout).toContain('was finished already')
    const json = await box.good('scores', 'trials', ...asked, '--run', 'json', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ log: 'small', tuples: 2, trials: { total: 256 } })
  })

  it('goes on as far as it is told, and says whether that was enough', async () => {
    const asked = ['small.swf', '--tuples', '2', '--set-size', '8', '--judged', '10', '--json']
    const of = async (run: string, ...effort: string[]) =>
      JSON.parse((await box.good('scores', 'trials', ...asked, ...effort, '--run', run)).stdout)
    const coarse = await of('coarse', '--precision', '0.5')
    expect(coarse).toMatchObject({ state: 8, judged: 10, deviation: { asked: 0.5, missed: 0 } })
    expect(coarse.trials.allowed).toBe(4_000_000)
    const short = await of('short', '--precision', '1e-9', '--max-trials', '95')
    expect(short).toMatchObject({ trials: { most: 100, allowed: 100 }, deviation: { missed: 2 } })
    expect((await of('usual', '--max-trials', '20')).deviation.asked).toBe(0.002)
    // One trial is none: of a single block nobody knows how the scores scatter.
    expect(await of('least', '--trials', '1')).toMatchObject({
      trials: { most: 20 },
      deviation: { missed: 0 },
    })
  })
})
