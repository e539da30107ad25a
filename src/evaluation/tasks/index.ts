/** The kinds of task that every evaluator can do: adding one takes its file and one line here. */
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import type { Dataset } from '../../trace/dataset.js'
import { DECISIONS } from './decisions.js'
import { FRONT_FIT } from './front-fit.js'
import { FRONT_INTERPOLATION } from './front-interpolation.js'
import { FUTURES_TASK, HINDSIGHT_TASK } from './futures.js'
import { GRID } from './grid.js'
import { MARKET } from './market.js'
import { MULTICLUSTER } from './multicluster.js'
import { SEQUENCE } from './sequence.js'
import { SEVERAL } from './several.js'
import { SIMULATE } from './simulate.js'
import type { TaskKind, TaskRunner } from './task-kind.js'
import { TRIALS_TASK } from './trials.js'

const KINDS: readonly TaskKind[] = [
  SIMULATE,
  SEQUENCE,
  TRIALS_TASK,
  DECISIONS,
  FRONT_FIT,
  FRONT_INTERPOLATION,
  GRID,
  MARKET,
  MULTICLUSTER,
  SEVERAL,
  FUTURES_TASK,
  HINDSIGHT_TASK,
]

/**
 * Does tasks of all kinds, one after the other.
 * @param dataset gives the data by its digest; throws where it is not there
 */
export function taskRunner(dataset: (digest: string) => Dataset): (task: Task) => Json {
  const runners = new Map<string, TaskRunner>()
  return ({ kind, payload, limit }) => {
    let run = runners.get(kind)
    if (run === undefined) {
      const found = KINDS.find((each) => each.kind === kind)
      if (found === undefined) throw new TypeError(`there is no task of the kind ${kind}`)
      run = found.open(dataset)
      runners.set(kind, run)
    }
    return run(payload, limit)
  }
}
