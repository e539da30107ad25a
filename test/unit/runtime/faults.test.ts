/**
 * Every kind of output under faults of the file system, at the n-th call for all n: one clear failure (30), what had the
 * final name whole as it was or whole as it is to be, nothing half-written beside it, and the same bytes at the next try.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { openCacheFolder } from '../../../src/runtime/cache-folder.js'
import { secretFile, writeOutput } from '../../../src/runtime/index.js'
import { makeFolderOf } from '../../../src/runtime/output.js'
import { beginRun, resumeRun } from '../../../src/runtime/runs/index.js'
import { bowlEvaluator, CLIMB, climbData } from '../../support/climb.js'
import { type Fault, withFault } from '../../support/faulty-files.js'
import { runs } from '../../support/runs.js'

/** A disk that takes no more, one that fails, one of a network that went away, and a folder that is gone. */
const CODES = ['ENOSPC', 'EIO', 'ESTALE', 'ENOENT']
/** Others that differ in what is said of them alone. */
const FURTHER = ['EDQUOT', 'EROFS', 'EFBIG', 'EACCES', 'EPERM', 'EMFILE', 'EBUSY', 'EREMOTEIO']
/** In memory where there is such a place: each of these files is asked to be on the disk for good. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
/** More calls than any of these outputs makes. */
const MOST_CALLS = 400

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(PLACE, 'queuewright-faults-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** All files by their names; the log of a run has times in it. */
function contents(): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const named = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.endsWith('log.jsonl'))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')] as const)
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function emptied(prepare: () => void = () => {}): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  prepare()
}

/** A failure that says what is wrong with the output, or of reading what is there. */
function expectClear(error: unknown): void {
  if (!(error instanceof QueuewrightError)) throw error
  expect(['output-unwritable', 'input-unreadable']).toContain(error.kind)
  expect(error.message).toContain(folder)
  expect(error.detail.remedy).toBeTruthy()
}

interface Output {
  readonly name: string
  readonly prepare?: () => void
  readonly write: () => Promise<unknown>
  /** Whether what is there after a failure will do. */
  readonly isSound: (found: Record<string, string>, before: Record<string, string>) => boolean
}

const piece = 'a line of some length\n'.repeat(50)
async function* pieces() {
  for (let k = 0; k < 4; k++) yield piece
}
const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)
const isWholeOrBefore: Output['isSound'] = (found, before) => same(found, before) || same(found, whole)
let whole: Record<string, string> = {}

const OUTPUTS: readonly Output[] = [
  { name: 'a file', write: () => writeOutput(join(folder, 'out.swf'), pieces()), isSound: isWholeOrBefore },
  {
    name: 'a file that is replaced',
    prepare: () => writeFileSync(join(folder, 'out.swf'), 'earlier'),
    write: () => writeOutput(join(folder, 'out.swf'), pieces()),
    isSound: isWholeOrBefore,
  },
  {
    name: 'a compressed file',
    write: () => writeOutput(join(folder, 'out.swf.gz'), pieces()),
    isSound: isWholeOrBefore,
  },
  {
    name: 'a file behind a link',
    prepare: () => {
      writeFileSync(join(folder, 'there'), 'earlier')
      symlinkSync(join(folder, 'there'), join(folder, 'out.swf'))
    },
    write: () => writeOutput(join(folder, 'out.swf'), pieces()),
    isSound: isWholeOrBefore,
  },
  {
    name: 'a file in new folders',
    write: async () => {
      await makeFolderOf(join(folder, 'a', 'b', 'out.json'))
      await writeOutput(join(folder, 'a', 'b', 'out.json'), pieces())
    },
    isSound: isWholeOrBefore,
  },
  {
    name: 'a secret',
    // Chance makes it: a file of another length than all secrets have would be half of one.
    write: async () => {
      await secretFile(join(folder, 'salt'))
      writeFileSync(
        join(folder, 'salt'),
        readFileSync(join(folder, 'salt'), 'utf8').replace(/[0-9a-f]/g, 'x'),
      )
    },
    isSound: ({ salt }) => salt === undefined || salt.length === 65,
  },
]

describe.each(OUTPUTS)('$name', ({ prepare, write, isSound }) => {
  it('is whole where writes take only a part', async () => {
    emptied(prepare)
    await write()
    whole = contents()
    emptied(prepare)
    const { error } = await withFault(folder, { code: 'short', after: 0, lasting: true }, write)
    expect(error).toBeNull()
    expect(contents()).toEqual(whole)
  })

  it.each(CODES)('fails clearly at any call that ends with %s', async (code) => {
    emptied(prepare)
    await write()
    whole = contents()
    // A folder that is gone stays so.
    for (const lasting of code === 'ENOENT' ? [true] : [false, true]) {
      let failed = 0
      for (let after = 0; after < MOST_CALLS; after++) {
        emptied(prepare)
        const before = contents()
        const { error, calls } = await withFault(folder, { code, after, lasting }, write)
        if (calls <= after) break
        const found = contents()
        // What cannot be removed while nothing can be done stays, under a name that nobody takes for a result.
        const kept = lasting
          ? Object.fromEntries(Object.entries(found).filter(([name]) => !name.endsWith('.tmp')))
          : found
        expect([after, isSound(kept, before), Object.keys(found)]).toEqual([after, true, Object.keys(found)])
        if (error === null) expect(found).toEqual(whole)
        else {
          failed++
          expectClear(error)
        }
        for (const name of Object.keys(found)) if (name.endsWith('.tmp')) rmSync(join(folder, name))
        await write()
        expect(contents()).toEqual(whole)
      }
      expect(failed).toBeGreaterThan(0)
    }
  })
})

it.each(FURTHER)('%s is a failure of the output, and says what to do', async (code) => {
  const write = () => writeOutput(join(folder, 'out.swf'), pieces())
  const { error } = await withFault(folder, { code, after: 1, lasting: false }, write)
  expectClear(error)
  expect(error).toMatchObject({ kind: 'output-unwritable', exitCode: 30 })
  expect(contents()).toEqual({})
})

const SPEC = { generations: 2, candidates: 2 }
const request = { name: 'climb', spec: SPEC, seed: 7, datasets: climbData() }
const work = () => ({ evaluator: async () => bowlEvaluator(), versions: { queuewright: '1.2.3' } })
const run = () => join(folder, 'climb')

/** Goes on with whatever there is of the run. */
async function goOn(): Promise<void> {
  const isRun = Object.keys(contents()).includes('climb/run.json')
  await (isRun ? resumeRun(run(), () => CLIMB, work()) : beginRun(run(), CLIMB, request, work()))
}

describe('a run on a faulty disk', () => {
  /** At every call by one of the codes, in the long form by each. */
  const faults = (code: string): readonly Fault[] => {
    const turn = CODES.indexOf(code) % runs(CODES.length, 1)
    return Array.from({ length: MOST_CALLS }, (_, after) => ({ code, after, lasting: true })).filter(
      ({ after }) => after % runs(CODES.length, 1) === turn,
    )
  }

  it.each(CODES)(
    'ends clearly at any call that ends with %s, and goes on to the same bytes',
    async (code) => {
      emptied()
      await goOn()
      whole = contents()
      let failed = 0
      for (const fault of faults(code)) {
        emptied()
        const { error, calls } = await withFault(folder, fault, goOn)
        if (calls <= fault.after) break
        if (error !== null) {
          failed++
          expectClear(error)
        }
        // The lock is of a process that lives: it is taken over only by a user's word, as after a power cut.
        rmSync(join(run(), 'lock'), { force: true })
        await goOn()
        expect(contents()).toEqual(whole)
      }
      expect(failed).toBeGreaterThan(10)
    },
  )

  it('is the same where writes take only a part', async () => {
    emptied()
    await goOn()
    whole = contents()
    emptied()
    expect((await withFault(folder, { code: 'short', after: 0, lasting: true }, goOn)).error).toBeNull()
    expect(contents()).toEqual(whole)
  })
})

describe('kept results on a faulty disk', () => {
  const KEY = 'k'.repeat(32)
  it.each(CODES)('are given as they were or not at all, after %s', async (code) => {
    for (let after = 0; after < MOST_CALLS; after++) {
      emptied()
      const notices: string[] = []
      const use = async () => {
        const cache = await openCacheFolder(join(folder, 'cache'), { notice: (text) => notices.push(text) })
        cache.set(KEY, [1, 2.5])
        await cache.close()
      }
      const { error, calls } = await withFault(folder, { code, after, lasting: true }, use)
      if (calls <= after) break
      if (error !== null) expectClear(error)
      const cache = await openCacheFolder(join(folder, 'cache'))
      const found = cache.get(KEY)
      expect([undefined, [1, 2.5]]).toContainEqual(found)
      // What was not kept is said.
      if (found === undefined) expect(error !== null || notices.length > 0).toBe(true)
      await cache.close()
    }
  })
})
