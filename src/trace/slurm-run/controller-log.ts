/**
 * What the log of slurmctld says of times that accounting rounds to seconds: when its decay thread began, and when jobs were
 * submitted, changed, started and ended, as its lines of level `info` tell.
 */
import type { TimeReader } from '../sacct/times.js'

export interface LoggedEvent {
  readonly kind: 'submit' | 'change' | 'start' | 'end'
  readonly job: number
  /** Unix time with its thousandths. */
  readonly at: number
}

export interface ControllerLog {
  /** When the thread began that computes priorities; null where the log does not say. */
  readonly decayThread: number | null
  readonly events: readonly LoggedEvent[]
}

const LINE = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?\] (.*)$/
/** `JobId=102`, `JobId=142_1(147)`, `JobId=73+1(74)`. */
const JOB = /JobId=(\d+)(?:[_+][^\s(]*\((\d+)\))?/
const KINDS: readonly (readonly [RegExp, LoggedEvent['kind']])[] = [
  [/^_slurm_rpc_submit_batch_/, 'submit'],
  [/^sched: _update_job: /, 'change'],
  [/^sched\/backfill: _start_job: Started /, 'start'],
  [/^sched: Allocate /, 'start'],
  [/^_job_complete: .* done$/, 'end'],
]

export function parseControllerLog(text: string, times: TimeReader): ControllerLog {
  const events: LoggedEvent[] = []
  let decayThread: number | null = null
  for (const line of text.split('\n')) {
    const match = LINE.exec(line)
    if (match === null) continue
    const [, second, fraction = '.0', message] = match
    const at = () => times.parse(second, 'time') + Number(`0${fraction}`)
    if (decayThread === null && message.includes('_read_last_decay_ran')) decayThread = at()
    const kind = KINDS.find(([pattern]) => pattern.test(message))?.[1]
    const job = kind === undefined ? null : JOB.exec(message)
    if (kind !== undefined && job !== null) events.push({ kind, job: Number(job[2] ?? job[1]), at: at() })
  }
  return { decayThread, events }
}
