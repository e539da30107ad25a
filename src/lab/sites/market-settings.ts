/** The settings of `qw market`: those of markets, where jobs come from, and what the market is set beside. */

import { choice, setting } from '../../core/settings/index.js'
import { GRID_SETTINGS } from '../../sites/grid/settings.js'
import { MARKET_SETTINGS } from '../../sites/market/settings.js'
import { MERGING } from '../../workload/transform/merge.js'

export const MARKET_LAB_SETTINGS = {
  ...MARKET_SETTINGS,
  reservations: { ...MARKET_SETTINGS.reservations, usually: 'both, or fixed where move-up takes too long' },
  against: setting(GRID_SETTINGS.policy.form, {
    meaning: 'central ways of sharing that the market is set beside',
    usual: GRID_SETTINGS.policy.usual as ['local', 'sharing', 'multi', 'adaptive'],
    usually: 'all that the jobs allow',
  }),
  estimates: setting(
    choice({ user: 'what users asked for', actual: 'what jobs took' } satisfies Readonly<
      Record<'user' | 'actual', string>
    >),
    { meaning: 'the run times that are asked for, and reserved', usual: 'user' },
  ),
  arrivals: GRID_SETTINGS.arrivals,
  parts: { ...GRID_SETTINGS.parts, usual: 'largest' as const, source: 'THESIS 11.3.2, modification 2' },
  align: MERGING.align,
}
