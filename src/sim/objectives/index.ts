/**
 * Objectives: what a schedule is judged by. One file a family and one line in registry.ts; names, units and help texts
 * derive from the declarations. An objective reads a finished schedule and knows nothing of policies.
 */

export type { ClassName } from './class-names.js'
export { compileObjective } from './composite.js'
export type { CompositeObjective } from './composite-objective.js'
export { derivedObjective, isLabelAlone, objectiveLabel } from './derived.js'
export { CLASS_VARIABLES, ClassRows, type JobClass, type JobFacts, parseJobClass } from './job-class.js'
export {
  classFields,
  classNames,
  findObjective,
  measure,
  measureAll,
  measureOne,
  type NamedObjective,
  type ObjectiveValues,
  objectiveNames,
  requireObjective,
} from './measure.js'
export {
  boundedSlowdown,
  type GroupSums,
  MeasuredSchedule,
  type ScheduleSums,
  TAU,
  type UserMeans,
  waitsOf,
} from './measured.js'
export type { Measured, Objective } from './objective.js'
export { OBJECTIVES } from './registry.js'
