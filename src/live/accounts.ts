/** Jobs that have ended, as accounting has them, and what it still owes to somebody who looks on. */
import { type FailureDetail, QueuewrightError } from '../core/errors.js'
import { ACCOUNTED_FORMAT, type AccountedJob, parseAccounted } from '../trace/slurm-run/index.js'
import { asked, type SlurmCommands } from './commands.js'

/**
 * Jobs that have ended since an instant, a Unix time; none where a Slurm keeps no accounts.
 * @throws QueuewrightError `slurm-unreachable` where accounts are kept and have no answer now; as `parseAccounted`
 */
export async function accountedSince(
  commands: SlurmCommands,
  partitions: readonly string[],
  since: number,
): Promise<readonly AccountedJob[]> {
  const from = new Date((since - 1) * 1000).toISOString().slice(0, 19)
  const words = ['-a', '-X', '-D', '-n', '-P', '-S', from, '-o', ACCOUNTED_FORMAT]
  let text: string
  try {
    text = await asked(commands, 'sacct', ...words)
  } catch (error) {
    if (error instanceof QueuewrightError && keepsNone(error.detail)) return []
    throw error
  }
  return parseAccounted(text).filter(
    ({ partition, end }) => partitions.includes(partition) && !Number.isNaN(end),
  )
}

/** The shares of all users and what they have used, as sshare prints them now; null where it has no answer. */
export async function printedShares(commands: SlurmCommands): Promise<string | null> {
  try {
    return await asked(commands, 'sshare', '-a', '-P', '-o', 'Account,User,RawShares,RawUsage')
  } catch (error) {
    if (error instanceof QueuewrightError) return null
    throw error
  }
}

/** As sacct says it, or its program is not there at all. */
function keepsNone({ value, cause }: FailureDetail): boolean {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  return isMissing || /accounting storage is disabled/i.test(`${value}`)
}

/** Seconds for which accounting that answers may lag behind: a slurmdbd that was away is told of jobs one by one. */
const LAG = 600

/** The instant from which on accounts are still to be asked; it goes on from a log. */
export class Arrears {
  #since: number | null
  /** When accounting first answered without all that is owed. */
  #answered: number | null = null

  /** @param since Unix time; null: nothing is owed */
  constructor(since: number | null) {
    this.#since = since
  }

  /** Unix time; null where nothing is owed. */
  get since(): number | null {
    return this.#since
  }

  /** Notes that what happened since an instant has not been seen. */
  owe(since: number): void {
    this.#since = Math.min(since, this.#since ?? since)
  }

  /** Notes an answer, and whether it lacked jobs that it should have; after a while they are given up. */
  paid(at: number, isWhole: boolean): void {
    this.#answered ??= at
    if (!isWhole && at - this.#answered < LAG) return
    this.#since = null
    this.#answered = null
  }
}
