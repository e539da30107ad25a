/**
 * Priority by user group: group 1, the users who take the largest share of the machine, goes first; within a group
 * the earlier job. "Highest group + FCFS" is the rule that the rule bases of Franke's thesis (Dortmund 2006, ch. 10) reduce to.
 * Jobs of no group (0) go last. (The *formula* `group`, in parentheses or within an expression, is the plain number,
 * and puts them first.)
 */
import type { OrderDeclaration } from './declaration.js'
import { staticRanking } from './ranking.js'

export const GROUP_ORDER: OrderDeclaration = {
  name: 'group',
  aliases: [],
  formula: 'group, jobs of no group last',
  source: 'highest group first (Franke, doctoral thesis, Dortmund 2006, ch. 10)',
  parameters: [],
  create: (name) => ({
    name,
    bind: ({ jobs, jobs: { group } }) =>
      staticRanking(jobs, (job) => (group[job] > 0 ? group[job] : Number.POSITIVE_INFINITY)),
  }),
}
