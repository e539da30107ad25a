/** What inputs and outputs have in common. */
import { QueuewrightError } from '../core/errors.js'

/** The path that means standard input, or standard output. */
export const STANDARD_STREAM = '-'

/** The code of an error of the file system or of zlib; empty for others. */
export function errorCode(error: unknown): string {
  if (error instanceof QueuewrightError || !(error instanceof Error) || !('code' in error)) return ''
  return String(error.code)
}
