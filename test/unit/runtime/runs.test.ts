import { beforeAll, describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { Random } from '../../../src/core/random.js'
import type { InvestigationKind } from '../../../src/evaluation/investigation.js'
import { outputFailure } from '../../../src/runtime/output.js'
import type { Disk } from '../../../src/runtime/runs/disk.js'
import {
  beginRun,
  type ResumeOptions,
  type RunEnd,
  type RunWork,
  resumeRun,
} from '../../../src/runtime/runs/index.js'
import { bowlEvaluator, CLIMB, type CountingEvaluator, climbData } from '../../support/climb.js'
import { type Files, memoryDisk, type Trouble } from '../../support/memory-disk.js'
import { runs } from '../../support/runs.js'

const RUN = '/runs/climb-1'
const SPEC = { generations: 4, candidates: 3 }
const TASKS = SPEC.generations * SPEC.candidates
const VERSIONS = { queuewright: '1.2.3', node: 'v20' }
const data = climbData()

interface Attempt extends Partial<Omit<RunWork, 'evaluator'>> {
  readonly engine?: CountingEvaluator
}

/** By a clock that stands still, a checkpoint follows each batch: as many operations on the disk, however slow the machine. */
const STILL = (): number => 0

function work({ engine = bowlEvaluator(), ...rest }: Attempt): RunWork {
  return { evaluator: async () => engine, versions: VERSIONS, clock: STILL, ...rest }
}

function begin(disk: Disk, attempt: Attempt = {}, kind: InvestigationKind = CLIMB): Promise<RunEnd> {
  const request = { name: 'climb', spec: SPEC, seed: 1, datasets: data }
  return beginRun(RUN, kind, request, work({ disk, ...attempt }))
}

function resume(disk: Disk, attempt: Attempt = {}, options: ResumeOptions = {}): Promise<RunEnd> {
  return resumeRun(RUN, () => CLIMB, work({ disk, ...attempt }), options)
}

async function failure(action: Promise<unknown>): Promise<QueuewrightError> {
  const error = await action.then(
    () => new Error('expected a failure'),
    (reason: unknown) => reason,
  )
  if (error instanceof QueuewrightError) return error
  throw error
}

/** All files but the log, as text. */
function contents(files: Files): Record<string, string> {
  const kept = [...files].filter(([path]) => path !== `${RUN}/log.jsonl`)
  return Object.fromEntries(kept.sort().map(([path, bytes]) => [path, bytes.toString('latin1')]))
}

const copyOf = (files: Files): Files => new Map(files)
/** The byte behind which a line ends. */
const NEW_LINE = 10
const fileOf = (name: string) => `${RUN}/${name}`
const textOf = (files: Files, name: string) => files.get(fileOf(name))?.toString('utf8') ?? ''
const events = (files: Files) =>
  textOf(files, 'log.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).event)

/** What an uninterrupted run leaves. */
let whole: Record<string, string>
/** A run that was interrupted in its third generation, after one task of it. */
let interrupted: Files
/** The same after its end. */
let finished: Files

const DONE_BEFORE = 2 * SPEC.candidates + 1

beforeAll(async () => {
  const disk = memoryDisk()
  await begin(disk)
  finished = disk.files
  whole = contents(finished)

  const cut = memoryDisk()
  const controller = new AbortController()
  const engine = bowlEvaluator((done) => {
    if (done === DONE_BEFORE) controller.abort()
  })
  const error = await failure(begin(cut, { engine, signal: controller.signal }))
  expect(error.kind).toBe('interrupted')
  expect(error.message).toContain(`qw resume ${RUN}`)
  interrupted = cut.files
})

describe('a run', () => {
  it('leaves what it was, what came of each batch, and its artefacts', async () => {
    const lines = textOf(finished, 'journal.jsonl').trimEnd().split('\n')
    expect(lines).toHaveLength(SPEC.generations)
    const steps = lines.map((line) => JSON.parse(line))
    expect(steps.map(({ batch }) => batch)).toEqual([0, 1, 2, 3])
    expect(steps[0].label).toBe('generation 1')
    expect(steps[0].results).toHaveLength(SPEC.candidates)
    expect(JSON.parse(textOf(finished, 'run.json'))).toMatchObject({
      kind: 'climb',
      name: 'climb',
      spec: SPEC,
      seed: 1,
      versions: VERSIONS,
      data: [{ digest: [...data.keys()][0] }],
    })
    const result = JSON.parse(textOf(finished, 'result.json'))
    expect(result).toMatchObject({ evaluations: TASKS, place: { batches: 4 } })
    expect(result.artefacts.map(({ name }: { name: string }) => name)).toEqual(['best.json', 'history.csv'])
    expect(JSON.parse(textOf(finished, 'best.json')).generation).toBe(SPEC.generations)
    expect(Object.keys(whole).map((path) => path.slice(RUN.length + 1))).toEqual([
      'best.json',
      'checkpoint.jsonl',
      `data/${[...data.keys()][0]}`,
      'history.csv',
      'journal.jsonl',
      'result.json',
      'run.json',
    ])
    expect(events(finished)).toEqual(['started', 'finished'])
  })

  it('holds no times, hosts or processes outside its log', () => {
    const all = Object.values(whole).join('')
    expect(all).not.toMatch(/20\d\d-\d\d-\d\dT/)
    expect(all).not.toContain(`"pid"`)
  })

  it('gives the investigation what a replay would give it', () => {
    const steps = textOf(finished, 'journal.jsonl').trimEnd().split('\n')
    expect(steps.map((line) => JSON.parse(line).step.negative)).toEqual([false, false, false, false])
  })

  it('goes on after an interruption, without doing anything twice', async () => {
    expect(textOf(interrupted, 'journal.jsonl').trimEnd().split('\n')).toHaveLength(2)
    expect(textOf(interrupted, 'pending.jsonl').trimEnd().split('\n')).toHaveLength(1)
    expect(interrupted.has(fileOf('lock'))).toBe(false)
    expect(events(interrupted)).toEqual(['started', 'interrupted'])
    const engine = bowlEvaluator()
    const files = copyOf(interrupted)
    const end = await resume(memoryDisk(files), { engine })
    expect(end).toEqual({
      folder: RUN,
      artefacts: ['best.json', 'history.csv'],
      evaluations: TASKS,
      wasFinished: false,
    })
    expect(engine.asked).toHaveLength(TASKS - DONE_BEFORE)
    expect(contents(files)).toEqual(whole)
    expect(events(files)).toEqual(['started', 'interrupted', 'resumed', 'finished'])
  })

  it('interrupted again and again goes on to the same bytes, each task done once', async () => {
    let asked = 0
    const disk = memoryDisk()
    for (let round = 0; ; round++) {
      const controller = new AbortController()
      const engine = bowlEvaluator((done) => {
        if (done === 1) controller.abort()
      })
      const attempt = { engine, signal: controller.signal }
      const error = await (round === 0 ? begin(disk, attempt) : resume(disk, attempt)).catch((e) => e)
      asked += engine.asked.length
      if (!(error instanceof Error)) break
      expect((error as QueuewrightError).kind).toBe('interrupted')
    }
    expect(asked).toBe(TASKS)
    expect(contents(disk.files)).toEqual(whole)
  })

  it('that is finished has nothing to do', async () => {
    const engine = bowlEvaluator()
    const files = copyOf(finished)
    const end = await resume(memoryDisk(files), { engine })
    expect(end).toMatchObject({
      wasFinished: true,
      evaluations: TASKS,
      artefacts: ['best.json', 'history.csv'],
    })
    expect(engine.asked).toHaveLength(0)
    expect(contents(files)).toEqual(whole)
  })

  it('makes artefacts again that are gone or changed', async () => {
    for (const change of [
      (files: Files) => files.delete(fileOf('best.json')),
      (files: Files) => files.set(fileOf('history.csv'), Buffer.from('1\n')),
    ]) {
      const files = copyOf(finished)
      change(files)
      const engine = bowlEvaluator()
      expect(await resume(memoryDisk(files), { engine })).toMatchObject({ wasFinished: false })
      expect(engine.asked).toHaveLength(0)
      expect(contents(files)).toEqual(whole)
    }
  })

  it('is told of its progress, task by task', async () => {
    const told: string[] = []
    await begin(memoryDisk(), {
      onProgress: ({ label, done, total, batchDone, batchTotal }) =>
        told.push(`${label}: ${done}/${total}, ${batchDone}/${batchTotal}`),
    })
    expect(told.slice(0, 5)).toEqual([
      'generation 1: 0/4, 0/3',
      'generation 1: 0/4, 1/3',
      'generation 1: 0/4, 2/3',
      'generation 1: 0/4, 3/3',
      'generation 2: 1/4, 0/3',
    ])
    expect(told.at(-1)).toBe('results: 4/4, 0/0')
  })

  it('that fails keeps what was done, and says in its log why it ended', async () => {
    const disk = memoryDisk()
    const engine = bowlEvaluator((done) => {
      if (done === 4) throw new QueuewrightError('task-failed', 'a task that nobody can do')
    })
    const failed = await failure(begin(disk, { engine }))
    expect(failed.kind).toBe('task-failed')
    expect(failed.message).toMatch(/What was done is kept: once the cause is gone go on with qw resume \S+$/)
    expect(textOf(disk.files, 'log.jsonl')).toContain('a task that nobody can do')
    const again = bowlEvaluator()
    await resume(disk, { engine: again })
    expect(again.asked).toHaveLength(TASKS - 4)
    expect(contents(disk.files)).toEqual(whole)
  })

  it('refuses artefacts whose names are those of its own files', async () => {
    for (const name of ['journal.jsonl', '../best.json', 'a/b', '', '.hidden', 'x.tmp']) {
      const kind: InvestigationKind = {
        ...CLIMB,
        open: (...args) => ({ ...CLIMB.open(...args), finish: () => ({ files: [{ name, content: '' }] }) }),
      }
      await expect(begin(memoryDisk(), {}, kind)).rejects.toThrow('an artefact cannot be called')
    }
  })
})

describe('a folder', () => {
  it('with something in it is refused, also with a run in it', async () => {
    const error = await failure(begin(memoryDisk(copyOf(finished))))
    expect(error.kind).toBe('usage')
    expect(error.message).toContain(`qw resume ${RUN}`)
    const foreign = await failure(begin(memoryDisk(new Map([[fileOf('thesis.tex'), Buffer.from('')]]))))
    expect(foreign.kind).toBe('usage')
    expect(foreign.message).not.toContain('qw resume')
  })

  it('that is no run cannot be resumed', async () => {
    const error = await failure(resume(memoryDisk()))
    expect(error.kind).toBe('run-damaged')
    expect(error.message).toContain('this is no run')
  })

  it('of another version is refused, unless that is what the user wants', async () => {
    const files = copyOf(interrupted)
    const versions = { queuewright: '1.3.0' }
    const error = await failure(resume(memoryDisk(files), { versions }))
    expect(error.kind).toBe('run-version')
    expect(error.message).toContain('1.2.3')
    expect(error.message).toContain('--any-version')
    await resume(memoryDisk(files), { versions }, { anyVersion: true })
    expect(contents(files)).toEqual(whole)
  })

  it('of another build is taken, with a word', async () => {
    const files = copyOf(interrupted)
    const notices: string[] = []
    const versions = { ...VERSIONS, node: 'v22' }
    await resume(memoryDisk(files), { versions, notice: (text) => notices.push(text) })
    expect(notices).toEqual(['the run was begun with node v20 (now v22)'])
    expect(contents(files)).toEqual(whole)
  })

  it('of a run whose batches this version would not make is refused', async () => {
    const other: InvestigationKind = {
      ...CLIMB,
      open: (spec, datasets, state) => {
        const { next, ...rest } = CLIMB.open(spec, datasets, state)
        const strange = () => {
          const batch = next()
          return batch && { ...batch, tasks: batch.tasks.map((task) => ({ ...task, kind: 'hill' })) }
        }
        return { ...rest, next: strange }
      },
    }
    const files = copyOf(interrupted)
    files.delete(fileOf('checkpoint.jsonl'))
    const disk = memoryDisk(files)
    const error = await failure(resumeRun(RUN, () => other, work({ disk })))
    expect(error.kind).toBe('run-version')
    expect(error.message).toContain('1.2.3')
  })

  it('of a format of the future is refused', async () => {
    const { sealed } = await import('../../../src/runtime/runs/sealed.js')
    const { sum: _, ...manifest } = JSON.parse(textOf(finished, 'run.json'))
    const files = copyOf(finished)
    files.set(fileOf('run.json'), Buffer.from(`${sealed({ ...manifest, version: 2 }, '').line}\n`))
    expect((await failure(resume(memoryDisk(files)))).kind).toBe('run-version')
  })
})

/** What may come of a run whose files were tampered with. */
async function outcome(files: Files): Promise<'same' | QueuewrightError> {
  const error = await resume(memoryDisk(files)).catch((reason: unknown) => reason)
  if (error instanceof QueuewrightError) return error
  if (error instanceof Error) throw error
  expect(contents(files)).toEqual(whole)
  return 'same'
}

describe('files that were cut off', () => {
  const cases = () => [
    ...[...interrupted.keys()].map((path) => ({ path, state: 'interrupted', files: interrupted })),
    ...[...finished.keys()].map((path) => ({ path, state: 'finished', files: finished })),
  ]

  it('at any byte lead to the same bytes, or to an error that says which file is damaged', async () => {
    const came = { same: 0, error: 0 }
    for (const { path, state, files } of cases()) {
      const bytes = files.get(path) ?? Buffer.alloc(0)
      for (let size = 0; size < bytes.length; size++) {
        // At every third byte, and behind every line.
        if (size % runs(3, 1) !== 0 && bytes[size - 1] !== NEW_LINE) continue
        const cut = copyOf(files).set(path, bytes.subarray(0, size))
        const found = await outcome(cut)
        const where = `${state}: ${path} of ${size} bytes`
        if (path === fileOf('run.json') || path.startsWith(fileOf('data/'))) {
          expect(found, where).toMatchObject({ kind: 'run-damaged', detail: { file: path } })
          came.error++
        } else {
          expect(found, where).toBe('same')
          came.same++
        }
      }
    }
    expect(came.same).toBeGreaterThan(1000)
    expect(came.error).toBeGreaterThan(160)
  })

  it('or gone altogether, too', async () => {
    for (const { path, state, files } of cases()) {
      const without = copyOf(files)
      without.delete(path)
      const found = await outcome(without)
      const needed = path === fileOf('run.json') || path.startsWith(fileOf('data/'))
      expect(found === 'same' ? 'same' : found.kind, `${state}: ${path}`).toBe(
        needed ? 'run-damaged' : 'same',
      )
    }
  })

  it('are told of', async () => {
    const journal = interrupted.get(fileOf('journal.jsonl')) ?? Buffer.alloc(0)
    const files = copyOf(interrupted).set(fileOf('journal.jsonl'), journal.subarray(0, journal.length - 5))
    const notices: string[] = []
    await resume(memoryDisk(files), { notice: (text) => notices.push(text) })
    expect(notices).toEqual([
      'the journal ends in the middle of a batch, which is done again',
      "the checkpoint does not fit the journal; the journal's 1 batch replaced it",
    ])
    expect(events(files)).toEqual(['started', 'interrupted', 'resumed', 'note', 'note', 'finished'])
  })
})

describe('a damaged journal', () => {
  /** Every byte of the interrupted run's journal, one at a time, turned into another one. */
  it('is refused wherever the damage is, naming file and line; goes back before it if told to', async () => {
    const path = fileOf('journal.jsonl')
    const bytes = finished.get(path) ?? Buffer.alloc(0)
    const text = bytes.toString('utf8')
    const lines = text.split('\n').length - 1
    const random = new Random('damage')
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes)
      damaged[at] ^= 1 << random.int(7)
      const files = copyOf(finished).set(path, damaged)
      const line = text.slice(0, at).split('\n').length
      const found = await outcome(copyOf(files))
      const where = `byte ${at}`
      // The last line may be one that was being written. Without the line end before it, it is two.
      if (line === lines || (line === lines - 1 && bytes[at] === 10)) {
        expect(found, where).toBe('same')
        continue
      }
      expect(found, where).toMatchObject({ kind: 'run-damaged', detail: { file: path, line } })
      expect((found as QueuewrightError).message).toContain('--rewind')
      if (at % 40 !== 0) continue
      const engine = bowlEvaluator()
      await resume(memoryDisk(files), { engine }, { rewind: true })
      expect(engine.asked).toHaveLength(TASKS - (line - 1) * SPEC.candidates)
      const kept = files.get(fileOf('journal.jsonl.damaged-1'))
      files.delete(fileOf('journal.jsonl.damaged-1'))
      expect(contents(files), where).toEqual(whole)
      const good = text
        .split('\n')
        .slice(0, line - 1)
        .map((each) => `${each}\n`)
        .join('').length
      expect(kept?.equals(damaged.subarray(good)), where).toBe(true)
    }
  })

  it('is not taken for that of another run', async () => {
    const other = memoryDisk()
    await beginRun(RUN, CLIMB, { name: 'other', spec: SPEC, seed: 1, datasets: data }, work({ disk: other }))
    const journal = other.files.get(fileOf('journal.jsonl')) ?? Buffer.alloc(0)
    const files = copyOf(interrupted).set(fileOf('journal.jsonl'), journal)
    expect((await failure(resume(memoryDisk(files)))).kind).toBe('run-damaged')
  })
})

describe('a damaged byte', () => {
  it('of any other file changes no final byte, or is refused', async () => {
    const random = new Random('bytes')
    for (const [path, bytes] of interrupted) {
      if (path === fileOf('journal.jsonl')) continue
      for (let at = 0; at < bytes.length; at++) {
        const damaged = Buffer.from(bytes)
        damaged[at] ^= 1 << random.int(8)
        const found = await outcome(copyOf(interrupted).set(path, damaged))
        const needed = path === fileOf('run.json') || path.startsWith(fileOf('data/'))
        expect(found === 'same' ? 'same' : found.kind, `${path}, byte ${at}`).toBe(
          needed ? 'run-damaged' : 'same',
        )
      }
    }
  })
})

describe('a process that ends', () => {
  class Dead extends Error {}
  const dead: Trouble['error'] = () => new Dead()

  it('at any operation on the disk, half of it done, loses nothing', async () => {
    const counted = memoryDisk()
    await begin(counted)
    expect(counted.changes()).toBeGreaterThan(20)
    for (let after = 0; after < counted.changes(); after++) {
      const files: Files = new Map()
      await expect(begin(memoryDisk(files, { after, error: dead })), `${after}`).rejects.toThrow(Dead)
      // The lock of a process that is gone: of this very process, so that the user's word is needed.
      const options = { takeOver: true }
      if (files.has(fileOf('run.json'))) await resume(memoryDisk(files), {}, options)
      else {
        files.delete(fileOf('lock'))
        await begin(memoryDisk(files))
      }
      expect(contents(files), `after ${after}`).toEqual(whole)
    }
  })

  it('again and again, at any operation, loses nothing', async () => {
    const random = new Random('ends')
    for (let trial = 0; trial < 100; trial++) {
      const files = copyOf(interrupted)
      for (let ends = 0; ends < 4; ends++) {
        const trouble = { after: random.int(12), error: dead }
        await resume(memoryDisk(files, trouble), {}, { takeOver: true }).catch((error) => {
          if (!(error instanceof Dead)) throw error
        })
      }
      await resume(memoryDisk(files), {}, { takeOver: true })
      expect(contents(files), `trial ${trial}`).toEqual(whole)
    }
  })
})

describe('a full disk', () => {
  const full: Trouble['error'] = (path) =>
    outputFailure(path, Object.assign(new Error('full'), { code: 'ENOSPC' }))

  it('at any operation is one clear error, and the run goes on when there is room', async () => {
    const counted = memoryDisk()
    await begin(counted)
    for (let after = 0; after < counted.changes(); after++) {
      const files: Files = new Map()
      const ended = begin(memoryDisk(files, { after, error: full }))
      const error = await ended.then(
        () => null,
        (reason: unknown) => reason,
      )
      // Of the log alone nobody needs to know, nor of the lock that is removed at the end.
      if (error !== null) {
        expect(error, `after ${after}`).toMatchObject({ kind: 'output-unwritable' })
        expect((error as Error).message).toMatch(/the disk is full.*Make room/)
      }
      if (files.has(fileOf('run.json'))) await resume(memoryDisk(files), {}, { takeOver: true })
      else {
        files.delete(fileOf('lock'))
        await begin(memoryDisk(files))
      }
      expect(contents(files), `after ${after}`).toEqual(whole)
    }
  })

  it('while a long batch is under way stops it', async () => {
    // The first flush of what is pending comes after a second.
    const files = copyOf(interrupted)
    const engine = bowlEvaluator(async (done) => {
      if (done === 1) await new Promise((resolve) => setTimeout(resolve, 1200))
    })
    const full = memoryDisk(files)
    const disk: Disk = {
      ...full,
      grow: async (path) => {
        const file = await full.grow(path)
        if (!path.endsWith('pending.jsonl')) return file
        const append = async () => {
          throw outputFailure(path, Object.assign(new Error('full'), { code: 'EDQUOT' }))
        }
        return { ...file, size: file.size, append }
      },
    }
    const error = await failure(resume(disk, { engine }))
    expect(error.kind).toBe('output-unwritable')
    expect(error.message).toContain('quota')
    expect(engine.asked.length).toBeLessThan(3)
    await resume(memoryDisk(files))
    expect(contents(files)).toEqual(whole)
  })
})
