/** The settings of `qw prefer` beside the scenario of policies that it simulates. */
import { flag, headed, optional, seed, setting, several, written } from '../../core/settings/index.js'
import { FORMULA, POLICIES } from '../../evaluation/scenarios/scenario-settings.js'

const FILE = written('the path of a file', { shown: 'file' })

export const PREFERRING = headed('What is preferred:', {
  region: setting(
    several(written('a polygon, as "AWRT1,AWRT2: 4e4,6e4 7e4,6e4 7e4,9e4"', { shown: 'polygon' })),
    {
      meaning:
        'convex, on the panel of two objectives, corners in seconds or shares: "good = AWRT1,AWRT2: 4e4,6e4 7e4,6e4 7e4,9e4", in order of priority',
      usual: [],
    },
  ),
  objective: setting(optional(FORMULA), {
    meaning: 'what is better, less being better: "10*AWRT1 + 4*AWRT2"',
    usual: null,
  }),
  subjectTo: setting(several(written('a constraint such as "maxWait <= 14d"', { shown: 'constraint' })), {
    meaning: 'what a schedule has to keep to: "maxWait <= 14d"',
    usual: [],
  }),
  from: setting(optional(FILE), {
    meaning: 'a preference to begin with, or to judge this front by',
    usual: null,
  }),
  ask: setting(flag(), {
    meaning:
      'be asked which of two schedules is better, at most twenty times; the answers are the preference',
    usual: false,
  }),
  answers: setting(optional(FILE), {
    meaning: 'answers that were given, A, B or = in each line; further ones are kept there',
    usual: null,
    only: { ask: true },
  }),
  seed: setting(seed(), { meaning: 'which questions', usual: 1, only: { ask: true } }),
  name: setting(optional(written('a text')), { meaning: 'what the preference is called', usual: null }),
  asPrinted: setting(flag(), {
    meaning: 'distances as the thesis prints them, which vanish nearly everywhere',
    usual: false,
  }),
  quick: setting(flag(), {
    meaning: 'judge regions by their deepest planes alone: quick, and nearly always the same',
    usual: false,
  }),
})

export const OWN_POLICIES = headed('Policies beside those of the front, on the log:', {
  policies: setting(optional(POLICIES), {
    meaning: 'separated by commas; @FILE: a strategy',
    usual: null,
    usually: 'recorded, what the log says happened, and with --slurm-conf easy:multifactor',
  }),
})
