/** The waits of jobs, as pages tell them. Loaded when somebody asks for the first time: no other page needs it. Pure. */
import type { Block } from '../../../../core/exhibit.js'
import { waitBlocks } from '../../../../report/pages/why.js'
import type { Schedule } from '../../../../sim/schedule.js'
import type { Simulation } from '../../../../sim/simulate.js'
import { Inquiry } from '../../../../sim/why/index.js'

/** The waiting of jobs of one schedule, by their rows. */
export type Told = (job: number) => readonly Block[]

/** @throws QueuewrightError for a policy whose schedules cannot be asked */
export function toldOf(policy: string, simulation: Simulation, schedule: Schedule): Told {
  const inquiry = new Inquiry(simulation, schedule)
  return (job) => waitBlocks({ policy, schedule, ...inquiry.told(job) })
}
