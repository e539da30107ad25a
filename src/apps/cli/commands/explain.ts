/** `qw explain`: whom a strategy prefers; of rules what they say and decide. */
import { QueuewrightError } from '../../../core/errors.js'
import { type ExplainedOrder, explainStrategy, explanationJson } from '../../../lab/explain/explain.js'
import { explainedCurves } from '../../../report/explanation.js'
import { version } from '../../../runtime/version.js'
import { RULE_BASED } from '../../../sim/policy.js'
import type { ExplainOptions } from '../explain-options.js'
import { pictureKind, writePicture } from '../picture.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'
import { checkRulesOptions, printRules } from './explain-rules.js'

export async function explainCommand(
  written: string,
  log: string | undefined,
  options: ExplainOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const explained = await explainStrategy(written, log ?? null, options, terminal, (_, policy) => {
    if (policy.algorithm === RULE_BASED) checkRulesOptions(policy.base, log, options)
    else checkOrderOptions(options)
    for (const option of ['plot', 'surfaces', 'timeline'] as const) {
      const file = options[option]
      if (file !== undefined) pictureKind(file, `--${option}`)
    }
  })
  if (explained.kind === 'rules') await printRules(explained, options, terminal, commandLine)
  else await printOrder(explained, options, terminal, commandLine)
}

async function printOrder(
  explained: ExplainedOrder,
  options: ExplainOptions,
  terminal: Terminal,
  command: string,
): Promise<void> {
  const { name, explanation } = explained
  const { plot, surfaces } = options
  if (plot !== undefined) {
    const { priorityPlot } = await import('../../../report/plots/strategy-priority.js')
    const title = `${name}: priority while a job waits`
    const svg = priorityPlot({ title, curves: explainedCurves(explanation) })
    await writePicture(plot, pictureKind(plot, '--plot'), svg, terminal)
  }
  if (surfaces !== undefined) {
    const { surfacePlot } = await import('../../../report/plots/strategy-surface.js')
    const svg = surfacePlot({ title: `${name}: which jobs go first`, explanation })
    await writePicture(surfaces, pictureKind(surfaces, '--surfaces'), svg, terminal)
  }
  const exhibit = async () => {
    const { explanationPage } = await import('../../../report/pages/explanation.js')
    return explanationPage({ ...explained, provenance: { version: version(), command } })
  }
  await printResult(terminal, options, exhibit, () => explanationJson(explained))
}

/** Refuses options that ask what rules decide. */
function checkOrderOptions(options: ExplainOptions): void {
  for (const option of ['timeline', 'over', 'reduced'] as const) {
    if (options[option] === undefined) continue
    throw new QueuewrightError('usage', 'a policy without rules decides nothing by the state', {
      field: `--${option}`,
      expected: 'a strategy that goes by rules',
    })
  }
}
