/** Runs by the compiled command: killed, interrupted, out of room, damaged, looked at; and always the same bytes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { Random } from '../../src/core/random.js'
import { scheduleAsTrace, writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import type { Finished } from '../support/command.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const POLICY = 'easy:({a}*log(estimate + 1) + {b}*log(size) - wait/estimate)'
/** A search of several generations, in a second or two. */
const TUNE = [
  ...['tune', 'small.swf', '--policy', POLICY, '--over', 'a=0..3', '--over', 'b=-3..3'],
  ...['--evaluations', '60', '--windows', '3', '--window-jobs', '150', '--population', '10'],
]

const STUDY = `name: weeks
traces: [small.swf]
windows: [{length: 1d, count: 3}]
policies: [fcfs, easy, easy:saf, cons]
seed: 1
`

const box = useSandbox(async (made) => {
  const demo = demoTrace({ jobs: 400 })
  made.write('small.swf', [...writeSwf(scheduleAsTrace(demo, demo.jobs.submit))].join(''))
  await made.good(...TUNE, '--run', 'whole')
})

/** All files of a run but the log. */
function contents(run: string): Record<string, string> {
  const folder = box.path(run)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    files
      .filter((name) => name !== 'log.jsonl' && statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

/** Copies the uninterrupted run. @returns its files by name */
function copied(run: string): (name: string) => string {
  cpSync(box.path('whole'), box.path(run), { recursive: true })
  return (name) => box.path(join(run, name))
}

const dataOf = (run: string) => readdirSync(box.path(join(run, 'data')))[0]

function batchesIn(run: string): number {
  const journal = box.path(join(run, 'journal.jsonl'))
  return existsSync(journal) ? readFileSync(journal, 'latin1').split('\n').length - 1 : 0
}

const isFinished = (run: string) => existsSync(box.path(join(run, 'result.json')))

function begin(...args: string[]): ChildProcess {
  return spawn(process.execPath, [box.qw.program, ...args], {
    cwd: box.cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function endOf(child: ChildProcess): Promise<Pick<Finished, 'code' | 'signal' | 'stderr'>> {
  const errors: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk))
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stderr: Buffer.concat(errors).toString() })),
  )
}

/** Sends a signal once the run has so many batches, and some milliseconds later. */
async function signalled(
  child: ChildProcess,
  signal: NodeJS.Signals,
  run: string,
  batches: number,
  later = 0,
): ReturnType<typeof endOf> {
  const end = endOf(child)
  let ended = false
  void end.then(() => {
    ended = true
  })
  while (!ended && batchesIn(run) < batches) await new Promise((resolve) => setTimeout(resolve, 2))
  await new Promise((resolve) => setTimeout(resolve, later))
  child.kill(signal)
  return end
}

describe('the same run', () => {
  it.each([
    ['one thread', ['--workers', '1']],
    ['two threads', ['--workers', '2']],
    ['no thread but its own', ['--engine', 'inline']],
    ['a cache', ['--cache', 'kept']],
    ['a cache that knows all', ['--cache', 'kept']],
  ])('by %s leaves the same bytes', async (name, args) => {
    const run = `by-${name.replaceAll(' ', '-')}`
    const { stderr } = await box.good(...TUNE, '--run', run, ...args)
    expect(contents(run)).toEqual(contents('whole'))
    expect(Object.keys(contents(run))).toEqual(
      expect.arrayContaining(['strategy.json', 'journal.jsonl', 'run.json']),
    )
    if (!name.endsWith('knows all')) return
    const [, reused, all] = /note: ([\d,]+) of ([\d,]+) evaluations from the cache/.exec(stderr) ?? []
    expect(reused).toBe(all)
    const log = readFileSync(box.path(join(run, 'log.jsonl')), 'utf8')
    expect(log).toContain(`"fromCache":${reused.replace(',', '')}`)
  })
})

describe('a run that is killed', () => {
  it('at any instant, again and again, is resumed to the same bytes', async () => {
    const random = new Random('kill -9')
    let kills = 0
    for (let trial = 0; trial < 2; trial++) {
      const run = `killed-${trial}`
      const engine = trial === 0 ? ['--engine', 'inline'] : ['--workers', '2']
      for (let attempt = 0; attempt < 40 && !isFinished(run); attempt++) {
        const args = existsSync(box.path(join(run, 'run.json'))) ? ['resume', run] : [...TUNE, '--run', run]
        const child = begin(...args, ...engine)
        const { signal } = await signalled(
          child,
          'SIGKILL',
          run,
          batchesIn(run) + random.int(4),
          random.int(60),
        )
        if (signal === 'SIGKILL') kills++
      }
      await box.good('resume', run)
      expect(contents(run), run).toEqual(contents('whole'))
    }
    expect(kills).toBeGreaterThanOrEqual(6)
  })
})

describe('a run of another kind that is killed', () => {
  it.each([
    ['front', ['front', 'small.swf', '--first', '150', '--evaluations', '60']],
    ['study', ['study', 'run', 'study.yaml']],
  ])('is resumed to the same bytes: %s', async (kind, args) => {
    box.write('study.yaml', STUDY)
    await box.good(...args, '--run', `whole-${kind}`, '--engine', 'inline')
    const run = `killed-${kind}`
    const child = begin(...args, '--run', run, '--engine', 'inline')
    const { signal } = await signalled(child, 'SIGKILL', run, 1)
    // A study is done in few batches, and may have ended.
    if (kind === 'front') expect(signal).toBe('SIGKILL')
    await box.good('resume', run, '--engine', 'inline')
    const worked = 'worked.json'
    const [{ [worked]: _, ...resumed }, { [worked]: __, ...whole }] = [run, `whole-${kind}`].map(contents)
    expect(resumed).toEqual(whole)
  })
})

describe('a run that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s ends in good order and says how it goes on',
    async (signal) => {
      const run = `by-${signal}`
      const { code, stderr } = await signalled(begin(...TUNE, '--run', run), signal, run, 2)
      expect(code).toBe(EXIT_CODES.interrupted)
      expect(stderr).toContain('note: stopping after the evaluations under way')
      expect(stderr).toContain(`interrupted; what was done is kept. Go on with qw resume ${run}`)
      expect(existsSync(box.path(join(run, 'lock')))).toBe(false)
      const listed = JSON.parse((await box.good('runs', run, '--json')).stdout)
      expect(listed).toMatchObject([{ state: 'interrupted', kind: 'learn', holder: null }])
      const { stdout } = await box.good('resume', run)
      expect(stdout).toContain(`${run} is finished`)
      expect(stdout).toContain(join(run, 'strategy.json'))
      expect(contents(run)).toEqual(contents('whole'))
      const events = readFileSync(box.path(join(run, 'log.jsonl')), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event)
      expect(events).toEqual(['started', 'interrupted', 'resumed', 'finished'])
    },
  )
})

describe('a second Ctrl-C', () => {
  /** Processor time of a process and its threads in clock ticks of a hundredth of a second; 0 when it has gone. */
  function ticks(pid: number): number {
    const stat = `/proc/${pid}/stat`
    if (!existsSync(stat)) return 0
    const [user, system] = readFileSync(stat, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  }

  it.skipIf(!existsSync('/proc/self/stat'))('does not wait for the evaluations under way', async () => {
    // All jobs wait from the beginning, and each pass looks at all that wait: some ten seconds a simulation.
    const jobs = Array.from({ length: 20_000 }, (_, k) =>
      jobLine({ job: k + 1, submit: 0, run: 50 + (k % 97), requestedProcessors: 4, requestedTime: 200 }),
    )
    box.write('large.swf', `; MaxProcs: 4\n${jobs.join('\n')}\n`)
    const slow = 'easy:(-(wait^{a})*sqrt(size)/estimate)'
    const policy = ['--policy', slow, '--over', 'a=1..3', '--train', '100']
    const child = begin('tune', 'large.swf', ...policy, '--run', 'slow')
    const pid = child.pid ?? 0
    const end = endOf(child)
    const pause = () => new Promise((go) => setTimeout(go, 2))
    while (!existsSync(box.path(join('slow', 'pending.jsonl')))) await pause()
    // Threads have to start before anything is under way, and that costs less than this much work.
    for (const asked = ticks(pid); ticks(pid) < asked + 200; ) await pause()
    let told = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      if (told.includes('note: stopping') && !child.killed) child.kill('SIGTERM')
    })
    process.kill(pid, 'SIGINT')
    const { code, stderr } = await end
    expect(code).toBe(EXIT_CODES.interrupted)
    expect(stderr).toContain('interrupted; nothing half-written')
    // It did not get to its orderly end, and is resumed like any other.
    expect(readFileSync(box.path(join('slow', 'log.jsonl')), 'utf8')).not.toContain('interrupted')
    expect(JSON.parse((await box.good('runs', 'slow', '--json')).stdout)).toMatchObject([
      { state: 'interrupted' },
    ])
  })
})

describe('two processes', () => {
  it('do not work on one run', async () => {
    const first = begin(...TUNE, '--run', 'twice', '--engine', 'inline')
    const stopped = endOf(first)
    while (batchesIn('twice') < 1) await new Promise((resolve) => setTimeout(resolve, 2))
    first.kill('SIGSTOP')
    const second = await box.run('resume', 'twice')
    const shown = await box.good('show', 'twice', '--json')
    first.kill('SIGCONT')
    expect((await stopped).code).toBe(0)
    expect(second.code).toBe(EXIT_CODES['run-busy'])
    expect(second.stderr).toMatch(/another process works on this run \(value "process \d+ on /)
    expect(JSON.parse(shown.stdout)).toMatchObject({ state: 'running', holder: { pid: first.pid } })
    expect(contents('twice')).toEqual(contents('whole'))
  })
})

describe('a disk', () => {
  it('that takes no more is one clear error, and the run goes on when there is room', async () => {
    const at = copied('filled')
    const [first, ...more] = readFileSync(at('journal.jsonl'), 'utf8').trimEnd().split('\n')
    expect(more.length).toBeGreaterThan(3)
    writeFileSync(at('journal.jsonl'), `${first}\n`)
    for (const name of ['checkpoint.jsonl', 'result.json']) rmSync(at(name))
    // What shells call blocks are 512 bytes by the standard; some take 1024.
    const blocks = Math.floor(statSync(box.path(join('whole', 'journal.jsonl'))).size / 4 / 512)
    const { code, stderr } = await box.qw.shell(`ulimit -f ${blocks}; qw resume filled`, { cwd: box.cwd })
    expect(code).toBe(EXIT_CODES['output-unwritable'])
    expect(stderr).toMatch(/filled\/\S+: the output is larger than the disk or a limit allows/)
    expect(stderr).toContain('then go on with qw resume filled')
    await box.good('resume', 'filled')
    expect(contents('filled')).toEqual(contents('whole'))
  })

  const mounted = (options: string): boolean => {
    mkdirSync(box.path('disk'), { recursive: true })
    return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', box.path('disk')]).status === 0
  }
  afterAll(() => {
    if (existsSync(box.path('disk'))) spawnSync('umount', [box.path('disk')])
  })

  it('that is full, and one that is read-only', async (context) => {
    if (!mounted('size=48k')) return context.skip()
    const run = join('disk', 'run')
    const { code, stderr } = await box.run(...TUNE, '--run', run)
    expect(code).toBe(EXIT_CODES['output-unwritable'])
    expect(stderr).toContain('the disk is full')
    expect(stderr).toContain(`qw resume ${run}`)
    spawnSync('mount', ['-o', 'remount,size=2m,ro', box.path('disk')])
    const shown = await box.good('show', run)
    expect(shown.stdout).toContain('interrupted')
    const refused = await box.run('resume', run)
    expect(refused.code).toBe(EXIT_CODES['output-unwritable'])
    expect(refused.stderr).toContain('read-only')
    spawnSync('mount', ['-o', 'remount,size=2m,rw', box.path('disk')])
    await box.good('resume', run)
    expect(contents(run)).toEqual(contents('whole'))
  })
})

describe('a damaged run', () => {
  it('is refused by the line, and goes on before it with --rewind', async () => {
    const at = copied('damaged')
    const lines = readFileSync(at('journal.jsonl'), 'utf8').split('\n')
    lines[2] = lines[2].replace(/\d/, (digit) => String(9 - Number(digit)))
    writeFileSync(at('journal.jsonl'), lines.join('\n'))
    const { code, stderr } = await box.run('resume', 'damaged')
    expect(code).toBe(EXIT_CODES['run-damaged'])
    expect(stderr).toContain(`${join('damaged', 'journal.jsonl')}:3: a batch of this run is damaged`)
    expect(stderr).toContain('qw resume damaged --rewind')
    const shown = await box.run('show', 'damaged')
    expect(shown.code).toBe(0)
    expect(shown.stderr).toContain('note: line 3 of journal.jsonl')
    await box.good('resume', 'damaged', '--rewind')
    const { 'journal.jsonl.damaged-1': kept, ...rest } = contents('damaged')
    expect(kept.startsWith(lines[2])).toBe(true)
    expect(rest).toEqual(contents('whole'))
  })

  it('with a corrupt checkpoint goes on all the same, and says so', async () => {
    const at = copied('checkpoint')
    rmSync(at('result.json'))
    const lines = readFileSync(at('journal.jsonl'), 'utf8').trimEnd().split('\n')
    writeFileSync(at('journal.jsonl'), `${lines.slice(0, 3).join('\n')}\n`)
    writeFileSync(at('checkpoint.jsonl'), 'x')
    const { stderr } = await box.good('resume', 'checkpoint')
    expect(stderr).toContain("note: the checkpoint is damaged; the journal's 3 batches replaced it")
    expect(contents('checkpoint')).toEqual(contents('whole'))
  })

  it('whose manifest or data is gone is refused, naming the file', async () => {
    const at = copied('lost')
    appendFileSync(at(join('data', dataOf('lost'))), 'x')
    const data = await box.run('resume', 'lost')
    expect(data.code).toBe(EXIT_CODES['run-damaged'])
    expect(data.stderr).toContain(dataOf('lost'))
    writeFileSync(at('run.json'), '{}')
    for (const command of ['resume', 'show', 'export']) {
      const { code, stderr } = await box.run(command, 'lost')
      expect(code).toBe(EXIT_CODES['run-damaged'])
      expect(stderr).toContain(join('lost', 'run.json'))
    }
    const listed = await box.run('runs', 'lost')
    expect(listed.stdout).toContain('damaged')
    expect(listed.stderr).toContain('note: lost: ')
    for (const command of ['resume', 'show', 'export']) {
      expect((await box.run(command, 'small.swf')).code).toBe(EXIT_CODES['run-damaged'])
    }
  })
})

describe('the folder of a run', () => {
  it('is one of its own unless it is named', async () => {
    const short = [...TUNE, '--evaluations', '2', '--population', '2']
    const first = await box.good(...short)
    expect(first.stderr).toContain('note: the run is kept in queuewright-runs/tune-small-1')
    await box.good(...short)
    expect(readdirSync(box.path('queuewright-runs'))).toEqual(['tune-small-1', 'tune-small-2'])
    const { stdout } = await box.good('runs')
    expect(
      stdout.split('\n').filter((line) => /tune-small-\d .*learn +finished +\d/.test(line)),
    ).toHaveLength(2)
  })

  it('must not be in use', async () => {
    const { code, stderr } = await box.run(...TUNE, '--run', 'whole')
    expect(code).toBe(EXIT_CODES.usage)
    expect(stderr).toContain('qw resume whole')
  })

  it('is not made where the engine has no such name', async () => {
    const { code, stderr } = await box.run(...TUNE, '--run', 'mistyped', '--engine', 'thread')
    expect(code).toBe(EXIT_CODES.usage)
    expect(stderr).toContain('--engine')
    expect(existsSync(box.path('mistyped'))).toBe(false)
  })
})

describe('qw resume', () => {
  it('has nothing to do where the run is finished', async () => {
    const before = contents('whole')
    const { stdout } = await box.good('resume', 'whole')
    expect(stdout).toContain('whole was finished already')
    expect(contents('whole')).toEqual(before)
  })
})

describe('qw runs', () => {
  it('lists nothing where there is nothing, and refuses a folder that is not there', async () => {
    mkdirSync(box.path('empty'))
    expect((await box.good('runs', 'empty')).stdout).toContain('no runs in empty')
    expect(JSON.parse((await box.good('runs', 'empty', '--json')).stdout)).toEqual([])
    const { code } = await box.run('runs', 'absent')
    expect(code).toBe(EXIT_CODES['input-unreadable'])
  })
})

describe('qw show', () => {
  it('tells what was asked, how far it came, and how it converged', async () => {
    const { stdout } = await box.good('show', 'whole', '--plot', 'whole.svg')
    for (const text of [POLICY, 'cma-es', 'finished', '60/60', 'strategy.json', 'best so far']) {
      expect(stdout).toContain(text)
    }
    expect(box.text('whole.svg')).toMatch(/^<svg/)
    const facts = JSON.parse((await box.good('show', 'whole', '--json')).stdout)
    expect(facts).toMatchObject({ state: 'finished', kind: 'learn', asked: { method: 'tuning, cma-es' } })
    expect(facts.convergence).toHaveLength(6)
    expect(facts.convergence.at(-1).evaluations).toBe(60)
    const bad = await box.run('show', 'whole', '--plot', 'whole.gif')
    expect(bad.code).toBe(EXIT_CODES.usage)
  })
})

describe('qw export', () => {
  it('writes every batch, and what the run left', async () => {
    const printed = JSON.parse((await box.good('export', 'whole')).stdout)
    expect(printed).toHaveLength(batchesIn('whole'))
    expect(printed[0]).toMatchObject({ batch: 0, label: 'generation 1' })
    await box.good('export', 'whole', '-o', 'exported')
    expect(JSON.parse(box.text(join('exported', 'batches.json')))).toEqual(printed)
    expect(box.text(join('exported', 'strategy.json'))).toBe(box.text(join('whole', 'strategy.json')))
    const [head, ...rows] = box.text(join('exported', 'batches.csv')).trimEnd().split('\n')
    expect(head).toMatch(/^batch,label,tasks,.*numbers\.a/)
    expect(rows).toHaveLength(printed.length)
    await box.good('export', 'whole', '-o', 'batches.csv')
    expect(box.text('batches.csv')).toBe(box.text(join('exported', 'batches.csv')))
    expect((await box.run('export', 'whole', '-o', 'batches.xlsx')).code).toBe(EXIT_CODES.usage)
  })
})
