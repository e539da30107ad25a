/** The workload model of Lublin and Feitelson (2003). */
export {
  LUBLIN,
  LUBLIN_CLASSES,
  type LublinClasses,
  type LublinClassName,
  type LublinRounding,
} from './choices.js'
export { type LublinOptions, lublinTrace } from './lublin.js'
export { changedConstants, LUBLIN_1999, type LublinClass, type LublinParameters } from './parameters.js'
