/** `qw learn score`: learns a score function, on the simulated objective. */
import type { LearnerSettings } from '../../../learn/index.js'
import { LEAST_DEPTH } from '../../../learn/score/search/symbolic.js'
import { VARIABLES } from '../../../learn/score/search/symbolic-grammar.js'
import { FAMILY_NAMES } from '../../../learn/score/search/terms.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { algorithmsOf, checkMethod, type LearningOptions, learnFrom } from '../learning.js'
import { someOf, usage } from '../options.js'
import type { Terminal } from '../terminal.js'

type Method = 'coefficients' | 'symbolic'

export interface LearnScoreOptions extends LearningOptions {
  readonly method: Method
  readonly evaluations: number
  readonly algorithm?: AlgorithmName | 'best'
  readonly terms?: string
  readonly variables?: string
  readonly depth?: number
}

/** What has to hold where nobody says: a good mean must not hide that some jobs starve. */
const USUAL_CONSTRAINTS = ['maxWait <= 1.1*easy']
const NO_CONSTRAINT = 'none'
const USUAL_DEPTH = 8
const USUAL_ALGORITHMS: readonly AlgorithmName[] = ['easy']

export async function learnScoreCommand(
  paths: readonly string[],
  options: LearnScoreOptions,
  terminal: Terminal,
): Promise<void> {
  const learner = learnerOf(options)
  await learnFrom('learn-score', paths, options, () => learner, constraintsOf(options), terminal)
}

function constraintsOf({ subjectTo }: LearnScoreOptions): readonly string[] {
  if (subjectTo === undefined) return USUAL_CONSTRAINTS
  if (!subjectTo.includes(NO_CONSTRAINT)) return subjectTo
  if (subjectTo.length === 1) return []
  throw usage('--subject-to', subjectTo.join(', '), `either ${NO_CONSTRAINT} or constraints`)
}

/** Options of one method alone. */
const OPTIONS_OF: Readonly<Record<Method, readonly ('terms' | 'variables' | 'depth')[]>> = {
  coefficients: ['terms'],
  symbolic: ['variables', 'depth'],
}

function learnerOf(options: LearnScoreOptions): LearnerSettings {
  const { method, evaluations, terms, variables, depth = USUAL_DEPTH } = options
  checkMethod(method, options, OPTIONS_OF)
  const algorithms = algorithmsOf(options.algorithm, options.under, USUAL_ALGORITHMS)
  if (method === 'coefficients') {
    const families = chosen('--terms', terms, FAMILY_NAMES)
    return { learner: 'score-coefficients', families, algorithms, evaluations }
  }
  if (depth < LEAST_DEPTH || depth > MOST_DEPTH) {
    throw usage('--depth', String(depth), `a whole number from ${LEAST_DEPTH} to ${MOST_DEPTH}`)
  }
  const known = chosen('--variables', variables, VARIABLES)
  return { learner: 'score-symbolic', algorithms, variables: known, depth, evaluations }
}

/** More levels than anybody reads. */
const MOST_DEPTH = 20

/** Some of the words, in their own order; all where nobody says. */
function chosen<const Word extends string>(
  option: string,
  text: string | undefined,
  words: readonly Word[],
): readonly Word[] {
  if (text === undefined) return words
  const given = someOf(option, words)(text)
  return words.filter((word) => given.includes(word))
}
