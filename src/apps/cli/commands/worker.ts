/** `qw worker`: does evaluations that others have put into a queue. */
import { formatDuration } from '../../../core/duration.js'
import { plural } from '../../../core/format.js'
import { type Given, settled } from '../../../core/settings/index.js'
import { WORKER } from '../../../lab/runs/engine-settings.js'
import { serveTasks } from '../../../runtime/engines/redis/serve.js'
import type { Terminal } from '../terminal.js'

export type WorkerOptions = Given<typeof WORKER>

export async function workerCommand(options: WorkerOptions, terminal: Terminal): Promise<void> {
  const { engine, workers, idle } = settled(WORKER, options)
  const { reason, evaluations } = await terminal.interruptible((signal) =>
    serveTasks(engine, {
      ...(workers !== null && { threads: workers }),
      ...(idle !== null && { idle: idle * 1000 }),
      signal,
      notice: terminal.notice,
      environment: process.env,
    }),
  )
  const why = reason === 'idle' ? `nothing to do for ${formatDuration(idle ?? 0)}` : 'stopped'
  terminal.notice(`worker ends, ${why}: ${plural(evaluations, 'evaluation')} done`)
}
