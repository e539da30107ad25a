/**
 * Standard output, of which every byte arrives or the failure is told. Node writes a standard output that is a file or a
 * device without looking at how many bytes were taken, so that a full disk or a limit cuts a result off in silence. Such
 * a one is written here; terminals, pipes and sockets are left to Node, which writes them whole.
 */
import { fstatSync, writeSync } from 'node:fs'
import { Writable } from 'node:stream'

const DESCRIPTOR = 1

/** Emits `error` with the file system's code where something could not be written. */
export const standardOutput: Writable = isFile() ? fileStream() : process.stdout

function isFile(): boolean {
  if (process.stdout.isTTY) return false
  try {
    const found = fstatSync(DESCRIPTOR)
    return found.isFile() || found.isCharacterDevice() || found.isBlockDevice()
  } catch {
    return false
  }
}

function fileStream(): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      try {
        for (let at = 0; at < chunk.length; ) at += writeSync(DESCRIPTOR, chunk, at, chunk.length - at)
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
}
