/** The settings of `qw grid`: those of grids, the estimates, and of several logs what of their clocks coincides. */
import { setting, written } from '../../core/settings/index.js'
import { ESTIMATE_SOURCE_LIST, parsePlainEstimates } from '../../evaluation/scenarios/estimate-source.js'
import { GRID_SETTINGS } from '../../sites/grid/settings.js'
import { MERGING } from '../../workload/transform/merge.js'

export const GRID_LAB_SETTINGS = {
  ...GRID_SETTINGS,
  estimates: setting(
    written(`one of ${ESTIMATE_SOURCE_LIST}`, {
      shown: 'which',
      check: (text) => {
        parsePlainEstimates(text)
      },
    }),
    { meaning: `what sharing takes for run times: ${ESTIMATE_SOURCE_LIST}`, usual: 'user' },
  ),
  align: MERGING.align,
}
