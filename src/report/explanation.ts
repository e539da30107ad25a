/** Preferences of a policy, as the room that asks it found out, made ready for pictures and pages. Pure. */

import { formatCount, formatRoughSeconds, formatSeconds, plural } from '../core/format.js'
import { type Explanation, LONG_WAIT, type TypicalJob, type Worth } from '../strategy/index.js'
import type { Overtaking, PriorityCurve, StrategyCurves } from './strategy.js'

export interface ExplainedPolicy {
  /** The strategy's name, or the policy as written. */
  readonly name: string
  /** A title, in some words. */
  readonly title: string
  readonly policy: string
  readonly explanation: Explanation
}

/** `16 processors, 4 h asked for`. */
function jobText({ size, estimate }: Pick<TypicalJob, 'size' | 'estimate'>): string {
  return `${plural(size, 'processor')}, ${formatSeconds(estimate)} asked for`
}

/** The curves that can be drawn: those that are finite throughout. */
export function explainedCurves(explanation: Explanation): StrategyCurves {
  const { situations } = explanation
  const alike = areTypicalAlike(explanation)
  return {
    situations: situations.map(({ name, curves }) => ({
      name,
      series: curves
        .filter(({ keys }) => keys.every(Number.isFinite))
        .map(({ group, size, estimate, waits, keys }): PriorityCurve => {
          return { group, waits, keys, ...(alike ? {} : { job: jobText({ size, estimate }) }) }
        }),
    })),
  }
}

export function areTypicalAlike({ situations }: Explanation): boolean {
  const jobs = situations.flatMap(({ curves }) => curves.map(jobText))
  return jobs.every((job) => job === jobs[0])
}

/** Whether two jobs that differ in nothing but their groups are ever treated differently. */
export function tellsGroupsApart({ situations }: Explanation): boolean {
  return situations.some(({ overtaking, longer }) =>
    [overtaking, longer].some((waits) => waits.some((row, k) => row.some((seconds) => seconds !== row[k]))),
  )
}

export function explainedOvertaking({ situations, groups, reference }: Explanation): Overtaking {
  return {
    job: jobText(reference),
    situations: situations.map(({ name, overtaking }) => ({ name, groups, waits: overtaking })),
  }
}

/** The title of `longer`: after it the table of a situation. */
export function longerTitle({ reference }: Explanation): string {
  const waited = formatRoughSeconds(LONG_WAIT)
  return `how much longer than ${waited} a job waits until it comes before one of the column’s group that has waited ${waited} (both: ${jobText(reference)})`
}

/** `+6 h`, `±0`, `−3 h`, `never`. */
export function longerText(seconds: number | null): string {
  return seconds === null ? 'never' : signed(seconds)
}

function signed(seconds: number): string {
  if (seconds === 0) return '±0'
  return `${seconds > 0 ? '+' : '−'}${formatRoughSeconds(Math.abs(seconds))}`
}

/** Kinds of worth: what is compared with the reference. */
export const WORTHS = ['sizes', 'estimates'] as const
export type WorthKind = (typeof WORTHS)[number]

export function worthHead(kind: WorthKind, { value }: Worth): string {
  return kind === 'sizes' ? formatCount(value) : formatSeconds(value)
}

/** `+3.5 h`, `−20 min`, `±0`, `always first`, `always last`. */
export function worthText({ seconds }: Worth): string {
  if (seconds === Number.POSITIVE_INFINITY) return 'always first'
  if (seconds === Number.NEGATIVE_INFINITY) return 'always last'
  return signed(seconds)
}

export function worthTitle(kind: WorthKind, { reference }: Explanation): string {
  const { group, size, estimate } = reference
  const whose = group > 0 ? `a job of group ${group}` : 'a job'
  return kind === 'sizes'
    ? `${whose} that asks for ${formatSeconds(estimate)}, by processors; beside one of ${formatCount(size)}`
    : `${whose} of ${plural(size, 'processor')}, by the time it asks for; beside one of ${formatSeconds(estimate)}`
}
