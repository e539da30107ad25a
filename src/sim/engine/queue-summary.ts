/** The queues of a scheduler as the engine keeps them: each with the structure that finds its first job. */
import type { Rows } from '../../trace/growing-table.js'
import type { JobColumns } from '../../trace/job-table.js'
import type { Ranking } from '../order.js'
import type { Queue } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import { type Head, StaticHead, SubmitHead } from './head.js'
import { LinearHead } from './linear-head.js'
import type { WaitingSet } from './waiting.js'

/** A queue and its structure, which is told of submitted jobs while it is in use, and of those that it missed when it is again. */
export interface QueueSummary {
  readonly ranking: Ranking
  readonly ordered: boolean
  readonly head: Head
  /** The last job submitted when it went out of use. */
  seen: number
}

/** The jobs that a queue is of, and how its head is found. */
export interface QueueSetting {
  readonly jobs: JobColumns & Rows
  readonly waiting: WaitingSet
  readonly rules: Semantics
  /** The instant that lines of linear keys count from. */
  readonly origin: number
}

/** @param bySubmit whether a ranking goes by the order of jobs */
export function summaryOf(
  { ranking, asksHead }: Queue,
  setting: QueueSetting,
  bySubmit: (ranking: Ranking) => boolean,
): QueueSummary {
  const ordered = setting.rules.sight === Number.POSITIVE_INFINITY && ranking.kind !== 'general'
  const head =
    ordered && asksHead && !bySubmit(ranking) ? headFor(ranking, setting) : new SubmitHead(setting.waiting)
  return { ranking, ordered, head, seen: -1 }
}

function headFor(ranking: Ranking, { jobs, waiting, rules, origin }: QueueSetting): Head {
  if (ranking.kind === 'linear') return new LinearHead(ranking, jobs, origin, rules.ties)
  if (ranking.kind === 'static') return new StaticHead(waiting, ranking.keys, rules.ties)
  throw new TypeError('a general ranking has no head structure')
}

/** Whether going by `keys` is going by the order of jobs. */
export function isSubmitOrder(keys: Float64Array, ties: Semantics['ties']): boolean {
  for (let job = 1; job < keys.length; job++) {
    const ascending = ties === 'earliest' ? keys[job - 1] <= keys[job] : keys[job - 1] < keys[job]
    if (!ascending) return false
  }
  return true
}
