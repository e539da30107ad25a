/** Failures with what is known here beyond the rooms below: the file's path and the options' names. */
import { QueuewrightError } from '../core/errors.js'
import { type Declarations, optionOf } from '../core/settings/index.js'
import { READING } from '../trace/index.js'

/** `error` with its field named by the option that `names` has for it. */
export function withOptionName(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof QueuewrightError)) return error
  const { field = '' } = error.detail
  return Object.hasOwn(names, field) ? error.with({ field: names[field] }) : error
}

/** Options by the settings that they set. */
export function optionNames(declarations: Declarations): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, declared]) => [name, optionOf(name, declared)]),
  )
}

/** Options of a log by the settings that they set, and by the fields of its filter. */
const OPTIONS: Readonly<Record<string, string>> = { ...optionNames(READING), window: '--days' }

/** Runs `action`; its failures name options in the place of settings. */
export function namedByOptions<Result>(declarations: Declarations, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw withOptionName(error, optionNames(declarations))
  }
}

/**
 * Runs `action`; its failures name the file by `file` and filters by their options.
 * @param names options of further fields
 */
export function named<Result>(
  file: string,
  action: () => Result,
  names: Readonly<Record<string, string>> = {},
): Result {
  try {
    return action()
  } catch (error) {
    throw renamed(file, withOptionName(error, names))
  }
}

/** `error` with the file's path and the options' names, where it is a failure that a user can cause. */
export function renamed(file: string, error: unknown): unknown {
  if (!(error instanceof QueuewrightError)) return error
  const { field = '' } = error.detail
  return error.with({
    ...(error.kind === 'usage' && error.detail.file === undefined ? {} : { file }),
    ...(error.kind === 'usage' && Object.hasOwn(OPTIONS, field) ? { field: OPTIONS[field] } : {}),
  })
}

export function usage(option: string, value: string, expected: string, remedy?: string): QueuewrightError {
  const detail = { field: option, value, expected, ...(remedy !== undefined && { remedy }) }
  return new QueuewrightError('usage', 'unusable option', detail)
}

/** Options that do not go together, or too few of them. */
export function misused(what: string, expected: string): QueuewrightError {
  return new QueuewrightError('usage', what, { expected })
}
