/**
 * User feedback as a scenario has it: which jobs were submitted because others had ended, by the sessions that the log shows
 * (workload/sessions) or by what it says itself (fields 17 and 18).
 */
import { type Codec, number, object, oneOf, optional } from '../../core/codec.js'
import {
  choice,
  duration,
  type Given,
  headed,
  optional as open,
  setting,
  settled,
} from '../../core/settings/index.js'
import { checkDependencies, type Dependencies } from '../../sim/dependencies.js'
import type { SwfField, Trace } from '../../trace/index.js'
import {
  DEPENDENCY_FIELDS,
  dependenciesOf,
  extractSessions,
  SESSION_FIELDS,
  sessionsOfLog,
} from '../../workload/sessions/index.js'

export const FEEDBACK_SOURCES = ['sessions', 'log'] as const
export type FeedbackSource = (typeof FEEDBACK_SOURCES)[number]

export interface Feedback {
  readonly source: FeedbackSource
  /** Seconds between an end and a submit up to which a session's job waited for the end; absent: as is usual. */
  readonly thinkLimit?: number
}

export const FEEDBACK: Codec<Feedback> = object({
  source: oneOf(FEEDBACK_SOURCES),
  thinkLimit: optional(number(0)),
})

/** Whether jobs are submitted when others have ended, and which those are. */
export const FEEDBACK_SETTINGS = headed('User feedback:', {
  feedback: setting(open(choice({ sessions: 'extracted from the log', log: 'fields 17 and 18' }, 'source')), {
    meaning: 'jobs that users submitted when others had ended are submitted so here too; which they are',
    usual: null,
    alone: 'sessions',
  }),
  thinkLimit: setting(open(duration()), {
    meaning: 'pause after an end up to which a submit waited for it',
    usual: null,
    usually: '20m',
    only: { feedback: 'sessions' },
  }),
})

/** @throws QueuewrightError `usage` for what does not fit */
export function feedbackOf(given: Given<typeof FEEDBACK_SETTINGS>): Feedback | undefined {
  const { feedback: source, thinkLimit } = settled(FEEDBACK_SETTINGS, given)
  if (source === null) return undefined
  return { source, ...(thinkLimit !== null && source === 'sessions' && { thinkLimit }) }
}

const FIELDS: Readonly<Record<FeedbackSource, readonly SwfField[]>> = {
  sessions: SESSION_FIELDS,
  log: DEPENDENCY_FIELDS,
}

/** Fields by which the dependencies are told. */
export function feedbackFields(feedback: Feedback | undefined): readonly SwfField[] {
  return feedback === undefined ? [] : FIELDS[feedback.source]
}

/**
 * The dependencies between the jobs of a trace, by what was recorded of them.
 * @throws QueuewrightError as `checkDependencies`: of a log, which may say anything
 */
export function dependenciesBy({ source, thinkLimit }: Feedback, recorded: Trace): Dependencies {
  const sessions =
    source === 'log'
      ? sessionsOfLog(recorded)
      : extractSessions(recorded, thinkLimit === undefined ? {} : { threshold: thinkLimit })
  const dependencies = dependenciesOf(sessions)
  checkDependencies(recorded.jobs, dependencies)
  return dependencies
}

/** Jobs that are submitted when others have ended. */
export function dependentJobs({ preceding }: Dependencies): number {
  return preceding.reduce((count, row) => count + (row >= 0 ? 1 : 0), 0)
}
