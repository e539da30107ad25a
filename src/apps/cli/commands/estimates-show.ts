/** `qw estimates show` and `qw estimates compare`: what the estimates of logs are like. */

import { renamed } from '../../../lab/failures.js'
import { type LogOptions, readLog } from '../../../lab/log.js'
import { comparedEstimatesPage, estimatesPage } from '../../../report/pages/estimates.js'
import { inputName } from '../../../runtime/index.js'
import { describeEstimates, estimateDistance } from '../../../workload/estimates/index.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface ShowEstimatesOptions extends LogOptions {
  readonly json?: true
}

export async function showEstimatesCommand(
  path: string | undefined,
  options: ShowEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  const { trace, facts } = await factsOf(path, options, terminal)
  for (const notice of trace.notices) terminal.note(notice)
  await printResult(
    terminal,
    options,
    () => estimatesPage(facts),
    () => facts,
  )
}

export async function compareEstimatesCommand(
  paths: readonly string[],
  options: ShowEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  const first = await factsOf(paths[0], options, terminal)
  const traces = [first.trace]
  const others: { facts: typeof first.facts; distance: ReturnType<typeof estimateDistance> }[] = []
  for (const path of paths.slice(1)) {
    const { trace, facts } = await factsOf(path, options, terminal)
    others.push({ facts, distance: estimateDistance(first.trace, trace) })
    traces.push(trace)
  }
  for (const { name, notices } of traces) {
    for (const notice of notices) terminal.note(`${name}: ${notice}`)
  }
  const compared = others.map(({ facts, distance }) => ({ ...facts, distance }))
  await printResult(
    terminal,
    options,
    () => comparedEstimatesPage(first.facts, others),
    () => ({ first: first.facts, others: compared }),
  )
}

async function factsOf(path: string | undefined, options: LogOptions, terminal: Terminal) {
  const { trace } = await readLog(path, options, [], terminal)
  try {
    return { trace, facts: describeEstimates(trace) }
  } catch (error) {
    throw path === undefined ? error : renamed(inputName(path), error)
  }
}
