/** The owner's answer to the workers that there are: wait, say so, or give up. */
import { QueuewrightError } from '../../../core/errors.js'
import { type Build, buildText } from '../../build.js'
import type { WorkerInfo } from './keys.js'

/** The decision after a look at the workers. */
export type Verdict =
  | { readonly kind: 'work' | 'wait' }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'failure'; readonly failure: QueuewrightError }

/** Looks (of a second) without a worker before that is said, and with workers of other builds alone before it fails. */
const UNTIL_NOTICE = 3
const UNTIL_FAILURE = 10

/**
 * @param queue the address of the queue, as it is shown
 * @param ours the build that the work needs
 * @returns judges the workers at each look while there is work
 */
export function workersWatch(queue: string, ours: Build): (workers: readonly WorkerInfo[]) => Verdict {
  let seen = false
  let without = 0
  return (workers) => {
    if (workers.some((worker) => isOf(ours, worker))) {
      seen = true
      without = 0
      return { kind: 'work' }
    }
    without++
    const others = [...new Set(workers.map(({ build }) => buildText(build)))].join(', ')
    // Once ours were there, more may come: those of other builds may serve somebody else.
    if (others !== '' && !seen && without >= UNTIL_FAILURE) {
      const failure = new QueuewrightError(
        'engine-workers',
        `the workers of ${queue} are of another version`,
        {
          value: others,
          expected: buildText(ours),
          remedy:
            'Start workers of this version, or use the version of the workers; what is done is not lost',
        },
      )
      return { kind: 'failure', failure }
    }
    if (without !== UNTIL_NOTICE) return { kind: 'wait' }
    const which = others === '' ? '' : ` of queuewright ${buildText(ours)}; there are some of ${others}`
    return {
      kind: 'notice',
      text: `waiting for workers${which}: start them with qw worker --engine ${queue}`,
    }
  }
}

export function isOf(ours: Build, { build }: WorkerInfo): boolean {
  return build.digest === ours.digest
}
