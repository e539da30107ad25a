/** `qw front`: searches for all that is possible on a log. */
import { join } from 'node:path'
import { type FrontOptions as Asked, searchFront } from '../../../lab/investigations/front.js'
import { readInput } from '../../../runtime/index.js'
import type { Terminal } from '../terminal.js'

export interface FrontOptions extends Asked {
  readonly json?: true
}

export async function frontCommand(
  path: string | undefined,
  options: FrontOptions,
  terminal: Terminal,
): Promise<void> {
  const { folder } = await searchFront(path, options, terminal)
  if (options.json) terminal.print(await summaryJson(join(folder, 'front.json')))
  else terminal.print((await readInput(join(folder, 'summary.txt'))).trimEnd())
}

/** `front.json` without its points. */
async function summaryJson(file: string): Promise<string> {
  const { points: _, ...summary } = JSON.parse(await readInput(file))
  return JSON.stringify(summary, null, 2)
}
