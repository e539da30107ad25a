/** What a caller may choose, and the defaults; apart, so that the command's help loads nothing of the model. */
import { choice, optional, real, setting, whole } from '../../core/settings/index.js'
import { MOST_JOBS, MOST_PROCESSORS } from '../generated.js'

/** Which jobs a log has: all as one class, both classes side by side, or one of them. */
export const LUBLIN_CLASSES = ['combined', 'both', 'batch', 'interactive'] as const
export type LublinClasses = (typeof LUBLIN_CLASSES)[number]

/** One class of jobs. */
export type LublinClassName = Exclude<LublinClasses, 'both'>

/** What is cut to whole seconds. */
export type LublinRounding = 'arrivals' | 'gaps'

const MOST_USERS = 10_000
const MOST_DAYS = 1_000_000
const WORKLOAD = 'Workload:'

export const LUBLIN = {
  seed: setting(real({}), { meaning: 'any number; equal ones give equal logs', option: null, usual: 1 }),
  processors: setting(whole(1, MOST_PROCESSORS), {
    meaning: 'processors of the machine, 8 or more, with interactive jobs 23',
    heading: WORKLOAD,
    option: 'machine',
    usual: 128,
  }),
  largest: setting(whole(1, 'processors'), {
    meaning: 'processors of the largest job',
    heading: WORKLOAD,
    usual: ({ processors }: { readonly processors: number }) => processors,
    usually: 'the machine',
  }),
  jobs: setting(whole(1, MOST_JOBS), { meaning: 'number of jobs', heading: WORKLOAD, usual: 10_000 }),
  days: setting(optional(real({ above: 0, most: MOST_DAYS })), {
    meaning: 'instead of a number of jobs: all that arrive in so many days',
    heading: WORKLOAD,
    usual: null,
  }),
  load: setting(optional(real({ least: 0.001, most: 1000, shown: 'share' })), {
    meaning: 'offered load, 1 for the whole machine, by stretching the gaps',
    heading: WORKLOAD,
    usual: null,
    usually: 'what the model gives',
  }),
  classes: setting(choice(LUBLIN_CLASSES), {
    meaning: 'constants of which jobs',
    source: 'Lublin and Feitelson 2003; m_lublin99.c',
    heading: WORKLOAD,
    usual: 'combined',
  }),
  users: setting(optional(whole(1, MOST_USERS)), {
    meaning: 'say whose the jobs are, by habits of ours',
    heading: WORKLOAD,
    usual: null,
  }),
  rounding: setting(choice({ arrivals: '', gaps: 'as the program of 1999' } satisfies Roundings, 'what'), {
    meaning: 'what is cut to whole seconds',
    heading: WORKLOAD,
    usual: 'arrivals',
  }),
}
type Roundings = Readonly<Record<LublinRounding, string>>
