/**
 * Queue orders: which waiting job comes first. One file a family and one line in registry.ts; help texts, the
 * documentation and the parser of policies derive from the declarations. An order knows what a scheduler knows
 * (order.ts) and nothing of algorithms.
 */
export type { GivenParameters, NamedOrder, OrderDeclaration, OrderParameter } from './declaration.js'
export { orderExpression } from './expressions.js'
export { FORMULA_VARIABLES, formulaOrder } from './formula.js'
export { type Criterion, type GreedyParameters, greedyOrder } from './greedy.js'
export { greedyParameters } from './greedy-declarations.js'
export { greedyFormula } from './greedy-formula.js'
export { type GivenSettings, multifactorOrder, multifactorSettings } from './multifactor/index.js'
export { findOrder, namedOrder, orderNames, parseOrder } from './parse.js'
export { linearScore } from './ranking.js'
export { ORDERS } from './registry.js'
