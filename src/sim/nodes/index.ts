/** Nodes: what a machine has of cores, memory and generic resources, what jobs ask of them, and who gets which. */
export { type Closure, Closures, NOTHING_CLOSED } from './closures.js'
export { type Constraint, featureConstraint } from './constraint.js'
export * from './inventory.js'
export { allocate, choose, fits, PACKINGS, type Packing } from './pack.js'
export { type Asked, type Demand, type NodeRequest, requestOf, type TaskNeeds } from './request.js'
export { type NodeShare, NodeStock } from './stock.js'
