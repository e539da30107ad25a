/** The settings of `qw grid`: those of grids, the estimates, and of several logs what of their clocks coincides. */
import { setting, written } from '../core/settings/index.js'
import { ESTIMATE_SOURCES, parseEstimateSource } from '../evaluation/estimate-source.js'
import { GRID_SETTINGS } from '../sites/grid/settings.js'
import { MERGING } from '../workload/transform/merge.js'

const ESTIMATES = ESTIMATE_SOURCES.join(', ')

export const GRID_LAB_SETTINGS = {
  ...GRID_SETTINGS,
  estimates: setting(
    // Those of a model, which can be read, are refused by grids themselves, with the way round.
    written(`one of ${ESTIMATES}`, {
      shown: 'which',
      check: (text) => {
        parseEstimateSource(text)
      },
    }),
    { meaning: `what sharing takes for run times: ${ESTIMATES}`, usual: 'user' },
  ),
  align: MERGING.align,
}
