/** The settings of `qw multicluster`: those of plans, and which workloads are taken from a log. */
import { choice, seed, setting, whole } from '../../core/settings/index.js'
import { MULTICLUSTER_SETTINGS } from '../../sites/multicluster/settings.js'

/** Which workloads, of a log. */
export const WORKLOAD_SETTINGS = {
  workloads: setting(whole(1, 10_000), {
    meaning: 'workloads taken from the log, evenly spread over it',
    usual: 30,
    source: 'MULTI, section 5',
  }),
  jobs: setting(whole(1, 100_000), {
    meaning: 'consecutive jobs of a workload',
    usual: 20,
    source: 'MULTI, section 5',
  }),
  arrivals: setting(
    choice({ batch: 'all there at the beginning', log: 'as the log says: packets are made of who waits' }),
    { meaning: 'when jobs arrive', usual: 'batch' },
  ),
}

export const MULTICLUSTER_LAB_SETTINGS = {
  ...MULTICLUSTER_SETTINGS,
  ...WORKLOAD_SETTINGS,
  seed: setting(seed(), {
    meaning: 'start of the random numbers: what the log does not say, and searches',
    usual: 1,
  }),
}
