/** `qw explain` of strategies that go by rules: what they say, and with a log what they decide on it. */
import { QueuewrightError } from '../../../core/errors.js'
import { formatNumber } from '../../../core/format.js'
import type { DecisionReport } from '../../../evaluation/decision-report.js'
import { inlineEvaluator } from '../../../evaluation/inline-evaluator.js'
import { type DecisionsResult, decisionsTask } from '../../../evaluation/tasks/decisions.js'
import { reachedJson, reachedOn, readExplainedLog } from '../../../lab/explained-log.js'
import type { Reached } from '../../../report/reached.js'
import type { ExplainedRules } from '../../../report/rules-text.js'
import { writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { type RulePolicy, rulePolicyText } from '../../../sim/policy.js'
import { featuresOf, parseFeature, type RuleBase } from '../../../sim/rule-based/index.js'
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
} from '../../../strategy/index.js'
import type { Trace } from '../../../trace/index.js'
import type { ExplainOptions } from '../explain-options.js'
import { pictureKind, writePicture } from '../picture.js'
import type { Terminal } from '../terminal.js'

export interface RulesInWords {
  readonly name: string
  readonly title: string
  readonly policy: RulePolicy
  /** What is known of the strategy: label and value. */
  readonly facts: readonly (readonly [string, string])[]
}

/** Values of a membership function and of an axis of a map; maps that are drawn where none is asked for. */
const CURVE_STEPS = 201
const MAP_STEPS = 61
const MOST_MAPS = 6
/** Stretches of the timeline. */
const BINS = 200

/**
 * @throws QueuewrightError `usage` for options that need a log, or other rules; what reading the log throws
 */
export async function explainRulePolicy(
  rules: RulesInWords,
  path: string | undefined,
  options: ExplainOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { name, title, policy, facts } = rules
  const { base } = policy
  checkOptions(base, path, options)
  const pictures = {
    plot: options.plot === undefined ? null : pictureKind(options.plot, '--plot'),
    surfaces: options.surfaces === undefined ? null : pictureKind(options.surfaces, '--surfaces'),
    timeline: options.timeline === undefined ? null : pictureKind(options.timeline, '--timeline'),
  }
  const asked = options.over === undefined ? null : pairOf(base, options.over)
  const found = path === undefined ? null : await decided(rules, path, options, terminal)
  const view = viewOf(base, found?.report ?? null)
  const explained: ExplainedRules = { name, title, base, log: found }
  const memberships = membershipSets(base, view.ranges.map(withUsual(base)))
  // Each pair of features is looked at, which takes its time.
  const maps = once(() =>
    asked === null
      ? tellingMaps(base, view.at, view.ranges, MAP_STEPS, MOST_MAPS)
      : [decisionMap(base, ...asked, view.at, view.ranges, MAP_STEPS)],
  )

  if (options.plot !== undefined && pictures.plot !== null) {
    const { membershipPlot } = await import('../../../report/plots/rules-memberships.js')
    const svg = membershipPlot({
      title: `${name}: membership functions, in the colour of what a rule favours`,
      sets: memberships,
    })
    await writePicture(options.plot, pictures.plot, svg, terminal)
  }
  if (options.surfaces !== undefined && pictures.surfaces !== null) {
    const { decisionMapPlot } = await import('../../../report/plots/rules-map.js')
    const svg = decisionMapPlot({ title: `${name}: decisions over two features`, maps: someMaps(maps()) })
    await writePicture(options.surfaces, pictures.surfaces, svg, terminal)
  }
  if (options.timeline !== undefined && pictures.timeline !== null && found !== null) {
    const { rulesTimelinePlot } = await import('../../../report/plots/rules-timeline.js')
    const { members, timeline } = found.report
    const plot = { title: `${name}: decisions on ${found.name}`, members, timeline, clock: found.trace.clock }
    await writePicture(options.timeline, pictures.timeline, rulesTimelinePlot(plot), terminal)
  }
  if (options.reduced !== undefined && found !== null) {
    await writeOutput(options.reduced, [reducedArtefact(name, found)])
  }
  if (options.report !== undefined) {
    const { rulesPage } = await import('../../../report/pages/rules.js')
    const provenance = { version: version(), command: commandLine }
    const clock = found?.trace.clock ?? null
    const reached = found?.reached ?? null
    const seen = { memberships, maps: maps(), others: view.others }
    const page = { ...explained, facts, ...seen, clock, reached, provenance }
    await writeOutput(options.report, [rulesPage(page)])
  }
  if (options.json) {
    terminal.print(
      JSON.stringify(rulesJson(explained, rulePolicyText(base), found?.reached ?? null), null, 2),
    )
    return
  }
  const { rulesText } = await import('../../../report/rules-text.js')
  const lines = facts.map(([label, value], k) => `${k === 0 ? '\n' : ''}${label}: ${value}`)
  const { reachedText } = await import('../../../report/reached.js')
  const reached = found === null ? [] : [`\n${reachedText(found.reached, terminal.style)}`]
  terminal.print([rulesText(explained, terminal.style), ...reached, ...lines].join('\n'))
}

function checkOptions(base: RuleBase, path: string | undefined, options: ExplainOptions): void {
  if (base.kind === 'rigid' && options.plot !== undefined) {
    throw new QueuewrightError('usage', 'rigid rules have no membership functions', {
      field: '--plot',
      remedy: '--surfaces draws what they decide.',
    })
  }
  for (const option of ['timeline', 'reduced'] as const) {
    if (path !== undefined || options[option] === undefined) continue
    throw new QueuewrightError('usage', 'what is decided takes a log to decide on', {
      field: `--${option}`,
      remedy: 'Name a log after the strategy.',
    })
  }
}

interface Decided extends NonNullable<ExplainedRules['log']> {
  readonly trace: Trace
  readonly reached: Reached
}

async function decided(
  { name, policy }: RulesInWords,
  path: string,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<Decided> {
  const log = await readExplainedLog(path, policy, options, terminal)
  const { trace, dataset, scenario } = log
  const text = rulePolicyText(policy.base)
  const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
  const [result] = await evaluator.evaluate([decisionsTask(scenario, text, BINS)])
  const reached = await reachedOn(log, { name, text })
  return { name: trace.name, trace, reached, ...(result as unknown as DecisionsResult) }
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

/** What rules may be about, and what there is. */
function withUsual(base: RuleBase): (range: FeatureRange, feature: number) => FeatureRange {
  const features = featuresOf(base)
  return ({ least, most }, feature) => {
    const usual = usualRange(features[feature])
    return { least: Math.min(least, usual.least), most: Math.max(most, usual.most) }
  }
}

/** @throws QueuewrightError `usage` for what are not two features of the base */
function pairOf(base: RuleBase, written: string): readonly [x: number, y: number] {
  const features = featuresOf(base)
  const places = written.split(',').map((feature) => features.indexOf(feature.trim()))
  if (places.length === 2 && !places.includes(-1) && places[0] !== places[1]) return [places[0], places[1]]
  throw new QueuewrightError('usage', 'a map has two features', {
    field: '--over',
    value: written,
    expected: `two of ${features.join(', ')}, separated by a comma`,
  })
}

/** @throws QueuewrightError `usage` where there is none */
function someMaps(maps: readonly DecisionMap[]): readonly DecisionMap[] {
  if (maps.length > 0) return maps
  throw new QueuewrightError('usage', 'no two features between which decisions differ', {
    field: '--surfaces',
    remedy: 'Name two of them with --over',
  })
}

/** @throws QueuewrightError `usage` where there is none */
function reducedArtefact(name: string, { reduced, name: log }: Decided): string {
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

function rulesJson({ name, title, base, log }: ExplainedRules, policy: string, reached: Reached | null) {
  return {
    name,
    title,
    policy,
    rules: explainRules(base),
    ...(log === null ? {} : { log: { name: log.name, ...log.report, reduced: log.reduced } }),
    ...(reached === null ? {} : { reached: reachedJson(reached) }),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
