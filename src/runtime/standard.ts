/** Failures and names that inputs and outputs share. */
import { QueuewrightError } from '../core/errors.js'

/** The path that means standard input, or standard output. */
export const STANDARD_STREAM = '-'

/** The meaning of an error of the file system, and what to do about it. */
export type Meaning = readonly [what: string, remedy: string]

/**
 * The meaning of an error of the file system by its code, also of one that only some disks have, such as those of a network
 * that went away (ESTALE, EREMOTEIO); undefined for errors that are none.
 */
export function meaningOf(error: unknown, known: Readonly<Record<string, Meaning>>): Meaning | undefined {
  const code = errorCode(error)
  if (Object.hasOwn(known, code)) return known[code]
  const ofSystem = /^E[A-Z\d]+$/.test(code) && error instanceof Error && 'syscall' in error
  return ofSystem ? [`the disk or the system fails (${code})`, 'Check the disk'] : undefined
}

/** The code of an error of the file system or of zlib; empty for others. */
export function errorCode(error: unknown): string {
  if (error instanceof QueuewrightError || !(error instanceof Error) || !('code' in error)) return ''
  return String(error.code)
}
