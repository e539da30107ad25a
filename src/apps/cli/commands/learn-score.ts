/** `qw learn score`: learns a score function, on the simulated objective. */
import { BEST_OF, type LearnerSettings } from '../../../learn/index.js'
import { LEAST_DEPTH } from '../../../learn/score/search/symbolic.js'
import { VARIABLES, type Variable } from '../../../learn/score/search/symbolic-grammar.js'
import { FAMILY_NAMES, type FamilyName } from '../../../learn/score/search/terms.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { checkMethod, type LearningOptions, learnFrom } from '../learning.js'
import { usage } from '../options.js'
import type { Terminal } from '../terminal.js'

type Method = 'coefficients' | 'symbolic'

export interface LearnScoreOptions extends LearningOptions {
  readonly method: Method
  readonly evaluations: number
  readonly algorithm: AlgorithmName | 'best'
  readonly terms?: string
  readonly variables?: string
  readonly depth?: number
}

/** What has to hold where nobody says: a good mean must not hide that some jobs starve. */
const USUAL_CONSTRAINTS = ['maxWait <= 1.1*easy']
const NO_CONSTRAINT = 'none'
const USUAL_DEPTH = 8

export async function learnScoreCommand(
  paths: readonly string[],
  options: LearnScoreOptions,
  terminal: Terminal,
): Promise<void> {
  const learner = learnerOf(options)
  await learnFrom('learn-score', paths, options, learner, constraintsOf(options), terminal)
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
  const { method, evaluations, algorithm, terms, variables, depth = USUAL_DEPTH } = options
  checkMethod(method, options, OPTIONS_OF)
  const algorithms = algorithm === 'best' ? BEST_OF : [algorithm]
  if (method === 'coefficients') {
    const families = terms === undefined ? FAMILY_NAMES : listed<FamilyName>('--terms', terms, FAMILY_NAMES)
    return { learner: 'score-coefficients', families, algorithms, evaluations }
  }
  if (depth < LEAST_DEPTH || depth > MOST_DEPTH) {
    throw usage('--depth', String(depth), `a whole number from ${LEAST_DEPTH} to ${MOST_DEPTH}`)
  }
  const known = variables === undefined ? VARIABLES : listed<Variable>('--variables', variables, VARIABLES)
  return { learner: 'score-symbolic', algorithms, variables: known, depth, evaluations }
}

/** More levels than anybody reads. */
const MOST_DEPTH = 20

/** Words separated by commas, in the order in which `words` has them, each once. */
function listed<Word extends string>(option: string, text: string, words: readonly Word[]): readonly Word[] {
  const given = text.split(',').map((word) => word.trim())
  const unknown = given.find((word) => !words.some((each) => each === word))
  if (unknown !== undefined) throw usage(option, unknown, `some of ${words.join(', ')}, separated by commas`)
  return words.filter((word) => given.includes(word))
}
