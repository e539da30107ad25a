/**
 * linear: systems of linear equations, of symmetric matrices that need not be stored or of dense ones, and linear least
 * squares over many rows. Knows nothing of what they mean.
 */
export { conjugateGradients } from './conjugate-gradients.js'
export { elimination } from './elimination.js'
export {
  type Dependent,
  forwardSelection,
  joinedFactor,
  type LeastSquaresFit,
  leastSquares,
  type TriangularFactor,
  triangularFactor,
} from './least-squares.js'
export { minres } from './minres.js'
export { singularValues } from './singular-values.js'
export type { Operator, Solution, SolverSettings } from './solver.js'
