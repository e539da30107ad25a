/**
 * Faults of the file system where Node meets it: the calls of `node:fs/promises` about one folder are counted, and the
 * n-th fails, or writes take only a part of what they are given. What is tried is real: files, links, renames.
 */
import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

export interface Fault {
  /** Of the file system; `short`: writes take a part, and nothing fails. */
  readonly code: string
  /** Calls before it. */
  readonly after: number
  /** Whether all calls fail from then on, or only that one. */
  readonly lasting: boolean
}

const CALLS = [
  ...[
    'open',
    'rename',
    'unlink',
    'rm',
    'mkdir',
    'link',
    'readdir',
    'readFile',
    'appendFile',
    'lstat',
    'stat',
  ],
  ...['realpath', 'readlink', 'copyFile'],
] as const
const OF_FILES = [
  'write',
  'writeFile',
  'read',
  'readFile',
  'sync',
  'datasync',
  'truncate',
  'chmod',
  'stat',
  'close',
] as const
/** Calls that change nothing, which a full or a read-only disk lets pass. */
const READING = new Set(['readdir', 'readFile', 'lstat', 'stat', 'realpath', 'readlink', 'read', 'close'])
/** Codes that only calls meet which change something. */
const OF_WRITING = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

type Call = (...args: unknown[]) => unknown

/**
 * Does something while the file system has a fault.
 * @param folder of the calls that are meant
 * @returns how many calls there were, and what came of it
 */
export async function withFault<Result>(
  folder: string,
  { code, after, lasting }: Fault,
  action: () => Promise<Result>,
): Promise<{ readonly calls: number; readonly result: Result | null; readonly error: unknown }> {
  let calls = 0
  const fail = (name: string, path: string): void => {
    if (code === 'short' || (OF_WRITING.has(code) && READING.has(name))) return
    calls++
    if (calls <= after || (!lasting && calls > after + 1)) return
    throw Object.assign(new Error(`${code}: made for a test, ${name} '${path}'`), {
      code,
      syscall: name,
      path,
    })
  }
  const faulty = (file: promises.FileHandle, path: string): promises.FileHandle => {
    for (const name of OF_FILES) {
      const real = file[name].bind(file) as Call
      const call: Call = async (...args) => {
        // A file is closed all the same, or it would stay open.
        if (name === 'close') await real()
        if (name === 'writeFile' && code === 'ENOSPC') await half(real, args, () => fail(name, path))
        else fail(name, path)
        if (name === 'close') return
        if (name === 'write' && code === 'short') args = shorter(args)
        return real(...args)
      }
      Object.defineProperty(file, name, { value: call, configurable: true })
    }
    return file
  }
  const before = Object.fromEntries(CALLS.map((name) => [name, promises[name]]))
  for (const name of CALLS) {
    const real = promises[name] as Call
    const call: Call = async (...args) => {
      const [path] = args
      if (!String(path).startsWith(folder)) return real(...args)
      const flags = String(args[1] ?? 'r')
      fail(name === 'open' && flags === 'r' ? 'stat' : name, String(path))
      const result = await real(...args)
      return name === 'open' ? faulty(result as promises.FileHandle, String(path)) : result
    }
    Object.assign(promises, { [name]: call })
  }
  syncBuiltinESMExports()
  try {
    return { result: await action(), error: null, calls }
  } catch (error) {
    return { result: null, error, calls }
  } finally {
    Object.assign(promises, before)
    syncBuiltinESMExports()
  }
}

/** What a full disk does: some of it is written before it fails. */
async function half(write: Call, [content, ...rest]: unknown[], fail: () => void): Promise<void> {
  try {
    fail()
  } catch (error) {
    const bytes = Buffer.from(content as Uint8Array)
    await write(bytes.subarray(0, bytes.length >> 1), ...rest)
    throw error
  }
}

/** `write(buffer, offset, length)` of one byte or half of it. */
function shorter([buffer, offset, length]: unknown[]): unknown[] {
  return [buffer, offset, Math.max(1, Number(length) >> 1)]
}
