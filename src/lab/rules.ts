/** Options that change the meaning of a simulation: a dialect, single rules over it, and how jobs are prepared. */
import type { Feedback, FeedbackSource } from '../evaluation/feedback.js'
import type { Preparation } from '../sim/prepare.js'
import { DEFAULT_SEMANTICS, DIALECTS, type Semantics } from '../sim/semantics.js'
import { usage } from './failures.js'

export interface RuleOptions extends Omit<Preparation, 'processors' | 'estimates'> {
  /** `user`, `actual`, or `predicted:` and a predictor. */
  readonly estimates: string
  readonly dialect: string
  readonly events?: Semantics['events']
  readonly freeAtEstimate?: 'yes' | 'no'
  readonly window?: number
  readonly commit?: true
  readonly lead?: number
  readonly ties?: Semantics['ties']
  readonly passInterval?: number
  readonly admit?: Semantics['backfill']['admit']
  readonly resort?: true
  readonly compress?: Semantics['compress']
}

export interface FeedbackOptions {
  /** Where the dependencies between a user's jobs come from; absent: none are looked at. */
  readonly feedback?: FeedbackSource
  /** Seconds between an end and a submit up to which the one was waited for. */
  readonly thinkLimit?: number
}

/** @throws QueuewrightError `usage` for a limit without sessions */
export function feedbackOf({ feedback, thinkLimit }: FeedbackOptions): Feedback | undefined {
  if (thinkLimit !== undefined && feedback !== 'sessions') {
    throw usage('--think-limit', `${thinkLimit} s`, 'only with --feedback sessions')
  }
  return feedback && { source: feedback, ...(thinkLimit !== undefined && { thinkLimit }) }
}

export function rulesOf(options: RuleOptions): Semantics {
  const base = DIALECTS[options.dialect] ?? DEFAULT_SEMANTICS
  return {
    events: options.events ?? base.events,
    freeAtEstimate:
      options.freeAtEstimate === undefined ? base.freeAtEstimate : options.freeAtEstimate === 'yes',
    sight: options.window ?? base.sight,
    commit: options.commit ?? base.commit,
    lead: options.lead ?? base.lead,
    ties: options.ties ?? base.ties,
    passInterval: options.passInterval ?? base.passInterval,
    backfill: {
      admit: options.admit ?? base.backfill.admit,
      resort: options.resort ?? base.backfill.resort,
    },
    compress: options.compress ?? base.compress,
  }
}
