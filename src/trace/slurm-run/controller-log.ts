/**
 * The log of slurmctld on times that accounting rounds to seconds: when its decay thread began, and when jobs were
 * submitted, changed, started and ended, as its lines of level `info` tell.
 */
import type { TimeReader } from '../sacct/times.js'

export interface LoggedEvent {
  /** A job that is put back into the queue has given up its nodes then. */
  readonly kind: 'submit' | 'change' | 'hold' | 'release' | 'start' | 'end' | 'requeue'
  readonly job: number
  /** Unix time with its thousandths. */
  readonly at: number
}

/** A start, as the scheduler that made it tells. */
export interface LoggedStart {
  readonly at: number
  readonly job: number
  readonly scheduler: 'main' | 'backfill'
  readonly partition: string
  /** In Slurm's notation. */
  readonly nodes: string
}

/** A node that went down, or came back. */
export interface LoggedNode {
  readonly at: number
  readonly node: string
  readonly up: boolean
}

export interface ControllerLog {
  /** When slurmctld took over, with which its schedulers begin; null where the log does not say. */
  readonly began: number | null
  /** When the main scheduler read how it is configured, each time at the beginning of a cycle. */
  readonly configured: readonly number[]
  /** When the thread began that computes priorities; null where the log does not say. */
  readonly decayThread: number | null
  readonly events: readonly LoggedEvent[]
  readonly starts: readonly LoggedStart[]
  readonly nodes: readonly LoggedNode[]
  /** When each cycle of backfill began; empty unless DebugFlags has Backfill. */
  readonly backfillCycles: readonly number[]
  /** The priority that each job was submitted with, by number; not of jobs that had none yet, since they had to wait. */
  readonly firstPriorities: ReadonlyMap<number, { readonly at: number; readonly priority: number }>
}

export const EMPTY_LOG: ControllerLog = {
  began: null,
  configured: [],
  decayThread: null,
  events: [],
  starts: [],
  nodes: [],
  backfillCycles: [],
  firstPriorities: new Map(),
}

const LINE = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?\] (.*)$/
/** `JobId=102`, `JobId=142_1(147)`, `JobId=73+1(74)`. */
const JOB = /JobId=(\d+)(?:[_+][^\s(]*\((\d+)\))?/
const KINDS: readonly (readonly [RegExp, LoggedEvent['kind']])[] = [
  [/^_slurm_rpc_submit_batch_/, 'submit'],
  [/^sched: _update_job: /, 'change'],
  [/^sched: _hold_job_rec: /, 'hold'],
  [/^sched: _release_job_rec: /, 'release'],
  [/^sched\/backfill: _start_job: Started /, 'start'],
  [/^sched: Allocate /, 'start'],
  [/^_job_complete: .* done$|^_slurm_rpc_kill_job: |^Time limit exhausted for /, 'end'],
  [/^Requeuing /, 'requeue'],
]

export function parseControllerLog(text: string, times: TimeReader): ControllerLog {
  const events: LoggedEvent[] = []
  const starts: LoggedStart[] = []
  const nodes: LoggedNode[] = []
  const backfillCycles: number[] = []
  const firstPriorities = new Map<number, { at: number; priority: number }>()
  const configured: number[] = []
  let began: number | null = null
  let decayThread: number | null = null
  for (const line of text.split('\n')) {
    const match = LINE.exec(line)
    if (match === null) continue
    const [, second, fraction = '.0', message] = match
    const at = () => times.parse(second, 'time') + Number(`0${fraction}`)
    if (began === null && message === 'Running as primary controller') began = at()
    if (message.startsWith('SchedulerParameters=default_queue_depth=')) configured.push(at())
    if (decayThread === null && message.includes('_read_last_decay_ran')) decayThread = at()
    const kind = KINDS.find(([pattern]) => pattern.test(message))?.[1]
    const job = kind === undefined ? null : JOB.exec(message)
    if (kind !== undefined && job !== null) {
      const number = Number(job[2] ?? job[1])
      events.push({ kind, job: number, at: at() })
      if (kind === 'start') starts.push({ at: at(), job: number, ...placeOf(message) })
      const priority = Number(/InitPrio=(\d+)/.exec(message)?.[1] ?? 0)
      if (priority > 0) firstPriorities.set(number, { at: at(), priority })
    } else if (message === 'sched/backfill: _attempt_backfill: beginning') backfillCycles.push(at())
    else {
      const node = NODE.exec(message)
      if (node !== null) nodes.push({ at: at(), node: node[1] ?? node[3], up: node[2] !== 'DOWN' })
    }
  }
  return { began, configured, decayThread, events, starts, nodes, backfillCycles, firstPriorities }
}

const NODE = /node (\S+) state set to (\w+)|node (\S+) returned to service/
const MAIN = /NodeList=(\S+) .*Partition=(\S+)/
const BACKFILL = / in (\S+) on (\S+)$/

function placeOf(message: string): Pick<LoggedStart, 'scheduler' | 'partition' | 'nodes'> {
  const [, nodes = '', partition = ''] = MAIN.exec(message) ?? []
  if (partition !== '') return { scheduler: 'main', partition, nodes }
  const [, inPartition = '', onNodes = ''] = BACKFILL.exec(message) ?? []
  return { scheduler: 'backfill', partition: inPartition, nodes: onNodes }
}
