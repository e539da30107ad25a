/** Catches the failure that a test expects. */
import { QueuewrightError } from '../../src/core/errors.js'

/** The `QueuewrightError` that `action` throws; anything else, also nothing, fails the test. */
export function failureOf(action: () => unknown): QueuewrightError {
  try {
    action()
  } catch (error) {
    if (error instanceof QueuewrightError) return error
    throw error
  }
  throw new Error('expected a QueuewrightError, but nothing was thrown')
}

/** As `failureOf`, of what fails later. */
export async function rejectionOf(pending: Promise<unknown>): Promise<QueuewrightError> {
  const [{ reason, status }] = (await Promise.allSettled([pending])) as [PromiseRejectedResult]
  return failureOf(() => {
    if (status === 'rejected') throw reason
  })
}
