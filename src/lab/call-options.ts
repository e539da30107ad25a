/** The options of calls by programs, so that one which is misspelt is refused: not every program is compiled with types. */
import { suggestion } from '../core/suggest.js'
import { SCENARIO_SETTINGS } from '../evaluation/scenario-settings.js'
import { READING, SLURM_FILES } from '../trace/index.js'
import { SITE } from './experiment-settings.js'
import { usage } from './failures.js'

/** Something for each of these options, so that the compiler sees when one is missing. */
export type NameEach<Options> = { readonly [Name in keyof Options]-?: unknown }

/** How an open log is simulated. */
export const ON_LOG = { ...SITE, ...SCENARIO_SETTINGS, ...SLURM_FILES, machine: READING.machine, seed: null }

/**
 * @param call in which they are given
 * @param known all options that it has
 * @returns the same
 * @throws QueuewrightError `usage` for one that is not among them
 */
export function knownOptions<Options extends object>(call: string, given: Options, known: object): Options {
  const names = Object.keys(known)
  const strange = Object.keys(given).find((name) => !names.includes(name))
  if (strange === undefined) return given
  throw usage('options', strange, `an option of ${call}`, suggestion(strange, names.sort(), 'It has'))
}
