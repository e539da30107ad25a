/** `qw learn …`: whatever the learner, which is known by what it declares. */

import { namedByOptions } from '../../../lab/failures.js'
import { namedGreedy, usualGreedy } from '../../../lab/greedy-member.js'
import { soughtBy } from '../../../lab/objectives.js'
import { rulesOf } from '../../../lab/rules.js'
import {
  askable,
  type Goal,
  type LearnerFamily,
  type LearnerKind,
  type LearnerSettings,
  methodOf,
  settledLearner,
} from '../../../learn/index.js'
import { splitPolicies } from '../../../sim/policy.js'
import { checkLearner, type LearningOptions, learnFrom } from '../learning.js'
import { usage } from '../options.js'
import { givenBy, refuseMisplaced } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface LearnOptions extends LearningOptions {
  readonly method?: string
}

/**
 * @param name of the command, without `learn`
 * @param kinds its methods
 */
export async function learnCommand(
  name: string,
  family: LearnerFamily,
  kinds: readonly LearnerKind[],
  paths: readonly string[],
  options: LearnOptions,
  terminal: Terminal,
): Promise<void> {
  const { relativeTo = null, under } = options
  if (!family.orders) checkCompress(options)
  const kind = kinds.find((each) => methodOf(each) === options.method) ?? kinds[0]
  const sets = kinds.map((each) => ({ method: methodOf(each), declarations: askable(each) }))
  refuseMisplaced(methodOf(kind), sets, options)
  const declarations = askable(kind)
  const sought = await soughtBy(options.objective, constraintsOf(options, family))
  const { objective, constraints } = sought
  const goal: Goal = {
    objective,
    relativeTo,
    constraints,
    under: under === undefined ? [] : splitPolicies(under),
  }
  const given = givenBy(declarations, options)
  const named = typeof given.greedy === 'string' ? await namedGreedy(given.greedy) : undefined
  const settingsWith = (greedy: string | undefined) =>
    namedByOptions(declarations, () => settledLearner(kind, { ...given, greedy }, goal)) as LearnerSettings
  namedByOptions(declarations, () => checkLearner(settingsWith(named)))
  const choosesGreedy = 'greedy' in declarations && named === undefined
  await learnFrom(
    `learn-${name}`,
    paths,
    { ...options, ...sought },
    async (logs) => settingsWith(choosesGreedy ? await usualGreedy({ objective, logs }, terminal) : named),
    constraints,
    terminal,
  )
}

const NO_CONSTRAINT = 'none'

function constraintsOf({ subjectTo }: LearnOptions, { constraints }: LearnerFamily): readonly string[] {
  if (subjectTo === undefined) return constraints
  if (!subjectTo.includes(NO_CONSTRAINT)) return subjectTo
  if (subjectTo.length === 1) return []
  throw usage('--subject-to', subjectTo.join(', '), `either ${NO_CONSTRAINT} or constraints`)
}

/** @throws QueuewrightError `usage` for reservations that are to be kept, which rules cannot */
function checkCompress(options: LearnOptions): void {
  const { compress } = rulesOf(options)
  if (compress !== 'none') return
  const remedy = 'Take --compress queue: reservations cannot be kept when rules change the policy'
  throw usage('--compress', compress, 'queue', remedy)
}
