/**
 * The page of a market: whether it beats a central scheduler, for which jobs and for which not, and who wins and who loses by
 * joining.
 */
import {
  aside,
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
  formatSeconds,
  NO_VALUE,
  plural,
} from '../../core/format.js'
import type { Contract, Gain, GridMeasures, GridPolicy, GridSchedule } from '../../sites/index.js'
import type { DropCounts, LogClock } from '../../trace/index.js'
import type { Provenance } from '../model.js'
import { gridGantt } from '../plots/grid-gantt.js'
import { marketAllocation } from '../plots/market-gantt.js'
import {
  balances,
  changes,
  gridPolicyName,
  type NamedGains,
  secondsText,
  shareText,
  winners,
} from './grid.js'
import { digestFacts, noticeSection, provenanceSection } from './parts.js'

export interface MarketReport {
  readonly name: string
  readonly digest: string
  readonly clock: LogClock
  readonly domains: readonly {
    readonly name: string
    /** Nodes of each machine. */
    readonly machines: readonly number[]
    /** Names, or null for all others. */
    readonly knows: readonly string[] | null
    readonly machineFunction: string | null
  }[]
  readonly jobs: number
  readonly parts: number
  readonly markets: readonly {
    readonly name: string
    readonly schedule: GridSchedule
    readonly contracts: readonly Contract[]
    readonly measures: GridMeasures
    readonly gains: readonly Gain[]
    /** AWRT of the same jobs under each central way of sharing. */
    readonly beside: readonly (number | null)[]
  }[]
  readonly central: readonly { readonly policy: GridPolicy; readonly measures: GridMeasures }[]
  readonly best: { readonly market: number; readonly central: number } | null
  readonly classes: readonly {
    readonly name: string
    readonly jobs: number
    readonly market: number | null
    readonly central: number | null
  }[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  readonly checked: boolean
  readonly dropped: DropCounts
  readonly notices: readonly string[]
  readonly provenance: Provenance
}

export function marketPage(report: MarketReport): Exhibit {
  const {
    name: log,
    jobs,
    parts,
    domains,
    markets,
    central,
    best,
    checked,
    clock,
    refused,
    provenance,
  } = report
  const names = domains.map((domain) => domain.name)
  const nodes = domains.reduce((sum, { machines }) => sum + machines.reduce((own, each) => own + each, 0), 0)
  const split = parts === jobs ? '' : `, in ${formatCount(parts)} parts`
  const verdict = best === null ? '' : `; ${verdictOf(report, best)}`
  const gains: readonly NamedGains[] = markets
  const all = () => gains.flatMap((each) => winners(names, each))
  const single = gains.length === 1
  return exhibit(
    `A market of ${plural(domains.length, 'domain')} for ${log}`,
    `${plural(jobs, 'job')}${split}, ${plural(nodes, 'node')}${checked ? '; what was agreed on is kept' : ''}${verdict}`,
    [
      section('Markets beside central ways of sharing', waysTable(report)),
      ...(best === null ? [] : [section('When the market is better', classTable(report, best))]),
      ...(refused.length === 0
        ? []
        : [
            section(
              'Requests that nobody makes an offer for',
              table(
                'Why, as far as the request and the machines tell',
                words('request', 'reason'),
                refused.map(({ name, reason }) => [name, reason]),
              ),
            ),
          ]),
      ...(central.length === 0
        ? markets[0].contracts.length === 0
          ? []
          : [section('What was agreed on', contractTable(report))]
        : [
            section(
              'Who wins and who loses by joining',
              single ? all() : [...balances(names, gains), ...changes(names, gains)],
            ),
            aside('Each market', single ? () => changes(names, gains) : all),
          ]),
      aside('The domains over time', () =>
        markets.map(({ name, schedule, contracts }, k) => {
          const allocation = marketAllocation(contracts, domains)
          const picture = gridGantt({ title: `${name} on ${log}`, schedule, names, clock, allocation })
          const caption = 'Domains as bands, one above the other, each job on the nodes that were agreed on.'
          return figure({ ...picture, name: `gantt-market-${k + 1}` }, caption)
        }),
      ),
      aside('The domains', () => [
        table(
          'As they were simulated',
          [...words('domain', 'machines', 'knows', 'charges')],
          domains.map(({ name, machines, knows, machineFunction }) => [
            ...[name, machines.join(', '), knows === null ? 'all others' : knows.join(', ') || 'nobody'],
            machineFunction ?? 'as the market',
          ]),
        ),
        facts([['jobs', formatCount(jobs)]]),
      ]),
      noticeSection(report.dropped, report.notices),
      provenanceSection(provenance, digestFacts([[log, report.digest]])),
    ],
  )
}

/** In a few words, what it means for whoever has to choose. */
function verdictOf(
  { markets, central, jobs, parts }: MarketReport,
  best: NonNullable<MarketReport['best']>,
): string {
  const { name, beside, schedule } = markets[best.market]
  const left = parts - schedule.jobs.length
  if (left === parts) return 'no market takes any of the jobs'
  const but =
    left === 0
      ? ''
      : `, but leaves ${formatCount(left)} of ${plural(parts, parts === jobs ? 'job' : 'part')} undone`
  const ours = markets[best.market].measures.awrt
  const theirs = beside[best.central]
  const other = gridPolicyName(central[best.central].policy)
  if (ours === null || theirs === null || theirs === 0)
    return `nothing to choose between ${name} and ${other}`
  const change = ours / theirs - 1
  if (formatChange(change) === formatChange(0)) return `${name} is as good as ${other}${but}`
  return change < 0
    ? `${name} beats every central way of sharing: ${formatChange(change)} AWRT beside ${other}${but}`
    : `no market beats ${other}: the best, ${name}, has ${formatChange(change)} AWRT`
}

function waysTable({ markets, central, best, parts }: MarketReport) {
  const reference = best === null ? null : best.central
  /** AWRT of the jobs that the best market takes. */
  const ours = best === null ? null : markets[best.market].measures.awrt
  const theirs = best === null ? null : markets[best.market].beside[best.central]
  const leads = (own: number | null, other: number | null) => own !== null && other !== null && own <= other
  const rows: Cell[][] = [
    ...markets.map(({ name, measures, schedule, beside }, k) => [
      name,
      valueCell(secondsText(measures.awrt), best?.market === k && leads(ours, theirs)),
      reference === null ? NO_VALUE : changeText(measures.awrt, beside[reference]),
      secondsText(measures.awwt),
      shareText(measures.utilization),
      formatSeconds(measures.makespan),
      formatCount(schedule.split.size),
      formatCount(parts - schedule.jobs.length),
    ]),
    ...central.map(({ policy, measures }, k) => [
      gridPolicyName(policy),
      valueCell(secondsText(measures.awrt), reference === k && leads(theirs, ours)),
      reference === null ? NO_VALUE : changeText(measures.awrt, central[reference].measures.awrt),
      secondsText(measures.awwt),
      shareText(measures.utilization),
      formatSeconds(measures.makespan),
      formatCount(measures.multiSiteJobs),
      formatCount(0),
    ]),
  ]
  const beside = reference === null ? 'beside' : `beside ${gridPolicyName(central[reference].policy)}`
  return table(
    'Responses and waits weighed by work, over the jobs that somebody takes; the change of AWRT is of the same jobs',
    [
      ...words('way of sharing'),
      ...numbers('AWRT', beside, 'AWWT', 'utilisation', 'makespan', 'co-allocated', 'not taken'),
    ],
    rows,
  )
}

function classTable({ markets, central, classes }: MarketReport, best: NonNullable<MarketReport['best']>) {
  const other = gridPolicyName(central[best.central].policy)
  return table(
    `AWRT of some of the jobs: ${markets[best.market].name} beside ${other}`,
    [...words('jobs that'), ...numbers('jobs', 'market', other, 'change')],
    classes.map(({ name, jobs, market, central: theirs }) => [
      name,
      formatCount(jobs),
      secondsText(market),
      secondsText(theirs),
      changeCell(market, theirs),
    ]),
  )
}

function contractTable({ markets, domains }: MarketReport) {
  const [{ name, schedule, contracts }] = markets
  return table(
    name,
    [...words('request', 'at'), ...numbers('nodes', 'start', 'end', 'cost', 'utility')],
    contracts.map(({ fragments, start, end, cost, utility }, row) => [
      String(schedule.jobs.id[row]),
      fragments.map(({ domain, machine }) => `${domains[domain].name}/${machine + 1}`).join(', '),
      formatCount(schedule.jobs.size[row]),
      ...[start, end, cost, utility].map(formatNumber),
    ]),
  )
}

function changeText(value: number | null, beside: number | null): string {
  return value === null || beside === null || beside === 0 ? NO_VALUE : formatChange(value / beside - 1)
}

/** Marked where the market is better. */
function changeCell(market: number | null, central: number | null): Cell {
  const text = changeText(market, central)
  return valueCell(text, market !== null && central !== null && market < central && text !== formatChange(0))
}
