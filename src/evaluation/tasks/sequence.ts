/**
 * The task `sequence`: first come, first served over a given order of all jobs of a scenario (sim/sequence.ts), measured by
 * some objectives. Of the scenario only the jobs matter, and with them a model of estimates where run times are cut to
 * estimates; predictions and the rules of queues have no part in it. A pass interval would, and is refused.
 */
import { anyOf, json, list, object, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import { permutationOf, permutationText } from '../../core/permutation-text.js'
import type { Task } from '../../optimize/evaluator.js'
import { type SequenceRoom, sequenceByGroups, sequenceRoom, simulateSequence } from '../../sim/sequence.js'
import { type Scenario, scenarioJson, scenarioOf, stageOf } from '../scenarios/scenario.js'
import { recent } from './recent.js'
import { measureOf, type SimulateResult } from './simulate.js'
import type { TaskKind } from './task-kind.js'

/** Blocks of user groups, the first block's jobs before the second's (see `sequenceByGroups`). */
export type GroupBlocks = readonly (readonly number[])[]

const PAYLOAD = object({
  scenario: json,
  sequence: anyOf('a sequence of jobs, or blocks', text, object({ blocks: list(list(whole(0))) })),
  objectives: list(text),
})

/**
 * @param sequence rows of the scenario's prepared jobs, each once; or blocks of groups
 * @throws QueuewrightError `usage` for a scenario with a pass interval
 */
export function sequenceTask(
  scenario: Scenario,
  sequence: Int32Array | GroupBlocks,
  objectives: readonly string[],
): Task {
  requireSequences(scenario)
  const written = sequence instanceof Int32Array ? permutationText(sequence) : { blocks: sequence }
  const payload = { scenario: scenarioJson(scenario), sequence: written, objectives }
  return { kind: SEQUENCE.kind, payload, data: [scenario.data] }
}

/** @throws QueuewrightError `usage` where the scenario is not one for sequences */
export function requireSequences({ rules, feedback, facility }: Scenario): void {
  if (facility !== undefined) {
    // A job that its partition has no room for would hold up those of all others, and packed nodes are not sorted by starts.
    throw new QueuewrightError('usage', 'sequences of all jobs are served by one pool of processors', {
      field: '--plan',
      value: 'published',
      remedy: 'Take --plan own on a site: orders of the queue, which it serves as any other',
    })
  }
  if (feedback !== undefined) {
    // In most sequences some job stands before the one whose end it is submitted after: it could never start.
    throw new QueuewrightError(
      'usage',
      'sequences of all jobs know no jobs that wait for the end of others',
      {
        field: '--feedback',
        value: feedback.source,
        remedy: 'Leave it out: a front is over all sequences of the recorded jobs',
      },
    )
  }
  if (rules.passInterval === 0) return
  throw new QueuewrightError('usage', 'sequences of jobs know no pass interval', {
    field: '--pass-interval',
    value: rules.passInterval,
    expected: '0: each job starts as soon as it can',
  })
}

/** Stages that a thread keeps at a time. */
const KEPT_STAGES = 8
const KEPT_TEXTS = 1024

export const SEQUENCE: TaskKind = {
  kind: 'sequence',
  open: (dataset) => {
    const stages = recent(KEPT_STAGES, (written) => {
      const scenario = scenarioOf(JSON.parse(written))
      requireSequences(scenario)
      const { jobs, measured } = stageOf(scenario, dataset(scenario.data))
      const { machine: processors } = scenario
      const room: SequenceRoom = sequenceRoom(jobs, processors)
      return { jobs, measured, processors, room }
    })
    const measures = recent(KEPT_TEXTS, measureOf)
    return (payload): SimulateResult => {
      const { scenario, sequence, objectives } = readKept(PAYLOAD, payload, 'task')
      const { jobs, measured: measuredOn, processors, room } = stages(JSON.stringify(scenario))
      const order =
        typeof sequence === 'string'
          ? permutationOf(sequence, jobs.length)
          : sequenceByGroups(jobs, sequence.blocks)
      if (order === null) throw new RangeError(`this is no sequence of ${jobs.length} jobs`)
      const schedule = simulateSequence(jobs, processors, order, room)
      const measured = measuredOn(schedule)
      return objectives.map((objective) => measures(objective)(measured))
    }
  },
}
