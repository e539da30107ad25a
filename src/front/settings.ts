/** How a front is searched for. */
import {
  choice,
  duration,
  headed,
  optional,
  real,
  seed,
  setting,
  several,
  whole,
  written,
} from '../core/settings/index.js'
import { MOST_EVALUATIONS } from '../optimize/evaluator.js'
import { MOST_PROCESSORS } from '../workload/generated.js'

export const FRONT_PLANS = {
  own: 'a many-objective search over linear orders',
  published: "that of Franke's thesis, 2006",
  'random-starts': 'NSGA from random sequences, which that thesis gave up',
} as const
export type FrontPlan = keyof typeof FRONT_PLANS

/** Jobs that the problem-aware jump moves: those of more processors, of a longer estimate, or both. */
export interface LargeJobs {
  /** Processors. */
  readonly size: number
  /** Seconds. */
  readonly estimate: number
}

/** The large jobs of Franke's thesis (Dortmund 2006), 7.2.2.4. */
export const USUAL_LARGE_JOBS: LargeJobs = { size: 31, estimate: 3600 }

/** Two years of work. */
const MOST_MINUTES = 1_000_000
/** The evaluations of our own plan, where neither schedules nor minutes are given. */
const USUAL_EVALUATIONS = 5000

/** μ/λ of the published plan's populations of real numbers; the thesis tried both. */
export const REAL_POPULATIONS = { '50/50': [50, 50], '30/60': [30, 60] } as const
export type RealPopulation = keyof typeof REAL_POPULATIONS

const LARGE = { source: 'Franke 2006, 7.2.2.4', only: { plan: 'published' } } as const

export const FRONT_SEARCH = {
  objectives: setting(optional(written('names of objectives, separated by commas', { shown: 'list' })), {
    meaning:
      'two objectives or more, separated by commas; @FILE: those of a preference, towards whose regions it goes',
    usual: null,
    usually: 'AWRT, AWRT of each user group, UTIL',
  }),
  subjectTo: setting(several(written('a constraint such as "maxWait <= 14d"', { shown: 'constraint' })), {
    meaning:
      'what all schedules of the front have to keep to, as "maxWait <= 14d", "AWRT5 <= 1.5*easy" or "@preference.json <= 0.1"; none: nothing',
    usual: [],
  }),
  compare: setting(written('policies, separated by commas', { shown: 'list' }), {
    meaning: 'policies to show beside the usual ones, separated by commas; @FILE: a strategy',
    usual: '',
  }),
  ...headed('Search:', {
    plan: setting(choice(FRONT_PLANS, 'name'), { meaning: 'how it goes', usual: 'own' }),
    evaluations: setting(optional(whole(1, MOST_EVALUATIONS)), {
      meaning: 'schedules to evaluate',
      usual: ({ plan, minutes }: { readonly plan: FrontPlan; readonly minutes: number | null }) =>
        plan === 'own' && minutes === null ? USUAL_EVALUATIONS : null,
      usually: `${USUAL_EVALUATIONS}, or without limit where --minutes is given; published: as many as it takes, 153,924 with five groups, random-starts: 6,030`,
    }),
    minutes: setting(optional(real({ above: 0, most: MOST_MINUTES, shown: 'n' })), {
      meaning: 'end the search after so many minutes of work, also over several sessions',
      usual: null,
    }),
    seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
    largeSize: setting(whole(0, MOST_PROCESSORS), {
      meaning: 'jobs of more processors are large and may be moved',
      usual: USUAL_LARGE_JOBS.size,
      ...LARGE,
    }),
    largeEstimate: setting(duration(), {
      meaning: 'jobs of longer estimates are large and may be moved',
      unit: 's',
      usual: USUAL_LARGE_JOBS.estimate,
      ...LARGE,
    }),
    realPopulation: setting(choice(Object.keys(REAL_POPULATIONS) as RealPopulation[]), {
      meaning: 'parents and new ones a generation, of populations of greedy criteria',
      usual: '50/50',
      source: 'Franke 2006, 7.2.3',
      only: { plan: 'published' },
    }),
  }),
}
