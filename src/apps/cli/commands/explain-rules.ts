/** `qw explain` of strategies that go by rules. */
import { QueuewrightError } from '../../../core/errors.js'
import {
  drawnRules,
  type ExplainedRulePolicy,
  reducedStrategy,
  rulesJson,
} from '../../../lab/explain/rules.js'
import { writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { featuresOf, type RuleBase } from '../../../sim/rule-based/index.js'
import type { DecisionMap } from '../../../strategy/index.js'
import type { ExplainOptions } from '../explain-options.js'
import { pictureKind, writePicture } from '../picture.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function printRules(
  explained: ExplainedRulePolicy,
  options: ExplainOptions,
  terminal: Terminal,
  command: string,
): Promise<void> {
  const { name, base, log } = explained
  const { plot, surfaces, timeline, reduced } = options
  const { memberships, maps, others } = drawnRules(explained, pairOf(base, options.over))
  if (plot !== undefined) {
    const { membershipPlot } = await import('../../../report/plots/rules-memberships.js')
    const title = `${name}: membership functions, in the colour of what a rule favours`
    await writePicture(
      plot,
      pictureKind(plot, '--plot'),
      membershipPlot({ title, sets: memberships }),
      terminal,
    )
  }
  if (surfaces !== undefined) {
    const { decisionMapPlot } = await import('../../../report/plots/rules-map.js')
    const svg = decisionMapPlot({ title: `${name}: decisions over two features`, maps: someMaps(maps()) })
    await writePicture(surfaces, pictureKind(surfaces, '--surfaces'), svg, terminal)
  }
  if (timeline !== undefined && log !== null) {
    const { rulesTimelinePlot } = await import('../../../report/plots/rules-timeline.js')
    const { members, timeline: counts } = log.report
    const title = `${name}: decisions on ${log.name}`
    const svg = rulesTimelinePlot({ title, members, timeline: counts, clock: log.trace.clock })
    await writePicture(timeline, pictureKind(timeline, '--timeline'), svg, terminal)
  }
  if (reduced !== undefined && log !== null) await writeOutput(reduced, [reducedStrategy(name, log)])
  const exhibit = async () => {
    const { rulesPage } = await import('../../../report/pages/rules.js')
    const seen = { memberships, maps, others, clock: log?.trace.clock ?? null }
    return rulesPage({ ...explained, ...seen, provenance: { version: version(), command } })
  }
  await printResult(terminal, options, exhibit, () => rulesJson(explained))
}

/** @throws QueuewrightError `usage` for options that need a log, or other rules */
export function checkRulesOptions(base: RuleBase, path: string | undefined, options: ExplainOptions): void {
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
  pairOf(base, options.over)
}

/**
 * Places of the two features that a map is to be over; null where none are named.
 * @throws QueuewrightError `usage` for what are not two features of the base
 */
function pairOf(base: RuleBase, written: string | undefined): readonly [x: number, y: number] | null {
  if (written === undefined) return null
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
