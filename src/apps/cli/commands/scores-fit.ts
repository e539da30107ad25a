/** `qw scores fit`: score functions fitted to the scores of simulated trials. */
import { join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { plural } from '../../../core/format.js'
import { readDistribution } from '../../../learn/score/distribution.js'
import { FAMILIES, MOST_DEGREE, type RankedBy } from '../../../learn/score/regression/families.js'
import { beginFit } from '../../../learn/score/regression/fit.js'
import type { Weighting } from '../../../learn/score/regression/fit-data.js'
import type { ScoreFit } from '../../../learn/score/regression/fit-result.js'
import { fittedStrategy } from '../../../learn/score/regression/fit-strategy.js'
import {
  distributionDigest,
  functionsCsv,
  functionsJson,
} from '../../../learn/score/regression/functions-file.js'
import { rowsWithoutKey } from '../../../learn/score/regression/rank.js'
import { fitPage } from '../../../report/pages/scores.js'
import { inputName, makeFolderOf, readInput, writeOutput } from '../../../runtime/index.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { policyOf, type StrategyArtefact, strategyJson } from '../../../strategy/index.js'
import { misused, usage } from '../options.js'
import { printExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface ScoresFitOptions {
  readonly family: string
  readonly weights: Weighting
  readonly degree?: number
  readonly rankBy?: RankedBy
  readonly top: number
  readonly algorithm: AlgorithmName
  readonly out?: string
  readonly json?: true
}

/** Of polynomials, where the user does not say. */
const USUAL_DEGREE = 3
/** Forms that are fitted between two refreshes of the progress. */
const FORMS_A_STEP = 10

export async function scoresFitCommand(
  path: string,
  options: ScoresFitOptions,
  terminal: Terminal,
): Promise<void> {
  const family = FAMILIES.find(({ name }) => name === options.family)
  if (family === undefined)
    throw usage('--family', options.family, FAMILIES.map(({ name }) => name).join(', '))
  if (options.degree !== undefined && family.name !== 'polynomial') {
    throw misused(`--degree with --family ${family.name}`, '--degree with --family polynomial only')
  }
  if (options.out === '') throw usage('--out', '', 'the name of a folder')
  const { degree = USUAL_DEGREE, rankBy = family.rankedBy, weights, top } = options
  if (degree > MOST_DEGREE) throw usage('--degree', String(degree), `a whole number from 1 to ${MOST_DEGREE}`)
  const file = inputName(path)
  const text = await readInput(path)
  const distribution = await terminal.blocking(() => readDistribution(text, file))
  const { steps, step, result } = beginFit(distribution, { family, weights, degree, rankBy, top }, file)
  const bar = terminal.steps('fitting', steps)
  try {
    for (let from = 0; from < steps; from += FORMS_A_STEP) {
      const end = Math.min(steps, from + FORMS_A_STEP)
      await terminal.blocking(() => {
        for (let k = from; k < end; k++) step(k)
      })
      for (let k = from; k < end; k++) bar.step('')
    }
  } finally {
    bar.stop()
  }
  const fit = await terminal.blocking(result)
  if (options.rankBy !== undefined && fit.rankedBy !== options.rankBy)
    throw notHeldOut(options.rankBy, fit, file)
  const digest = distributionDigest(distribution)
  const json = functionsJson(fit, digest)
  const strategy = fittedStrategy(fit, digest, options.algorithm)
  if (options.out !== undefined) await writeFiles(options.out, fit, json, strategy)
  for (const { rank, formula } of fit.functions) {
    const rows = rowsWithoutKey(formula, distribution)
    if (rows === 0) continue
    terminal.note(
      `function ${rank}: its formula has no finite value in ${plural(rows, 'row')}, as the fit has an ε that the formula has not; such jobs go first or last`,
    )
  }
  if (options.json) {
    terminal.print(json)
    return
  }
  await printExhibit(terminal, fitPage(fit, policyOf(strategy.strategy)))
  if (options.out !== undefined) {
    terminal.print(
      `\n${join(options.out, FILES.json)}, ${FILES.csv}, ${FILES.strategy}: ${fit.functions.length} functions, the best as a strategy`,
    )
  }
}

const FILES = { json: 'functions.json', csv: 'functions.csv', strategy: 'strategy.json' } as const

async function writeFiles(
  folder: string,
  fit: ScoreFit,
  json: string,
  strategy: StrategyArtefact,
): Promise<void> {
  await makeFolderOf(join(folder, FILES.json))
  await writeOutput(join(folder, FILES.json), [json])
  await writeOutput(join(folder, FILES.csv), [functionsCsv(fit.functions)])
  await writeOutput(join(folder, FILES.strategy), [strategyJson(strategy)])
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
