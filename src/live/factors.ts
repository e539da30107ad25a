/** Site factors, written to slurmctld in batches: many lines for one scontrol, which would else begin anew for each. */
import { QueuewrightError } from '../core/errors.js'
import { firstLine, type SlurmCommands } from './commands.js'

export interface FactorWrite {
  readonly job: number
  readonly factor: number
}

export interface Written {
  /** Jobs that were gone before they could be written to. */
  readonly gone: number
  /** The other complaints of scontrol, each once. */
  readonly complaints: readonly string[]
}

/** Lines for one scontrol. */
const BATCH = 200

const GONE = /invalid job id|already (?:finished|completing)|job is no longer pending|no longer running/i
const DENIED = /permission denied|access denied|not authorized/i
const UNREACHABLE = /unable to contact|connection refused|socket timed out|unexpected message|zero bytes/i

/**
 * @throws QueuewrightError `slurm-refused` without the rights, `slurm-unreachable`
 */
export async function writeFactors(
  commands: SlurmCommands,
  writes: readonly FactorWrite[],
): Promise<Written> {
  const complaints = new Set<string>()
  let gone = 0
  for (let from = 0; from < writes.length; from += BATCH) {
    const lines = writes
      .slice(from, from + BATCH)
      .map(({ job, factor }) => `update JobId=${job} SiteFactor=${factor}\n`)
    const { stderr } = await commands.run('scontrol', [], `${lines.join('')}quit\n`)
    for (const line of stderr.split('\n')) {
      if (line.trim() === '') continue
      if (DENIED.test(line)) throw refused(line)
      if (UNREACHABLE.test(line)) {
        throw new QueuewrightError('slurm-unreachable', 'slurmctld does not take site factors', {
          value: firstLine(line),
        })
      }
      if (GONE.test(line)) gone++
      else complaints.add(firstLine(line))
    }
  }
  return { gone, complaints: [...complaints] }
}

function refused(line: string): QueuewrightError {
  return new QueuewrightError('slurm-refused', 'this user may not set site factors', {
    value: firstLine(line),
    remedy: 'An Operator may: sacctmgr modify user NAME set adminlevel=Operator',
  })
}
