/** Rules explained, and with a log their decisions on it. */
import { QueuewrightError } from '../../core/errors.js'
import { formatNumber } from '../../core/format.js'
import type { DecisionReport } from '../../evaluation/decisions/decision-report.js'
import { inlineEvaluator } from '../../evaluation/inline-evaluator.js'
import { decisionsResult, decisionsTask } from '../../evaluation/tasks/decisions.js'
import type { Reached } from '../../report/reached.js'
import type { ExplainedRules } from '../../report/rules.js'
import { type RulePolicy, rulePolicyText } from '../../sim/policy.js'
import { featuresOf, parseFeature, type RuleBase } from '../../sim/rule-based/index.js'
import {
  type DecisionMap,
  decisionMap,
  explainRules,
  type FeatureRange,
  membershipsOf,
  ruleSets,
  STRATEGY_FORMAT,
  STRATEGY_VERSION,
  strategyJson,
  tellingMaps,
  usualRange,
  usualValue,
} from '../../strategy/index.js'
import type { Trace } from '../../trace/index.js'
import type { LogOptions, LogSource } from '../inputs/log.js'
import type { SiteDocumentOptions } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { type ExplainedLogOptions, reachedJson, reachedOn, readExplainedLog } from './explained-log.js'

export interface RulesInWords {
  readonly name: string
  readonly title: string
  readonly policy: RulePolicy
  /** Facts of the strategy: label and value. */
  readonly facts: readonly (readonly [string, string])[]
}

/** A policy that goes by rules. */
export interface ExplainedRulePolicy extends ExplainedRules {
  readonly kind: 'rules'
  readonly policy: RulePolicy
  readonly facts: RulesInWords['facts']
  /** Null without a log. */
  readonly log: Decided | null
  readonly reached: Reached | null
}

/** Values of a membership function and of an axis of a map; maps that are drawn where none is asked for. */
const CURVE_STEPS = 201
const MAP_STEPS = 61
const MOST_MAPS = 6
/** Stretches of the timeline. */
const BINS = 200

/** @throws QueuewrightError as `prepareLog` */
export async function explainRulePolicy(
  { name, title, policy, facts }: RulesInWords,
  source: LogSource | null,
  options: LogOptions & SiteDocumentOptions,
  ports: Ports,
): Promise<ExplainedRulePolicy> {
  const log = source === null ? null : await decided(name, policy, source, options, ports)
  return { kind: 'rules', name, title, policy, base: policy.base, facts, log, reached: log?.reached ?? null }
}

/** The drawable parts of rules. */
export interface RulesDrawn {
  readonly memberships: ReturnType<typeof membershipSets>
  /** Decisions over two features each: of those that are named, else of those that tell most. Looking takes its time. */
  readonly maps: () => readonly DecisionMap[]
  /** Values of the features that a map leaves alone, in words. */
  readonly others: string
}

/** @param over places of two features */
export function drawnRules(
  { base, log }: ExplainedRulePolicy,
  over: readonly [x: number, y: number] | null,
): RulesDrawn {
  const { ranges, at, others } = viewOf(base, log?.report ?? null)
  let made: readonly DecisionMap[] | null = null
  return {
    memberships: membershipSets(base, ranges.map(withUsual(base))),
    maps: () => {
      made ??=
        over === null
          ? tellingMaps(base, at, ranges, MAP_STEPS, MOST_MAPS)
          : [decisionMap(base, ...over, at, ranges, MAP_STEPS)]
      return made
    },
    others,
  }
}

export interface Decided extends NonNullable<ExplainedRules['log']> {
  readonly trace: Trace
  readonly reached: Reached
}

async function decided(
  name: string,
  policy: RulePolicy,
  source: LogSource,
  options: ExplainedLogOptions,
  ports: Ports,
): Promise<Decided> {
  const log = await readExplainedLog(source, policy, options, ports)
  const { trace, dataset, scenario } = log
  const text = rulePolicyText(policy.base)
  const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
  const [result] = await evaluator.evaluate([decisionsTask(scenario, text, BINS)])
  const reached = await reachedOn(log, { name, text })
  return { name: trace.name, trace, reached, ...decisionsResult(result) }
}

/** How features are looked at: their ranges, and the value of each while others vary. */
interface View {
  readonly ranges: readonly FeatureRange[]
  readonly at: readonly number[]
  /** The values in words. */
  readonly others: string
}

function viewOf(base: RuleBase, report: DecisionReport | null): View {
  const features = featuresOf(base)
  const known = report !== null && report.count > 0 ? report.features : null
  const at = features.map((feature, k) => known?.[k].median ?? usualValue(feature))
  const ranges = features.map((feature, k): FeatureRange => {
    const values = known?.[k]
    // Shares are shares on every log.
    if (values === undefined || parseFeature(feature).unit === '%' || !(values.low < values.high))
      return usualRange(feature)
    return { least: values.low, most: values.high }
  })
  const others = features.map((feature, k) => `${feature} ${formatNumber(at[k])}`).join(', ')
  return { ranges, at, others: known === null ? others : `${others}, their medians on the log` }
}

function membershipSets(base: RuleBase, ranges: readonly FeatureRange[]) {
  if (base.kind === 'rigid') return []
  return ruleSets(base).map((set) => ({ set, memberships: membershipsOf(set, CURVE_STEPS, ranges) }))
}

/** The range of a feature, with the usual one in it. */
function withUsual(base: RuleBase): (range: FeatureRange, feature: number) => FeatureRange {
  const features = featuresOf(base)
  return ({ least, most }, feature) => {
    const usual = usualRange(features[feature])
    return { least: Math.min(least, usual.least), most: Math.max(most, usual.most) }
  }
}

/**
 * The smaller base as a strategy's file.
 * @throws QueuewrightError `usage` where there is none
 */
export function reducedStrategy(name: string, { reduced, name: log }: Decided): string {
  if (reduced === null) {
    throw new QueuewrightError('usage', 'no smaller base was found that makes the same schedule', {
      field: '--reduced',
    })
  }
  return strategyJson({
    format: STRATEGY_FORMAT,
    version: STRATEGY_VERSION,
    name: `${name}, reduced on ${log}`,
    strategy: { kind: 'rules', base: reduced },
    evidence: null,
  })
}

/** The explanation for other programs. */
export function rulesJson({ name, title, base, log, reached }: ExplainedRulePolicy) {
  return {
    name,
    title,
    policy: rulePolicyText(base),
    rules: explainRules(base),
    ...(log === null ? {} : { log: { name: log.name, ...log.report, reduced: log.reduced } }),
    ...(reached === null ? {} : { reached: reachedJson(reached) }),
  }
}
