/** The registry of objectives: adding one takes its file, its test and one line here. */
import { FAIRNESS_OBJECTIVES } from './fairness.js'
import { MACHINE_OBJECTIVES } from './machine.js'
import type { Objective } from './objective.js'
import { USER_OBJECTIVES } from './user.js'
import { WEIGHTED_OBJECTIVES } from './weighted.js'

/** All objectives, in the order in which help lists them. */
export const OBJECTIVES: readonly Objective[] = [
  ...MACHINE_OBJECTIVES,
  ...WEIGHTED_OBJECTIVES,
  ...USER_OBJECTIVES,
  ...FAIRNESS_OBJECTIVES,
]
