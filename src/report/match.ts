/**
 * The search for the factor at which a scaled log loads its machine like the original: its history as cells and as
 * bars. Pure.
 */

import { formatChange, formatCount, formatPercent, formatSeconds, NO_VALUE } from '../core/format.js'
import { largestOf, smallestOf } from '../core/statistics.js'
import type { Bar } from './terminal/terminal.js'

/** One factor that was tried. */
export interface MatchPointInfo {
  readonly factor: number
  readonly level: string
  readonly jobs: number
  readonly UTIL: number | null
  readonly AWRT: number
  readonly AWWT: number
  /** Relative to the original, of 1. */
  readonly deviationAWRT: number
  readonly deviationAWWT: number
  /** The mean of both absolute values. */
  readonly deviation: number
}

export interface MatchInfo {
  readonly policy: string
  /** Processors of the log's own machine, and of the one it is scaled to. */
  readonly from: number
  readonly to: number
  /** Percentage of copied jobs. */
  readonly copied: number
  readonly seed: number
  /** The ratio of the machines. */
  readonly precise: number
  readonly reference: Pick<MatchPointInfo, 'jobs' | 'UTIL' | 'AWRT' | 'AWWT'>
  readonly best: MatchPointInfo
  readonly history: readonly MatchPointInfo[]
  /** Whether factors on both sides of the original's load were met. */
  readonly bracketed: boolean
}

/** Bars to either side of the best factor, as many as a screen takes. */
const BARS = 10

export const MATCH_HEADS = ['f', 'level', 'jobs', 'UTIL', 'AWWT', 'AWRT', 'deviation'] as const

/** The points by factor. */
export function byFactor(history: readonly MatchPointInfo[]): MatchPointInfo[] {
  return [...history].sort((a, b) => a.factor - b.factor)
}

/** The result in names and values. */
export function matchFacts(match: MatchInfo): readonly (readonly [string, string])[] {
  const { policy, from, to, copied, seed, precise, reference, best, history } = match
  return [
    ['scheduler', policy],
    ['machines', `${formatCount(from)} to ${formatCount(to)} processors, f₀ = ${precise.toFixed(4)}`],
    ['draws', `d = ${copied} % of the jobs copied, seed ${seed}`],
    ['original', `AWWT ${seconds(reference.AWWT)}, AWRT ${seconds(reference.AWRT)}`],
    [
      'best',
      `f = ${factorText(best)}: AWWT ${withChange(best.AWWT, best.deviationAWWT)}, AWRT ${withChange(best.AWRT, best.deviationAWRT)}`,
    ],
    ['deviation', `${percent(best.deviation)} on average, the least of ${history.length} factors`],
  ]
}

/** Warnings that a reader should know before relying on the result; none where the search met both sides. */
export function matchWarnings({ bracketed, history }: MatchInfo): string[] {
  if (bracketed) return []
  const factors = history.map(({ factor }) => factor)
  const range = `${smallestOf(factors).toFixed(2)} to ${largestOf(factors).toFixed(2)}`
  return [
    `No factor from ${range} brings the scaled log from below the original's waits to above them, or back.`,
  ]
}

/** Bars of the deviation around the best factor, with the sign of the waits' deviation. */
export function historyBars({ history, best }: MatchInfo): readonly Bar[] {
  const points = byFactor(history)
  const at = points.indexOf(best)
  return points.slice(Math.max(0, at - BARS), at + BARS + 1).map((point) => ({
    label: `${factorText(point)}${point === best ? ' ★' : ''}`,
    value: point.deviation,
    note: `${percent(point.deviation)} (AWWT ${formatChange(point.deviationAWWT)})`,
  }))
}

/** jobs, UTIL, AWWT, AWRT, as the table and the page show them. */
export function cells({ jobs, UTIL, AWWT, AWRT }: MatchInfo['reference']): string[] {
  return [formatCount(jobs), UTIL === null ? NO_VALUE : formatPercent(UTIL), seconds(AWWT), seconds(AWRT)]
}

/** `cells` of a point, with its deviations. */
export function changedCells(point: MatchPointInfo): string[] {
  const [jobs, UTIL] = cells(point)
  return [
    jobs,
    UTIL,
    withChange(point.AWWT, point.deviationAWWT),
    withChange(point.AWRT, point.deviationAWRT),
  ]
}

export function factorText({ factor }: Pick<MatchPointInfo, 'factor'>): string {
  return factor.toFixed(2)
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}

function withChange(value: number, deviation: number): string {
  return `${seconds(value)} (${formatChange(deviation)})`
}

/** Whole seconds, as the source prints them. */
function seconds(value: number): string {
  return value < 100 ? formatSeconds(value) : `${formatCount(value)} s`
}
