/** Runs on a real disk: locks, looking at runs, and what the disk itself promises. */
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeDisk } from '../../../src/runtime/runs/disk.js'
import {
  beginRun,
  inspectRun,
  listRuns,
  type ResumeOptions,
  type RunWork,
  readBatches,
  readRun,
  resumeRun,
} from '../../../src/runtime/runs/index.js'
import { linesOf } from '../../../src/runtime/runs/lines.js'
import { readHolder, takeLock } from '../../../src/runtime/runs/lock.js'
import { bowlEvaluator, CLIMB, climbData } from '../../support/climb.js'

const SPEC = { generations: 3, candidates: 4 }
const REQUEST = { name: 'climb', spec: SPEC, seed: 7, datasets: climbData() }

let root: string
let run: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'queuewright-runs-'))
  run = join(root, 'climb-1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const work = (more: Partial<RunWork> = {}): RunWork => ({
  evaluator: async () => bowlEvaluator(),
  versions: { queuewright: '1.2.3' },
  ...more,
})
const begin = (more: Partial<RunWork> = {}, folder = run) => beginRun(folder, CLIMB, REQUEST, work(more))
const resume = (more: Partial<RunWork> = {}, options: ResumeOptions = {}) =>
  resumeRun(run, () => CLIMB, work(more), options)

/** Interrupts a run before its task `task`. */
async function interruptedAt(task: number, folder = run): Promise<void> {
  const control = new AbortController()
  const engine = bowlEvaluator((done) => {
    if (done === task) control.abort()
  })
  await expect(
    begin({ evaluator: async () => engine, signal: control.signal }, folder),
  ).rejects.toMatchObject({
    kind: 'interrupted',
  })
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return Object.fromEntries(
    files
      .filter(({ name }) => name !== 'log.jsonl')
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), 'latin1'),
      ])
      .sort(),
  )
}

describe('a run on a disk', () => {
  it('interrupted and resumed leaves the same files as one that was not', async () => {
    await begin()
    await interruptedAt(6, join(root, 'climb-2'))
    await resumeRun(join(root, 'climb-2'), () => CLIMB, work())
    expect(contents(join(root, 'climb-2'))).toEqual(contents(run))
    expect(Object.keys(contents(run))).toContain('/journal.jsonl')
    expect(readdirSync(run)).not.toContain('lock')
    expect(readdirSync(run).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('clears away what a process that died was writing', async () => {
    await interruptedAt(6)
    for (const name of ['run.json.tmp', 'checkpoint.jsonl.tmp', 'lock.123.tmp'])
      writeFileSync(join(run, name), '{')
    await resume()
    expect(readdirSync(run).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('closes its engine, however it ends', async () => {
    let closed = 0
    const evaluator = async () => ({ ...bowlEvaluator(), close: async () => void closed++ })
    await begin({ evaluator })
    expect(closed).toBe(1)
    const failing = async () => ({
      ...bowlEvaluator(() => {
        throw new Error('broken')
      }),
      close: async () => void closed++,
    })
    await expect(begin({ evaluator: failing }, join(root, 'other'))).rejects.toThrow('broken')
    expect(closed).toBe(2)
    expect(existsSync(join(root, 'other', 'lock'))).toBe(false)
  })

  it.skipIf(!existsSync('/proc/self'))('in a folder that cannot be written is refused', async () => {
    await expect(begin({}, '/proc/self/climb')).rejects.toMatchObject({ kind: 'output-unwritable' })
    writeFileSync(join(root, 'file'), '')
    await expect(begin({}, join(root, 'file'))).rejects.toMatchObject({ kind: 'output-unwritable' })
  })

  it.skipIf(!existsSync('/dev/zero'))('takes nothing for a file of it that has no end', async () => {
    const path = join(root, 'journal.jsonl')
    symlinkSync('/dev/zero', path)
    const endless = { kind: 'input-unreadable' }
    await expect(nodeDisk.read(path)).rejects.toMatchObject(endless)
    await expect(nodeDisk.read(path, 10)).rejects.toMatchObject(endless)
    await expect(linesOf(nodeDisk.pieces(path)).next()).rejects.toMatchObject(endless)
    expect(await nodeDisk.read(join(root, 'absent'))).toBeNull()
  })

  it('refuses a line that was never written', async () => {
    async function* endless() {
      for (let k = 0; k < 1000; k++) yield Buffer.alloc(1 << 20)
    }
    await expect(linesOf(endless()).next()).rejects.toMatchObject({ kind: 'run-damaged' })
  })

  it('writes its log on after a line that was cut off', async () => {
    await interruptedAt(6)
    appendFileSync(join(run, 'log.jsonl'), '{"time":"20')
    await resume()
    const lines = readFileSync(join(run, 'log.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines[2]).toBe('{"time":"20')
    expect(lines.slice(3).map((line) => JSON.parse(line).event)).toEqual(['resumed', 'finished'])
  })
})

describe('a lock', () => {
  const lock = () => join(run, 'lock')
  const own = () => JSON.parse(readFileSync(lock(), 'utf8'))

  /** What a lock of this process says. */
  async function ownHolder(): Promise<Record<string, unknown>> {
    const folder = join(root, 'held')
    mkdirSync(folder)
    const held = await takeLock(nodeDisk, folder, false)
    const holder = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))
    await held.release()
    return holder
  }

  it('keeps a second process off, also within one process', async () => {
    let second: unknown = null
    const engine = bowlEvaluator(async (done) => {
      if (done !== 2) return
      expect(own()).toMatchObject({ pid: process.pid, host: hostname() })
      second = await resume().catch((error) => error)
    })
    await begin({ evaluator: async () => engine })
    expect(second).toMatchObject({ kind: 'run-busy' })
    expect((second as Error).message).toContain(`process ${process.pid} on ${hostname()}`)
    expect((second as Error).message).toContain('--take-over')
  })

  it('that was removed, with its folder or alone, ends the run and says so', async () => {
    const folder = join(root, 'vanishing')
    mkdirSync(folder)
    const held = await takeLock(nodeDisk, folder, false)
    rmSync(folder, { recursive: true })
    await expect(held.confirm()).rejects.toMatchObject({
      kind: 'run-damaged',
      what: 'this run, or its lock, was removed while it went on',
    })
    await held.release()
  })

  it('of a process that has ended is taken over', async () => {
    await interruptedAt(6)
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(lock(), JSON.stringify({ ...(await ownHolder()), token: 'gone', pid }))
    expect(await readHolder(nodeDisk, run)).toBeNull()
    expect(await inspectRun(run)).toMatchObject({ state: 'interrupted', holder: null })
    await resume()
    expect(existsSync(lock())).toBe(false)
  })

  it.skipIf(!existsSync('/proc/self/stat'))(
    'of an earlier process of the same number is taken over',
    async () => {
      await interruptedAt(6)
      const mine = await ownHolder()
      writeFileSync(lock(), JSON.stringify({ ...mine, token: 'a' }))
      await expect(resume()).rejects.toMatchObject({ kind: 'run-busy' })
      writeFileSync(lock(), JSON.stringify({ ...mine, token: 'a', began: 'another boot 12' }))
      await resume()
      expect(existsSync(lock())).toBe(false)
    },
  )

  it('of a living process, or of another machine, is not taken unless the user says so', async () => {
    await interruptedAt(6)
    const mine = await ownHolder()
    const sleeper = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    try {
      for (const other of [
        { ...mine, token: 'a', pid: sleeper.pid, began: null },
        { ...mine, token: 'b', host: 'elsewhere', pid: 1 },
      ]) {
        writeFileSync(lock(), JSON.stringify(other))
        await expect(resume()).rejects.toMatchObject({ kind: 'run-busy' })
        expect(await inspectRun(run)).toMatchObject({ state: 'running', holder: { pid: other.pid } })
        expect(readFileSync(lock(), 'utf8')).toBe(JSON.stringify(other))
      }
    } finally {
      sleeper.kill('SIGKILL')
    }
    await resume({}, { takeOver: true })
    expect(existsSync(lock())).toBe(false)
  })

  it('that was taken over stops the one that had it, before it writes', async () => {
    let before = ''
    const engine = bowlEvaluator(async (done) => {
      if (done !== 9) return
      await takeLock(nodeDisk, run, true)
      before = readFileSync(join(run, 'journal.jsonl'), 'utf8')
    })
    await expect(begin({ evaluator: async () => engine })).rejects.toMatchObject({ kind: 'run-busy' })
    expect(readFileSync(join(run, 'journal.jsonl'), 'utf8')).toBe(before)
    // Nor does it remove the lock of the other.
    expect(existsSync(lock())).toBe(true)
  })

  it('that nobody can read is taken over', async () => {
    await interruptedAt(6)
    for (const text of ['', '{"token":', '[]', 'null', '{"token":1}']) {
      writeFileSync(lock(), text)
      expect(await inspectRun(run)).toMatchObject({ state: 'interrupted' })
      await (await takeLock(nodeDisk, run, false)).release()
      expect(existsSync(lock())).toBe(false)
    }
  })

  it('goes to one of many who want it at the same time', async () => {
    mkdirSync(run)
    for (let round = 0; round < 20; round++) {
      if (round % 2 === 1) writeFileSync(lock(), 'of nobody')
      const taken = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(nodeDisk, run, false)))
      const held = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      const confirmed = await Promise.allSettled(held.map((each) => each.confirm()))
      expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const each of held) await each.release()
      expect(existsSync(lock())).toBe(false)
    }
  })
})

describe('looking at runs', () => {
  it('needs no lock and tells where they stand', async () => {
    await begin()
    await interruptedAt(6, join(root, 'climb-10'))
    await interruptedAt(6, join(root, 'climb-2'))
    mkdirSync(join(root, 'climb-3'))
    writeFileSync(join(root, 'climb-3', 'run.json'), '{"format":')
    mkdirSync(join(root, 'no-run'))
    writeFileSync(join(root, 'file'), '')
    const before = contents(root)
    const runs = (await listRuns(root)) ?? []
    expect(runs.map(({ folder, state }) => [folder.slice(root.length + 1), state])).toEqual([
      ['climb-1', 'finished'],
      ['climb-2', 'interrupted'],
      ['climb-3', 'damaged'],
      ['climb-10', 'interrupted'],
    ])
    expect(runs[0]).toMatchObject({
      name: 'climb',
      kind: 'climb',
      seed: 7,
      batches: 3,
      evaluations: 12,
      progress: { done: 3, total: 3 },
      artefacts: ['best.json', 'history.csv'],
      damage: null,
      holder: null,
    })
    expect(runs[1]).toMatchObject({
      batches: 1,
      evaluations: 4,
      progress: { done: 1, total: 3 },
      artefacts: [],
    })
    expect(runs[2].damage).toContain('run.json')
    for (const { started } of [runs[0], runs[1]]) expect(Date.parse(started ?? '')).toBeGreaterThan(1e12)
    expect(contents(root)).toEqual(before)
    expect(await listRuns(run)).toHaveLength(1)
    expect(await listRuns(join(root, 'absent'))).toBeNull()
    expect(await listRuns(join(root, 'no-run'))).toEqual([])
  })

  it('goes through its batches', async () => {
    await begin()
    const { steps, manifest, damage } = await readRun(run)
    expect(steps).toHaveLength(3)
    expect(manifest.spec).toEqual(SPEC)
    expect(damage).toBeNull()
    const labels: string[] = []
    await readBatches(run, ({ label, results }) => labels.push(`${label}: ${results.length}`))
    expect(labels).toEqual(['generation 1: 4', 'generation 2: 4', 'generation 3: 4'])
  })

  it('shows what stands before a damage, and minds no line that is being written', async () => {
    await begin()
    const journal = readFileSync(join(run, 'journal.jsonl'), 'utf8')
    writeFileSync(join(run, 'journal.jsonl'), `${journal}{"batch":3,"lab`)
    expect((await readRun(run)).steps).toHaveLength(3)
    expect((await readRun(run)).damage).toBeNull()
    writeFileSync(join(run, 'journal.jsonl'), journal.replace('generation 2', 'generation 3'))
    expect((await readRun(run)).steps).toHaveLength(1)
    expect((await readRun(run)).damage).toContain('line 2')
  })

  it('tells of a run that is under way', async () => {
    const seen: unknown[] = []
    const engine = bowlEvaluator(async (done) => {
      if (done !== 9) return
      seen.push(await inspectRun(run))
    })
    await begin({ evaluator: async () => engine })
    expect(seen).toMatchObject([{ state: 'running', holder: { pid: process.pid, host: hostname() } }])
  })
})

describe('linesOf', () => {
  it('gives lines and where they end, however the pieces are cut', async () => {
    const bytes = Buffer.from('a\n\nübc\nd')
    for (let size = 1; size <= bytes.length; size++) {
      async function* pieces(): AsyncGenerator<Buffer> {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      const lines = []
      for await (const line of linesOf(pieces())) lines.push(line)
      expect(lines).toEqual([
        { text: 'a', end: 2, whole: true },
        { text: '', end: 3, whole: true },
        { text: 'übc', end: 8, whole: true },
        { text: 'd', end: 9, whole: false },
      ])
    }
  })
})
