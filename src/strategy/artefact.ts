/**
 * `strategy.json`: reading and writing. What is written is read back number by number as it was, and written again byte
 * by byte. Reading checks everything, since people edit such files.
 *
 * Version 2 is version 1 with one more member, `fitted`. A strategy that was not fitted is still written as version 1, so
 * that everybody who reads that one can read it.
 */
import { Document, isObject, member } from '../core/document.js'
import { QueuewrightError } from '../core/errors.js'
import { Fields } from '../core/fields.js'
import { compileObjective } from '../sim/objectives/index.js'
import { parseConstraint } from './constraint.js'
import { canonicalFitted, FITTED_MEMBERS, readFitted } from './fitted.js'
import { kindOf, STRATEGY_KINDS } from './kinds.js'
import type { Evidence, Strategy, StrategyArtefact } from './strategy.js'

export const STRATEGY_FORMAT = 'queuewright-strategy'
/** Of strategies that were not fitted. */
export const STRATEGY_VERSION = 1
/** Of those that were. */
export const FITTED_VERSION = 2

/** The policy that a strategy of any kind amounts to. */
export function policyOf(strategy: Strategy): string {
  return kindOf(strategy).policy(strategy)
}

/** What a strategy is, in some words. */
export function titleOf(strategy: Strategy): string {
  return kindOf(strategy).title(strategy)
}

const VERSIONS = `${STRATEGY_VERSION} or ${FITTED_VERSION}`

const MEMBERS = ['format', 'version', 'name', 'strategy', 'evidence'] as const

const EVIDENCE_MEMBERS = [
  'objective',
  'constraints',
  'method',
  'settings',
  'seed',
  'evaluations',
  'simulations',
  'score',
  'traces',
  'measured',
] as const
const TRACE_MEMBERS = ['name', 'digest', 'machine', 'train', 'jobs'] as const
const MEASURED_MEMBERS = ['trace', 'part', 'policy', 'objectives'] as const

/**
 * @param text the document
 * @param file its name in messages
 * @throws QueuewrightError `input-document` for what is no strategy, of a newer version, or edited wrongly; what a policy
 *   or an objective in it is refused with
 */
export function readStrategy(text: string, file: string): StrategyArtefact {
  const document = new Document(file)
  const whole = document.parse(text)
  const format = isObject(whole) ? member(whole, 'format') : undefined
  if (!isObject(whole) || format !== STRATEGY_FORMAT) {
    throw new QueuewrightError('input-document', 'no strategy', {
      file,
      field: 'format',
      ...(typeof format === 'string' ? { value: format } : {}),
      expected: `"${STRATEGY_FORMAT}"`,
      remedy: 'Name a file that qw learn, qw tune or qw scores fit has written',
    })
  }
  const version = member(whole, 'version')
  if (typeof version === 'number' && version > FITTED_VERSION) {
    throw new QueuewrightError('input-document', 'a strategy of a newer version of the format', {
      file,
      field: 'version',
      value: version,
      expected: VERSIONS,
      remedy: 'Use the Queuewright that wrote it, or a newer one',
    })
  }
  const fitted = version === FITTED_VERSION
  const fields = new Fields(file, whole, '', fitted ? [...MEMBERS, 'fitted'] : MEMBERS)
  if (version !== STRATEGY_VERSION && !fitted) throw fields.bad('version', VERSIONS)
  return {
    format: STRATEGY_FORMAT,
    version,
    name: fields.text('name'),
    strategy: readKind(fields, file),
    evidence:
      fields.value('evidence') === null ? null : readEvidence(fields.object('evidence', EVIDENCE_MEMBERS)),
    ...(fitted ? { fitted: readFitted(fields.object('fitted', FITTED_MEMBERS)) } : {}),
  }
}

function readKind(fields: Fields, file: string): Strategy {
  const value = fields.value('strategy')
  const words = Object.keys(STRATEGY_KINDS) as readonly Strategy['kind'][]
  const kind = isObject(value) ? words.find((word) => word === member(value, 'kind')) : undefined
  if (kind === undefined) {
    const some = words.map((word) => `"${word}"`).join(', ')
    const found = new Document(file).object(value, 'strategy')
    throw new Document(file).bad('strategy.kind', member(found, 'kind'), some)
  }
  const { members, read } = STRATEGY_KINDS[kind]
  return read(fields.object('strategy', ['kind', ...members]))
}

function readEvidence(fields: Fields): Evidence {
  const objective = fields.text('objective')
  fields.checked('objective', () => compileObjective(objective))
  const traces = fields.objects('traces', TRACE_MEMBERS).map((trace) => {
    const jobs = trace.whole('jobs', 1)
    const train = trace.whole('train', 1)
    if (train > jobs) throw trace.bad('train', `at most ${jobs}, the jobs of the trace`)
    return {
      name: trace.text('name'),
      digest: trace.text('digest'),
      machine: trace.whole('machine', 1),
      train,
      jobs,
    }
  })
  const names = traces.map(({ name }) => name)
  const measured = fields.objects('measured', MEASURED_MEMBERS).map((row) => {
    const trace = row.text('trace')
    const part = row.oneOf('part', ['train', 'test'])
    if (part === 'train' && !names.includes(trace)) {
      throw row.bad('trace', `one of the traces that were learnt from: ${names.join(', ') || 'none'}`)
    }
    const objectives = row.values('objectives')
    for (const name of Object.keys(objectives)) row.checked('objectives', () => compileObjective(name))
    return { trace, part, policy: row.text('policy'), objectives }
  })
  return {
    objective,
    constraints: readConstraints(fields),
    method: fields.text('method'),
    settings: fields.scalars('settings'),
    seed: fields.whole('seed', 0),
    evaluations: fields.whole('evaluations', 0),
    simulations: fields.whole('simulations', 0),
    score: fields.number('score', -Number.MAX_VALUE, Number.MAX_VALUE),
    traces,
    measured,
  }
}

function readConstraints(fields: Fields): readonly string[] {
  const texts = fields.texts('constraints')
  for (const text of texts) fields.checked('constraints', () => parseConstraint(text, 'constraints'))
  return texts
}

/** The document, made to be read by people too: lists of plain values stand in one line. */
export function strategyJson({ name, strategy, evidence, fitted }: StrategyArtefact): string {
  const { canonical } = kindOf(strategy)
  return `${pretty({
    format: STRATEGY_FORMAT,
    version: fitted === undefined ? STRATEGY_VERSION : FITTED_VERSION,
    name,
    strategy: canonical(strategy),
    evidence: evidence === null ? null : canonicalEvidence(evidence),
    ...(fitted === undefined ? {} : { fitted: canonicalFitted(fitted) }),
  } satisfies StrategyArtefact)}\n`
}

function canonicalEvidence(evidence: Evidence): Evidence {
  const { objective, constraints, method, settings, seed, evaluations, simulations, score } = evidence
  const traces = evidence.traces.map(({ name, digest, machine, train, jobs }) => ({
    name,
    digest,
    machine,
    train,
    jobs,
  }))
  const measured = evidence.measured.map(({ trace, part, policy, objectives }) => ({
    trace,
    part,
    policy,
    objectives,
  }))
  const what = { objective, constraints, method, settings, seed, evaluations, simulations, score }
  return { ...what, traces, measured }
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
