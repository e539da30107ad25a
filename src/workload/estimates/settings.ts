/** How the Beta model of estimates is fitted. */
import { real, setting, whole } from '../../core/settings/index.js'

const HEADING = 'Model:'

export const BETA_FIT = {
  groups: setting(whole(1), {
    meaning: 'groups of run times to begin with',
    option: 'run-groups',
    usual: 20,
    heading: HEADING,
  }),
  limit: setting(real({ above: 0, most: 1, shown: 'share' }), {
    meaning: 'run time / estimate from which a job counts as stopped at its limit',
    option: 'at-limit',
    usual: 0.99,
    heading: HEADING,
  }),
}
