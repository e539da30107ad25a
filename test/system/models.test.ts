/** `qw sessions`, `qw model fit` and `qw generate model`: from a log to a workload like it, by way of files. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { fitModel, generateFromModel, modelText } from '../../src/workload/model/index.js'
import { complaints, type Finished } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox(async (sandbox) => {
  // A log with waits: the demonstration workload under EASY.
  await sandbox.good('simulate', '--policy', 'easy', '--out', 'easy.swf')
  await sandbox.good('model', 'fit', 'easy.swf', '-o', 'model.json')
})

const qw = (...args: string[]): Promise<Finished> => box.run(...args)

async function done(...args: string[]): Promise<string> {
  return (await box.good(...args)).stdout
}

function jobLines(text: string): number[][] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => line.trim().split(/\s+/).map(Number))
}

describe('sessions', () => {
  it('shows sessions and think times', async () => {
    const text = await done('sessions', 'easy.swf')
    expect(text).toContain('by max, threshold 20 min')
    expect(text).toContain('all told exactly by end + think time')
    expect(text).toMatch(/^ +mean +median +90 % up to +largest\n─+\n(.+\n)*think times( +\d[^\n]+?){4}$/m)
    expect(text).toMatch(
      /^user +jobs +sessions +dependent +median think time\n─+\n\d+ +[\d,]+ +[\d,]+ +\d+\.\d % /m,
    )
  })

  it('gives the same as JSON, by any rule', async () => {
    const counts = []
    for (const by of ['max', 'last', 'arrival']) {
      const facts = JSON.parse(await done('sessions', 'easy.swf', '--by', by, '--threshold', '15m', '--json'))
      expect(facts).toMatchObject({ jobs: 5000, from: { by, threshold: 900 }, replay: { moved: 0 } })
      expect(facts.log.name).toBe('easy')
      expect(facts.sessions + facts.dependent).toBeLessThanOrEqual(5000)
      counts.push(facts.sessions)
    }
    expect(new Set(counts).size).toBe(3)
  })

  it('writes fields 17 and 18, leaves the others, and reads them back', async () => {
    const facts = JSON.parse(await done('sessions', 'easy.swf', '--json'))
    const text = await done('sessions', 'easy.swf', '-o', '-')
    const before = jobLines(box.text('easy.swf'))
    const after = jobLines(text)
    expect(after.map((line) => line.slice(0, 16))).toEqual(before.map((line) => line.slice(0, 16)))
    const byNumber = new Map(after.map((line) => [line[0], line]))
    const dependent = after.filter((line) => line[16] > 0)
    expect(dependent.length).toBe(facts.dependent)
    expect(dependent.length).toBeGreaterThan(100)
    for (const [, submit, , , , , , , , , , user, , , , , preceding, think] of dependent) {
      const [, began, wait, run, , , , , , , , whose] = byNumber.get(preceding)!
      expect([began + wait + run + think, user]).toEqual([submit, whose])
    }
    expect(text).toContain('; Note: fields 17 and 18 extracted: sessions end by max after 1200 s')

    const printed = await done('sessions', 'easy.swf', '--out', 'dependent.swf.gz')
    expect(printed).toContain('dependent.swf.gz: 5,000 jobs as swf')
    const read = JSON.parse(await done('sessions', 'dependent.swf.gz', '--from', 'log', '--json'))
    expect(read).toMatchObject({ from: 'log', dependent: facts.dependent, replay: { moved: 0 } })
  })

  it.each<[string, string[], string]>([
    ['a log without waits', ['-'], 'recorded wait'],
    ['a log without field 17', ['easy.swf', '--from', 'log'], 'which jobs depend on which'],
    ['a rule where nothing is extracted', ['easy.swf', '--from', 'log', '--by', 'max'], '--by'],
    [
      'a threshold where nothing is extracted',
      ['easy.swf', '--from', 'log', '--threshold', '1h'],
      '--threshold',
    ],
    ['an unknown rule', ['easy.swf', '--by', 'mood'], 'max, last, arrival'],
    ['no duration', ['easy.swf', '--threshold', 'long'], 'duration'],
  ])('refuses %s', async (_, args, words) => {
    const input = [...writeSwf(demoTrace({ jobs: 20 }))].join('')
    const finished = await box.qw.run(['sessions', ...args], { cwd: box.cwd, input })
    expect(finished.code).toBe(EXIT_CODES.usage)
    expect(complaints(finished)).toHaveLength(1)
    expect(finished.stderr).toContain(words)
  })
})

describe('model fit', () => {
  it('prints what the library makes', async () => {
    expect(await done('model', 'fit')).toBe(modelText(fitModel(demoTrace())))
  })

  it('says in a line what it made of the log', async () => {
    const finished = await qw('model', 'fit', 'easy.swf', '--least-users', '20', '-o', 'few.json')
    expect(finished.stdout).toMatch(/fitted to +5,000 jobs/)
    expect(finished.stdout).toMatch(/^kept in +few\.json$/m)
    expect(finished.stderr).toContain('shorter than 8 weeks')
    const archetypes = (file: string) => JSON.parse(box.text(file)).archetypes
    expect(archetypes('few.json').length).toBeLessThan(archetypes('model.json').length / 2)
    for (const { users } of archetypes('few.json')) expect(users).toBeGreaterThanOrEqual(20)
  })

  it('takes the machine and the part of the log that it is told', async () => {
    await done('model', 'fit', 'easy.swf', '--machine', '200', '--first', '2000', '-o', 'part.json')
    expect(JSON.parse(box.text('part.json'))).toMatchObject({
      machine: 200,
      evidence: { jobs: 2000 },
    })
  })

  it.each<[string, string[], number, string]>([
    ['an empty log', ['-'], EXIT_CODES['input-empty'], 'standard input'],
    ['a log of nobody', ['nobody.swf'], EXIT_CODES.usage, 'no job of this log has a user'],
    ['a log of too few users', ['easy.swf', '--least-users', '1000'], EXIT_CODES.usage, '--least-users'],
    ['a log without run times', ['idle.swf'], EXIT_CODES['input-empty'], 'no usable job'],
  ])('refuses %s', async (_, args, code, words) => {
    const nobody = '1 0 1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n'
    box.write('nobody.swf', nobody + nobody.replace('1 0', '2 9'))
    box.write('idle.swf', nobody.replace('1 10 1', '1 -1 1'))
    const finished = await box.qw.run(['model', 'fit', ...args], { cwd: box.cwd, input: '; nothing\n' })
    expect([finished.code, finished.stdout]).toEqual([code, ''])
    expect(complaints(finished)).toHaveLength(1)
    expect(finished.stderr).toContain(words)
  })
})

describe('generate model', () => {
  it('prints what the library makes', async () => {
    const text = await done('generate', 'model', 'model.json', '--jobs', '400', '--seed', '3')
    const model = JSON.parse(box.text('model.json'))
    expect(text).toBe([...writeSwf(generateFromModel(model, { jobs: 400, seed: 3 }))].join(''))
  })

  it('reads a model from standard input', async () => {
    const input = readFileSync(box.path('model.json'))
    const finished = await box.qw.run(['generate', 'model', '-', '--days', '3'], { cwd: box.cwd, input })
    expect(finished).toMatchObject({ code: 0, stderr: '' })
    expect(finished.stdout).toBe(await done('generate', 'model', 'model.json', '--days', '3'))
  })

  it('makes logs of the machine, load and beginning asked for, which other commands read', async () => {
    const options = [
      '--days',
      '40',
      '--load',
      '0.65',
      '--machine',
      '256',
      '--start',
      '2031-05-05',
      '-o',
      'm.swf.gz',
    ]
    expect(await done('generate', 'model', 'model.json', ...options)).toContain('jobs as swf')
    const info = JSON.parse(await done('info', 'm.swf.gz', '--json'))
    expect(info.machine).toBe(256)
    expect(Math.abs(info.offeredLoad - 0.65)).toBeLessThan(0.001)
    expect(info.span.first).toMatch(/^2031-05-0/)
    expect(await done('compare', 'm.swf.gz', '--policies', 'fcfs,easy', '--check')).toContain('easy')
    const sessions = JSON.parse(await done('sessions', 'm.swf.gz', '--from', 'log', '--json'))
    expect(sessions.dependent).toBeGreaterThan(50)
  })

  it.each<[string, string[], number, string]>([
    ['neither jobs nor days', ['model.json'], EXIT_CODES.usage, '--jobs'],
    ['both', ['model.json', '--jobs', '5', '--days', '5'], EXIT_CODES.usage, '--jobs'],
    ['a negative load', ['model.json', '--jobs', '5', '--load', '-0.5'], EXIT_CODES.usage, '--load'],
    ['a machine too small', ['model.json', '--jobs', '5', '--machine', '3'], EXIT_CODES.usage, '--machine'],
    [
      'a day that is none',
      ['model.json', '--jobs', '5', '--start', '2027-02-30'],
      EXIT_CODES.usage,
      '--start',
    ],
    ['a log for a model', ['easy.swf', '--jobs', '5'], EXIT_CODES['input-document'], 'not a JSON document'],
    ['another document', ['other.json', '--jobs', '5'], EXIT_CODES['input-document'], 'field kind'],
    ['another version', ['next.json', '--jobs', '5'], EXIT_CODES['input-document'], 'field version'],
    ['no model', ['missing.json', '--jobs', '5'], EXIT_CODES['input-unreadable'], 'missing.json'],
    ['an output of no format', ['missing.json', '--jobs', '5', '-o', 'x.dat'], EXIT_CODES.usage, 'format'],
  ])('refuses %s', async (_, args, code, words) => {
    box.write('other.json', '{"kind": "something else", "version": 1}')
    const text = box.text('model.json')
    box.write('next.json', text.replace('"version": 1', '"version": 2'))
    const finished = await qw('generate', 'model', ...args)
    expect([finished.code, finished.stdout]).toEqual([code, ''])
    expect(complaints(finished)).toHaveLength(1)
    expect(finished.stderr).toContain(words)
  })
})
