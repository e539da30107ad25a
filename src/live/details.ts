/** The requests and places of a live Slurm's jobs, as `scontrol -o -d show job` has them. */
import { type JobDetails, parseJobDetails } from '../trace/slurm-run/index.js'
import { asked, type SlurmCommands } from './commands.js'

export type { JobDetails }

/**
 * By the controller's record.
 * @throws QueuewrightError `slurm-unreachable`
 */
export async function jobDetails(commands: SlurmCommands): Promise<ReadonlyMap<number, JobDetails>> {
  return parseJobDetails(await asked(commands, 'scontrol', '-o', '-d', 'show', 'job'))
}
