/**
 * Batches whose worker died. One of the tasks may have killed it (by taking all memory, say), or it may have been an
 * innocent beside the culprit, or the machine went down. So a batch that lost its worker is a suspect: the next worker does
 * it alone, a task at a time, and notes each task before it begins it. A task that was noted last when its worker
 * died, `FATAL` times, is not tried again: it fails, and the others are done.
 */
import { failureJson, QueuewrightError } from '../../../core/errors.js'
import type { Outcome } from '../outcomes.js'
import { deadlyTask } from './ledger.js'

/** Workers that may die with a task that they did alone; one more died with its batch before. */
const FATAL = 2
/** In place of a task: getting the data. */
const DATA = -1

/** The note of a suspect, in the queue. */
export interface Suspicion {
  /** The suspect under way: the place of a task, or `DATA`. */
  readonly at: number
  /** How many workers died with it, by place. */
  readonly deaths: Readonly<Record<number, number>>
}

export interface SuspectSteps<Data> {
  readonly count: number
  /** The note before; null for the first time. */
  readonly before: Suspicion | null
  readonly note: (suspicion: Suspicion) => Promise<void>
  readonly fetch: () => Promise<Data>
  /** Null where it was given up. */
  readonly task: (place: number, data: Data) => Promise<Outcome | null>
}

/**
 * @returns an outcome for each task, null for those that are given back
 * @throws QueuewrightError `task-failed` where workers die while they get the data, and what `fetch` throws
 */
export async function doSuspects<Data>({
  count,
  before,
  note,
  fetch,
  task,
}: SuspectSteps<Data>): Promise<(Outcome | null)[]> {
  const deaths: Record<number, number> = { ...before?.deaths }
  if (before !== null) deaths[before.at] = (deaths[before.at] ?? 0) + 1
  const isFatal = (place: number) => (deaths[place] ?? 0) >= FATAL
  if (isFatal(DATA)) {
    throw new QueuewrightError('task-failed', 'workers die while they get the data of their tasks', {
      remedy: 'Give them more memory, or fewer and smaller logs at a time',
    })
  }
  await note({ at: DATA, deaths })
  const data = await fetch()
  const outcomes: (Outcome | null)[] = []
  for (let place = 0; place < count; place++) {
    if (isFatal(place)) {
      outcomes.push({ failure: failureJson(deadlyTask()) })
      continue
    }
    await note({ at: place, deaths })
    outcomes.push(await task(place, data))
  }
  return outcomes
}
