/**
 * Job states of Slurm (its manual pages squeue(1) and sacct(1), "Job State Codes", up to version 25.05) and what each
 * means for a log of finished jobs.
 */

/** The phase of a row by its state. */
export type Phase =
  /** Over. */
  | 'finished'
  /** An execution that is over, of a job that went back into the queue or went on with other resources. */
  | 'continued'
  | 'pending'
  | 'running'
  | 'suspended'
  /** A job of a federation that ran on another cluster. */
  | 'revoked'

const PHASES: Readonly<Record<Phase, readonly string[]>> = {
  finished: [
    ...['COMPLETED', 'CANCELLED', 'FAILED', 'TIMEOUT', 'NODE_FAIL', 'OUT_OF_MEMORY', 'PREEMPTED', 'DEADLINE'],
    ...['BOOT_FAIL', 'LAUNCH_FAILED', 'RECONFIG_FAIL'],
  ],
  continued: ['REQUEUED', 'REQUEUE_FED', 'REQUEUE_HOLD', 'SPECIAL_EXIT', 'RESIZING'],
  pending: ['PENDING', 'RESV_DEL_HOLD'],
  running: ['RUNNING', 'COMPLETING', 'CONFIGURING', 'POWER_UP_NODE', 'SIGNALING', 'STAGE_OUT', 'EXPEDITING'],
  suspended: ['SUSPENDED', 'STOPPED'],
  revoked: ['REVOKED'],
}

const PHASE_OF: ReadonlyMap<string, Phase> = new Map(
  (Object.keys(PHASES) as Phase[]).flatMap((phase) => PHASES[phase].map((state) => [state, phase] as const)),
)

/** Undefined for a word that is no state. */
export function phaseOf(state: string): Phase | undefined {
  return PHASE_OF.get(state)
}

/** The state in a text such as `CANCELLED by 0`. */
export function stateWord(text: string): string {
  const blank = text.indexOf(' ')
  return (blank < 0 ? text : text.slice(0, blank)).toUpperCase()
}

/**
 * The state of a job that JSON gives as a list of a base state and flags, such as `["COMPLETED", "COMPLETING"]`:
 * the flag that says that the job is not over, else the one that says that it went back into the queue, else the base.
 */
export function stateOfList(words: readonly string[]): string {
  const states = words.map((word) => word.toUpperCase())
  const active = states.find((state) => ['running', 'suspended'].includes(phaseOf(state) ?? ''))
  const marked = states.find((state) => ['continued', 'revoked'].includes(phaseOf(state) ?? ''))
  return active ?? marked ?? states[0] ?? ''
}

/** Completion status of the Standard Workload Format 2.2, field 11, of a job that is over. */
export const SWF_STATUS = { failed: 0, completed: 1, continued: 2, cancelled: 5 } as const

export function swfStatus(state: string): number {
  if (phaseOf(state) === 'continued') return SWF_STATUS.continued
  if (state === 'COMPLETED') return SWF_STATUS.completed
  return state === 'CANCELLED' ? SWF_STATUS.cancelled : SWF_STATUS.failed
}
