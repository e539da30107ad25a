/**
 * Features: what rules of a policy go by. Each is a number of the system's state that is known at once (system-state.ts).
 * The seven of C. Franke's doctoral thesis (Dortmund 2006, 9.2.1) are `sd`, `um` and `prcwq1` to `prcwq5`. Adding one takes a
 * line in `FEATURES`.
 */
import { formatDuration, parseDuration } from '../../core/duration.js'
import { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import type { SystemSums } from './system-state.js'

/** A feature as a policy names it, such as `um`, `prcwq3` or `sd(7d)`. */
export interface Feature {
  readonly name: string
  /** A title, for readers. */
  readonly title: string
  readonly unit: string
  /** Values are never outside. */
  readonly least: number
  readonly most: number
  /** Where values usually are: what searches draw centres from. */
  readonly usual: readonly [least: number, most: number]
  /** Made ready for a simulation, before its first event; then tells the present value. */
  bind(state: SystemSums): () => number
}

/** A feature, or several alike, as help tells of them. */
export interface FeatureKind extends Pick<Feature, 'title' | 'unit' | 'least' | 'most'> {
  /** As it is written, `prcwqN`. */
  readonly form: string
  readonly pattern: RegExp
  make(written: string, parts: readonly string[]): Feature
}

const PERCENT = { unit: '%', least: 0, most: 100, usual: [0, 100] } as const
const SLOWDOWN = { unit: '1', least: 1, most: 100 } as const
const HOUR = 3600

function plain(feature: Omit<Feature, 'bind'>, value: (state: SystemSums) => number): FeatureKind {
  return {
    ...{ form: feature.name, title: feature.title },
    ...{ unit: feature.unit, least: feature.least, most: feature.most },
    pattern: new RegExp(`^${feature.name}$`),
    make: () => ({ ...feature, bind: (state) => () => value(state) }),
  }
}

export const FEATURES: readonly FeatureKind[] = [
  {
    // Equation 9.6; 1 before any job has ended.
    form: 'sd, sd(7d)',
    title: 'average weighted slowdown of all jobs that have ended, of those that ended in the last 7 days',
    ...SLOWDOWN,
    pattern: /^sd(?:\(([^()]+)\))?$/,
    make: (name, [, written]) => {
      const seconds = written === undefined ? Number.POSITIVE_INFINITY : parseDuration(written)
      if (!(seconds > 0)) throw unknownFeature(name)
      return {
        name,
        title: `average weighted slowdown of ${written === undefined ? 'all jobs that have ended' : `jobs that ended in the last ${formatDuration(seconds)}`}`,
        ...SLOWDOWN,
        usual: [1, 10],
        bind: (state) => {
          const sums = state.slowdowns(seconds)
          return () => {
            const { response, work } = sums()
            return work > 0 ? Math.min(SLOWDOWN.most, Math.max(SLOWDOWN.least, response / work)) : 1
          }
        },
      }
    },
  },
  // Equation 9.7.
  plain({ name: 'um', title: 'processors in use', ...PERCENT }, (state) => {
    // In this order a whole percentage is one, and not on the wrong side of a bound.
    return (100 * (state.processors - state.free)) / state.processors
  }),
  {
    // Equation 9.8; 0 where nobody waits.
    form: 'prcwqN',
    title: 'share of group N, 1 to 99, in the estimated work of the waiting jobs',
    ...PERCENT,
    pattern: /^prcwq([1-9]\d?)$/,
    make: (name, [, written]) => {
      const group = Number(written)
      return {
        name,
        title: `share of group ${group} in the estimated work of the waiting jobs`,
        ...PERCENT,
        bind: (state) => () => {
          const { work } = state
          return work > 0 ? Math.min(100, (100 * state.workOf(group)) / work) : 0
        },
      }
    },
  },
  plain(
    { name: 'queue', title: 'waiting jobs', unit: 'jobs', least: 0, most: 1e6, usual: [0, 200] },
    (state) => Math.min(1e6, state.waiting),
  ),
  plain(
    {
      name: 'backlog',
      title: 'estimated work of the waiting jobs, by the whole machine',
      ...{ unit: 'h', least: 0, most: 1e6, usual: [0, 48] },
    },
    (state) => Math.min(1e6, state.work / state.processors / HOUR),
  ),
  plain(
    {
      name: 'oldest',
      title: 'wait of the job that has waited longest',
      ...{ unit: 'h', least: 0, most: 1e6, usual: [0, 72] },
    },
    (state) => Math.min(1e6, state.longestWait / HOUR),
  ),
  plain(
    { name: 'hour', title: 'hour of the local day', unit: 'h', least: 0, most: 23, usual: [0, 23] },
    (state) => state.timeClasses.hour(state.now),
  ),
  plain(
    {
      name: 'weekday',
      title: 'day of the local week, 0 Monday',
      unit: '1',
      least: 0,
      most: 6,
      usual: [0, 6],
    },
    (state) => state.timeClasses.weekday(state.now),
  ),
]

/** The features of the sources, in their order. */
export const USUAL_FEATURES = ['sd', 'um', 'prcwq1', 'prcwq2', 'prcwq3', 'prcwq4', 'prcwq5'] as const

/** All features, as help writes them. */
const FEATURE_FORMS: readonly string[] = FEATURES.flatMap(({ form }) => form.split(', '))

/** @throws QueuewrightError `policy-parameter` for one that there is not */
export function parseFeature(written: string): Feature {
  const name = written.trim()
  for (const { pattern, make } of FEATURES) {
    const parts = pattern.exec(name)
    if (parts !== null) return make(name, parts)
  }
  throw unknownFeature(name)
}

function unknownFeature(name: string): QueuewrightError {
  return new QueuewrightError('policy-parameter', 'an unknown feature', {
    value: name,
    remedy: suggestion(name, FEATURE_FORMS, 'Features'),
  })
}
