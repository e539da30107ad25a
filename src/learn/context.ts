/** The circumstances of a learning that a learner knows beside its own settings. */
import type { CompositeObjective } from '../sim/objectives/index.js'
import type { LearnerContext } from './learner.js'
import type { LearnSpec } from './spec.js'

/** Groups that the objective is about, in the order in which it names them. */
function favouredBy({ parts }: CompositeObjective): readonly number[] {
  return [...new Set(parts.flatMap(({ group }) => (group === null ? [] : [group])))]
}

export function contextOf(
  { seed, groups, windows }: LearnSpec,
  objective: CompositeObjective,
): LearnerContext {
  return { seed, groups, favoured: favouredBy(objective), redrawn: windows?.redraw ?? false }
}
