/** A study in words: for reports, for lists of runs, and for who checks a file before running it. */

import type { Fact } from '../../core/exhibit.js'
import { formatCount, plural } from '../../core/format.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import { legendFacts } from '../../evaluation/group-legend.js'
import { nodesOf, type SeveralMachines } from '../../evaluation/several.js'
import type { RuleSet } from './design.js'
import { countCells, type LeftOut, nameIn, type StudySpec } from './spec.js'

/** Names beyond this many are counted instead of listed. */
const MOST_NAMES = 8

/** Facts that the axes do not say, in the order in which one asks. */
export function askedFacts(spec: StudySpec): Fact[] {
  const { logs, rules, judge, seed, seeds } = spec
  const split = splitText(spec)
  return [
    ...logs.map(({ name, jobs, processors }): Fact => {
      const machine = processors === null ? '' : `, own machine of ${formatCount(processors)} processors`
      return [`log ${name}`, `${plural(jobs, 'job')}${machine}`]
    }),
    ...groupFacts(spec),
    ...severalFacts(spec),
    ...judgedFacts(judge),
    ...(spec.ways === undefined ? rules : []).map(
      ({ name, rules: set, overrun, oversize, feedback }): Fact => {
        const { backfill, sight, ...plain } = set
        const all = {
          ...plain,
          sight: sight ?? 'all',
          ...backfill,
          overrun,
          oversize,
          ...feedbackText(feedback),
        }
        const text = Object.entries(all).map(([key, value]) => `${key} ${value}`)
        return [`rules ${name}`, text.join(', ')]
      },
    ),
    ...(split === null ? [] : [['split', split] as const]),
    // Several are an axis.
    ...(seeds === undefined ? [['seed', String(seed)] as const] : []),
  ]
}

/** Who is in which group of each log. */
function groupFacts({ logs }: StudySpec): readonly Fact[] {
  return legendFacts(logs.map(({ name, legend = [] }) => ({ log: name, groups: legend })))
}

function judgedFacts(judge: string | undefined): Fact[] {
  return judge === undefined ? [] : [['judged', `jobs with ${judge}; all are simulated`]]
}

/** Descriptions of several machines, each once. */
function severalFacts({ blocks }: StudySpec): Fact[] {
  const found = new Map(
    blocks.flatMap(({ machine, several }) => (several === undefined ? [] : [[machine, several] as const])),
  )
  return [...found].map(([label, machines]): Fact => [`machine ${label}`, severalText(machines)])
}

function severalText(machines: SeveralMachines): string {
  const nodes = `${formatCount(nodesOf(machines))} nodes`
  switch (machines.kind) {
    case 'clusters': {
      const come = machines.arrivals === 'log' ? 'jobs as they arrive' : 'all jobs at once'
      return `${plural(machines.system.clusters.length, 'cluster')}, ${nodes}; ${come}`
    }
    default: {
      const count =
        machines.kind === 'sites'
          ? plural(machines.sites.length, 'site')
          : plural(machines.domains.length, 'domain')
      const { arrivals, parts } = machines
      return `${count}, ${nodes}; jobs by ${arrivals}, wide ones in parts: ${parts}`
    }
  }
}

function feedbackText(feedback: RuleSet['feedback']) {
  if (feedback === undefined) return {}
  const { source, thinkLimit } = feedback
  return { feedback: thinkLimit === undefined ? source : `${source} up to ${thinkLimit} s` }
}

/** The whole of a study in a few lines. */
export function studyFacts(spec: StudySpec): Fact[] {
  const { blocks, policies, objectives, baseline, rules, judge, logs, seed, seeds = [seed] } = spec
  const distinct = (names: readonly string[]) => [...new Set(names)]
  const split = splitText(spec)
  return [
    ['traces', listed(logs.map(({ name }) => name))],
    ['windows', windowsText(spec)],
    ['machines', listed(distinct(blocks.map(({ machine }) => machine)))],
    ['estimates', listed(distinct(blocks.flatMap(({ estimates }) => estimates)))],
    ['rules', listed(rules.map(({ name }) => name))],
    ['policies', listed(policies.map((policy) => nameIn(spec, policy)))],
    ...Object.entries(spec.named ?? {}).map(([policy, name]) => [name, policy] as const),
    ['baseline', baseline],
    ['objectives', listed(objectives)],
    ...judgedFacts(judge),
    ...(split === null ? [] : [['split', split] as const]),
    ['seed', seeds.join(', ')],
    ['simulations', formatCount(countCells(spec))],
    ...groupFacts(spec),
  ]
}

function splitText({ split }: Pick<StudySpec, 'split'>): string | null {
  if (split === null) return null
  const how =
    split.by === 'time'
      ? `the first ${Number((100 * split.train).toPrecision(6))} % of each trace trains, the rest tests`
      : 'each trace tests what is chosen on the others'
  return `${how}; chosen by ${split.choose.join(', ')}`
}

/** `CTC, machine 256: the log has … (12 simulations)`. */
export function leftOutLine({ what, reason, simulations }: LeftOut): string {
  const count = simulations === null ? '' : ` (${plural(simulations, 'simulation')})`
  return `${what}: ${reason}${count}`
}

function windowsText({ blocks }: StudySpec): string {
  const names = [...new Set(blocks.flatMap(({ windows }) => windows.map(({ name }) => name)))]
  if (names.length <= MOST_NAMES) return listed(names)
  const counts = blocks.map(({ windows }) => windows.length)
  const [least, most] = [smallestOf(counts), largestOf(counts)]
  return `${least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`} of each log`
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return rest > 0
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${formatCount(rest)} more`
    : names.join(', ')
}
