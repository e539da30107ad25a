/**
 * Questions about a wait, each a change of the log: what if the job had asked for less time, for fewer processors, if a user's jobs
 * had not been there?
 */
import type { Simulation } from '../simulate.js'
import type { Change } from './change.js'
import type { Holder } from './holders.js'

export type Question =
  /** It asks for so much time. */
  | { readonly kind: 'time'; readonly seconds: number }
  /** It asks for so many processors, for the same time or for as much longer as they are fewer. */
  | { readonly kind: 'size'; readonly processors: number; readonly longer: boolean }
  /** The jobs of a user are not there that ran or waited while it waited. */
  | { readonly kind: 'user'; readonly user: number; readonly rows: Int32Array }

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** Times that people ask for. */
const USUAL_TIMES = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12, 18].map((hours) => hours * HOUR),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 28].map((days) => days * DAY),
]

/** Users whose jobs are thought away. */
const MOST_USERS = 2

/** Questions that are worth an answer for a job: a time that would have done, half the processors, the users who held most. */
export function usualQuestions(
  { jobs, facility }: Simulation,
  job: number,
  holders: readonly Holder[],
): readonly Question[] {
  const { runtime, estimate, size } = jobs
  const seconds = USUAL_TIMES.find((each) => each >= runtime[job]) ?? estimate[job]
  const processors = Math.ceil(size[job] / 2)
  // What is asked of nodes says more than how many processors.
  const mayShrink = facility?.nodes === undefined && processors < size[job]
  return [
    ...(seconds < estimate[job] ? [{ kind: 'time', seconds } as const] : []),
    ...(mayShrink ? [false, true].map((longer) => ({ kind: 'size', processors, longer }) as const) : []),
    ...holders
      .filter(({ user }) => user >= 0)
      .slice(0, MOST_USERS)
      .map(({ user, rows }) => ({ kind: 'user', user, rows }) as const),
  ]
}

/** The questions that somebody asks beside the usual. */
export interface Further {
  /** Seconds to ask for. */
  readonly times?: readonly number[]
  /** Processors to ask for, for the same time. */
  readonly sizes?: readonly number[]
  /** Users to think away. */
  readonly users?: readonly number[]
}

export function furtherQuestions(
  holders: readonly Holder[],
  { times = [], sizes = [], users = [] }: Further,
): readonly Question[] {
  const rowsOf = (user: number) => holders.find((each) => each.user === user)?.rows ?? new Int32Array(0)
  return [
    ...times.map((seconds) => ({ kind: 'time', seconds }) as const),
    ...sizes.map((processors) => ({ kind: 'size', processors, longer: false }) as const),
    ...users.map((user) => ({ kind: 'user', user, rows: rowsOf(user) }) as const),
  ]
}

export function changeBy({ jobs }: Simulation, job: number, question: Question): Change {
  switch (question.kind) {
    case 'time':
      return { estimate: question.seconds }
    case 'size': {
      const { processors, longer } = question
      const factor = longer ? jobs.size[job] / processors : 1
      return {
        size: processors,
        estimate: jobs.estimate[job] * factor,
        runtime: jobs.runtime[job] * factor,
      }
    }
    case 'user':
      return { without: question.rows }
  }
}
