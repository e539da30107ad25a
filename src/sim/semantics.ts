/**
 * The rules of a simulation, as one record of data: what counts as an event, what the scheduler may see, and how
 * a backfilled job is admitted. Published studies differ in these rules (a "dialect"); a named preset is such a
 * record, never code of its own.
 */

import { flag, mapped, nullable, number, object, objectOf, oneOf, whole } from '../core/codec.js'
import { LONGEST_DURATION } from '../core/duration.js'

export interface Semantics {
  /**
   * `instant`: at one instant first all completions, then all releases, then one pass.
   * `single`: one event, one pass; at one instant releases come before completions (releases by job order,
   * completions in the order in which their jobs were started). The rule of pyss.
   */
  readonly events: 'instant' | 'single'
  /**
   * With `single`: a running job that ends now, by its estimate and in truth, already counts as free while the
   * other events of the instant are handled.
   */
  readonly freeAtEstimate: boolean
  /** The order and backfilling see only the first `sight` waiting jobs by submit; Infinity: the whole queue. */
  readonly sight: number
  /** Once chosen, the head of the order stays the head until it runs. */
  readonly commit: boolean
  /** The first `lead` jobs of the log go before all others, in submit order (a study's set S); 0: none. */
  readonly lead: number
  /** Which of two jobs with the same key goes first. */
  readonly ties: 'earliest' | 'latest'
  /** Seconds between scheduling passes (at multiples of it, from the first submit); 0: a pass at every event. */
  readonly passInterval: number
  readonly backfill: {
    /**
     * `shadow-or-spare`: a job may start if it ends, by its estimate, no later than the shadow time, or needs no
     * more than the extra processors. `before-shadow`: only if it ends strictly before the shadow time.
     */
    readonly admit: 'shadow-or-spare' | 'before-shadow'
    /** After each start, of a head or behind one, the queue is sorted and the pass begun again. */
    readonly resort: boolean
  }
  /**
   * Conservative backfilling. `queue`: at every pass all reservations are made anew, in queue order.
   * `none`: reservations made at submit are kept; at each completion every job, in queue order, moves to the
   * earliest slot if that is better than the one it holds.
   */
  readonly compress: 'queue' | 'none'
}

const MEMBERS = {
  events: oneOf(['instant', 'single']),
  freeAtEstimate: flag,
  sight: nullable(whole(1)),
  commit: flag,
  lead: whole(0),
  ties: oneOf(['earliest', 'latest']),
  passInterval: number(0, LONGEST_DURATION),
  backfill: object({ admit: oneOf(['shadow-or-spare', 'before-shadow']), resort: flag }),
  compress: oneOf(['queue', 'none']),
} as const

/** Rules as plain data, where an unlimited sight is null: JSON has no infinity. */
export const PLAIN_SEMANTICS = object(MEMBERS)

export const SEMANTICS_CODEC = objectOf<Semantics>({
  ...MEMBERS,
  sight: mapped(
    MEMBERS.sight,
    (sight) => sight ?? Number.POSITIVE_INFINITY,
    (sight) => (Number.isFinite(sight) ? sight : null),
  ),
})

/** The rules of a simulation unless an option says otherwise. */
export const DEFAULT_SEMANTICS: Semantics = {
  events: 'instant',
  freeAtEstimate: true,
  sight: Number.POSITIVE_INFINITY,
  commit: false,
  lead: 0,
  ties: 'earliest',
  passInterval: 0,
  backfill: { admit: 'shadow-or-spare', resort: false },
  compress: 'queue',
}

/** Published rule sets by name; docs/dialects.md says which study each belongs to. */
export const DIALECTS: Readonly<Record<string, Semantics>> = {
  default: DEFAULT_SEMANTICS,
  /** pyss, the simulator of the SC'15 run-time prediction study. */
  pyss: { ...DEFAULT_SEMANTICS, events: 'single', compress: 'none' },
  /** The released artefact of the SC'17 score-function study: 32 visible jobs, 16 jobs to set the state. */
  sc17: {
    ...DEFAULT_SEMANTICS,
    sight: 32,
    lead: 16,
    backfill: { admit: 'shadow-or-spare', resort: true },
  },
  /** RLScheduler's environment: a committed head, strict admission, the arrival first. */
  rlscheduler: {
    ...DEFAULT_SEMANTICS,
    events: 'single',
    freeAtEstimate: false,
    commit: true,
    backfill: { admit: 'before-shadow', resort: false },
  },
}
