/**
 * The engines that do evaluations, by the name that a user gives: `inline`, `threads`, the address of a queue.
 *
 * ```ts
 * import { openEngine } from 'queuewright/engines'
 *
 * const evaluator = await openEngine({ engine: 'threads', workers: 2, notice: console.error }, new Map())
 * console.log(evaluator.width)
 * await evaluator.close()
 * ```
 * @module
 */
import { QueuewrightError } from '../../core/errors.js'
import { inlineEvaluator } from '../../evaluation/inline-evaluator.js'
import type { Evaluator } from '../../optimize/evaluator.js'
import type { Dataset } from '../../trace/dataset.js'
import { isQueueAddress } from './redis/address.js'
import { redisEvaluator } from './redis/evaluator.js'
import { threadEvaluator } from './threads.js'

export interface EngineOptions {
  /** `inline`, `threads`, or `redis://host[:port][/db]` (`rediss://` for TLS), a queue that `qw worker` serves. */
  readonly engine: string
  /** Threads of this process; as many as the machine has processors where absent. Those of a queue are its workers'. */
  readonly workers?: number
  /** Told of what the user should know while evaluations are done, such as that a queue has no workers. */
  readonly notice: (text: string) => void
  /** Says who may use a queue (see redis/address.ts). */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/**
 * @param datasets all data that tasks will name, by digest
 * @throws QueuewrightError `usage` for an unknown engine; `engine-unreachable`, `engine-refused`
 */
export async function openEngine(
  { engine, workers, notice, environment = process.env }: EngineOptions,
  datasets: ReadonlyMap<string, Dataset>,
): Promise<Evaluator> {
  if (engine === 'inline') {
    return inlineEvaluator(datasets, () => new Promise((resolve) => setImmediate(resolve)))
  }
  if (engine === 'threads') return threadEvaluator(datasets, workers)
  if (isQueueAddress(engine)) {
    if (workers === undefined) return redisEvaluator(engine, datasets, { notice, environment })
    throw new QueuewrightError('usage', 'the workers of a queue say themselves how many threads they have', {
      field: '--workers',
      value: workers,
      remedy: 'Leave it out here and give it to qw worker',
    })
  }
  throw new QueuewrightError('usage', 'unknown engine', {
    field: '--engine',
    value: engine,
    expected: 'inline, threads, redis://host[:port][/db] or rediss://',
  })
}
