/** The options of calls by programs, so that one which is misspelt is refused: not every program is compiled with types. */
import { suggestion } from '../../core/suggest.js'
import { SCENARIO_SETTINGS } from '../../evaluation/scenarios/scenario-settings.js'
import { READING, SLURM_FILES } from '../../trace/index.js'
import { SITE } from '../experiments/experiment-settings.js'
import { usage } from '../failures.js'

/**
 * Something for each option of a call, and nothing else: the compiler sees one that is missing, and one too many.
 * @param known the same
 */
export function optionsOf<Options>() {
  return <Known extends { readonly [Name in keyof Options]-?: unknown }>(
    known: Known & { readonly [Name in Exclude<keyof Known, keyof Options>]: never },
  ): object => known
}

/** How an open log is simulated. */
export const ON_LOG = { ...SITE, ...SCENARIO_SETTINGS, ...SLURM_FILES, machine: READING.machine, seed: null }

/**
 * @param call in which they are given
 * @param known all options that it has
 * @returns the same
 * @throws QueuewrightError `usage` for one that is not among them; what is undefined is not given
 */
export function knownOptions<Options extends object>(call: string, given: Options, known: object): Options {
  const names = Object.keys(known)
  const strange = Object.entries(given ?? {}).find(
    ([name, value]) => value !== undefined && !names.includes(name),
  )?.[0]
  if (strange === undefined) return given
  throw usage('options', strange, `an option of ${call}`, suggestion(strange, names.sort(), 'It has'))
}
