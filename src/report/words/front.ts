/** A front in words: facts, cells and sentences that pages and terminals share. Pure. */

import type { Fact } from '../../core/exhibit.js'
import { formatChange, formatCount, formatPercent, NO_VALUE, plural } from '../../core/format.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import {
  axisText,
  type FrontAxis,
  type FrontModel,
  hypervolumeText,
  type MarkPlace,
  placesOf,
  pointCount,
  roomBelow,
  spansOf,
} from '../../front/model.js'

export function frontFacts(front: FrontModel): Fact[] {
  const { axes, hypervolume, evaluations } = front
  return [
    ['objectives', axes.map(({ name }) => name).join(', ')],
    ['schedules', `${formatCount(evaluations)} evaluated`],
    ['in the front', plural(pointCount(front), 'point')],
    ...(hypervolume === null ? [] : [['hypervolume', hypervolumeText(hypervolume)] as const]),
  ]
}

/** Heads of a table of sources. */
export function sourceHeads(front: FrontModel): string[] {
  const alone = countedAlone(front) ? ['non-dominated alone'] : []
  return ['evaluated', ...alone, 'in the front', 'share of the front', 'share kept']
}

/** A row a source and one for all of them: the name, then the cells. */
export function sourceRows(front: FrontModel): { readonly name: string; readonly cells: string[] }[] {
  const size = pointCount(front)
  const share = (part: number, whole: number): string => (whole > 0 ? formatPercent(part / whole) : NO_VALUE)
  const withAlone = countedAlone(front)
  const row = (name: string, evaluated: number, alone: number | undefined, kept: number) => ({
    name,
    cells: [
      formatCount(evaluated),
      ...(withAlone ? [alone === undefined ? '' : formatCount(alone)] : []),
      formatCount(kept),
      share(kept, size),
      share(kept, evaluated),
    ],
  })
  return [
    ...front.sources.map(({ name, evaluated, kept, alone }) => row(name, evaluated, alone, kept)),
    row('all', front.evaluations, undefined, size),
  ]
}

function countedAlone({ sources }: FrontModel): boolean {
  return sources.some(({ alone }) => alone !== undefined)
}

/** The words about one objective. */
export interface AxisRow {
  readonly name: string
  /** The sense, and whose jobs it is over: `less is better, 1,234 jobs`. */
  readonly note: string
  /** The best and the worst value in the front. */
  readonly best: string
  readonly worst: string
  readonly bound: string
  /** By how much the best could still be improved at most. */
  readonly room: string
  /** Values of every mark, with the change against the best, and whether nothing in the front is better. */
  readonly marks: readonly { readonly value: string; readonly change: string; readonly best: boolean }[]
}

/** A row for each axis, then one for each objective beside them, of which only marks have values. */
export function axisRows(front: FrontModel): AxisRow[] {
  const spans = spansOf(front)
  const rows = front.axes.map((axis, k): AxisRow => {
    const span = spans[k]
    const best = span?.best ?? null
    const room = best === null ? null : roomBelow(axis, best)
    return {
      name: axis.name,
      note: axisNote(axis),
      best: axisText(axis, best),
      worst: axisText(axis, span?.worst ?? null),
      bound: axisText(axis, axis.bound),
      room: room === null ? NO_VALUE : formatPercent(room),
      marks: front.marks.map(({ values }) => {
        const value = values[k]
        const change = relativeChange(value, best)
        const atLeast = change !== null && (axis.sense === 'min' ? change <= 0 : change >= 0)
        return {
          value: axisText(axis, value),
          change: change === null ? NO_VALUE : formatChange(change),
          best: atLeast,
        }
      }),
    }
  })
  const beside = (front.beside ?? []).map((objective, k): AxisRow => {
    const marks = front.marks.map((mark) => axisText(objective, mark.beside?.[k] ?? null))
    return {
      name: objective.name,
      note: `${axisNote(objective)}, not searched for`,
      ...{ best: NO_VALUE, worst: NO_VALUE, bound: NO_VALUE, room: NO_VALUE },
      marks: marks.map((value) => ({ value, change: '', best: false })),
    }
  })
  return [...rows, ...beside]
}

/** One sentence for the marks of which the same is to be said: whether the front is better, and by how much. */
export function markSentences(front: FrontModel): string[] {
  if (pointCount(front) === 0) return []
  const names = new Map<string, string[]>()
  for (const place of placesOf(front)) {
    const told = markSentence(place)
    names.set(told, [...(names.get(told) ?? []), place.name])
  }
  return [...names].map(([told, marks]) => `${marks.join(', ')}: ${told}`)
}

function markSentence({ incomplete, dominatedBy, dominates, everywhereBetter }: MarkPlace): string {
  if (incomplete) return 'it lacks one of the objectives, so it is in no place beside the front.'
  if (dominatedBy > 0) {
    const which =
      dominatedBy === 1
        ? 'one point of the front is nowhere worse and somewhere better'
        : `${formatCount(dominatedBy)} points of the front are nowhere worse and somewhere better`
    if (everywhereBetter === null) return `${which}; none is better in all objectives.`
    const by =
      everywhereBetter < 0.0005 ? 'if only by little' : `by ${formatPercent(everywhereBetter)} or more`
    return `${which}; one of them is better in every objective, ${by}.`
  }
  if (dominates > 0) {
    return `it is nowhere worse and somewhere better than ${plural(dominates, 'point')} of the front; the search missed what it does.`
  }
  return 'no point of the front is better without being worse in another objective.'
}

function axisNote({ sense, groupJobs }: Pick<FrontAxis, 'sense' | 'groupJobs'>): string {
  const jobs = groupJobs === undefined ? '' : `, ${plural(groupJobs, 'job')}`
  return `${sense === 'min' ? 'less' : 'more'} is better${jobs}`
}
