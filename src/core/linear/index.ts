/** linear: systems of linear equations with symmetric matrices that need not be stored. Knows nothing of what they mean. */
export { conjugateGradients } from './conjugate-gradients.js'
export { minres } from './minres.js'
export type { Operator, Solution, SolverSettings } from './solver.js'
