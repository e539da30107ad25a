/**
 * The task `recorded`: what really happened in a scenario, by the waits that the log tells, measured by some objectives.
 * Estimates and rules have no part in it.
 */
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import { trimRows } from '../../sim/breakdown.js'
import { MeasuredSchedule } from '../../sim/objectives/index.js'
import { prepareJobs } from '../../sim/prepare.js'
import { recordedSchedule } from '../../sim/recorded.js'
import { rowsFrom, selectRows, traceOf } from '../../trace/index.js'
import { type Scenario, scenarioJson, scenarioOf } from '../scenario.js'
import { measureOf, type SimulateResult } from './simulate.js'
import type { TaskKind } from './task-kind.js'

interface Payload {
  readonly scenario: Json
  readonly objectives: readonly string[]
}

/** @param scenario of data with the field `wait`, on the machine of the log */
export function recordedTask(scenario: Scenario, objectives: readonly string[]): Task {
  const payload = { scenario: scenarioJson(scenario), objectives }
  return { kind: RECORDED_TASK.kind, payload, data: [scenario.data] }
}

export const RECORDED_TASK: TaskKind = {
  kind: 'recorded',
  open:
    (dataset) =>
    (json): SimulateResult => {
      const { scenario, objectives } = json as unknown as Payload
      const { data, window, machine: processors, overrun, oversize, trimming } = scenarioOf(scenario)
      const whole = traceOf(dataset(data))
      const part = window === null ? whole : selectRows(whole, rowsFrom(...window))
      const { jobs, rows } = prepareJobs(part.jobs, { processors, estimates: 'user', overrun, oversize })
      const { wait } = rows === null ? part.fields : selectRows(part, rows).fields
      if (wait === undefined) throw new RangeError('a recorded schedule takes data with the field wait')
      const measured = new MeasuredSchedule(
        recordedSchedule(jobs, processors, wait),
        trimRows(jobs, trimming),
      )
      return objectives.map((objective) => measureOf(objective)(measured))
    },
}
