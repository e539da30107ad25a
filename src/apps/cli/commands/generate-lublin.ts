/** `qw generate lublin`: a workload by the model of Lublin and Feitelson. */

import { optionNames, withOptionName } from '../../../lab/failures.js'
import type { Trace } from '../../../trace/index.js'
import { changedConstants, LUBLIN, type LublinOptions, lublinTrace } from '../../../workload/lublin/index.js'
import { type GeneratedOptions, generatedClock } from '../generated.js'
import { usage } from '../options.js'
import { formatOf, type OutputOptions, writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface GenerateLublinOptions extends GeneratedOptions, OutputOptions {
  readonly constants?: string
}

export async function generateLublinCommand(
  options: GenerateLublinOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, format = formatOf(out), constants } = options
  const clock = generatedClock(options)
  const changes = constants === undefined ? null : constantsIn(constants)
  const parameters = changes === null ? {} : { parameters: named(() => changedConstants(changes)) }
  const trace = await generated({ ...givenBy(LUBLIN, options), ...parameters, clock }, terminal)
  await writeTrace(out, trace, { format }, trace.name, terminal)
}

/** `name=number`, separated by commas. */
function constantsIn(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').map((part) => {
      const [, name, written] = /^\s*([\w.]+)\s*=\s*(\S+)\s*$/.exec(part) ?? []
      const value = Number(written)
      if (name !== undefined && Number.isFinite(value)) return [name, value] as const
      throw usage('--constants', part, 'constants and their values, as interactive.uHi=7,batch.uMed=4.5')
    }),
  )
}

async function generated(options: LublinOptions, terminal: Terminal): Promise<Trace> {
  const { observe, stop } = terminal.parts('generating')
  try {
    return await terminal.blocking(() => named(() => lublinTrace({ ...options, observe })))
  } finally {
    stop()
  }
}

/** Runs `action`; its failures name options. */
function named<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw withOptionName(error, { ...optionNames(LUBLIN), constants: '--constants' })
  }
}
