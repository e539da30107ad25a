/** Pages of the estimates of logs, and of models of them. */

import {
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  numbers,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatPercent, formatSeconds, NO_VALUE } from '../../core/format.js'
import type { BetaModel, EstimateDistance, EstimateFacts } from '../../workload/estimates/index.js'

const DECILES = ['least', ...[10, 20, 30, 40, 50, 60, 70, 80, 90].map((percent) => `${percent} %`), 'most']

export function estimatesPage(log: EstimateFacts): Exhibit {
  const { accuracy, values, byRuntime } = log
  const known = popularText(log)
  return exhibit(`The estimates of ${log.name}`, 'Accuracy is run time / estimate', [
    section(
      'Accuracy',
      facts([
        [
          'jobs',
          `${formatCount(log.jobs)}, ${formatCount(log.missing)} of them without run time or estimate`,
        ],
        ['accuracy', `${formatShare(accuracy.mean)} in the mean`],
        ['at the limit', `${formatPercent(accuracy.atLimit)} (accuracy from 0.99; overruns count as 1)`],
        ['exact', formatPercent(accuracy.exact)],
        ['overruns', formatPercent(accuracy.overruns)],
      ]),
      table(
        'Deciles of the accuracy',
        [...words(''), ...numbers(...DECILES)],
        [['accuracy', ...accuracy.deciles.map(formatShare)]],
      ),
      table(
        'Accuracy by run time',
        [...words('run time'), ...numbers('jobs', 'mean accuracy', 'median', 'at the limit')],
        byRuntime.map(({ label, jobs, mean, median, atLimit }) => [
          label,
          formatCount(jobs),
          formatShare(mean),
          formatShare(median),
          formatPercent(atLimit),
        ]),
      ),
    ),
    section(
      'Values',
      facts([
        ['different values', formatCount(values.distinct)],
        ['the 20 most popular', `${formatPercent(values.popularShare)} of the jobs`],
        ['largest', formatSeconds(values.largest)],
      ]),
      table(
        'The most popular values',
        [...words('estimate'), ...numbers('jobs', 'share')],
        values.popular.map(({ seconds, jobs, share }) => [
          formatSeconds(seconds),
          formatCount(jobs),
          formatPercent(share),
        ]),
      ),
      sentences(known === '' ? [] : [`For estimates apply: --popular ${known}`]),
    ),
  ])
}

/** As `--popular` reads them. */
function popularText({ values }: EstimateFacts): string {
  // Twenty values can be named with the maximum among them, else nineteen.
  const most = values.popular.some(({ seconds }) => seconds === values.largest) ? 20 : 19
  return values.popular
    .filter(({ share }) => share >= 0.001)
    .slice(0, most)
    .map(knownValue)
    .join(',')
}

/** In the largest unit that leaves a whole number; rounded down, lest the sum exceed 100. */
function knownValue({ seconds, share }: { readonly seconds: number; readonly share: number }): string {
  const [unit, size] = seconds % 3600 === 0 ? ['h', 3600] : seconds % 60 === 0 ? ['m', 60] : ['s', 1]
  return `${seconds / Number(size)}${unit}=${Math.floor(1000 * share) / 10}`
}

export interface ComparedEstimates {
  readonly facts: EstimateFacts
  /** From the first log's. */
  readonly distance: EstimateDistance
}

export function comparedEstimatesPage(first: EstimateFacts, others: readonly ComparedEstimates[]): Exhibit {
  const all = [first, ...others.map((other) => other.facts)]
  const row = (label: string, of: (log: EstimateFacts) => string) => [label, ...all.map(of)]
  const distances = (label: string, of: (distance: EstimateDistance) => number | null) => [
    label,
    NO_VALUE,
    ...others.map(({ distance }) => {
      const value = of(distance)
      return value === null ? NO_VALUE : formatShare(value)
    }),
  ]
  return exhibit(
    `The estimates of ${all.map(({ name }) => name).join(', ')}`,
    `Accuracy is run time / estimate. Distances are Kolmogorov-Smirnov's, 0 to 1, from ${first.name}.`,
    [
      section(
        'Estimates',
        table(
          'The logs beside each other',
          [...words(''), ...numbers(...all.map(({ name }) => name))],
          [
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
        ),
      ),
    ],
  )
}

/** @param kept where the model is, for the reader */
export function betaPage({ groups, evidence }: BetaModel, kept: string): Exhibit {
  const told: Fact[] = [
    ['fitted to', `${formatCount(evidence.jobs)} jobs in ${groups.length} groups`],
    ['kept in', kept],
  ]
  return exhibit('Beta model of estimates', '', [
    section(
      'The model',
      facts(told),
      table(
        'Groups by run time',
        [...words('run time from'), ...numbers('jobs', 'at the limit', 'a', 'b', 'mean accuracy')],
        groups.map(({ from, jobs, atLimit, beta }) => {
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
      ),
    ),
  ])
}

function formatShare(value: number): string {
  return value.toFixed(3)
}
