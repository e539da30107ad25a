/** `qw scores trials`, `fit` and `rank`: scores of jobs by simulated trials, and functions of them. */
import { join } from 'node:path'
import { fitScores, judgeScores, writeFittedScores } from '../../../lab/investigations/scores.js'
import { runScoreTrials, type TrialsOptions } from '../../../lab/investigations/trials.js'
import type { RankedFunction } from '../../../learn/score/regression/rank.js'
import { SCORE_FIT, SCORE_RANKING } from '../../../learn/score/settings.js'
import { DISTRIBUTION_FILE, TRIALS_FILE } from '../../../learn/score/trials/found.js'
import { fitPage, judgementPage } from '../../../report/pages/scores.js'
import { readInput } from '../../../runtime/index.js'
import { policyOf } from '../../../strategy/index.js'
import { usage } from '../options.js'
import { printExhibit, printResult } from '../printed.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

interface JsonOption {
  readonly json?: true
}

export async function scoresTrialsCommand(
  path: string | undefined,
  options: TrialsOptions & JsonOption,
  terminal: Terminal,
): Promise<void> {
  const { folder } = await runScoreTrials(path, options, terminal)
  const shown = await readInput(join(folder, options.json ? TRIALS_FILE : 'summary.txt'))
  terminal.print(shown.trimEnd())
  if (!options.json)
    terminal.print(`qw scores fit ${join(folder, DISTRIBUTION_FILE)} finds functions of them`)
}

export async function scoresFitCommand(
  path: string,
  options: JsonOption & { readonly out?: string },
  terminal: Terminal,
): Promise<void> {
  const { out, json } = options
  if (out === '') throw usage('--out', '', 'the name of a folder')
  const fitted = await fitScores(path, givenBy(SCORE_FIT, options), terminal)
  const files = out === undefined ? null : await writeFittedScores(out, fitted)
  if (json) return terminal.print(fitted.json)
  const { fit, strategy } = fitted
  await printExhibit(terminal, fitPage(fit, policyOf(strategy.strategy)))
  if (files !== null) {
    terminal.print(`\n${files}: ${fit.functions.length} functions, the best as a strategy`)
  }
}

export async function scoresRankCommand(
  path: string,
  functions: readonly string[],
  options: JsonOption,
  terminal: Terminal,
): Promise<void> {
  const judgements = await judgeScores(path, functions, givenBy(SCORE_RANKING, options), terminal)
  await printResult(
    terminal,
    options,
    () => judgementPage(judgements),
    () => judgements.map(judgementJson),
  )
}

function judgementJson({ correlation: { value, interval }, ...rest }: RankedFunction) {
  const known = Number.isNaN(value) ? null : value
  return { ...rest, correlation: { value: known, low: interval?.low ?? null, high: interval?.high ?? null } }
}
