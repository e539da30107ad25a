/**
 * A strategy that was found, in words and tables: what it is, whom it prefers, what it took, whether it keeps to what it had
 * to, what it reaches.
 */

import {
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  type Section,
  section,
  sentences,
} from '../../core/exhibit.js'
import { formatChange, formatCount, formatValue, plural } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { ANCHORS, beatsAnchors, nothingLearnt } from '../../evaluation/results/anchors.js'
import {
  baselineIn,
  beside,
  type FoundRow,
  keepingOf,
  nothingBetter,
  unbeatenIn,
} from '../../evaluation/results/found-rows.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { SearchFound } from '../../evaluation/searches/search-history.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { policyName, policyParts, RECORDED, splitPolicies, withAlgorithm } from '../../sim/policy.js'
import {
  type Evidence,
  explain,
  LONG_WAIT,
  parseConstraint,
  policyOf,
  type StrategyArtefact,
  usualQuestions,
} from '../../strategy/index.js'
import { explainedCurves, tellsGroupsApart } from '../explanation.js'
import { groupsInOrder } from '../strategy.js'
import { behindLines } from '../words/behind.js'
import { paysByObjectives } from '../words/pays.js'
import { recordedVerdict } from '../words/recorded.js'
import { trustLines } from '../words/verdict.js'
import { preferredSections } from './found-preferred.js'
import { groupSections, policiesTable, recordedSections, toneOf } from './parts.js'

/** As the tables call it, and it under other algorithms: its text would leave no room for values. */
const FOUND = 'found'
const foundUnder = (algorithm: string) => `${FOUND}, ${algorithm}`

/** Characters of a policy that is shown; of a longer one, a reader has more of its file. */
const SHOWN_POLICY = 100

/**
 * @param artefact with evidence
 * @param file where it is, for the reader
 * @param told beside it: the preference that it was learnt for, what really happened on its logs, who is in which group
 */
export function strategyPage(
  { name, strategy, evidence }: StrategyArtefact,
  file: string,
  {
    preference = null,
    recorded = [],
    groups = [],
  }: Partial<Pick<SearchFound, 'preference' | 'recorded' | 'groups'>> = {},
): Exhibit {
  const policy = policyOf(strategy)
  const told: Fact[] = [
    ['found', foundText(policy)],
    ['kept in', `${file}; qw explain says what it prefers, qw evaluate tries it elsewhere`],
  ]
  if (evidence === null) return exhibit(name, '', [section('The strategy', facts(told))])
  const { method, evaluations, simulations, measured, constraints } = evidence
  const effort = `${method}; ${plural(evaluations, 'candidate')}, ${plural(simulations, 'simulation')}`
  const preferred = preferenceText(policy, evidence)
  return exhibit(name, '', [
    ...(preference === null ? [] : preferredSections(preference, evidence, foundNames(policy, evidence))),
    section(
      'The strategy',
      sentences([
        ...gainLines(evidence, policyName(policy)),
        ...baselineLines(evidence, policyName(policy)),
        ...priceLines(evidence, policyName(policy)),
        ...constraints.flatMap((text) => constraintLines(text, evidence, policyName(policy))),
        ...anchorLines(evidence, policyName(policy)),
        ...(recorded.length === 0
          ? trustLines(null)
          : recorded.flatMap((log) => recordedVerdict(log).slice(0, 1))),
      ]),
      facts([
        ...told,
        ...(preferred === null ? [] : [['prefers', preferred] as const]),
        ['searched by', effort],
      ]),
    ),
    ...recordedSections(recorded),
    ...groupSections(groups),
    ...measuredSections(measured, policy, evidence),
  ])
}

function foundText(policy: string): string {
  const name = policyName(policy)
  const [algorithm] = policy.split(':', 1)
  return name.length <= SHOWN_POLICY
    ? name
    : `${algorithm} by an order of ${formatCount(policy.length)} characters`
}

/**
 * The order of the user groups that were measured, by the time of the week where that makes a difference; null where a
 * formula has no finite key for each of them, as group/wait has none at the begin of a wait, nor for rules, which have no
 * order of their own.
 */
function preferenceText(policy: string, { measured, traces }: Evidence): string | null {
  const groups = new Set(
    measured.flatMap(({ objectives }) =>
      Object.entries(objectives).flatMap(([name, value]) => {
        const group = /^AWRT(\d+)$/.exec(name)?.[1]
        return group === undefined || value === null ? [] : [Number(group)]
      }),
    ),
  )
  if (groups.size < 2 || traces.length === 0 || policyParts(policy) === null) return null
  const questions = usualQuestions(largestOf(groups), traces[0].machine)
  const typical = questions.typical.filter(({ group }) => groups.has(group))
  const explanation = explain(policy, { ...questions, typical, reference: typical[0] })
  if (!tellsGroupsApart(explanation)) return 'no user group'
  const { situations } = explainedCurves(explanation)
  if (situations.some(({ series }) => series.length < typical.length)) return null
  const orders = situations.map(({ series }) =>
    groupsInOrder(series, LONG_WAIT)
      .map((alike) => alike.join(' = '))
      .join(', '),
  )
  const same = orders.every((order) => order === orders[0])
  const shown = same ? orders[0] : situations.map(({ name }, k) => `${name} ${orders[k]}`).join('; ')
  return `of jobs that have waited a day, user groups in this order: ${shown}`
}

function measuredSections(
  measured: readonly FoundRow[],
  policy: string,
  evidence: Evidence,
): readonly Section[] {
  const names = foundNames(policy, evidence)
  const traces = [...new Set(measured.map(({ trace }) => trace))]
  return traces.flatMap((trace) =>
    (['train', 'test'] as const).flatMap((part) => {
      const rows = measured.filter((row) => row.trace === trace && row.part === part)
      if (rows.length === 0) return []
      const infos = Object.keys(rows[0].objectives).map((text) => compositeInfo(compileObjective(text)))
      const named = rows.map((row) => ({ ...row, policy: names.get(row.policy) ?? row.policy }))
      const others = rows.filter((row) => !names.has(row.policy) && row.policy !== RECORDED)
      const before = policyName(baselineIn(evidence))
      const baseline =
        named.find((row) => (row.policy === FOUND ? policyName(policy) : row.policy) === before) ??
        others[0] ??
        named[0]
      return [
        section(
          `${trace}, ${whichJobs(trace, part, evidence)}`,
          policiesTable(named, infos, baseline.policy),
        ),
      ]
    }),
  )
}

/** Names that the tables have for a policy that was found, by its text. */
export function foundNames(policy: string, { settings }: Evidence): ReadonlyMap<string, string> {
  const under = typeof settings.under === 'string' ? splitPolicies(settings.under) : []
  const variants = under.map(
    (algorithm) => [withAlgorithm(policy, algorithm), foundUnder(algorithm)] as const,
  )
  return new Map([...variants.filter(([text]) => text !== policy), [policyName(policy), FOUND]])
}

function whichJobs(trace: string, part: FoundRow['part'], { traces, settings }: Evidence): string {
  const learnt = traces.find(({ name }) => name === trace)
  if (learnt === undefined) return 'nothing was learnt from it'
  const { train, jobs } = learnt
  if (part === 'test') return `tested on the other ${formatCount(jobs - train)} jobs`
  const whence = typeof settings.windows === 'string' ? `windows (${settings.windows}) of ` : ''
  return train < jobs
    ? `learnt from ${whence}the first ${formatCount(train)} jobs`
    : `learnt from ${whence}all ${formatCount(jobs)} jobs`
}

/** Whether a constraint is kept, on each part of each log. */
function constraintLines(text: string, { measured }: Evidence, policy: string): readonly string[] {
  const constraint = parseConstraint(text, 'constraints')
  const { unit } = compositeInfo(constraint.objective)
  return measured
    .filter((row) => row.policy === policy)
    .map((row) => {
      const { value, limit, kept } = keepingOf(constraint, row, measured)
      const side = constraint.sense === '<=' ? 'at most' : 'at least'
      const shown = `${formatValue(value, unit)}, ${side} ${formatValue(limit, unit)}`
      return `${text}: ${kept ? 'kept' : 'BROKEN'} on ${placeOf(row)} (${shown})`
    })
}

/** The gain over the baseline, on jobs that had no say in it first. */
function gainLines(evidence: Evidence, policy: string): readonly string[] {
  const { objective, measured } = evidence
  const { unit, sense } = compositeInfo(compileObjective(objective))
  const base = baselineIn(evidence)
  const own = measured.filter((row) => row.policy === policy)
  const tested = [...own.filter(({ part }) => part === 'test'), ...own.filter(({ part }) => part !== 'test')]
  return tested.flatMap((row) => {
    const value = row.objectives[objective]
    const before = beside(base, row, measured)?.objectives[objective] ?? null
    const change = relativeChange(value, before)
    if (change === null || toneOf(change, sense) !== 'better') return []
    const [now, was] = [value, before].map((each) => formatValue(each, unit))
    return [
      `Better than ${policyName(base)} by ${objective} on ${placeOf(row)}: ${now} where it has ${was} (${formatChange(change)})`,
    ]
  })
}

/** The price of the gain, on jobs that had no say in it where there are any: who pays, and whether it keeps up with the work. */
function priceLines(evidence: Evidence, policy: string): readonly string[] {
  const { measured } = evidence
  const base = baselineIn(evidence)
  if (policy === policyName(base)) return []
  const own = measured.filter((row) => row.policy === policy)
  const tested = own.filter(({ part }) => part === 'test')
  return (tested.length > 0 ? tested : own).flatMap((row) => {
    const before = beside(policyName(base), row, measured)
    if (before === undefined) return []
    const changes = Object.entries(row.objectives).map(([text, value]) => ({
      objective: compositeInfo(compileObjective(text)),
      change: relativeChange(value, before.objectives[text] ?? null),
    }))
    const place = placeOf(row)
    const alike = measured.filter(({ trace, part }) => trace === row.trace && part === row.part)
    const named = alike.map((each) => (each.policy === policy ? { ...each, policy: FOUND } : each))
    return [
      paysByObjectives(`${FOUND} on ${place}`, policyName(base), changes),
      ...behindLines(named, policyName(base), { log: place, told: FOUND }),
    ]
  })
}

/** Where the strategy is no better than the policy that there was before. */
function baselineLines(evidence: Evidence, policy: string): readonly string[] {
  const { objective } = evidence
  const { unit } = compositeInfo(compileObjective(objective))
  const before = policyName(baselineIn(evidence))
  const nothing = nothingBetter(evidence, policy)
  const places = unbeatenIn(evidence, policy).map(({ row, value, before: base }) => {
    const values = policy === before ? '' : `, against ${formatValue(base, unit)}`
    return `${placeOf(row)} (${formatValue(value, unit)}${values})`
  })
  if (places.length === 0) return []
  const where = `${objective} on ${places.join(', ')}`
  if (policy === before)
    return [`Nothing better than ${before} was found: this is ${before} itself. ${where}`]
  return [
    nothing ? `Nothing better than ${before} was found: ${where}` : `Not better than ${before}: ${where}`,
  ]
}

/**
 * Where the strategy is not better than all one-line rules that were measured. One that breaks a constraint there is nobody
 * to be compared with.
 */
function anchorLines({ objective, constraints, measured }: Evidence, policy: string): readonly string[] {
  const { sense } = compileObjective(objective)
  const written = constraints.map((text) => parseConstraint(text, 'constraints'))
  const idle = measured
    .filter((row) => row.policy === policy)
    .filter((row) => {
      const rules = ANCHORS.flatMap((name) => beside(name, row, measured) ?? [])
      const rivals = rules.filter((rule) =>
        written.every((constraint) => keepingOf(constraint, rule, measured).kept),
      )
      const values = rivals.map((rival) => rival.objectives[objective])
      return beatsAnchors(row.objectives[objective], values, sense) === false
    })
  return idle.length === 0 ? [] : [nothingLearnt(FOUND, idle.map(placeOf))]
}

function placeOf({ trace, part }: FoundRow): string {
  return part === 'test' ? `the test of ${trace}` : trace
}
