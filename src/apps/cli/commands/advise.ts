/** `qw advise`: which policies are worth having, on one page. */
import { join } from 'node:path'
import { type AdviseOptions as Asked, advise } from '../../../lab/advise.js'
import { advicePage } from '../../../report/pages/advise.js'
import { readInput } from '../../../runtime/index.js'
import { ADVICE_FILE, readAdvice } from '../../../study/advise/index.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function adviseCommand(
  path: string | undefined,
  options: Asked & PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const { folder } = await advise(path, options, terminal)
  const file = join(folder, ADVICE_FILE)
  const advice = readAdvice(await readInput(file), file)
  await printResult(
    terminal,
    options,
    () => advicePage(advice, folder),
    () => advice,
  )
}
