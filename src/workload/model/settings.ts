/** How a model is fitted to a log, and how a workload is made of it. */
import { optional, real, SEED_OF_LOG, setting, whole, written } from '../../core/settings/index.js'
import { MOST_JOBS, MOST_PROCESSORS } from '../generated.js'

export const MODEL_FIT = {
  leastUsers: setting(whole(1), {
    meaning: 'users behind every part of the model, every size and every requested time in it',
    usual: 5,
    heading: 'Model:',
  }),
}

const WORKLOAD = { heading: 'Workload:', usual: null }

export const MODEL_GENERATION = {
  jobs: setting(optional(whole(1, MOST_JOBS)), { meaning: 'number of jobs', ...WORKLOAD }),
  days: setting(optional(real({ above: 0 })), {
    meaning: 'instead of a number of jobs: all that arrive in so many days',
    ...WORKLOAD,
  }),
  load: setting(optional(real({ above: 0, shown: 'share' })), {
    meaning: 'offered load, 1 for the whole machine',
    usually: 'what the users of the model offer',
    ...WORKLOAD,
  }),
  machine: setting(optional(whole(1, MOST_PROCESSORS)), {
    meaning: 'processors, enough for the largest job',
    usually: 'those of the fitted log',
    ...WORKLOAD,
  }),
  start: setting(optional(written('a day from 1970 on, such as 2027-01-31', { shown: 'day' })), {
    meaning: 'first local day, as 2027-02-01',
    usually: 'the Monday after the fitted log',
    ...WORKLOAD,
  }),
  seed: { ...SEED_OF_LOG, heading: WORKLOAD.heading },
}
