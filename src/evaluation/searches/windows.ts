/** Random stretches of a log, each of which is simulated by itself on an empty machine. */
import { QueuewrightError } from '../../core/errors.js'
import type { Random } from '../../core/random.js'
import type { Scenario } from '../scenarios/scenario.js'
import type { LearntLog } from './final-measurement.js'

export interface WindowDraw {
  /** The number of windows of each log. */
  readonly count: number
  readonly jobs: number
}

/** Draws of a window, until one is found that can be used. */
const MOST_DRAWS = 200

/**
 * Windows of the part that is learnt from, begun anywhere. Those that cannot be used, such as without a job of the user group
 * that the objective is about, are drawn again.
 * @param fault why a window cannot be used; null where it can
 * @throws QueuewrightError the last fault, where none is found
 */
export function drawWindows(
  { name, scenario, train }: LearntLog,
  { count, jobs }: WindowDraw,
  random: Random,
  fault: (window: Scenario) => QueuewrightError | null,
): readonly Scenario[] {
  return Array.from({ length: count }, (): Scenario => {
    for (let draw = 1; ; draw++) {
      const from = random.int(train - jobs + 1)
      const window = { ...scenario, window: [from, from + jobs] as const }
      const found = fault(window)
      if (found === null) return window
      if (draw < MOST_DRAWS) continue
      throw found.with({ field: `${name}, ${MOST_DRAWS} windows of ${jobs} jobs` })
    }
  })
}

/**
 * @param file of the log
 * @throws QueuewrightError `usage` for windows that are longer than what is learnt from
 */
export function checkWindows({ jobs }: WindowDraw, { train }: LearntLog, file: string): void {
  if (jobs <= train) return
  throw new QueuewrightError('usage', 'windows longer than what is learnt from', {
    file,
    field: '--window-jobs',
    value: jobs,
    expected: `at most ${train}, as many as are learnt from`,
  })
}
