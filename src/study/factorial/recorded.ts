/** The recorded schedules of a study's logs, beside its baseline: whether what it says of a log is about that site. */
import { type RecordedLog, recordedLog, valuesBy } from '../../evaluation/recorded.js'
import { stageOf } from '../../evaluation/scenarios/scenario.js'
import { measuredObjectives, objectivesBy } from '../../evaluation/searches/preferred.js'
import { policyName } from '../../sim/policy.js'
import type { StudyPlan } from './plan.js'
import { cellsOf } from './spec.js'

/**
 * The recorded schedule of each log on its own machine, the whole of it, with the first estimates and rules.
 * @returns nothing of several machines, and of logs that do not say
 */
export function recordedIn({ spec, datasets, logs }: StudyPlan): readonly RecordedLog[] {
  const { policies, objectives, preferences = [], baseline, blocks, ways } = spec
  if (ways !== undefined) return []
  const written = policies.find((policy) => policyName(policy) === baseline) ?? baseline
  const valuesOf = valuesBy(objectives, measuredObjectives(objectives.map(objectivesBy(preferences))))
  return blocks.flatMap((block): readonly RecordedLog[] => {
    const log = logs.find(({ name }) => name === block.trace)
    const dataset = datasets.get(block.data)
    const [cell] = cellsOf({ ...spec, blocks: [block] })
    // Of a scaled log nobody knows what would have happened.
    if (log === undefined || dataset === undefined || dataset.jobs.length !== log.trace.jobs.length) return []
    if (!('scenario' in cell.on)) return []
    const scenario = { ...cell.on.scenario, window: null, trimming: {} }
    const name =
      blocks.filter(({ trace }) => trace === block.trace).length > 1
        ? `${block.trace}, ${block.machine}`
        : block.trace
    const found = recordedLog(
      name,
      { trace: log.trace, scenario, stage: stageOf(scenario, dataset) },
      written,
      valuesOf,
    )
    return found === null ? [] : [found]
  })
}
