/** `qw advise`: which policies are worth having, on one page. */
import { join } from 'node:path'
import { type AdviseOptions as Asked, advise } from '../../../lab/investigations/advise.js'
import { advicePage } from '../../../report/pages/advise.js'
import { readInput } from '../../../runtime/index.js'
import { settleOwed } from '../../../runtime/runs/index.js'
import { ADVICE_FILE, readAdvice } from '../../../study/advise/index.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function adviseCommand(
  path: string | undefined,
  options: Asked & PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const { folder } = await advise(path, { ...options, beside: { files: options } }, terminal)
  const { page, advice } = await adviceIn(folder)
  await printResult(
    terminal,
    options,
    () => page,
    () => advice,
  )
  await settleOwed(folder)
}

/** The advice that a run has left, and its page. */
export async function adviceIn(folder: string) {
  const file = join(folder, ADVICE_FILE)
  const advice = readAdvice(await readInput(file), file)
  return { advice, page: advicePage(advice, folder) }
}
