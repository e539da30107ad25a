/** Settings of scaling a log beside those of the model: whether its factor is searched, and which jobs are taken. */
import { choice, flag, optional, setting } from '../../core/settings/index.js'

export const SCALE_SEARCH = {
  match: setting(optional(choice(['easy', 'fcfs'], 'scheduler')), {
    meaning: 'search the factor at which the scaled log has the waits of the original',
    usual: null,
  }),
  dropZeroRuntime: setting(flag(), { meaning: 'leave out jobs of run time 0', usual: false }),
}
