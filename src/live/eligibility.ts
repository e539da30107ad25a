/**
 * Since when jobs could start, which squeue does not tell: a job that waited for another one has waited for a shorter time than
 * since its submission. Asked of slurmctld, once for each job that has waited for too long otherwise.
 */
import { asked, type SlurmCommands } from './commands.js'
import type { WaitingJob } from './queue.js'

export class Eligibility {
  readonly #since = new Map<number, number>()

  /**
   * The first job found that waits for longer than it may, and for how many seconds; null where none does.
   * @param at Unix time
   * @throws QueuewrightError `slurm-unreachable`
   */
  async overdue(
    commands: SlurmCommands,
    waiting: readonly WaitingJob[],
    at: number,
    most: number,
  ): Promise<{ readonly job: number; readonly waited: number } | null> {
    const late = waiting.filter(({ submit }) => at - submit > most)
    for (const job of this.#since.keys()) if (!late.some((each) => each.job === job)) this.#since.delete(job)
    for (const { job, submit } of late) {
      const since = this.#since.get(job) ?? (await eligibleSince(commands, job)) ?? submit
      this.#since.set(job, since)
      if (at - since > most) return { job, waited: at - since }
    }
    return null
  }
}

/** Unix time; null where slurmctld says nothing of a job that waits. */
async function eligibleSince(commands: SlurmCommands, job: number): Promise<number | null> {
  const text = await asked(commands, 'scontrol', '-o', 'show', 'job', `${job}`)
  const waiting = text.split('\n').find((line) => / JobState=PENDING /.test(line))
  const since = / EligibleTime=(\d+) /.exec(waiting ?? '')?.[1]
  return since === undefined ? null : Number(since)
}
