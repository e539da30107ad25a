/** `qw evaluate`: strategies on logs, beside other policies. */
import { dataCsv } from '../../../core/csv.js'
import type { Picture } from '../../../core/exhibit.js'
import { groupLegend } from '../../../evaluation/group-legend.js'
import {
  type EvaluateOptions as Asked,
  evaluatedUsers,
  evaluateStrategies,
} from '../../../lab/experiments/evaluate.js'
import { evaluationJson } from '../../../lab/experiments/evaluated.js'
import { crossTables } from '../../../report/cross.js'
import type { Evaluation } from '../../../report/evaluation.js'
import { evaluationCsv } from '../../../report/formats/evaluation-records.js'
import { verdictLines } from '../../../report/words/verdicts.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { titleOf } from '../../../strategy/index.js'
import { usage } from '../options.js'
import { type PictureKind, pictureKind, writePicture } from '../picture.js'
import { type PrintOptions, printResult, writeExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface EvaluateOptions extends Asked, PrintOptions {
  readonly csv?: string
  readonly groupsOut?: string
  readonly plot?: string
}

export async function evaluateCommand(
  files: readonly string[],
  options: EvaluateOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const picture = checkOutputs(options)
  const evaluated = await evaluateStrategies(files, options, terminal)
  const { evaluation, strategies, blocks, recorded, verdicts, notices } = evaluated
  if (options.csv !== undefined) await writeOutput(options.csv, [evaluationCsv(evaluation)])
  if (options.groupsOut !== undefined) {
    await writeOutput(options.groupsOut, [dataCsv(await evaluatedUsers(evaluated, terminal))])
  }
  if (options.plot !== undefined && picture !== null) {
    await writePicture(options.plot, picture, await evaluationPlot(evaluation), terminal)
  }
  const exhibit = async () => {
    const { evaluationPage } = await import('../../../report/pages/evaluation.js')
    return evaluationPage({
      evaluation,
      strategies: strategies.map(({ name, artefact }) => [name, titleOf(artefact.strategy)]),
      verdicts: verdicts.map((on) => on.flatMap(verdictLines)),
      groups: blocks.map(groupLegend),
      notices,
      recorded,
      digests: blocks.map(({ trace, dataset }) => [trace.name, dataset.digest]),
      provenance: { version: version(), command: commandLine },
    })
  }
  if (options.csv === STANDARD_STREAM) {
    if (options.report !== undefined) await writeExhibit(options.report, await exhibit())
  } else await printResult(terminal, options, exhibit, () => evaluationJson(evaluated))
}

/** Changes under every objective on one log; the cross tables of several. */
async function evaluationPlot(evaluation: Evaluation): Promise<Picture> {
  const { logs, objectives, baseline } = evaluation
  if (logs.length > 1) {
    const { crossPlot } = await import('../../../report/plots/cross.js')
    return crossPlot({ title: 'Learnt from, and applied to', tables: crossTables(evaluation) })
  }
  const { changePlot } = await import('../../../report/plots/strategy-change.js')
  const [{ trace, policies }] = logs
  return changePlot({ title: `Changes against ${baseline} on ${trace}`, policies, objectives, baseline })
}

function checkOutputs({ json, csv, groupsOut, plot }: EvaluateOptions): PictureKind | null {
  if (groupsOut === STANDARD_STREAM) throw usage('--groups-out', groupsOut, 'a file')
  if (json && csv === STANDARD_STREAM) {
    throw usage('--csv', csv, 'a file', 'Standard output takes the JSON or the CSV, not both')
  }
  return plot === undefined ? null : pictureKind(plot, '--plot')
}
