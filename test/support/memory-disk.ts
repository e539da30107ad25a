/** A disk in memory, which can be cut, turned over byte by byte, filled up, and pulled out in the middle of a write. */
import type { Disk } from '../../src/runtime/runs/disk.js'

export type Files = Map<string, Buffer>

export interface Trouble {
  /** Operations that change something until the trouble begins; the one after them is done in part. */
  readonly after: number
  /** What all changes fail with from then on. */
  readonly error: (path: string) => unknown
}

export interface MemoryDisk extends Disk {
  readonly files: Files
  /** Operations that changed something. */
  readonly changes: () => number
}

/** @param files by path; changed in place */
export function memoryDisk(files: Files = new Map(), trouble: Trouble | null = null): MemoryDisk {
  const folders = new Set<string>()
  let changes = 0
  const change = (path: string, half: () => void): void => {
    changes++
    if (trouble === null || changes <= trouble.after) return
    if (changes === trouble.after + 1) half()
    throw trouble.error(path)
  }
  const put = (path: string, content: string | Uint8Array): void => {
    files.set(path, Buffer.from(content))
  }
  const half = (content: string | Uint8Array): Buffer => {
    const bytes = Buffer.from(content)
    return bytes.subarray(0, bytes.length >> 1)
  }
  const inFolder = (path: string): string[] => {
    const names = [...files.keys(), ...folders].filter((each) => each.startsWith(`${path}/`))
    return [...new Set(names.map((each) => each.slice(path.length + 1).split('/')[0]))].sort()
  }
  return {
    files,
    changes: () => changes,
    read: async (path, most) => {
      const bytes = files.get(path)
      return bytes === undefined ? null : Buffer.from(bytes.subarray(0, most))
    },
    async *pieces(path) {
      const bytes = files.get(path) ?? Buffer.alloc(0)
      // Small pieces, so that lines are put together.
      for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
    },
    replace: async (path, content) => {
      change(path, () => put(`${path}.tmp`, half(content)))
      put(path, content)
    },
    create: async (path, content) => {
      change(path, () => put(`${path}.0.tmp`, half(content)))
      if (files.has(path)) return false
      put(path, content)
      return true
    },
    grow: async (path) => {
      change(path, () => put(path, files.get(path) ?? ''))
      if (!files.has(path)) put(path, '')
      const now = (): Buffer => files.get(path) ?? Buffer.alloc(0)
      return {
        get size() {
          return now().length
        },
        append: async (text) => {
          change(path, () => put(path, Buffer.concat([now(), half(text)])))
          put(path, Buffer.concat([now(), Buffer.from(text)]))
        },
        truncate: async (size) => {
          change(path, () => {})
          put(path, now().subarray(0, size))
        },
        close: async () => {},
      }
    },
    move: async (path, to) => {
      change(path, () => {})
      const bytes = files.get(path)
      if (bytes === undefined) return false
      files.delete(path)
      put(to, bytes)
      return true
    },
    remove: async (path) => {
      change(path, () => {})
      files.delete(path)
    },
    makeFolder: async (path) => {
      change(path, () => {})
      if (folders.has(path) || inFolder(path).length > 0) return false
      folders.add(path)
      return true
    },
    list: async (path) => {
      const names = inFolder(path)
      return names.length > 0 || folders.has(path) ? names : null
    },
    changed: async (path) => (files.has(path) ? 0 : null),
  }
}
