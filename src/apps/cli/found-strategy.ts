/** Printing the strategy that a run has found. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { GROUPS_FILE, type LogLegend, readGroups } from '../../evaluation/group-legend.js'
import { RECORDED_FILE, type RecordedLog, readRecorded } from '../../evaluation/recorded.js'
import { PREFERENCE_FILE, STRATEGY_FILE } from '../../evaluation/searches/search-history.js'
import { type Preference, readPreference } from '../../preference/index.js'
import { strategyPage } from '../../report/pages/found.js'
import { readInput, STANDARD_STREAM } from '../../runtime/index.js'
import { settleOwed } from '../../runtime/runs/index.js'
import { readStrategy } from '../../strategy/index.js'
import { type PrintOptions, printExhibit, writeExhibit } from './printed.js'
import type { Terminal } from './terminal.js'

/** The preference that it was learnt for; null where the objective was none. */
async function preferenceOf(folder: string): Promise<Preference | null> {
  const path = join(folder, PREFERENCE_FILE)
  return existsSync(path) ? readPreference(await readInput(path), path) : null
}

/** The recorded schedules of the logs that say what really happened. */
async function recordedIn(folder: string): Promise<readonly RecordedLog[]> {
  const path = join(folder, RECORDED_FILE)
  return existsSync(path) ? readRecorded(await readInput(path), path) : []
}

/** Who is in which user group of each log. */
async function groupsIn(folder: string): Promise<readonly LogLegend[]> {
  const path = join(folder, GROUPS_FILE)
  return existsSync(path) ? readGroups(await readInput(path), path) : []
}

/** The strategy that a run has left, as text, and its page. */
export async function foundIn(folder: string) {
  const file = join(folder, STRATEGY_FILE)
  const text = await readInput(file)
  const beside = {
    preference: await preferenceOf(folder),
    recorded: await recordedIn(folder),
    groups: await groupsIn(folder),
  }
  return { text, page: strategyPage(readStrategy(text, file), file, beside) }
}

/** @param folder of a run that has left a strategy */
export async function printFound(
  folder: string,
  { json, report }: PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const { text, page } = await foundIn(folder)
  if (report !== undefined) await writeExhibit(report, page)
  if (json) terminal.print(text)
  else if (report !== STANDARD_STREAM) await printExhibit(terminal, page)
  await settleOwed(folder)
}
