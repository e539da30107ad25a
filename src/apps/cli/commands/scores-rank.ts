/** `qw scores rank`: score functions beside each other on the scores of simulated trials. */
import { QueuewrightError } from '../../../core/errors.js'
import { plural } from '../../../core/format.js'
import { readDistribution } from '../../../learn/score/distribution.js'
import { isFunctionsFile, readFunctions } from '../../../learn/score/regression/functions-file.js'
import { type JudgedFunction, type Judgement, judgeFunctions } from '../../../learn/score/regression/rank.js'
import { judgementPage } from '../../../report/pages/scores.js'
import { inputName, readInput } from '../../../runtime/index.js'
import { policyParts } from '../../../sim/policy.js'
import { policyOf, readStrategy, type StrategyArtefact } from '../../../strategy/index.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface ScoresRankOptions {
  readonly top: number
  readonly json?: true
}

export async function scoresRankCommand(
  path: string,
  written: readonly string[],
  options: ScoresRankOptions,
  terminal: Terminal,
): Promise<void> {
  const file = inputName(path)
  const text = await readInput(path)
  const distribution = await terminal.blocking(() => readDistribution(text, file))
  const functions: JudgedFunction[] = []
  for (const each of written) functions.push(...(await functionsOf(each, options.top)))
  const names = functions.map(({ name }) => name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) {
    throw new QueuewrightError('usage', 'a function stands twice', { value: twice })
  }
  const judgements = await terminal.blocking(() => judgeFunctions(distribution, functions))
  await printResult(
    terminal,
    options,
    () => judgementPage(judgements),
    () => judgements.map(judgementJson),
  )
  for (const { name, leftOut } of judgements) {
    if (leftOut === 0) continue
    terminal.note(`${name}: ${plural(leftOut, 'row')} left out of the error, where it has no finite value`)
  }
}

/** What one argument names: the functions of a file, a strategy, a policy, an order or a formula. */
async function functionsOf(written: string, top: number): Promise<readonly JudgedFunction[]> {
  const name = written.trim()
  const path = name.startsWith('@') ? name.slice(1) : name
  if (path !== name || /\.json(\.gz)?$/i.test(path)) {
    const text = await readInput(path)
    const file = inputName(path)
    if (!isFunctionsFile(text)) {
      const strategy = readStrategy(text, file)
      return [{ name: strategy.name, order: orderOfStrategy(strategy), predicts: null }]
    }
    return readFunctions(text, file)
      .slice(0, top)
      .map((each) => ({ name: `${file} ${each.rank}`, order: each.formula, predicts: each }))
  }
  return [{ name, order: orderOf(name), predicts: null }]
}

function orderOfStrategy({ strategy }: StrategyArtefact): string {
  const policy = policyOf(strategy)
  return policyParts(policy)?.order ?? policy
}

/** The order of a policy, or what is written if it is an order itself. */
function orderOf(written: string): string {
  return (written.includes(':') ? policyParts(written)?.order : undefined) ?? written
}

function judgementJson({ correlation: { value, interval }, ...rest }: Judgement) {
  const known = Number.isNaN(value) ? null : value
  return { ...rest, correlation: { value: known, low: interval?.low ?? null, high: interval?.high ?? null } }
}
