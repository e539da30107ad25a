/** The recorded schedule, beside the policies of an experiment. */
import { QueuewrightError } from '../../core/errors.js'
import { type RecordedReport, recordedReport } from '../../evaluation/recorded.js'
import { type CompositeObjective, type MeasuredSchedule, measureAll } from '../../sim/objectives/index.js'
import type { Schedule } from '../../sim/schedule.js'
import type { Experiment } from './experiment.js'

/**
 * @param runs policies as they were simulated; `recorded` among them is passed over
 * @param baseline the policy that percentages are against
 * @returns null where nothing is recorded, or nothing simulated
 */
export function recordedBeside(
  experiment: Experiment,
  runs: readonly { readonly policy: string; readonly schedule: Schedule }[],
  baseline: string,
): RecordedReport | null {
  const { composites, objectives } = experiment
  const formulas = composites.map(({ text }) => text)
  const names = objectives.map(({ name }) => name).filter((name) => !formulas.includes(name))
  return recordedReport(experiment, runs, baseline, (measured) => ({
    ...measureAll(measured, names),
    ...Object.fromEntries(composites.map((each) => [each.text, valueOrNull(each, measured)])),
  }))
}

/** Null where a class has no job whose wait is recorded. */
function valueOrNull(objective: CompositeObjective, measured: MeasuredSchedule): number | null {
  try {
    return objective.of(measured)
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'objective-undefined') return null
    throw error
  }
}
