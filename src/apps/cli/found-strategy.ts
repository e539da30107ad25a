/** Printing the strategy that a run has found. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PREFERENCE_FILE, STRATEGY_FILE } from '../../evaluation/search-history.js'
import { type Preference, readPreference } from '../../preference/index.js'
import { strategyPage } from '../../report/pages/found.js'
import { readInput, STANDARD_STREAM } from '../../runtime/index.js'
import { readStrategy } from '../../strategy/index.js'
import { type PrintOptions, printExhibit, writeExhibit } from './printed.js'
import type { Terminal } from './terminal.js'

/** The preference that it was learnt for; null where the objective was none. */
async function preferenceOf(folder: string): Promise<Preference | null> {
  const path = join(folder, PREFERENCE_FILE)
  return existsSync(path) ? readPreference(await readInput(path), path) : null
}

/** @param folder of a run that has left a strategy */
export async function printFound(
  folder: string,
  { json, report }: PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const file = join(folder, STRATEGY_FILE)
  const text = await readInput(file)
  const page = strategyPage(readStrategy(text, file), file, await preferenceOf(folder))
  if (report !== undefined) await writeExhibit(report, page)
  if (json) terminal.print(text)
  else if (report !== STANDARD_STREAM) await printExhibit(terminal, page)
}
