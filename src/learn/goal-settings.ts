/** Settings of all learning: what for, how it is searched, and how the result is tested, whatever the learner. */
import {
  choice,
  type Form,
  flag,
  headed,
  optional,
  real,
  seed,
  setting,
  several,
  type Values,
  whole,
  written,
} from '../core/settings/index.js'
import type { LearnerFamily } from './families.js'

/** The combination of several logs and algorithms in a score, in words. */
export const COMBINED = {
  mean: 'the mean over logs and algorithms',
  worst: 'the worst of the logs and algorithms',
} as const
export type Combination = keyof typeof COMBINED

const FORMULA = written('an objective, or a formula of objectives', { shown: 'formula' })
const POLICIES: Form<string> = written('policies, separated by commas', { shown: 'list' })
const LEARNING = 'Learning and testing:'
const MOST_WINDOWS = 10_000
const MOST_WINDOW_JOBS = 10_000_000

const GOAL = {
  objective: setting(FORMULA, {
    meaning:
      'what is minimised, as "10*AWRT1 + 4*AWRT2" (an objective of which more is better: maximised), or @FILE of a preference',
    usual: 'AVEbsld',
  }),
  subjectTo: setting(several(written('a constraint such as "maxWait <= 14d"', { shown: 'constraint' })), {
    meaning:
      'what has to hold, as "maxWait <= 14d", "UTIL >= 60%" or "AWRT5 <= 1.5*easy" (a multiple of what a policy reaches); none: nothing',
    usual: [],
  }),
  relativeTo: setting(optional(written('a policy', { shown: 'policy' })), {
    meaning: 'divide each value by what this policy reaches on the same jobs',
    usual: null,
  }),
  combine: setting(choice({ mean: '', worst: 'the largest cost of them' }, 'how'), {
    meaning: 'what several logs make of a score, and several algorithms where each order is tried under them',
    usual: 'mean',
  }),
}

const SEARCHING = {
  ...headed('Search:', {
    seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
    earlyStop: setting(flag(), {
      meaning: 'give up candidates that certainly will not be selected; changes no result',
      usual: true,
    }),
  }),
  ...headed(LEARNING, {
    train: setting(real({ above: 0, most: 100, shown: 'percent' }), {
      meaning:
        'how many of 100 jobs of each log are learnt from, the first ones; the others are for the test',
      usual: 100,
    }),
    windows: setting(optional(whole(1, MOST_WINDOWS)), {
      meaning:
        'learn on so many random stretches of each log, each on an empty machine, not on all of it at once',
      usual: null,
    }),
    windowJobs: setting(whole(1, MOST_WINDOW_JOBS), {
      meaning: 'jobs of a stretch',
      usual: 1024,
      only: { windows: true },
    }),
    compare: setting(POLICIES, {
      meaning: 'policies to measure beside the result, separated by commas; @FILE: a strategy',
      usual: '',
    }),
  }),
}

const TESTED = {
  test: setting(several(written('a log', { shown: 'log' })), {
    meaning: 'a log that nothing is learnt from, to measure the result on',
    usual: [],
    heading: LEARNING,
  }),
}

const UNDER = {
  under: setting(optional(written('algorithms, separated by commas', { shown: 'list' })), {
    meaning:
      'try each order under all of these, alike: head, list, easy, cons, or easy/ORDER with a backfill order, as head,easy/fcfs',
    usual: null,
    usually: 'under its own',
    heading: LEARNING,
  }),
}

/** The goal that a learner of this family is given. */
export function goalOf({ constraints }: LearnerFamily) {
  return { ...GOAL, subjectTo: { ...GOAL.subjectTo, usual: constraints } }
}

/** How it is searched and tested; an order may be tried under several algorithms. */
export function learningOf({ compare, orders }: LearnerFamily) {
  return {
    ...SEARCHING,
    ...TESTED,
    compare: { ...SEARCHING.compare, usual: compare },
    ...(orders ? UNDER : {}),
  }
}

/** The same where the numbers of a policy are searched, on a part of the log. */
export const TUNING = {
  objective: GOAL.objective,
  relativeTo: GOAL.relativeTo,
  ...SEARCHING,
  train: { ...SEARCHING.train, usual: 70 },
  redraw: setting(flag(), {
    meaning: 'new stretches for each generation',
    usual: false,
    only: { windows: true },
    heading: LEARNING,
  }),
  compare: { ...SEARCHING.compare, usual: 'easy,fcfs' },
}

/** All of it, whatever is learnt. */
export type Learning = Values<typeof GOAL & typeof SEARCHING & typeof UNDER & Pick<typeof TUNING, 'redraw'>>
