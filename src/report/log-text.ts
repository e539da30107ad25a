/** What is in a log, as text for a terminal: the facts of `describeTrace` and a few small plots. Pure. */
import { WEEKDAYS } from '../core/calendar.js'
import { formatCount, formatNumber, formatPercent, formatSeconds, NO_VALUE, plural } from '../core/format.js'
import { visible } from '../core/visible.js'
import type { Histogram, Quantiles, TraceDescription } from '../trace/describe.js'
import { factsTable } from './table.js'
import { barChart, painted, sparkline, type TerminalStyle } from './terminal.js'

export function logText(log: TraceDescription, style: TerminalStyle): string {
  const { arrivals, sizes, runtimes, estimates, users, groups } = log
  const part = (title: string, ...lines: string[]) => [painted(title, 'strong', style), ...lines].join('\n')
  const parts = [
    factsTable([
      ['log', visible(log.name)],
      ['jobs', formatCount(log.jobs)],
      ['left out', droppedText(log)],
      ['submits', spanText(log)],
      [
        'machine',
        log.machine === null ? 'unknown (name it with --machine)' : plural(log.machine, 'processor'),
      ],
      ['offered load', log.offeredLoad === null ? NO_VALUE : formatPercent(log.offeredLoad)],
      ['users', formatCount(users.count)],
      ['digest', log.digest.slice(0, 16)],
    ]),
    part(
      'Arrivals by hour of the local day',
      sparkline(spread(arrivals.byHour, 2), style),
      '0           6           12          18         24',
    ),
    part(
      'Arrivals by weekday',
      barChart(
        arrivals.byWeekday.map((value, day) => ({ label: WEEKDAYS[day], value, note: formatCount(value) })),
        narrow(style),
      ),
    ),
    part(
      'Sizes, in processors',
      `serial ${formatPercent(sizes.serial)}, powers of two ${formatPercent(sizes.powersOfTwo)}; ${quantilesText(sizes.quantiles, formatNumber)}`,
      histogram(sizes.histogram, sizeLabel, style),
    ),
    part(
      'Run times',
      quantilesText(runtimes.quantiles, formatSeconds),
      histogram(runtimes.histogram, (low, high) => `${formatSeconds(low)} – ${formatSeconds(high)}`, style),
    ),
    part(
      'Run time as a part of the requested time',
      `without a request ${formatPercent(estimates.missing)}, ran longer ${formatPercent(estimates.overruns)}`,
      ...(estimates.accuracy.counts.some((count) => count > 0)
        ? [
            histogram(
              estimates.accuracy,
              (low, high) => `${Math.round(low * 100)}–${Math.round(high * 100)} %`,
              style,
            ),
          ]
        : []),
    ),
  ]
  if (groups.length > 0) {
    parts.push(
      part(
        'User groups, by share of the work',
        barChart(
          groups.map(({ group, share, users: members, jobs }) => ({
            label: group === 0 ? 'no group' : `group ${group}`,
            value: share,
            note: `${formatPercent(share)} of the work, ${plural(jobs, 'job')}, ${plural(members, 'user')}`,
          })),
          style,
        ),
      ),
    )
  }
  if (users.top.length > 0) {
    parts.push(
      part(
        'Largest users',
        barChart(
          users.top.map(({ user, share, jobs }) => ({
            label: `user ${user}`,
            value: share,
            note: `${formatPercent(share)} of the work, ${plural(jobs, 'job')}`,
          })),
          style,
        ),
      ),
    )
  }
  return parts.join('\n\n')
}

function droppedText({ dropped }: TraceDescription): string {
  const parts = Object.entries(dropped).map(([reason, count]) => `${formatCount(count)} ${reason}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function spanText({ span }: TraceDescription): string {
  const length = formatSeconds(span.seconds)
  return span.first === null ? `over ${length}` : `${span.first} to ${span.last} (${length})`
}

function quantilesText(quantiles: Quantiles | null, format: (value: number) => string): string {
  if (quantiles === null) return 'none known'
  const { mean, median, p90, max } = quantiles
  return `mean ${format(mean)}, median ${format(median)}, 90 % up to ${format(p90)}, largest ${format(max)}`
}

function histogram(
  { edges, counts }: Histogram,
  label: (low: number, high: number) => string,
  style: TerminalStyle,
): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const bars = counts.map((value, k) => ({
    label: label(edges[k], edges[k + 1]),
    value,
    note: `${formatCount(value)} (${formatPercent(value / Math.max(1, total))})`,
  }))
  return barChart(bars, narrow(style))
}

function sizeLabel(low: number, high: number): string {
  return high - low === 1 ? formatCount(low) : `${formatCount(low)}–${formatCount(high - 1)}`
}

/** Plots wider than this are harder to read than narrow ones. */
function narrow(style: TerminalStyle): TerminalStyle {
  return { ...style, width: Math.min(style.width, 90) }
}

/** Each value `times` times, for a wider sparkline. */
function spread(values: readonly number[], times: number): number[] {
  return values.flatMap((value) => new Array<number>(times).fill(value))
}
