/** `qw generate`: a workload from the command to a log that the other commands read. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeSwf } from '../../src/trace/swf/index.js'
import { lublinTrace } from '../../src/workload/lublin/index.js'
import { complaints, type Finished } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox()

const lublin = (...args: string[]): Promise<Finished> => box.run('generate', 'lublin', ...args)

async function info(file: string) {
  const { stdout, code } = await box.run('info', file, '--json')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

describe('generate lublin', () => {
  it('prints what the library makes', async () => {
    const done = await lublin('--jobs', '300', '--machine', '64', '--seed', '5')
    expect(complaints(done)).toEqual([])
    expect(done.code).toBe(0)
    expect(done.stdout).toBe([...writeSwf(lublinTrace({ jobs: 300, processors: 64, seed: 5 }))].join(''))
  })

  it('makes 10,000 jobs for 128 processors unless told otherwise', async () => {
    const done = await lublin('-o', 'usual.swf.gz')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toContain('usual.swf.gz: 10,000 jobs as swf')
    expect(gunzipSync(readFileSync(box.path('usual.swf.gz'))).toString()).toBe(
      [...writeSwf(lublinTrace())].join(''),
    )
  })

  it('has the load, machine, users, classes and beginning asked for', async () => {
    const done = await lublin(
      ...['--machine', '256', '--jobs', '4000', '--load', '0.75', '--classes', 'both', '--users', '30'],
      ...['--start', '2024-07-01T06:00', '--zone', 'Europe/Paris', '--out', 'asked.swf'],
    )
    expect(done.code).toBe(0)
    const facts = await info('asked.swf')
    expect(facts).toMatchObject({ jobs: 4000, machine: 256, users: { count: 30 } })
    expect(facts.offeredLoad).toBeCloseTo(0.75, 3)
    expect(facts.span).toMatchObject({ unixStart: Date.UTC(2024, 6, 1, 4) / 1000, zone: 'Europe/Paris' })
    expect(facts.queues.map(({ label }: { label: string }) => label)).toEqual(['interactive', 'batch'])
  })

  it('takes days instead of jobs, a largest job, an offset for a zone and other formats', async () => {
    const done = await lublin(
      ...['--days', '2.5', '--largest', '16', '--zone', '-05:30', '--rounding', 'gaps', '--out', 'days.swf'],
    )
    expect(done.code).toBe(0)
    const facts = await info('days.swf')
    expect(facts.span.lastSubmit).toBeLessThan(2.5 * 86_400)
    expect(facts.sizes.quantiles.max).toBe(16)
    expect(facts.span.zone).toBe(-19_800)
    expect((await lublin('--jobs', '20', '--out', 'jobs.json')).code).toBe(0)
    expect(JSON.parse(box.text('jobs.json')).jobs).toHaveLength(20)
  })

  it('takes other constants, which its head then says', async () => {
    const largest = async (...constants: string[]) => {
      const sizes = ['--machine', '256', '--classes', 'interactive', '--jobs', '4000']
      const done = await lublin(...sizes, ...constants, '--out', 'constants.swf')
      expect(done.code).toBe(0)
      return (await info('constants.swf')).sizes.quantiles.max
    }
    // 5.5 and 7 for 128 processors.
    expect(await largest()).toBeLessThanOrEqual(91)
    expect(box.text('constants.swf')).not.toContain('constants changed')
    expect(await largest('--constants', 'interactive.uHi=7, interactive.uMed=4.5')).toBeGreaterThan(240)
    expect(box.text('constants.swf')).toMatch(/constants changed: .*"interactive":\{[^}]*"uMed":4.5,"uHi":7/)
  })

  it('is simulated as any log is', async () => {
    await lublin('--jobs', '500', '--load', '0.9', '--out', 'simulated.swf')
    const { code, stdout } = await box.run(
      'simulate',
      'simulated.swf',
      '--policy',
      'easy',
      '--check',
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout).objectives.UTIL).toBeGreaterThan(0)
  })

  it.each([
    ['--load', '-1', 'a number from 0.001 to 1000'],
    ['--constants', 'interactive.uHi', 'constants and their values'],
    ['--load', '0', 'a number from 0.001 to 1000'],
    ['--load', 'much', 'a number from 0.001 to 1000'],
    ['--machine', '0', 'a whole number from 1'],
    ['--machine', '7', '8 or more with combined jobs'],
    ['--jobs', '0', 'a whole number from 1'],
    ['--days', '-2', 'a number above 0'],
    ['--days', '0.00001', 'a span in which jobs arrive'],
    ['--largest', '129', 'a whole number from 1 to 128'],
    ['--users', '0', 'a whole number from 1'],
    ['--classes', 'serial', 'combined, both, batch, interactive'],
    ['--rounding', 'up', 'arrivals, gaps'],
    ['--start', '2024-02-30', 'a date such as 2024-01-01'],
    ['--start', '1950-01-01', 'a date from 1970 on'],
    ['--zone', 'Mars/Olympus', 'an IANA name'],
    ['--zone', '+25:00', 'an offset of less than a day'],
    ['--largest', '4', '8 or more with combined jobs'],
    ['--seed', '-1', 'a whole number from 0'],
  ])('refuses %s %s', async (option, value, expected) => {
    const { code, stdout, stderr } = await lublin(option, value)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr.replaceAll('"', '')).toContain(`field ${option}, value ${value}`)
    expect(stderr).toContain(expected)
  })

  it.each([
    ['interactive.uHo=7', /an unknown constant \(field --constants, value "interactive.uHo"\)/],
    ['combined.uHi=9', /\(field combined.uHi, value "9", expected at most log2\(128\)/],
  ])('refuses the constants %s', async (constants, message) => {
    const { code, stdout, stderr } = await lublin('--constants', constants)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
  })

  it('refuses options at odds with each other, and a name without a format', async () => {
    const both = await lublin('--jobs', '10', '--days', '3')
    expect(both.code).toBe(2)
    expect(both.stderr).toContain('field --days, value "3", expected a number of jobs or of days, not both')
    const gaps = await lublin('--load', '0.5', '--rounding', 'gaps')
    expect(gaps.code).toBe(2)
    expect(gaps.stderr).toContain('field --load')
    const name = await lublin('--out', 'log.doc')
    expect(name.code).toBe(2)
    expect(name.stderr).toContain('the output name does not say its format (field --out, value "log.doc"')
    expect(name.stderr).toContain('Name the format with --format swf|batsim4|batsim5')
    const said = await lublin('--jobs', '5', '--out', 'log.doc', '--format', 'batsim4')
    expect(said).toMatchObject({ code: 0, stdout: 'log.doc: 5 jobs as batsim4 (left out: none)\n' })
    expect(JSON.parse(box.text('log.doc')).jobs).toHaveLength(5)
  })

  it('has help, and its group has', async () => {
    const help = await lublin('--help')
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('Usage: queuewright generate lublin')
    const group = await box.run('generate', '--help')
    expect(group.code).toBe(0)
    expect(group.stdout).toMatch(/^ {2}lublin /m)
  })
})
