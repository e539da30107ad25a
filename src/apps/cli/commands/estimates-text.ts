/** Estimates and their models as text for a terminal. Pure: strings out. */

import { formatCount, formatPercent, formatSeconds, NO_VALUE } from '../../../core/format.js'
import { largestOf } from '../../../core/statistics.js'
import { visible } from '../../../core/visible.js'
import { factsTable } from '../../../report/table.js'
import { displayWidth, painted, type TerminalStyle } from '../../../report/terminal.js'
import type { BetaModel, EstimateDistance, EstimateFacts } from '../../../workload/estimates/index.js'

const DECILES = ['least', ...[10, 20, 30, 40, 50, 60, 70, 80, 90].map((percent) => `${percent} %`), 'most']

export function estimatesText(facts: EstimateFacts, style: TerminalStyle): string {
  const { accuracy, values, byRuntime } = facts
  const head = factsTable([
    ['log', facts.name],
    [
      'jobs',
      `${formatCount(facts.jobs)}, ${formatCount(facts.missing)} of them without run time or estimate`,
    ],
    ['accuracy', `run time / estimate, ${formatShare(accuracy.mean)} in the mean`],
    ['at the limit', `${formatPercent(accuracy.atLimit)} (accuracy from 0.99; overruns count as 1)`],
    ['exact', formatPercent(accuracy.exact)],
    ['overruns', formatPercent(accuracy.overruns)],
    ['different values', formatCount(values.distinct)],
    ['the 20 most popular', `${formatPercent(values.popularShare)} of the jobs`],
    ['largest', formatSeconds(values.largest)],
  ])
  const deciles = columns(
    [DECILES, accuracy.deciles.map(formatShare)],
    DECILES.map(() => 'right'),
    style,
  )
  const classes = columns(
    [
      ['run time', 'jobs', 'mean accuracy', 'median', 'at the limit'],
      ...byRuntime.map(({ label, jobs, mean, median, atLimit }) => [
        label,
        formatCount(jobs),
        formatShare(mean),
        formatShare(median),
        formatPercent(atLimit),
      ]),
    ],
    ['left', 'right', 'right', 'right', 'right'],
    style,
  )
  const popular = columns(
    [
      ['estimate', 'jobs', 'share'],
      ...values.popular.map(({ seconds, jobs, share }) => [
        formatSeconds(seconds),
        formatCount(jobs),
        formatPercent(share),
      ]),
    ],
    ['left', 'right', 'right'],
    style,
  )
  // Twenty values can be named with the maximum among them, else nineteen.
  const most = values.popular.some(({ seconds }) => seconds === values.largest) ? 20 : 19
  const known = values.popular
    .filter(({ share }) => share >= 0.001)
    .slice(0, most)
    .map(knownValue)
  const option = known.length === 0 ? '' : `\n\nFor estimates apply: --popular ${known.join(',')}`
  return `${[head, deciles, classes, popular].join('\n\n')}${option}`
}

export function comparedText(
  first: EstimateFacts,
  others: readonly { readonly facts: EstimateFacts; readonly distance: EstimateDistance }[],
  style: TerminalStyle,
): string {
  const all = [first, ...others.map(({ facts }) => facts)]
  const row = (label: string, of: (facts: EstimateFacts) => string) => [label, ...all.map(of)]
  const distances = (label: string, of: (distance: EstimateDistance) => number | null) => [
    label,
    NO_VALUE,
    ...others.map(({ distance }) => {
      const value = of(distance)
      return value === null ? NO_VALUE : formatShare(value)
    }),
  ]
  const table = columns(
    [
      ['', ...all.map(({ name }) => visible(name))],
      row('jobs with estimates', ({ jobs, missing }) => formatCount(jobs - missing)),
      row('mean accuracy', ({ accuracy }) => formatShare(accuracy.mean)),
      ...DECILES.slice(1, -1).map((label, k) =>
        row(label, ({ accuracy }) => formatShare(accuracy.deciles[k + 1])),
      ),
      row('at the limit', ({ accuracy }) => formatPercent(accuracy.atLimit)),
      row('overruns', ({ accuracy }) => formatPercent(accuracy.overruns)),
      row('different values', ({ values }) => formatCount(values.distinct)),
      row('the 20 most popular', ({ values }) => formatPercent(values.popularShare)),
      distances('distance of accuracy', ({ all: whole }) => whole),
      ...(others[0]?.distance.byRuntime ?? []).map(({ label }, k) =>
        distances(`  ${label}`, ({ byRuntime }) => byRuntime[k].distance),
      ),
      distances('distance of estimates', ({ estimates }) => estimates),
    ],
    ['left', ...all.map(() => 'right' as const)],
    style,
  )
  return `${table}\n\nAccuracy is run time / estimate. Distances are Kolmogorov-Smirnov's, 0 to 1, from ${visible(first.name)}.`
}

export function betaText({ groups }: BetaModel, style: TerminalStyle): string {
  return columns(
    [
      ['run time from', 'jobs', 'at the limit', 'a', 'b', 'mean accuracy'],
      ...groups.map(({ from, jobs, atLimit, beta }) => {
        const mean = atLimit + (beta === null ? 0 : ((1 - atLimit) * beta.a) / (beta.a + beta.b))
        const parameters = beta === null ? [NO_VALUE, NO_VALUE] : [beta.a, beta.b].map(formatShare)
        return [
          formatSeconds(from),
          formatCount(jobs),
          formatPercent(atLimit),
          ...parameters,
          formatShare(mean),
        ]
      }),
    ],
    ['left', 'right', 'right', 'right', 'right', 'right'],
    style,
  )
}

function formatShare(value: number): string {
  return value.toFixed(3)
}

/** As `--popular` reads it, in the largest unit that leaves a whole number; rounded down, lest the sum exceed 100. */
function knownValue({ seconds, share }: { readonly seconds: number; readonly share: number }): string {
  const [unit, size] = seconds % 3600 === 0 ? ['h', 3600] : seconds % 60 === 0 ? ['m', 60] : ['s', 1]
  return `${seconds / Number(size)}${unit}=${Math.floor(1000 * share) / 10}`
}

/** Rows of cells, the first as heads with a rule below them. */
function columns(
  rows: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[],
  style: TerminalStyle,
): string {
  const widths = align.map((_, k) => largestOf(rows.map((row) => displayWidth(row[k]))))
  const lines = rows.map((row) =>
    row
      .map((cell, k) => {
        const filler = ' '.repeat(widths[k] - displayWidth(cell))
        return align[k] === 'left' ? `${cell}${filler}` : `${filler}${cell}`
      })
      .join('  ')
      .trimEnd(),
  )
  const rule = (style.unicode ? '─' : '-').repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  return [painted(lines[0], 'strong', style), rule, ...lines.slice(1)].join('\n')
}
