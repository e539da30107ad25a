import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CacheFolderOptions, openCacheFolder } from '../../../src/runtime/cache-folder.js'

const key = (k: number) => k.toString(16).padStart(32, '0')

let folder: string
let notices: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'queuewright-cache-')), 'cache')
  notices = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const open = (options: CacheFolderOptions = {}) =>
  openCacheFolder(folder, { notice: (text) => notices.push(text), ...options })
const segments = () => readdirSync(folder).sort()

async function filled(from: number, to: number): Promise<void> {
  const store = await open()
  for (let k = from; k < to; k++) store.set(key(k), [k, null, 'ü\n'])
  await store.close()
}

/** How many of the results 0 … n−1 are there, each of which must be right. */
async function found(n: number): Promise<number> {
  const store = await open()
  let count = 0
  for (let k = 0; k < n; k++) {
    const result = store.get(key(k))
    if (result === undefined) continue
    expect(result).toEqual([k, null, 'ü\n'])
    count++
  }
  return count
}

describe('a cache folder', () => {
  it('keeps results from one process to the next', async () => {
    const store = await open()
    expect(store.get(key(1))).toBeUndefined()
    store.set(key(1), [0.1 + 0.2, null])
    store.set(key(2), { above: 3 })
    expect(store.get(key(1))).toEqual([0.1 + 0.2, null])
    await store.close()
    const next = await open()
    expect(next.get(key(1))).toEqual([0.1 + 0.2, null])
    expect(next.get(key(2))).toEqual({ above: 3 })
    expect(next.get(key(3))).toBeUndefined()
    expect(notices).toEqual([])
  })

  it('adds no file where nothing is added', async () => {
    await (await open()).close()
    expect(segments()).toEqual([])
  })

  it('may be used by several at the same time', async () => {
    const [a, b] = [await open(), await open()]
    for (let k = 0; k < 50; k++) (k % 2 === 0 ? a : b).set(key(k), [k, null, 'ü\n'])
    await Promise.all([a.close(), b.close()])
    expect(segments()).toHaveLength(2)
    expect(await found(50)).toBe(50)
  })

  it('removes the oldest first, also where the clock was set back since', async () => {
    const clock = vi.spyOn(Date, 'now')
    try {
      for (const [k, time] of [2e12, 1e12, -1, 1e12].entries()) {
        clock.mockReturnValue(time)
        await filled(k, k + 1)
      }
    } finally {
      clock.mockRestore()
    }
    const store = await open({ mostSegments: 2 })
    expect([0, 1, 2, 3].map((k) => store.get(key(k)) !== undefined)).toEqual([false, false, true, true])
  })

  it('cut off at any byte loses the last result at most', async () => {
    await filled(0, 3)
    const [name] = segments()
    const bytes = readFileSync(join(folder, name))
    const lines = bytes.toString('latin1').split('\n').slice(1, -1)
    const head = bytes.indexOf(10) + 1
    for (let size = head; size <= bytes.length; size++) {
      writeFileSync(join(folder, name), bytes.subarray(0, size))
      let whole = 0
      for (let k = 0, end = head; k < 3; k++) {
        end += lines[k].length + 1
        if (end <= size) whole++
      }
      expect(await found(3), `${size} bytes`).toBe(whole)
    }
    expect(notices).toEqual([])
  })

  it('with a damaged byte gives no wrong result', async () => {
    await filled(0, 3)
    const [name] = segments()
    const bytes = readFileSync(join(folder, name))
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes)
      damaged[at] ^= 1 << (at % 7)
      writeFileSync(join(folder, name), damaged)
      // A line end that is gone takes two results with it.
      expect(await found(3), `byte ${at}`).toBeGreaterThanOrEqual(at < bytes.indexOf(10) + 1 ? 0 : 1)
    }
  })

  it('says once that it is damaged', async () => {
    await filled(0, 3)
    const [name] = segments()
    const text = readFileSync(join(folder, name), 'latin1')
    writeFileSync(join(folder, name), text.replace('[1,', '[7,').replace('[2,', '[8,'), 'latin1')
    expect(await found(3)).toBe(1)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toContain('damaged')
  })

  it('skips what is no segment of this version', async () => {
    await filled(0, 2)
    writeFileSync(join(folder, '0-strange.cache'), 'queuewright-cache 9\nx\n')
    expect(await found(2)).toBe(2)
    expect(notices).toHaveLength(1)
  })

  it('removes the oldest segments when it has grown too large', async () => {
    for (let part = 0; part < 5; part++) {
      await filled(part * 10, part * 10 + 10)
      // Names hold the millisecond.
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    const size = statSync(join(folder, segments()[0])).size
    await (await open({ mostBytes: 3.5 * size })).close()
    expect(segments()).toHaveLength(3)
    expect(notices).toEqual([
      expect.stringMatching(/is full: the oldest of its results, 2 of 5 files, are removed/),
    ])
    const store = await open()
    expect(store.get(key(5))).toBeUndefined()
    expect(store.get(key(45))).toEqual([45, null, 'ü\n'])
    await (await open({ mostSegments: 1 })).close()
    expect(segments()).toHaveLength(1)
    expect((await open()).get(key(45))).toEqual([45, null, 'ü\n'])
  })

  it('removed while it is used is no trouble', async () => {
    await filled(0, 5)
    const store = await open()
    rmSync(folder, { recursive: true })
    expect(store.get(key(3))).toEqual([3, null, 'ü\n'])
    store.set(key(9), 9)
    await store.close()
    expect(store.get(key(9))).toBe(9)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toContain('not written any more')
  })

  it('that cannot be made is refused', async () => {
    writeFileSync(folder, '')
    await expect(open()).rejects.toMatchObject({ kind: 'output-unwritable' })
    await expect(openCacheFolder('/dev/null/cache')).rejects.toMatchObject({ kind: 'output-unwritable' })
  })

  it('ignores files of others', async () => {
    await filled(0, 2)
    appendFileSync(join(folder, 'README'), 'mine')
    await (await open({ mostSegments: 1, mostBytes: 1 })).close()
    expect(existsSync(join(folder, 'README'))).toBe(true)
  })
})
