/**
 * The slow, obvious twin of a cycle of backfill on a pool of processors: all jobs that the bounds admit are planned one after the other,
 * and what is free at an instant is counted anew from all that runs and is planned.
 */
import type { BackfillSettings } from '../../../src/sim/slurm/scheduler/backfill-times.js'
import { freedAt, roundedDown, Windows } from '../../../src/sim/slurm/scheduler/backfill-times.js'
import type { PlannedStart } from '../../../src/sim/slurm/scheduler/cycles.js'
import type { QueueEntry, RunningJob } from '../../../src/sim/slurm/scheduler/queue.js'

/**
 * The planned starts, those at once too; no components of heterogeneous jobs.
 * @param running sorted by end
 */
export function poolBackfillTwin(
  processors: number,
  running: readonly RunningJob[],
  queue: readonly QueueEntry[],
  now: number,
  settings: BackfillSettings,
): readonly PlannedStart[] {
  const plans: { from: number; to: number; cores: number }[] = []
  const windows = new Windows()
  let time = now
  for (let k = 0; k < running.length; ) {
    const until = windows.next(running[k].end)
    const together = running.slice(k).filter(({ end }, n) => n === 0 || end <= until)
    time = Math.max(time, freedAt(together[together.length - 1].end, now, settings.killWait))
    for (const { job } of together) plans.push({ from: now, to: time, cores: job.request.cores })
    k += together.length
  }
  const free = (at: number) =>
    plans.reduce((left, { from, to, cores }) => (from <= at && at < to ? left - cores : left), processors)
  const planned: PlannedStart[] = []
  const ofUser = new Map<number, number>()
  let tested = 0
  for (const entry of queue) {
    const { user, limit, request } = entry.job
    if (tested >= settings.mostTested) break
    const own = ofUser.get(user) ?? 0
    if (settings.mostOfUser > 0 && own >= settings.mostOfUser) continue
    ofUser.set(user, own + 1)
    tested++
    const fits = (from: number) =>
      [from, ...plans.map((plan) => plan.from).filter((at) => at > from && at <= from + limit)].every(
        (at) => free(at) >= request.cores,
      )
    const start = Math.min(...[now, ...plans.map(({ to }) => to)].filter((at) => at >= now && fits(at)))
    if (start > now + settings.window) continue
    planned.push({ entry, start })
    const to = start === now ? start + limit : roundedDown(start + limit, settings)
    plans.push({ from: start, to, cores: request.cores })
  }
  return planned
}
