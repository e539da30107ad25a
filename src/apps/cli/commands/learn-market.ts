/** `qw learn market`: functions of providers and users, for an objective. */
import { join } from 'node:path'
import { type InvestigateOptions, investigate } from '../../../lab/runs/investigate.js'
import { type LearnMarketOptions, learnMarketRequest } from '../../../lab/sites/learn-market.js'
import { FUNCTIONS_FILE, LEARN_MARKET, readMarketFunctions } from '../../../learn/index.js'
import { learntMarketPage } from '../../../report/pages/learnt-market.js'
import { readInput } from '../../../runtime/index.js'
import { printExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function learnMarketCommand(
  paths: readonly string[],
  options: LearnMarketOptions & InvestigateOptions & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const request = await learnMarketRequest(paths, options, terminal)
  const { folder } = await investigate(LEARN_MARKET, request, options, terminal)
  const file = join(folder, FUNCTIONS_FILE)
  const content = await readInput(file)
  if (options.json) terminal.print(content)
  else await printExhibit(terminal, learntMarketPage(readMarketFunctions(content, file), file))
}
