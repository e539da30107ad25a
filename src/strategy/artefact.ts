/**
 * `strategy.json`: reading and writing. What is written is read back number by number as it was, and written again byte
 * by byte. Reading checks everything, since people edit such files.
 *
 * Version 2 is version 1 with one more member, `fitted`. A strategy that was not fitted is still written as version 1, so
 * that everybody who reads that one can read it.
 */
import {
  type Codec,
  checkedText,
  isObject,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  record,
  refined,
  scalar,
  tagged,
  whole,
  words,
} from '../core/codec.js'
import { readDocument, versioned } from '../core/documents.js'
import { compileObjective } from '../sim/objectives/index.js'
import { parseConstraint } from './constraint.js'
import { FITTED } from './fitted.js'
import { kindOf, STRATEGY_KINDS } from './kinds.js'
import type { Evidence, Strategy, StrategyArtefact } from './strategy.js'

export const STRATEGY_FORMAT = 'queuewright-strategy'
/** The version of strategies that were not fitted. */
export const STRATEGY_VERSION = 1
/** The version of those that were. */
export const FITTED_VERSION = 2

/** The policy that a strategy of any kind amounts to. */
export function policyOf(strategy: Strategy): string {
  return kindOf(strategy).policy(strategy)
}

/** The title of a strategy, in some words. */
export function titleOf(strategy: Strategy): string {
  return kindOf(strategy).title(strategy)
}

const objective = checkedText(compileObjective, words)

const TRACE = refined(
  object({ name: words, digest: words, machine: whole(1), train: whole(1), jobs: whole(1) }),
  ({ train, jobs }, at) => {
    if (train > jobs) throw at.at('train').bad(train, `at most ${jobs}, the jobs of the trace`)
  },
)

const MEASURED = refined(
  object({
    trace: words,
    part: oneOf(['train', 'test']),
    policy: words,
    objectives: record(nullable(number(-Number.MAX_VALUE, Number.MAX_VALUE, 'a number or null'))),
  }),
  ({ objectives }, at) => {
    for (const name of Object.keys(objectives))
      at.at('objectives')
        .at(name)
        .checked(() => compileObjective(name))
  },
)

const EVIDENCE: Codec<Evidence> = refined(
  object({
    objective,
    constraints: list(checkedText((text) => parseConstraint(text, 'constraints'))),
    method: words,
    settings: record(scalar),
    seed: whole(0),
    evaluations: whole(0),
    simulations: whole(0),
    score: number(),
    traces: list(TRACE),
    measured: list(MEASURED),
  }),
  ({ traces, measured }, at) => {
    const names = traces.map(({ name }) => name)
    const expected = `one of the traces that were learnt from: ${names.join(', ') || 'none'}`
    for (const [k, { trace, part }] of measured.entries())
      if (part === 'train' && !names.includes(trace))
        throw at.at('measured').at(k).at('trace').bad(trace, expected)
  },
)

const { greedy, policy, rules } = STRATEGY_KINDS
export const STRATEGY: Codec<Strategy> = tagged('kind', {
  ...{ greedy: greedy.codec, policy: policy.codec, rules: rules.codec },
})
const MEMBERS = {
  name: words,
  strategy: STRATEGY,
  evidence: nullable(EVIDENCE),
}
const format = literal(STRATEGY_FORMAT)

const ARTEFACT: Codec<StrategyArtefact> = versioned<StrategyArtefact>(
  {
    what: 'a strategy',
    tag: 'format',
    name: STRATEGY_FORMAT,
    remedy: 'Name a file that qw learn, qw tune or qw scores fit has written',
  },
  {
    [STRATEGY_VERSION]: object({ format, version: literal(STRATEGY_VERSION), ...MEMBERS }),
    [FITTED_VERSION]: object({ format, version: literal(FITTED_VERSION), ...MEMBERS, fitted: FITTED }),
  },
)

/**
 * @param text the document
 * @param file its name in messages
 * @throws QueuewrightError `input-document` for what is no strategy, of a newer version, or edited wrongly; what a policy
 *   or an objective in it is refused with
 */
export function readStrategy(text: string, file: string): StrategyArtefact {
  return readDocument(ARTEFACT, text, file)
}

/** The document, made to be read by people too: lists of plain values stand in one line. */
export function strategyJson(artefact: StrategyArtefact): string {
  const version = artefact.fitted === undefined ? STRATEGY_VERSION : FITTED_VERSION
  return `${pretty(ARTEFACT.encode({ ...artefact, version }))}\n`
}

function pretty(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object' || each === null)) {
      return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    }
    return `[\n${value.map((each) => deeper + pretty(each, deeper)).join(',\n')}\n${indent}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([key, each]) => `${deeper}${JSON.stringify(key)}: ${pretty(each, deeper)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}
