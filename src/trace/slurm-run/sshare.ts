/** The output of `sshare -a -l -P`, again and again, each time after a line `## BEFORE AFTER` with the Unix times of its call. */
import { QueuewrightError } from '../../core/errors.js'
import { snapshotTime } from './sprio.js'

export interface SshareSnapshot {
  /** Unix time before the call. */
  readonly before: number
  /** The fair-share factor of each user in each account, in the order printed; NaN where none is. */
  readonly factors: readonly number[]
}

/** Slurm's own user, whose share it always knows. */
const ROOT = 'root'

/** @throws QueuewrightError `line-fields` for a snapshot without the columns User and FairShare, `line-number` */
export function parseSshare(text: string): readonly SshareSnapshot[] {
  const snapshots: { before: number; factors: number[] }[] = []
  let columns: readonly string[] | null = null
  text.split('\n').forEach((source, k) => {
    const before = snapshotTime(source)
    if (before !== null) {
      snapshots.push({ before, factors: [] })
      columns = null
      return
    }
    const current = snapshots.at(-1)
    if (source.trim() === '' || current === undefined) return
    const cells = source.split('|').map((cell) => cell.trim())
    if (columns === null) {
      columns = cells
      for (const name of ['User', 'FairShare']) {
        if (columns.includes(name)) continue
        throw new QueuewrightError('line-fields', 'no table of sshare', {
          line: k + 1,
          expected: `a column ${name}, after a line ## BEFORE AFTER`,
        })
      }
      return
    }
    const user = cells[columns.indexOf('User')] ?? ''
    const factor = cells[columns.indexOf('FairShare')] ?? ''
    if (user === '' || user === ROOT) return
    if (factor !== '' && !Number.isFinite(Number(factor))) {
      throw new QueuewrightError('line-number', 'not a number', { line: k + 1, value: factor })
    }
    current.factors.push(factor === '' ? Number.NaN : Number(factor))
  })
  return snapshots
}
