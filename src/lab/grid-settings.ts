/** The settings of `qw grid`: those of grids, and of several logs what of their clocks coincides. */
import { GRID_SETTINGS } from '../sites/grid/settings.js'
import { MERGING } from '../workload/transform/merge.js'

export const GRID_LAB_SETTINGS = { ...GRID_SETTINGS, align: MERGING.align }
