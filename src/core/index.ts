/**
 * core: what every other room may use and that knows nothing of jobs. Failures, names and suggestions, the clock on
 * the wall, statistics, intervals and tests, linear equations, seeded random numbers, orderings of columns, and the
 * expression language. It imports nothing of the house.
 *
 * ```ts
 * import { compileExpression, parseExpression, Random } from 'queuewright/core'
 *
 * const random = new Random(1).fork('example')
 * console.log(random.uniform(), parseExpression('10*a + b'))
 * ```
 * @module
 */
export { Calendar, type CalendarClock, isZoneName, type LocalParts, WEEKDAYS } from './calendar.js'
export { formatDuration, parseDuration } from './duration.js'
export { EXIT_CODES, type FailureDetail, type FailureKind, QueuewrightError } from './errors.js'
export { type Expression, MAX_DEPTH, namesIn, printExpression } from './expression/ast.js'
export { type CompiledExpression, compileExpression, type Scope } from './expression/compile.js'
export { FUNCTION_NAMES, FUNCTIONS } from './expression/functions.js'
export { type LinearSplit, linearIn } from './expression/linear.js'
export { parseExpression } from './expression/parse.js'
export { MAX_LENGTH } from './expression/tokens.js'
export * from './inference/index.js'
export * from './linear/index.js'
export { stableOrder } from './ordering.js'
export { Random } from './random.js'
export { ascending, CompensatedSums, mean, median, quantile, sum } from './statistics.js'
export { didYouMean, editDistance, nearestName, suggestion } from './suggest.js'
