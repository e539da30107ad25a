/**
 * The output of `sprio -h -o '%i|%r|%u|%Y|%y|%S|%A|%a|%B|%b|%F|%f|%J|%j|%P|%p|%Q|%q|%N|%T|%t'`, again and again, each time
 * after a line `## BEFORE AFTER` with the Unix times of its call.
 */
import { QueuewrightError } from '../../core/errors.js'

/** The priority of a waiting job in one of its partitions. */
export interface SprioRow {
  readonly job: number
  readonly partition: string
  readonly priority: number
  /** The site's own factor, added as it is. */
  readonly site: number
  /** 0–1. */
  readonly age: number
  readonly association: number
  readonly fairShare: number
  readonly size: number
  readonly partitionFactor: number
  readonly qos: number
  /** Taken from the sum. */
  readonly nice: number
}

export interface SprioSnapshot {
  /** Unix time before the call. */
  readonly before: number
  readonly rows: readonly SprioRow[]
}

const COLUMNS = 21

/** @throws QueuewrightError `line-fields`, `line-number` with the line */
export function parseSprio(text: string): readonly SprioSnapshot[] {
  const snapshots: { before: number; rows: SprioRow[] }[] = []
  text.split('\n').forEach((source, k) => {
    const line = k + 1
    const begins = snapshotTime(source)
    if (begins !== null) snapshots.push({ before: begins, rows: [] })
    else if (source.trim() !== '') {
      const current = snapshots.at(-1)
      const cells = source.split('|').map((cell) => cell.trim())
      if (current === undefined || cells.length < COLUMNS) {
        throw new QueuewrightError('line-fields', 'no row of sprio', {
          line,
          expected: `${COLUMNS} cells separated by |, after a line ## BEFORE AFTER`,
        })
      }
      const number = (column: number) => {
        const value = Number(cells[column])
        if (cells[column] !== '' && Number.isFinite(value)) return value
        throw new QueuewrightError('line-number', 'not a number', { line, value: cells[column] })
      }
      current.rows.push({
        job: number(0),
        partition: cells[1],
        priority: number(3),
        site: number(5),
        age: number(7),
        association: number(9),
        fairShare: number(11),
        size: number(13),
        partitionFactor: number(15),
        qos: number(17),
        nice: number(18),
      })
    }
  })
  return snapshots
}

/** The Unix time before a call, of the line that heads what it printed. */
export function snapshotTime(line: string): number | null {
  const match = /^## (\d+(?:\.\d+)?) \d+(?:\.\d+)?\s*$/.exec(line)
  return match === null ? null : Number(match[1])
}
