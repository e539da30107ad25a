/** `qw worker`: does evaluations that others have put into a queue. */
import { formatDuration } from '../../../core/duration.js'
import { formatCount } from '../../../core/format.js'
import { serveTasks } from '../../../runtime/engines/redis/serve.js'
import type { Terminal } from '../terminal.js'

export interface WorkerOptions {
  readonly engine: string
  readonly workers?: number
  /** Seconds. */
  readonly idle?: number
}

export async function workerCommand(
  { engine, workers, idle }: WorkerOptions,
  terminal: Terminal,
): Promise<void> {
  const { reason, evaluations } = await terminal.interruptible((signal) =>
    serveTasks(engine, {
      ...(workers !== undefined && { threads: workers }),
      ...(idle !== undefined && { idle: idle * 1000 }),
      signal,
      notice: terminal.notice,
      environment: process.env,
    }),
  )
  const why = reason === 'idle' ? `nothing to do for ${formatDuration(idle ?? 0)}` : 'stopped'
  terminal.notice(`worker ends, ${why}: ${formatCount(evaluations)} evaluations done`)
}
