/**
 * Outputs at Node's edge, which appear under their final name whole or not at all. Every failure that a user can cause becomes a
 * `QueuewrightError` that names the file and says what to do.
 */
import { randomUUID } from 'node:crypto'
import { constants, rmSync, type Stats } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { QueuewrightError } from '../core/errors.js'
import { errorCode, type Meaning, meaningOf, STANDARD_STREAM } from './standard.js'
import { standardOutput } from './standard-output.js'

/** Text or bytes to be written, in pieces. */
export type OutputChunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Write an output whole or not at all: into a new file beside the final one, flushed to the disk, then renamed. On
 * any failure, also of `chunks` themselves, the new file is removed and whatever had the final name is untouched. A
 * name that ends in `.gz` is written compressed. Devices, pipes and the like (`/dev/stdout`) are written directly, and
 * so is standard output, which `-` means.
 * @throws QueuewrightError `output-unwritable`, `output-closed`.
 */
export async function writeOutput(path: string, chunks: OutputChunks): Promise<void> {
  if (path === STANDARD_STREAM) return writeStandardOutput(chunks)
  const target = await outputTarget(path)
  if (target.direct) return writeDirectly(path, target.path, chunks)
  const temporary = temporaryBeside(target.path)
  try {
    const handle = await open(temporary, 'wx')
    unfinished.add(temporary)
    try {
      if (target.mode !== null) await handle.chmod(target.mode)
      await writeAll(handle, compressedAsNamed(path, chunks))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, target.path)
  } catch (error) {
    if (unfinished.has(temporary)) await unlink(temporary).catch(() => {})
    throw outputFailure(path, error)
  } finally {
    unfinished.delete(temporary)
  }
}

/** Temporary files being written. */
const unfinished = new Set<string>()

/**
 * Remove, at once, every temporary file of an output that is still being written: what a process does that ends
 * before `writeOutput` could do so itself (Ctrl-C).
 */
export function discardTemporaries(): void {
  for (const file of unfinished) rmSync(file, { force: true })
  unfinished.clear()
}

/**
 * A name that no other output has, short whatever the final name is. Process numbers would not do: in containers all are 1,
 * so that two that share a folder, or a second after one that was killed, would be in each other's way.
 */
function temporaryBeside(path: string): string {
  return join(dirname(path), `.queuewright-${randomUUID()}.tmp`)
}

/**
 * Makes a folder and those around it, where they do not exist. Node's own way to do so (`recursive`) never ends below a
 * link that leads nowhere, such as to a disk that is not mounted.
 */
export async function makeFolders(path: string, mode?: number): Promise<void> {
  const make = async (): Promise<void> => {
    try {
      await mkdir(path, mode)
    } catch (error) {
      const isThere = errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()
      if (!isThere) throw error
    }
  }
  try {
    await make()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolders(dirname(path))
    await make()
  }
}

/** The mode of folders that nobody else is to look into. */
export const OWNER_ONLY = 0o700

/**
 * Makes the folder that the output `path` lies in, and those around it, where they do not exist.
 * @param mode of that folder, where it is made; as the user's mask has it where absent
 * @throws QueuewrightError `output-unwritable`
 */
export async function makeFolderOf(path: string, mode?: number): Promise<void> {
  try {
    await makeFolders(dirname(path), mode)
  } catch (error) {
    throw outputFailure(dirname(path), error)
  }
}

interface OutputTarget {
  /** Where to write: what a link points at, so that the link stays. */
  readonly path: string
  /** Not a plain file, which cannot be replaced by renaming. */
  readonly direct: boolean
  /** Mode of the file that is replaced; null where there is none. */
  readonly mode: number | null
}

async function outputTarget(path: string): Promise<OutputTarget> {
  const usual = { path, direct: false, mode: null }
  try {
    const link = await lstat(path)
    const found = link.isSymbolicLink() ? await statOf(path) : link
    if (found === null) return { ...usual, path: await missingTarget(path) }
    if (found.isDirectory()) {
      throw new QueuewrightError('output-unwritable', 'the output is a folder', {
        file: path,
        remedy: 'Name a file in it',
      })
    }
    // What /dev and /proc show as files are someone else's open files, such as a redirected standard output; but /dev/shm
    // is a folder like others, in memory.
    if (!found.isFile() || /^\/(dev\/(?!shm\/)|proc\/)/.test(path)) return { ...usual, direct: true }
    return { path: await realpath(path), direct: false, mode: found.mode & 0o777 }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return usual
    throw outputFailure(path, error)
  }
}

/** Null where a link leads to no file. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** The file that a link, or a chain of them, would lead to if it were there. */
async function missingTarget(link: string): Promise<string> {
  const to = resolve(await realpath(dirname(link)), await readlink(link))
  const isLink = await lstat(to).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  return isLink ? missingTarget(to) : to
}

async function writeStandardOutput(chunks: OutputChunks): Promise<void> {
  try {
    await piped(Readable.from(asBuffers(chunks), { objectMode: false }), standardOutput, { end: false })
  } catch (error) {
    throw outputFailure('standard output', error)
  }
}

async function writeDirectly(name: string, path: string, chunks: OutputChunks): Promise<void> {
  try {
    const handle = await open(path, constants.O_WRONLY)
    try {
      await writeAll(handle, compressedAsNamed(name, chunks))
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw outputFailure(name, error)
  }
}

function compressedAsNamed(path: string, chunks: OutputChunks): OutputChunks {
  if (!path.endsWith('.gz')) return chunks
  const compressed = pipeline(Readable.from(asBuffers(chunks), { objectMode: false }), createGzip(), () => {})
  return compressed as AsyncIterable<Uint8Array>
}

async function* asBuffers(chunks: OutputChunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

async function writeAll(handle: FileHandle, chunks: OutputChunks): Promise<void> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    let at = 0
    while (at < bytes.length) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten
  }
}

const OUTPUT_FAILURES: Readonly<Record<string, Meaning>> = {
  ENOENT: ['the folder of this output does not exist', 'Make the folder first'],
  ENOTDIR: ['a part of this path is not a folder', 'Check the name'],
  EISDIR: ['the output is a folder', 'Name a file in it'],
  ELOOP: ['the links of this path lead in a circle', 'Check the links'],
  ENAMETOOLONG: ['the name is too long for a file', 'Choose a shorter one'],
  EACCES: ['no permission to write this output', 'Choose another folder, or change its mode'],
  EPERM: ['no permission to write this output', 'Choose another folder, or change its mode'],
  EROFS: ['this output lies on a read-only disk', 'Choose another folder'],
  ENOSPC: ['the disk is full', 'Make room, or choose another disk'],
  EDQUOT: ['your quota of disk space is used up', 'Make room, or choose another disk'],
  EFBIG: [
    'the output is larger than the disk or a limit allows',
    'Raise the limit (ulimit -f), or choose another disk',
  ],
  EIO: ['the disk failed while this output was written', 'Check the disk'],
  EXDEV: ['this output cannot be replaced', 'Choose another name'],
  EBUSY: ['this output is in use', 'Choose another name'],
  EEXIST: ['a file is in the place of this folder', 'Choose another name'],
  ETXTBSY: ['this output is in use', 'Choose another name'],
  ENXIO: ['this device cannot be written', 'Name a file'],
  ENODEV: ['this device cannot be written', 'Name a file'],
  EINVAL: ['this output cannot be written', 'Check the name'],
  EMFILE: ['too many files are open', 'Close some, or raise the limit (ulimit -n)'],
  ERR_INVALID_ARG_VALUE: ['this is no name of a file', 'Check the name'],
}

/** The meaning of an error of the file system to the user, where it is about the output `file`. */
export function outputFailure(file: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'EPIPE')
    return new QueuewrightError('output-closed', 'the reader went away', { file, cause: error })
  const what = meaningOf(error, OUTPUT_FAILURES)
  if (what === undefined || error instanceof QueuewrightError) return error
  return new QueuewrightError('output-unwritable', what[0], { file, remedy: what[1], cause: error })
}
