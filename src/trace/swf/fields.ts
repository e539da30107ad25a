/** Which fields of a log the job table holds, and which are kept beside it on demand. */
import { LEFT_AFTER, LOG_FIELDS, type LogField, SWF_FIELDS, type SwfField } from '../trace.js'

/** The fields that are columns of the job table themselves (`size` is made of two others, see `sizeOf`). */
const TABLE_FIELDS = ['job', 'submit', 'run', 'requestedTime', 'user'] as const
/** Those that no line has: of the table, or made of others. */
const OTHER_FIELDS = [...TABLE_FIELDS, LEFT_AFTER] as const

/** The fields that a reader keeps beside the table when asked to. */
export type FurtherField = Exclude<LogField, (typeof OTHER_FIELDS)[number]>

export const FURTHER_FIELDS: readonly FurtherField[] = LOG_FIELDS.filter(isFurtherField)

/** Whether a reader can keep a field beside the table. */
export function isFurtherField(field: LogField): field is FurtherField {
  return !(OTHER_FIELDS as readonly LogField[]).includes(field)
}

/** Place of one of the 18 fields in a line, from 0. */
export function fieldIndex(field: SwfField): number {
  return SWF_FIELDS.indexOf(field)
}

/** Which of the two processor counts of a job is its size; the other stands in where it is not given. */
export type SizeRule = 'requested' | 'allocated'

/** Processors a job needs; −1 where neither count is positive. */
export function sizeOf(requested: number, allocated: number, rule: SizeRule): number {
  const first = rule === 'requested' ? requested : allocated
  if (first > 0) return first
  const second = rule === 'requested' ? allocated : requested
  return second > 0 ? second : -1
}
