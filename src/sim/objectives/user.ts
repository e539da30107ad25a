/**
 * Objectives of the users, every job alike: waits, response times and bounded slowdown. Quantiles are of type 7
 * (core/statistics); the bounded slowdown has τ = 10 s (Feitelson et al., JSSPP 1997; SC'17 eq. 1–2).
 */
import { median, quantile } from '../../core/statistics.js'
import type { ScheduleSums } from './measured.js'
import type { Measured, Objective } from './objective.js'

const USUAL = 'Feitelson, Rudolph: Metrics and benchmarking for parallel job scheduling, JSSPP 1998'

function mean(of: (sums: ScheduleSums) => number): Objective['measure'] {
  return ({ sums }) => (sums.jobs === 0 ? null : of(sums) / sums.jobs)
}

function ofWaits(of: (waits: Float64Array) => number): Objective['measure'] {
  return ({ waits }: Measured) => (waits.length === 0 ? null : of(waits))
}

export const USER_OBJECTIVES: readonly Objective[] = [
  {
    name: 'AVEbsld',
    unit: '1',
    sense: 'min',
    rises: true,
    description: 'average bounded slowdown: mean of max(1, (w + p) / max(p, 10 s))',
    source: 'SC 2017, eq. 1–2',
    measure: mean((sums) => sums.slowdown),
  },
  {
    name: 'meanWait',
    unit: 's',
    sense: 'min',
    rises: true,
    description: 'mean wait',
    source: USUAL,
    measure: mean((sums) => sums.wait),
  },
  {
    name: 'medianWait',
    unit: 's',
    sense: 'min',
    rises: true,
    description: 'median wait',
    source: USUAL,
    measure: ofWaits(median),
  },
  {
    name: 'p95Wait',
    unit: 's',
    sense: 'min',
    rises: true,
    description: '95th percentile of the waits',
    source: USUAL,
    measure: ofWaits((waits) => quantile(waits, 0.95)),
  },
  {
    name: 'p99Wait',
    unit: 's',
    sense: 'min',
    rises: true,
    description: '99th percentile of the waits',
    source: USUAL,
    measure: ofWaits((waits) => quantile(waits, 0.99)),
  },
  {
    name: 'maxWait',
    unit: 's',
    sense: 'min',
    rises: true,
    description: 'longest wait',
    source: USUAL,
    measure: ({ sums }) => (sums.jobs === 0 ? null : sums.longestWait),
  },
  {
    name: 'meanResponse',
    unit: 's',
    sense: 'min',
    rises: true,
    description: 'mean response time C − r',
    source: USUAL,
    measure: mean((sums) => sums.response),
  },
  {
    name: 'flowtime',
    unit: 's',
    sense: 'min',
    rises: true,
    description: 'sum of the response times, Σ (C − r)',
    source: USUAL,
    measure: ({ sums }) => (sums.jobs === 0 ? null : sums.response),
  },
]
