/** Runs whose time is limited: they conclude when it is used up, once, at the same place after every interruption. */
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import type { InvestigationKind } from '../../../src/evaluation/investigation.js'
import { beginRun, type RunWork, readRun, resumeRun } from '../../../src/runtime/runs/index.js'
import { bowlEvaluator, CLIMB, climbData } from '../../support/climb.js'
import { type Files, type MemoryDisk, memoryDisk } from '../../support/memory-disk.js'

const RUN = '/runs/climb-1'
const SPEC = { generations: 1000, candidates: 3 }
const MINUTE = 60_000

/** A climb without an end of its own: it ends with one more generation after it was told to conclude. */
const ENDLESS: InvestigationKind = {
  ...CLIMB,
  open: (spec, datasets, snapshot) => {
    const [state, before] = (snapshot ?? [null, null]) as readonly [never, number | null]
    const climb = CLIMB.open(spec, datasets, state)
    let left = before
    return {
      ...climb,
      next: () => (left === 0 ? null : climb.next()),
      take: (results) => {
        if (left !== null) left--
        return climb.take(results)
      },
      conclude: () => {
        if (left !== null) throw new Error('concluded twice')
        left = 1
      },
      snapshot: () => [climb.snapshot(), left],
    }
  },
}

/** Each generation takes a minute. */
function slowly(disk: MemoryDisk, stopAfter = Number.POSITIVE_INFINITY): RunWork {
  let now = 5e7
  let tasks = 0
  const controller = new AbortController()
  const engine = bowlEvaluator(() => {
    tasks++
    if (tasks % SPEC.candidates === 0) now += MINUTE
    if (tasks === stopAfter) controller.abort()
  })
  return {
    evaluator: async () => engine,
    versions: { queuewright: '1.2.3' },
    signal: controller.signal,
    disk,
    clock: () => now,
  }
}

const begin = (disk: MemoryDisk, minutes: number | undefined, stopAfter?: number) =>
  beginRun(
    RUN,
    ENDLESS,
    {
      name: 'climb',
      spec: SPEC,
      seed: 1,
      datasets: climbData(),
      ...(minutes === undefined ? {} : { minutes }),
    },
    slowly(disk, stopAfter),
  )
const resume = (disk: MemoryDisk, stopAfter?: number) =>
  resumeRun(RUN, () => ENDLESS, slowly(disk, stopAfter))
const interrupted = async (action: Promise<unknown>) => {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof QueuewrightError) || error.kind !== 'interrupted')
    throw error ?? new Error('it ended')
}
const linesOf = (files: Files) =>
  (files.get(`${RUN}/journal.jsonl`)?.toString() ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const contents = (files: Files) =>
  Object.fromEntries(
    [...files]
      .filter(([path]) => !/log\.jsonl|worked\.json/.test(path))
      .map(([path, bytes]) => [path, bytes.toString('latin1')]),
  )

describe('a run of so many minutes', () => {
  it('concludes when they are used up, and says where', async () => {
    const disk = memoryDisk()
    await begin(disk, 4)
    const lines = linesOf(disk.files)
    // Four generations, the place of the conclusion, and one more generation.
    expect(lines.map(({ concluded }) => concluded ?? false)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ])
    expect(lines[4]).toMatchObject({ batch: 4, label: 'the time is up', results: [], step: null })
    expect(JSON.parse(disk.files.get(`${RUN}/best.json`)?.toString() ?? '')).toMatchObject({ generation: 5 })
    expect((await readRun(RUN, disk)).steps).toHaveLength(5)
  })

  it('counts the work of all sessions, and nothing between them', async () => {
    const whole = memoryDisk()
    await begin(whole, 6)
    const disk = memoryDisk()
    // Two generations, then two more, then the rest.
    await interrupted(begin(disk, 6, 2 * SPEC.candidates))
    await interrupted(resume(disk, 2 * SPEC.candidates))
    await resume(disk)
    expect(contents(disk.files)).toEqual(contents(whole.files))
  })

  it.each(['checkpoint.jsonl', 'none'])(
    'interrupted after its conclusion does not conclude again, without %s either',
    async (lost) => {
      const whole = memoryDisk()
      await begin(whole, 2)
      const disk = memoryDisk()
      await interrupted(begin(disk, 2, 2 * SPEC.candidates + 1))
      expect(linesOf(disk.files).at(-1)).toMatchObject({ concluded: true })
      disk.files.delete(`${RUN}/${lost}`)
      await resume(disk)
      expect(contents(disk.files)).toEqual(contents(whole.files))
    },
  )

  it('whose clock was lost still goes on after the conclusion in its journal', async () => {
    const whole = memoryDisk()
    await begin(whole, 2)
    const disk = memoryDisk()
    await interrupted(begin(disk, 2, 2 * SPEC.candidates + 1))
    disk.files.delete(`${RUN}/worked.json`)
    await resume(disk)
    expect(contents(disk.files)).toEqual(contents(whole.files))
  })

  it('leaves investigations alone that know their own end, and runs without a limit', async () => {
    const disk = memoryDisk()
    const request = {
      name: 'climb',
      spec: { ...SPEC, generations: 4 },
      seed: 1,
      datasets: climbData(),
      minutes: 1,
    }
    await beginRun(RUN, CLIMB, request, slowly(disk))
    expect(linesOf(disk.files)).toHaveLength(4)
    const endless = memoryDisk()
    await interrupted(begin(endless, undefined, 40 * SPEC.candidates))
    expect(linesOf(endless.files).some(({ concluded }) => concluded)).toBe(false)
    expect(endless.files.has(`${RUN}/worked.json`)).toBe(false)
  })
})
