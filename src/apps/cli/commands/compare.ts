/** `qw compare`: several policies on one log, side by side. */

import { formatCount } from '../../../core/format.js'
import {
  type CompareOptions as Asked,
  comparePolicies,
  comparisonJson,
  comparisonReport,
} from '../../../lab/compare.js'
import { liveNotes } from '../../../lab/experiment.js'
import { droppedText } from '../../../lab/log.js'
import { shownObjectives } from '../../../lab/shown-objectives.js'
import { writeExhibit } from '../report-file.js'
import type { Terminal } from '../terminal.js'

export interface CompareOptions extends Asked {
  readonly columns: string
  readonly json?: true
  readonly report?: string
}

export async function compareCommand(
  path: string | undefined,
  options: CompareOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const comparison = await comparePolicies(path, options, terminal)
  const { experiment, outcomes, baseline } = comparison
  const { report, json, columns, check } = options
  if (report !== undefined) {
    const { comparisonPage } = await import('../../../report/pages/compare.js')
    await writeExhibit(report, comparisonPage(comparisonReport(comparison, commandLine)))
  }
  if (json) {
    terminal.print(JSON.stringify(comparisonJson(comparison), null, 2))
    return
  }
  const { comparisonTable } = await import('../../../report/table.js')
  const { trace, scenario, stage, dropped } = experiment
  const jobs = `${formatCount(stage.jobs.length)} jobs on ${formatCount(scenario.machine)} processors`
  const facts = [`${trace.name}: ${jobs} (left out: ${droppedText(dropped)})`, ...liveNotes(experiment)]
  terminal.print(`${facts.join('; ')}\n`)
  const shown = shownObjectives(experiment, columns, '--columns')
  terminal.print(comparisonTable(outcomes, shown, baseline, terminal.style))
  if (check) terminal.print('\nAll schedules pass the independent check.')
  if (report !== undefined) terminal.print(`\nReport: ${report}`)
}
