/** `qw learn …`: whatever the learner, which is known by what it declares. */
import { type LearntOn, learnRequest } from '../../../lab/investigations/learn.js'
import { type InvestigateOptions, investigate } from '../../../lab/runs/investigate.js'
import { askable, LEARN, type LearnerFamily, type LearnerKind, methodOf } from '../../../learn/index.js'
import { printFound } from '../found-strategy.js'
import type { PrintOptions } from '../printed.js'
import { givenBy, refuseMisplaced } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface LearnOptions extends LearntOn, InvestigateOptions, PrintOptions {
  readonly method?: string
}

/**
 * @param name of the command, without `learn`
 * @param kinds its methods
 */
export async function learnCommand(
  name: string,
  family: LearnerFamily,
  kinds: readonly LearnerKind[],
  paths: readonly string[],
  options: LearnOptions,
  terminal: Terminal,
): Promise<void> {
  const kind = kinds.find((each) => methodOf(each) === options.method) ?? kinds[0]
  const sets = kinds.map((each) => ({ method: methodOf(each), declarations: askable(each) }))
  refuseMisplaced(methodOf(kind), sets, options)
  const asked = { family, kind, given: givenBy(askable(kind), options) }
  const request = await learnRequest(`learn-${name}`, paths, asked, options, terminal)
  const { folder } = await investigate(LEARN, request, { ...options, beside: { files: options } }, terminal)
  await printFound(folder, options, terminal)
}
