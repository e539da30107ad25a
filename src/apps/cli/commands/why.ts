/** `qw why`: what jobs waited for. */
import { type WhyOptions as Asked, whyJobsWaited, whyJson } from '../../../lab/explain/why.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function whyCommand(
  log: string,
  jobs: readonly number[],
  options: Asked & PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const why = await whyJobsWaited(log, jobs, options, terminal)
  const exhibit = async () => {
    const { whyPage } = await import('../../../report/pages/why.js')
    return whyPage(why.log.trace.name, why.told)
  }
  await printResult(terminal, options, exhibit, () => whyJson(why))
}
