/** The values that the fields of a job's line may have. */
import { MOST_COUNT, MOST_REQUESTED_SECONDS, MOST_SECONDS, SECONDS_EXPECTED } from '../limits.js'
import { fieldIndex } from './fields.js'

export const SUBMIT = fieldIndex('submit')
const WAIT = fieldIndex('wait')
export const RUN = fieldIndex('run')
export const ALLOCATED = fieldIndex('allocatedProcessors')
export const REQUESTED = fieldIndex('requestedProcessors')
export const ESTIMATE = fieldIndex('requestedTime')
export const STATUS = fieldIndex('status')
export const USER = fieldIndex('user')

/** The first field whose value no log may hold; −1 where all are well. */
export function firstBadValue(values: Float64Array): number {
  const id = values[0]
  if (!(id >= -1 && id <= Number.MAX_SAFE_INTEGER && id === Math.floor(id))) return 0
  if (values[SUBMIT] < -1 || values[SUBMIT] > MOST_SECONDS) return SUBMIT
  if (values[WAIT] > MOST_SECONDS) return WAIT
  if (values[RUN] > MOST_SECONDS) return RUN
  if (values[ESTIMATE] > MOST_REQUESTED_SECONDS) return ESTIMATE
  if (!isCount(values[ALLOCATED])) return ALLOCATED
  if (!isCount(values[REQUESTED])) return REQUESTED
  const user = values[USER]
  if (user !== (user | 0)) return USER
  return -1
}

/** A whole number that a 32-bit column holds, or −1. */
function isCount(value: number): boolean {
  return value >= -1 && value === (value | 0)
}

export function rangeOf(field: number): string {
  if (field === 0) return 'a whole number from 0 to 2^53, or -1'
  if (field === SUBMIT || field === WAIT || field === RUN) return `${SECONDS_EXPECTED}, or -1`
  if (field === ESTIMATE) return `seconds from 0 to ${MOST_REQUESTED_SECONDS}, or -1`
  if (field === ALLOCATED || field === REQUESTED) return `a whole number from 0 to ${MOST_COUNT}, or -1`
  if (field === USER) return `a whole number of at most ${MOST_COUNT}`
  return 'a finite number'
}
