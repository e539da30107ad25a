/** Readers of what lies in folders: runs, results that are kept, secrets; and of what a queue holds. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { expect } from 'vitest'
import { parseJson } from '../../../src/core/documents.js'
import { QueuewrightError } from '../../../src/core/errors.js'
import { openCacheFolder } from '../../../src/runtime/cache-folder.js'
import { pack, unpack } from '../../../src/runtime/engines/redis/codec.js'
import { readAnswer } from '../../../src/runtime/engines/redis/messages.js'
import { renewRun, runsOf } from '../../../src/runtime/engines/redis/presence.js'
import type { Disk } from '../../../src/runtime/runs/disk.js'
import {
  beginRun,
  inspectRun,
  listRuns,
  type RunWork,
  readBatches,
  readRequest,
  readRun,
  resumeRun,
} from '../../../src/runtime/runs/index.js'
import { secretFile } from '../../../src/runtime/secret.js'
import { bowlEvaluator, CLIMB, climbData } from '../../support/climb.js'
import { type Files, memoryDisk } from '../../support/memory-disk.js'
import { bytesDamage, jsonDamage, lineDamage } from '../damage.js'
import { fuzzed } from '../reader.js'

const RUN = '/runs/climb-1'
const work = (disk: Disk, tasks = Number.POSITIVE_INFINITY): RunWork => {
  const control = new AbortController()
  const evaluator = bowlEvaluator((done) => {
    if (done >= tasks) control.abort()
  })
  return {
    disk,
    evaluator: async () => evaluator,
    versions: { queuewright: '1.2.3' },
    signal: control.signal,
  }
}
const request = { name: 'climb', spec: { generations: 3, candidates: 3 }, seed: 1, datasets: climbData() }

/** A run interrupted after so many tasks. */
async function filesOf(tasks: number): Promise<Files> {
  const disk = memoryDisk()
  await beginRun(RUN, CLIMB, request, work(disk, tasks)).catch((error) => {
    if (error.kind !== 'interrupted') throw error
  })
  return disk.files
}
const stages = await Promise.all([0, 4, 7, 100].map(filesOf))
/** All but the log, which is of no matter. */
const contents = (files: Files) =>
  Object.fromEntries(
    [...files]
      .filter(([path]) => !path.endsWith('log.jsonl'))
      .map(([path, bytes]) => [path, bytes.toString('latin1')]),
  )
const WHOLE = contents(stages[3])

interface DamagedRun {
  readonly stage: number
  /** Share of the files, in their order. */
  readonly file: number
  readonly change: (bytes: Buffer) => Uint8Array
}

/**
 * Whatever was done to a file of a run: it is looked at without a crash; and resumed it is refused, or comes to the very
 * files of a run that nothing happened to.
 */
async function readFolder({ stage, file, change }: DamagedRun): Promise<void> {
  const files: Files = new Map(stages[stage])
  const names = [...files.keys()].sort()
  const name = names[Math.floor(file * names.length)]
  files.set(name, Buffer.from(change(files.get(name) ?? Buffer.alloc(0))))
  const disk = memoryDisk(files)
  await inspectRun(RUN, disk)
  await listRuns('/runs', disk)
  const looked = [readRequest(RUN, disk), readRun(RUN, disk), readBatches(RUN, () => {}, disk)]
  for (const each of await Promise.allSettled(looked)) {
    if (each.status === 'rejected' && !(each.reason instanceof QueuewrightError)) throw each.reason
  }
  await resumeRun(RUN, () => CLIMB, work(disk))
  const kept = contents(files)
  for (const [path, content] of Object.entries(WHOLE)) expect([path, kept[path]]).toEqual([path, content])
}

const runs = fc.record({
  stage: fc.nat(3),
  file: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
})
const untouched = runs.map((run): DamagedRun => ({ ...run, change: (bytes) => bytes }))

const ENTRIES = Array.from({ length: 5 }, (_, k) => [String(k).padStart(32, '0'), [k, k / 3, null]] as const)
const segment = await withFolder(async (folder) => {
  const cache = await openCacheFolder(folder)
  for (const [key, result] of ENTRIES) cache.set(key, result)
  await cache.close()
  return readFileSync(join(folder, readdirSync(folder)[0]))
})

async function withFolder<Result>(action: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-fuzz-'))
  try {
    return await action(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the cache gives is what was put into it. */
function readCache(bytes: Uint8Array): Promise<void> {
  return withFolder(async (folder) => {
    writeFileSync(join(folder, '000000001-1-x.cache'), bytes)
    const cache = await openCacheFolder(folder)
    for (const [key, result] of ENTRIES) expect([undefined, result]).toContainEqual(cache.get(key))
    await cache.close()
  })
}

const failure = { kind: 'task-failed', what: 'an evaluation failed', detail: { field: 'x', value: 3 } }
const answers = [{ failure }, { done: { outcomes: [{ result: [1, null] }, { failure }, null], took: 12.5 } }]
const record = { host: 'node7', pid: 12, build: { version: '0.1.0', digest: 'ab' }, threads: 4 }

/** A client of a queue in which every key holds `text`. */
function queueOf(text: string): Redis {
  const client = {
    set: async () => 'OK',
    sadd: async () => 1,
    srem: async () => 1,
    smembers: async () => ['a', text],
    mget: async (...keys: readonly string[]) => keys.map(() => text),
  }
  return client as unknown as Redis
}

export const FOLDER_READERS = [
  fuzzed({
    name: 'run folders, bytes',
    valid: untouched,
    damage: {
      plans: bytesDamage.plans,
      apply: (run, plan) => ({ ...run, change: (bytes) => bytesDamage.apply(bytes, plan) }),
    },
    read: readFolder,
  }),
  fuzzed({
    name: 'run folders, lines',
    valid: untouched,
    damage: {
      plans: lineDamage(/[,:]/).plans,
      apply: (run, plan) => ({
        ...run,
        change: (bytes) => Buffer.from(lineDamage(/[,:]/).apply(bytes.toString('latin1'), plan), 'latin1'),
      }),
    },
    read: readFolder,
  }),
  fuzzed({
    name: 'kept results',
    valid: fc.constant(segment as Uint8Array),
    damage: bytesDamage,
    read: readCache,
  }),
  fuzzed({
    name: 'secrets',
    valid: fc.constant(Buffer.from(`${'s'.repeat(32)}\n`) as Uint8Array),
    damage: bytesDamage,
    read: (bytes) =>
      withFolder(async (folder) => {
        writeFileSync(join(folder, 'salt'), bytes)
        const { secret, made } = await secretFile(join(folder, 'salt'))
        expect([made, secret.length >= 16]).toEqual([false, true])
      }),
  }),
  fuzzed({
    name: 'answers in the queue',
    valid: fc.constantFrom(...answers.map((answer) => JSON.stringify(answer))),
    damage: jsonDamage,
    read: (text) => {
      const answer = readAnswer(parseJson(text, 'answer'), 3)
      // JSON has no number beyond the largest: what a worker says of one is read as null.
      expect(readAnswer(unpack(pack(answer)), 3)).toEqual(JSON.parse(JSON.stringify(answer)))
    },
  }),
  fuzzed({
    name: 'records in the queue',
    valid: fc.constant(JSON.stringify(record)),
    damage: jsonDamage,
    read: async (text) => {
      const client = queueOf(text)
      for (const { info } of await runsOf(client))
        if (info !== null) expect(info.pid).toBeGreaterThanOrEqual(0)
      const { workers } = await renewRun(client, 'run', record)
      for (const { threads } of workers) expect(threads).toBeGreaterThanOrEqual(1)
    },
  }),
]
