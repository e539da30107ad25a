/** The page of a grid: what each way of sharing is worth, and who wins and who loses by joining. */
import {
  aside,
  type Block,
  type Cell,
  type Exhibit,
  exhibit,
  facts,
  figure,
  numbers,
  section,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import {
  formatChange,
  formatCount,
  formatNumber,
  formatPercent,
  formatSeconds,
  NO_VALUE,
  plural,
} from '../../core/format.js'
import { smallestOf } from '../../core/statistics.js'
import type { Gain, GridMeasures, GridPolicy, GridSchedule } from '../../sites/index.js'
import type { DropCounts, LogClock } from '../../trace/index.js'
import type { Provenance } from '../model.js'
import { gridGantt } from '../plots/grid-gantt.js'
import { digestFacts, noticeSection, provenanceSection } from './parts.js'

export interface GridReport {
  readonly name: string
  readonly digest: string
  readonly clock: LogClock
  readonly sites: readonly {
    readonly name: string
    readonly nodes: number
    readonly speed: number
    readonly policy: string
  }[]
  readonly jobs: number
  readonly parts: number
  readonly outcomes: readonly {
    readonly policy: GridPolicy
    readonly schedule: GridSchedule
    readonly measures: GridMeasures
    readonly gains: readonly Gain[]
  }[]
  readonly checked: boolean
  readonly dropped: DropCounts
  readonly notices: readonly string[]
  readonly provenance: Provenance
}

/** The name of a way of sharing, with its numbers. */
export function gridPolicyName(policy: GridPolicy): string {
  switch (policy.kind) {
    case 'local':
      return 'local'
    case 'sharing': {
      const facts = [
        ...(policy.siteChoice === 'soonest' ? [] : [policy.siteChoice]),
        ...(policy.move === 0 ? [] : [`${formatSeconds(policy.move)} a move`]),
      ]
      return facts.length === 0 ? 'sharing' : `sharing (${facts.join(', ')})`
    }
    default:
      return `${policy.kind} (${policy.overhead} %)`
  }
}

/** The report, apart from its looks: of several ways of sharing first what each changes, of one all groups of all sites. */
export function gridPage(report: GridReport): Exhibit {
  const { name: log, jobs, parts, sites, outcomes, checked, clock, provenance } = report
  const names = sites.map((site) => site.name)
  const nodes = sites.reduce((sum, site) => sum + site.nodes, 0)
  const split = parts === jobs ? '' : `, in ${formatCount(parts)} parts`
  const joining = outcomes
    .filter(({ policy }) => policy.kind !== 'local')
    .map(({ policy, gains }): NamedGains => ({ name: gridPolicyName(policy), gains }))
  const all = () => joining.flatMap((outcome) => winners(names, outcome))
  const single = joining.length === 1
  return exhibit(
    `${log} on ${plural(sites.length, 'site')}`,
    `${plural(jobs, 'job')}${split}, ${plural(nodes, 'node')}${checked ? '; the schedules break no rule' : ''}`,
    [
      section('Ways of sharing work', worth(outcomes)),
      ...(joining.length === 0
        ? []
        : [
            section(
              'Who wins and who loses by joining',
              single ? all() : [...balances(names, joining), ...changes(names, joining)],
            ),
            aside('Each way of sharing', single ? () => changes(names, joining) : all),
          ]),
      aside('The sites over time', () =>
        outcomes.map(({ policy, schedule }) => {
          const picture = gridGantt({ title: `${gridPolicyName(policy)} on ${log}`, schedule, names, clock })
          return figure(
            { ...picture, name: `gantt-${policy.kind}` },
            'Sites as bands, one above the other; the simulator gives each job the lowest free nodes of its sites.',
          )
        }),
      ),
      aside('The sites', () => [
        table(
          'As they were simulated',
          [...words('site'), ...numbers('nodes', 'speed'), ...words('policy')],
          sites.map((site) => [site.name, formatCount(site.nodes), formatNumber(site.speed), site.policy]),
        ),
        facts([['jobs', formatCount(jobs)]]),
      ]),
      noticeSection(report.dropped, report.notices),
      provenanceSection(provenance, digestFacts([[log, report.digest]])),
    ],
  )
}

/** The worth of each way of sharing to all. */
export function worth(outcomes: readonly Omit<GridReport['outcomes'][number], 'gains'>[]): Block {
  const best = smallestOf(outcomes.flatMap(({ measures }) => (measures.awrt === null ? [] : [measures.awrt])))
  return table(
    'Responses and waits weighed by work; a multi-site job is one that ran on several sites at once',
    [
      ...words('policy'),
      ...numbers('AWRT', 'AWWT', 'utilisation', 'makespan', 'multi-site jobs', 'of the node-seconds'),
    ],
    outcomes.map(({ policy, schedule, measures }) => [
      gridPolicyName(policy),
      valueCell(secondsText(measures.awrt), measures.awrt === best),
      secondsText(measures.awwt),
      shareText(measures.utilization),
      formatSeconds(measures.makespan),
      shareText(ratio(measures.multiSiteJobs, schedule.jobs.length)),
      shareText(ratio(measures.multiSiteOccupied, measures.occupied)),
    ]),
  )
}

/** The gains of a way of sharing, and for whom. */
export interface NamedGains {
  readonly name: string
  readonly gains: readonly Gain[]
}

/** Changes of AWRT by each way of sharing, of every site and of every user group of the whole grid. */
export function changes(sites: readonly string[], joining: readonly NamedGains[]): readonly Block[] {
  if (joining.length === 0) return []
  const [{ gains }] = joining
  const shown = gains.flatMap(({ site, group }, k) => (site === null || group === null ? [k] : []))
  return [
    table(
      "AWRT of each site's own users: alone, and how each way of sharing changes it",
      [...words('site', 'users'), ...numbers('jobs', 'alone', ...joining.map(({ name }) => name))],
      shown.map((k) => [
        ...whoseCells(gains[k], sites),
        formatCount(gains[k].jobs),
        secondsText(gains[k].alone),
        ...joining.map((outcome) => changeCell(outcome.gains[k])),
      ]),
    ),
  ]
}

/** How many win and lose by each way of sharing, of the sites and of the user groups of each, and who does most. */
export function balances(sites: readonly string[], joining: readonly NamedGains[]): readonly Block[] {
  const known = joining.filter(({ gains }) => gains.some(({ gain }) => gain !== null))
  if (known.length === 0) return []
  return [
    table(
      "Winners and losers by AWRT, beside local processing: sites, and groups of one site's users",
      [
        ...words('way of sharing'),
        ...numbers('sites that win', 'that lose', 'groups that win', 'that lose'),
        ...words('wins most', 'loses most'),
      ],
      known.map(({ name, gains }) => {
        const local = gains.filter(({ site }) => site !== null)
        const whole = balanceOf(local.filter(({ group }) => group === null))
        const groups = balanceOf(local.filter(({ group }) => group !== null))
        // Where no log tells users apart, sites are all there is.
        const named = groups.of > 0 ? groups : whole
        const whose = (gain: Gain | undefined) =>
          gain === undefined ? NO_VALUE : `${whoseCells(gain, sites).join(', ')}: ${changeText(gain)}`
        return [
          name,
          ...[whole, groups].flatMap(({ winners, losers, of }) =>
            [winners, losers].map(({ length }) => (of === 0 ? NO_VALUE : `${length} of ${of}`)),
          ),
          ...[named.winners[0], named.losers[0]].map(whose),
        ]
      }),
    ),
  ]
}

/** The balance of those whose gain is known: who gains so much that it can be seen, and who loses, most first. */
function balanceOf(gains: readonly Gain[]) {
  const known = gains.filter(({ gain }) => gain !== null)
  const changed = known
    .filter((gain) => changeText(gain) !== formatChange(0))
    .sort((a, b) => (b.gain ?? 0) - (a.gain ?? 0))
  return {
    of: known.length,
    winners: changed.filter(({ gain }) => (gain ?? 0) > 0),
    losers: changed.filter(({ gain }) => (gain ?? 0) < 0).reverse(),
  }
}

/** Gains of one way of sharing for every site and every group of its users. */
export function winners(sites: readonly string[], { name, gains }: NamedGains): readonly Block[] {
  return [
    table(
      `${name}: AWRT of each site's own users, beside local processing`,
      [...words('site', 'users'), ...numbers('jobs', 'joined', 'alone', 'change', 'work away', 'nodes lent')],
      gains.map((gain) => [
        ...whoseCells(gain, sites),
        formatCount(gain.jobs),
        secondsText(gain.joined),
        secondsText(gain.alone),
        changeCell(gain),
        shareText(gain.away),
        shareText(gain.lent),
      ]),
    ),
  ]
}

function whoseCells({ site, group }: Gain, sites: readonly string[]): readonly string[] {
  return [site === null ? 'all sites' : sites[site], group === null ? 'all' : `group ${group}`]
}

/** Marked for those who win so much that it can be seen. */
function changeCell(gain: Gain): Cell {
  const change = changeText(gain)
  return gain.gain === null ? change : valueCell(change, gain.gain > 0 && change !== formatChange(0))
}

function changeText({ gain }: Gain): string {
  return gain === null ? NO_VALUE : formatChange(-gain)
}

export function secondsText(seconds: number | null): string {
  return seconds === null ? NO_VALUE : formatSeconds(seconds)
}

export function shareText(share: number | null): string {
  return share === null ? NO_VALUE : formatPercent(share)
}

function ratio(part: number, all: number): number | null {
  return all > 0 ? part / all : null
}
