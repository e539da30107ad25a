/** Settings of the model and their usual values; apart, so that the command's help loads nothing of the model. */
import {
  choice,
  type Form,
  headed,
  illegible,
  optional,
  real,
  SEED_OF_LOG,
  setting,
  whole,
} from '../../core/settings/index.js'
import { LOG_HEADING, MOST_JOBS, MOST_PROCESSORS } from '../generated.js'

/** Which jobs a log has: all as one class, both classes side by side, or one of them. */
export const LUBLIN_CLASSES = ['combined', 'both', 'batch', 'interactive'] as const
export type LublinClasses = (typeof LUBLIN_CLASSES)[number]

/** One class of jobs. */
export type LublinClassName = Exclude<LublinClasses, 'both'>

/** The times that are cut to whole seconds. */
export type LublinRounding = 'arrivals' | 'gaps'

const MOST_USERS = 10_000
const MOST_DAYS = 1_000_000

/** Constants of the model by name, such as `interactive.uHi`. */
const CONSTANTS: Form<Readonly<Record<string, number>>> = {
  shown: 'list',
  told: ', as interactive.uHi=7,interactive.uMed=4.5',
  schema: { type: 'object', additionalProperties: { type: 'number' } },
  expected: () => 'constants and their values, as interactive.uHi=7,batch.uMed=4.5',
  fits: (value) => typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite),
  read: (text) =>
    Object.fromEntries(
      text.split(',').map((part) => {
        const [, name, value] = /^\s*([\w.]+)\s*=\s*(\S+)\s*$/.exec(part) ?? []
        if (name !== undefined && Number.isFinite(Number(value))) return [name, Number(value)]
        throw illegible(part, CONSTANTS.expected())
      }),
    ),
  text: (constants) =>
    Object.entries(constants)
      .map((each) => each.join('='))
      .join(','),
}

export const LUBLIN = {
  ...headed('Workload:', {
    processors: setting(whole(1, MOST_PROCESSORS), {
      meaning: 'processors of the machine, 8 or more, with interactive jobs 23',
      option: 'machine',
      usual: 128,
    }),
    largest: setting(whole(1, 'processors'), {
      meaning: 'processors of the largest job',
      usual: ({ processors }: { readonly processors: number }) => processors,
      usually: 'the machine',
    }),
    jobs: setting(whole(1, MOST_JOBS), { meaning: 'number of jobs', usual: 10_000 }),
    days: setting(optional(real({ above: 0, most: MOST_DAYS })), {
      meaning: 'instead of a number of jobs: all that arrive in so many days',
      usual: null,
    }),
    load: setting(optional(real({ least: 0.001, most: 1000, shown: 'share' })), {
      meaning: 'offered load, 1 for the whole machine, by stretching the gaps',
      usual: null,
      usually: 'what the model gives',
    }),
    classes: setting(choice(LUBLIN_CLASSES), {
      meaning: 'constants of which jobs',
      source: 'Lublin and Feitelson 2003; m_lublin99.c',
      usual: 'combined',
    }),
    users: setting(optional(whole(1, MOST_USERS)), {
      meaning: 'say whose the jobs are, by habits of ours',
      usual: null,
    }),
    rounding: setting(choice({ arrivals: '', gaps: 'as the program of 1999' } satisfies Roundings, 'what'), {
      meaning: 'what is cut to whole seconds',
      usual: 'arrivals',
    }),
    constants: setting(optional(CONSTANTS), {
      meaning:
        'constants of the model other than the published ones, for 128 processors and moved with the machine',
      usual: null,
    }),
  }),
  seed: { ...SEED_OF_LOG, heading: LOG_HEADING },
}
type Roundings = Readonly<Record<LublinRounding, string>>
