/** Evolution strategies with self-adapting step sizes, and their operators for methods with individuals of their own. */
export { type EvolutionStrategy, evolutionStrategy, restoreEvolutionStrategy } from './evolution-strategy.js'
export type {
  EvolutionStrategySettings,
  Recombination,
  RecombinationKind,
  StepRule,
} from './settings.js'
export { type Survival, surviving } from './survival.js'
export {
  bySuccess,
  marriage,
  mutateIsotropic,
  mutateNonIsotropic,
  mutateObjects,
  recombine,
  repaired,
  twoPoint,
} from './variation.js'
