/** Failures of tasks. */
import { QueuewrightError } from '../../core/errors.js'

/** @throws QueuewrightError `data-missing`, always */
export function missingData(digest: string): never {
  throw new QueuewrightError('data-missing', 'a task needs data that is not here', {
    field: 'digest',
    value: digest,
    remedy: 'Give the evaluator all data that its tasks name',
  })
}
