/** The common part of learners by evolution strategies. */
import { choice, setting } from '../core/settings/index.js'

/** How often e^{τ0·N} is drawn, by which all step sizes of a candidate are multiplied. The thesis prints once a generation. */
export const COMMON_FACTOR = setting(choice(['offspring', 'generation']), {
  meaning: 'the factor common to all step sizes is drawn anew for each',
  source: 'Franke 2006, eq. 3.21',
  usual: 'offspring',
})
