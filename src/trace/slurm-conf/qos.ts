/** Qualities of service as `sacctmgr -P show qos` prints them. */
import { QueuewrightError } from '../../core/errors.js'
import { LARGEST_WEIGHT } from './settings.js'
import { parseSlurmTable } from './table.js'

export interface QosPriority {
  readonly priority: number
  /** The charge of a processor-second of its jobs. */
  readonly usageFactor: number
}

const QOS_COMMAND = 'sacctmgr -P show qos format=Name,Priority,UsageFactor'

/**
 * By name.
 * @throws QueuewrightError `input-document`, `line-fields`, `line-number`
 */
export function parseQos(text: string): ReadonlyMap<string, QosPriority> {
  const { rows } = parseSlurmTable(text, QOS_COMMAND, [['Name'], ['Priority']])
  return new Map(
    rows.map((row) => [
      (row.cell('Name') ?? '').trim(),
      {
        priority: number(row.cell('Priority'), 0, LARGEST_WEIGHT, 'Priority', row.line),
        usageFactor: number(row.cell('UsageFactor'), 1, Number.MAX_VALUE, 'UsageFactor', row.line),
      },
    ]),
  )
}

function number(cell: string | null, usual: number, most: number, field: string, line: number): number {
  const text = (cell ?? '').trim()
  if (text === '') return usual
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value <= most) return value
  throw new QueuewrightError('line-number', 'not a number', { line, field, value: text })
}
