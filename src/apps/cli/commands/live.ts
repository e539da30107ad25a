/** `qw live`: a Slurm's queue is steered, and that undone. */
import { formatDuration } from '../../../core/duration.js'
import { plural } from '../../../core/format.js'
import {
  type DryRun,
  type ResetOptions,
  resetQueue,
  type SteerQueueOptions,
  steerDry,
  steerQueue,
} from '../../../lab/live/steer.js'
import type { Terminal } from '../terminal.js'
import { type EventPrinting, tellerOn } from './live-events.js'

/** Writes of a dry run that are shown. */
const SHOWN = 20

export async function liveSteerCommand(
  options: SteerQueueOptions & EventPrinting,
  terminal: Terminal,
): Promise<void> {
  if (options.dryRun === true) {
    const dry = await steerDry(options)
    terminal.print(options.json ? JSON.stringify(dry, null, 2) : dryText(dry))
    return
  }
  const ended = await steerQueue(options, terminal, tellerOn(terminal, options))
  if (ended === 'stopped' && !options.json) {
    terminal.print('The factors stay as they are, with nobody to keep them up to date. Undo: qw live reset')
  }
}

export async function liveResetCommand(
  options: ResetOptions & EventPrinting,
  terminal: Terminal,
): Promise<void> {
  const done = await resetQueue(options, tellerOn(terminal, options))
  if (done === 'nothing due' && !options.json) terminal.print('Nothing is overdue.')
}

function dryText({ policy, plan, waiting, left, cost }: DryRun): string {
  const { writes, steered, foreign, beyond, longestWait } = plan
  const alone = Object.entries(left).map(([reason, count]) => `${count} ${ALONE[reason] ?? reason}`)
  if (foreign > 0) alone.push(`${foreign} with a site factor that somebody else has set`)
  if (beyond > 0) alone.push(`${beyond} more than --max-shift can tell apart`)
  const lines = [
    writes.length === 0
      ? `Nothing would be written: ${plural(waiting, 'job')} that ${waiting === 1 ? 'waits stands' : 'wait stand'} in the order of ${policy} as far as the bounds allow.`
      : `${writes.length} of ${plural(steered, 'waiting job')} would be given another site factor to stand in the order of ${policy}; nothing was written.`,
    `This is ${cost}.`,
    ...(alone.length === 0 ? [] : [`Left alone: ${alone.join(', ')}.`]),
    ...(steered === 0 ? [] : [`The longest wait is ${formatDuration(longestWait)}.`]),
    ...writes.slice(0, SHOWN).map(({ job, from, factor }) => `  job ${job}: ${from} -> ${factor}`),
    ...(writes.length > SHOWN ? [`  … and ${writes.length - SHOWN} more`] : []),
  ]
  return lines.join('\n')
}

const ALONE: Readonly<Record<string, string>> = {
  partition: 'of other partitions',
  ineligible: 'held, waiting for another job or a date, or beyond what they may have',
  heterogeneous: 'heterogeneous, whose parts would all be moved',
  unranked: 'without a priority yet',
  mixed: 'arrays whose tasks have different factors',
}
