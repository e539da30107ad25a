/** Score functions fitted to the scores of simulated trials, and judged by them. */
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { type Given, settled } from '../../core/settings/index.js'
import { readDistribution } from '../../learn/score/distribution.js'
import { FAMILIES } from '../../learn/score/regression/families.js'
import { beginFit } from '../../learn/score/regression/fit.js'
import type { ScoreFit } from '../../learn/score/regression/fit-result.js'
import { fittedStrategy } from '../../learn/score/regression/fit-strategy.js'
import {
  distributionDigest,
  functionsCsv,
  functionsJson,
  isFunctionsFile,
  readFunctions,
} from '../../learn/score/regression/functions-file.js'
import {
  type JudgedFunction,
  judgeFunctions,
  type RankedFunction,
  rowsWithoutKey,
} from '../../learn/score/regression/rank.js'
import { type RankedBy, SCORE_FIT, SCORE_RANKING } from '../../learn/score/settings.js'
import { inputName, makeFolderOf, readInput, writeOutput } from '../../runtime/index.js'
import { policyParts } from '../../sim/policy.js'
import { policyOf, readStrategy, type StrategyArtefact, strategyJson } from '../../strategy/index.js'
import { namedByOptions } from '../failures.js'
import type { Ports } from '../ports.js'

export interface FittedScores {
  readonly fit: ScoreFit
  /** The best function. */
  readonly strategy: StrategyArtefact
  /** `functions.json`. */
  readonly json: string
}

/** Forms that are fitted between two refreshes of the progress. */
const FORMS_A_STEP = 10

/**
 * @param path of the scores
 * @throws QueuewrightError as `readDistribution` and `beginFit`; `fit-undetermined` where nothing can be ranked as asked
 */
export async function fitScores(
  path: string,
  given: Given<typeof SCORE_FIT>,
  ports: Ports,
): Promise<FittedScores> {
  const settings = namedByOptions(SCORE_FIT, () => settled(SCORE_FIT, given))
  const { degree, weights, top, algorithm } = settings
  const family = FAMILIES.find(({ name }) => name === settings.family) ?? FAMILIES[0]
  const rankBy = settings.rankBy ?? family.rankedBy
  const { file, distribution } = await distributionIn(path, ports)
  const { steps, step, result } = beginFit(distribution, { family, weights, degree, rankBy, top }, file)
  const bar = ports.steps('fitting', steps)
  try {
    for (let from = 0; from < steps; from += FORMS_A_STEP) {
      const end = Math.min(steps, from + FORMS_A_STEP)
      await ports.blocking(() => {
        for (let k = from; k < end; k++) step(k)
      })
      for (let k = from; k < end; k++) bar.step('')
    }
  } finally {
    bar.stop()
  }
  const fit = await ports.blocking(result)
  if (settings.rankBy !== null && fit.rankedBy !== settings.rankBy)
    throw notHeldOut(settings.rankBy, fit, file)
  for (const { rank, formula } of fit.functions) {
    const rows = rowsWithoutKey(formula, distribution)
    if (rows === 0) continue
    ports.note(
      `function ${rank}: its formula has no finite value in ${plural(rows, 'row')}, as the fit has an ε that the formula has not; such jobs go first or last`,
    )
  }
  const digest = distributionDigest(distribution)
  return { fit, strategy: fittedStrategy(fit, digest, algorithm), json: functionsJson(fit, digest) }
}

const FILES = { json: 'functions.json', csv: 'functions.csv', strategy: 'strategy.json' } as const

/** @returns the files' names, in words */
export async function writeFittedScores(
  folder: string,
  { fit, json, strategy }: FittedScores,
): Promise<string> {
  await makeFolderOf(join(folder, FILES.json))
  await writeOutput(join(folder, FILES.json), [json])
  await writeOutput(join(folder, FILES.csv), [functionsCsv(fit.functions)])
  await writeOutput(join(folder, FILES.strategy), [strategyJson(strategy)])
  return `${join(folder, FILES.json)}, ${FILES.csv}, ${FILES.strategy}`
}

/** Asked to rank by held-out tuples where none can be held out. */
function notHeldOut(rankBy: RankedBy, { tuples, folds }: ScoreFit, file: string): QueuewrightError {
  const why = folds === 0 ? 'no tuples can be held out' : 'without a part of the tuples nothing is determined'
  return new QueuewrightError('fit-undetermined', `${why}, so that nothing can be ranked by them`, {
    file,
    field: '--rank-by',
    value: rankBy,
    expected: folds === 0 ? `2 tuples or more, and not ${tuples}` : 'more tuples',
    remedy: 'Simulate more tuples, or take --rank-by error',
  })
}

/**
 * @param path of the scores
 * @param written functions: files of them, strategies, policies, orders or formulas
 * @throws QueuewrightError `usage` for a function that stands twice; as the reading of them
 */
export async function judgeScores(
  path: string,
  written: readonly string[],
  given: Given<typeof SCORE_RANKING>,
  ports: Ports,
): Promise<readonly RankedFunction[]> {
  const { top } = settled(SCORE_RANKING, given)
  const { distribution } = await distributionIn(path, ports)
  const functions: JudgedFunction[] = []
  for (const each of written) functions.push(...(await functionsOf(each, top)))
  const names = functions.map(({ name }) => name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) {
    throw new QueuewrightError('usage', 'a function stands twice', { value: twice })
  }
  const judgements = await ports.blocking(() => judgeFunctions(distribution, functions))
  for (const { name, leftOut } of judgements) {
    if (leftOut === 0) continue
    ports.note(`${name}: ${plural(leftOut, 'row')} left out of the error, where it has no finite value`)
  }
  return judgements
}

async function distributionIn(path: string, ports: Ports) {
  const file = inputName(path)
  const text = await readInput(path)
  return { file, distribution: await ports.blocking(() => readDistribution(text, file)) }
}

/** The functions that one argument names: those of a file, a strategy, a policy, an order or a formula. */
async function functionsOf(written: string, top: number): Promise<readonly JudgedFunction[]> {
  const name = written.trim()
  const path = name.startsWith('@') ? name.slice(1) : name
  if (path === name && !/\.json(\.gz)?$/i.test(path)) {
    return [{ name, order: orderOf(name), predicts: null }]
  }
  const text = await readInput(path)
  const file = inputName(path)
  if (isFunctionsFile(text)) {
    const best = readFunctions(text, file).slice(0, top)
    return best.map((each) => ({ name: `${file} ${each.rank}`, order: each.formula, predicts: each }))
  }
  const artefact = readStrategy(text, file)
  const policy = policyOf(artefact.strategy)
  return [{ name: artefact.name, order: policyParts(policy)?.order ?? policy, predicts: null }]
}

/** The order of a policy, or what is written if it is an order itself. */
function orderOf(written: string): string {
  return (written.includes(':') ? policyParts(written)?.order : undefined) ?? written
}
