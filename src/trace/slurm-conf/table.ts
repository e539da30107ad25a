/**
 * Tables that `sacctmgr -P` (or `-p`) and `sshare -P` print: a line of column names, then rows; cells separated by `|`.
 */
import { QueuewrightError } from '../../core/errors.js'

export interface SlurmRow {
  /** Line in the text, from 1. */
  readonly line: number
  /** The cell in the first of these columns that the table has, blanks kept; null where it has none. */
  readonly cell: (...columns: readonly string[]) => string | null
}

export interface SlurmTable {
  readonly has: (...columns: readonly string[]) => boolean
  /** Their names as they are written. */
  readonly columns: readonly string[]
  readonly rows: readonly SlurmRow[]
}

/**
 * @param command the command whose output it should be, for messages
 * @param needed columns that must be there; of each, other names
 * @throws QueuewrightError `input-document` for another text, or without a column; `line-fields` for a short row
 */
export function parseSlurmTable(
  text: string,
  command: string,
  needed: readonly (readonly string[])[],
): SlurmTable {
  const lines = text.split(/\r?\n/).map((line, k) => ({ line, number: k + 1 }))
  const [head, ...rest] = lines.filter(({ line }) => line.trim() !== '')
  const names = head === undefined ? [] : head.line.split('|').map(plainName)
  const place = (columns: readonly string[]) =>
    columns.map((column) => names.indexOf(plainName(column))).find((at) => at >= 0) ?? -1
  const missing = needed.filter((columns) => place(columns) < 0).map(([column]) => column)
  if (missing.length > 0) {
    throw new QueuewrightError('input-document', `no column ${missing.join(', ')}`, {
      expected: `the output of ${command}, with its line of names`,
    })
  }
  // `-p` ends each line with a delimiter.
  const columns = names[names.length - 1] === '' ? names.length - 1 : names.length
  const rows = rest.map(({ line, number }) => {
    const cells = line.split('|')
    if (cells.length < columns) {
      throw new QueuewrightError('line-fields', 'too few cells', {
        line: number,
        value: cells.length,
        expected: `${columns} cells separated by |`,
      })
    }
    return {
      line: number,
      cell: (...wanted: readonly string[]) => {
        const at = place(wanted)
        return at < 0 ? null : cells[at]
      },
    }
  })
  const written = head === undefined ? [] : head.line.split('|').slice(0, columns)
  return { has: (...wanted) => place(wanted) >= 0, columns: written, rows }
}

/** `Par Name` and `ParentName` may be written in any case, with or without blanks. */
function plainName(name: string): string {
  return name.replace(/\s/g, '').toLowerCase()
}
