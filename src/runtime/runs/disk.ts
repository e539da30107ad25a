/**
 * Operations of runs on a disk. One that has ended is on the disk: it survives a power failure, as far as the disk
 * itself keeps its word. Failures that a user can mend are `QueuewrightError`s that name the file.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { inputFailure } from '../input.js'
import { makeFolders, outputFailure } from '../output.js'

export interface Disk {
  /** The first `most` bytes of a file (all of them where absent); null where there is no such file. */
  read(path: string, most?: number): Promise<Buffer | null>
  /** A file from its beginning, in pieces; none where there is no such file. */
  pieces(path: string): AsyncIterable<Buffer>
  /** Writes a file whole or not at all, whether or not it exists. */
  replace(path: string, content: string | Uint8Array): Promise<void>
  /** Writes a file that must not exist, whole or not at all; false where it does. Others may read it unless `mode` says no. */
  create(path: string, content: string, mode?: number): Promise<boolean>
  /** Opens a file that grows; an empty one where there is none. */
  grow(path: string): Promise<GrowingFile>
  /** Moves a file over whatever is at `to`; false where there is none. */
  move(path: string, to: string): Promise<boolean>
  /** Does nothing where there is no such file. */
  remove(path: string): Promise<void>
  /** Makes a folder, and those around it; false where it exists. */
  makeFolder(path: string): Promise<boolean>
  /** Names in a folder, sorted; null where there is no such folder. */
  list(path: string): Promise<readonly string[] | null>
  /** When a file last changed, milliseconds since 1970; null where there is none. */
  changed(path: string): Promise<number | null>
}

export interface GrowingFile {
  /** Bytes. */
  readonly size: number
  append(text: string): Promise<void>
  /** Cuts it off after so many bytes. */
  truncate(size: number): Promise<void>
  close(): Promise<void>
}

/** Ending of files that are being written. A run's folder has one writer, which removes what an earlier one left. */
export const UNFINISHED = '.tmp'

/** Devices and pipes have no end, or keep their readers waiting; folders fail by themselves. */
async function requirePlain(path: string): Promise<void> {
  const found = await stat(path)
  if (found.isFile() || found.isDirectory()) return
  throw new QueuewrightError('input-unreadable', 'this is no plain file', {
    file: path,
    remedy: 'Put the file itself there',
  })
}

export const nodeDisk: Disk = {
  read: (path, most) =>
    reading(path, async () => {
      await requirePlain(path)
      const file = await open(path)
      try {
        if (most === undefined) return await file.readFile()
        const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    }),
  async *pieces(path) {
    try {
      await requirePlain(path)
      yield* createReadStream(path) as AsyncIterable<Buffer>
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw inputFailure(path, error)
    }
  },
  replace: (path, content) =>
    writing(path, async () => {
      const unfinished = path + UNFINISHED
      await written(unfinished, content, 'w')
      await rename(unfinished, path)
      await syncFolderOf(path)
    }),
  create: (path, content, mode) =>
    writing(path, async () => {
      const unfinished = `${path}.${randomUUID()}${UNFINISHED}`
      await written(unfinished, content, 'w', mode)
      try {
        return await linked(unfinished, path, content, mode)
      } finally {
        await rm(unfinished, { force: true })
      }
    }),
  grow: (path) =>
    writing(path, async () => {
      const file = await open(path, 'a')
      try {
        const { size } = await file.stat()
        if (size === 0) await syncFolderOf(path)
        return growing(path, file, size)
      } catch (error) {
        await file.close().catch(() => {})
        throw error
      }
    }),
  move: (path, to) =>
    writing(to, async () => {
      try {
        await rename(path, to)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
      await syncFolderOf(to)
      return true
    }),
  remove: (path) =>
    writing(path, async () => {
      await rm(path, { force: true })
      await syncFolderOf(path)
    }),
  makeFolder: (path) =>
    writing(path, async () => {
      await makeFolders(dirname(path))
      try {
        await mkdir(path)
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
        return false
      }
      await syncFolderOf(path)
      return true
    }),
  list: (path) => reading(path, async () => (await readdir(path)).sort()),
  changed: (path) => reading(path, async () => (await stat(path)).mtimeMs),
}

function growing(path: string, file: FileHandle, length: number): GrowingFile {
  let size = length
  return {
    get size() {
      return size
    },
    append: (text) =>
      writing(path, async () => {
        const bytes = Buffer.from(text)
        // A write may stop half-way, for want of room: the next one then says why.
        for (let at = 0; at < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, at, bytes.length - at)
          at += bytesWritten
          size += bytesWritten
        }
        await file.datasync()
      }),
    truncate: (to) =>
      writing(path, async () => {
        await file.truncate(to)
        await file.datasync()
        size = to
      }),
    close: () => writing(path, () => file.close()),
  }
}

/** Writes a file and leaves nothing of it where that fails, unless it was there before (`wx`). */
async function written(
  path: string,
  content: string | Uint8Array,
  flags: 'w' | 'wx',
  mode?: number,
): Promise<void> {
  const file = await open(path, flags, mode)
  try {
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw error
  }
}

/** Gives a file a second name that must be new; where the disk has no such links, writes it under that name. */
async function linked(path: string, to: string, content: string, mode?: number): Promise<boolean> {
  try {
    await link(path, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
  }
  try {
    await written(to, content, 'wx', mode)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** A new name is on the disk once its folder is. Some disks do that by themselves, and refuse to be asked. */
async function syncFolderOf(path: string): Promise<void> {
  let folder: FileHandle | null = null
  try {
    folder = await open(dirname(path))
    await folder.sync()
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF'].includes(codeOf(error))) throw error
  } finally {
    await folder?.close()
  }
}

async function reading<Value>(path: string, action: () => Promise<Value>): Promise<Value | null> {
  try {
    return await action()
  } catch (error) {
    // A name below what is no folder is no file either.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw inputFailure(path, error)
  }
}

async function writing<Value>(path: string, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action()
  } catch (error) {
    throw outputFailure(path, error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
