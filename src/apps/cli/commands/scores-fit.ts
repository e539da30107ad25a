/** `qw scores fit`: score functions fitted to the scores of simulated trials. */
import { join } from 'node:path'
import { readDistribution } from '../../../learn/score/distribution.js'
import { FAMILIES, MOST_DEGREE, type RankedBy } from '../../../learn/score/regression/families.js'
import { beginFit } from '../../../learn/score/regression/fit.js'
import type { Weighting } from '../../../learn/score/regression/fit-data.js'
import type { ScoreFit } from '../../../learn/score/regression/fit-result.js'
import { fitText } from '../../../learn/score/regression/fit-text.js'
import {
  distributionDigest,
  functionsCsv,
  functionsJson,
} from '../../../learn/score/regression/functions-file.js'
import { inputName, makeFolderOf, readInput, writeOutput } from '../../../runtime/index.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { STRATEGY_FORMAT, STRATEGY_VERSION, strategyJson } from '../../../strategy/index.js'
import { misused, usage } from '../options.js'
import { progressBar } from '../progress.js'
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
  const { degree = USUAL_DEGREE, rankBy = family.rankedBy, weights, top } = options
  if (degree > MOST_DEGREE) throw usage('--degree', String(degree), `a whole number from 1 to ${MOST_DEGREE}`)
  const file = inputName(path)
  const text = await readInput(path)
  const distribution = await terminal.blocking(() => readDistribution(text, file))
  const { steps, step, result } = beginFit(distribution, { family, weights, degree, rankBy, top }, file)
  const bar = progressBar('fitting', steps, terminal)
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
  const json = functionsJson(fit, distributionDigest(distribution))
  if (options.out !== undefined) await writeFiles(options.out, fit, json, options.algorithm)
  if (options.json) {
    terminal.print(json)
    return
  }
  terminal.print(fitText(fit, terminal.style))
  terminal.print(`\nbest: ${policyText(fit, options.algorithm)}`)
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
  algorithm: AlgorithmName,
): Promise<void> {
  const policy = policyText(fit, algorithm)
  await makeFolderOf(join(folder, FILES.json))
  await writeOutput(join(folder, FILES.json), [json])
  await writeOutput(join(folder, FILES.csv), [functionsCsv(fit.functions)])
  await writeOutput(join(folder, FILES.strategy), [
    strategyJson({
      format: STRATEGY_FORMAT,
      version: STRATEGY_VERSION,
      name: `score (${fit.family})`,
      strategy: { kind: 'policy', policy },
      evidence: null,
    }),
  ])
}

function policyText({ functions: [best] }: ScoreFit, algorithm: AlgorithmName): string {
  return `${algorithm}:(${best.formula})`
}
