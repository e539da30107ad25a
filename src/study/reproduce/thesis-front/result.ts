/** The tables and files of `thesis-front`, by what its searches have found. */
import { evaluatedIn, type FrontPlan } from '../../../front/index.js'
import { placesOf, pointCount } from '../../../front/model.js'
import { archiveOf } from '../../../optimize/index.js'
import type { Finished, FinishedPart } from '../composition.js'
import { columnOf, type FrontPoints, frontPoints, linearObjective, placeOfLeast } from '../front-points.js'
import { plainValue } from '../samples.js'
import type { StudyResult, StudyValue } from '../study.js'
import { PUBLISHED_ROWS } from '../thesis-greedy/tables.js'
import type { PublishedRow } from '../thesis-values.js'
import { LOG, PART_NAMES } from './plan.js'
import { FINAL, NSGA, PHASES, STARTS, UTIL_RANGE } from './tables.js'

const TABLES = {
  phases: 'table 7.1',
  fronts: 'fronts',
  best: 'best for fobj, seconds',
  random: 'NSGA from random starts, 7.2.2.3',
  policies: (plan: FrontPlan) => `policies, ${PART_NAMES[plan]}`,
} as const

interface Front extends FrontPoints {
  readonly plan: FrontPlan
  readonly part: FinishedPart
}

export function frontResult(finished: Finished): StudyResult {
  const fronts = (['published', 'own'] as const).flatMap((plan): readonly Front[] => {
    const part = finished.get(PART_NAMES[plan])
    return part === undefined ? [] : [{ plan, part, ...frontPoints(part) }]
  })
  return {
    values: [
      ...fronts.filter(({ plan }) => plan === 'published').flatMap(phaseRows),
      ...fronts.flatMap(frontRows),
      ...fronts.flatMap(bestRows),
      ...fronts.flatMap(policyRows),
      ...randomRows(finished.get(PART_NAMES['random-starts'])),
    ],
    kept: fronts.map(({ plan, part }) => ({ part, nameOf: (file) => `${plan}-${file}` })),
  }
}

type Cell = Pick<StudyValue, 'table' | 'row' | 'column' | 'published' | 'decimals'>

function value(cell: Cell, ours: number | null, percentage = false): StudyValue {
  return { log: LOG, ...cell, ...plainValue(ours), ...(percentage ? { percentage } : {}) }
}

/**
 * The lines of table 7.1. The orders of groups with which the populations of NSGA begin are found by the starts, not by
 * NSGA, although its first generation has them evaluated again: the thesis counts 3 where they alone would be about 100.
 */
function phaseRows(front: Front): readonly StudyValue[] {
  const { sources, source, evaluations, axes, points, part } = front
  const d = axes.length
  const evaluated = evaluatedIn(part.state)
  const signs = axes.map(({ sense }) => (sense === 'max' ? -1 : 1))
  const start = sources.findIndex(({ name }) => name === STARTS)
  const textAt = (rows: Float64Array, place: number, sign: readonly number[]) =>
    sign.map((each, k) => each * rows[place * d + k]).join()
  const known = new Set<string>()
  for (const [number, place] of evaluated.source.entries()) {
    if (place === start) known.add(textAt(evaluated.scores, number, signs))
  }
  const repeats = (place: number) => NSGA.includes(sources[place].name)
  const natural = axes.map(() => 1)
  const finder = Array.from(source, (place, row) =>
    repeats(place) && known.has(textAt(points, row, natural)) ? start : place,
  )
  const found = (places: readonly number[]): number => {
    const archive = archiveOf(d)
    for (const [number, place] of evaluated.source.entries()) {
      if (!places.includes(place)) continue
      const row = evaluated.scores.subarray(number * d, (number + 1) * d)
      if (row.every(Number.isFinite)) archive.add(row, number)
    }
    if (!places.some(repeats)) return archive.size
    return archive.labels().filter((number) => !known.has(textAt(evaluated.scores, number, signs))).length
  }
  const row = (
    name: string,
    published: { readonly found: number; readonly calls: number },
    ours: { readonly found: number; readonly calls: number; readonly kept: number },
  ): readonly StudyValue[] => {
    const cell = { table: TABLES.phases, row: name, decimals: 0 }
    return [
      value({ ...cell, column: 'non-dominated', published: published.found }, ours.found),
      value({ ...cell, column: 'schedules', published: published.calls }, ours.calls),
      value({ ...cell, column: 'in the front', published: null }, ours.kept),
    ]
  }
  const size = pointCount(front)
  return [
    ...PHASES.flatMap((phase) => {
      const places = phase.sources.flatMap((name) => {
        const place = sources.findIndex((each) => each.name === name)
        return place < 0 ? [] : [place]
      })
      return row(phase.row, phase, {
        found: found(places),
        calls: places.reduce((sum, place) => sum + sources[place].evaluated, 0),
        kept: finder.filter((place) => places.includes(place)).length,
      })
    }),
    ...row('all', FINAL, { found: size, calls: evaluations, kept: size }),
  ]
}

/** The best of each objective over all schedules from random starts, not over their front alone, beside that of FCFS. */
function randomRows(part: FinishedPart | undefined): readonly StudyValue[] {
  if (part === undefined) return []
  const front = frontPoints(part)
  const { scores } = evaluatedIn(part.state)
  const fcfs = markOf(front, 'fcfs')
  const d = front.axes.length
  const signs = front.axes.map(({ sense }) => (sense === 'max' ? -1 : 1))
  const base = front.axes.map(({ name }, k) => signs[k] * (fcfs[name] ?? Number.NaN))
  let worse = 0
  const best = signs.map(() => Number.POSITIVE_INFINITY)
  for (let at = 0; at < scores.length; at += d) {
    const row = scores.subarray(at, at + d)
    if (row.every((value, k) => value >= base[k])) worse++
    for (const [k, value] of row.entries()) best[k] = Math.min(best[k], value)
  }
  const cell = { table: TABLES.random, published: null }
  return [
    value({ ...cell, row: 'schedules', column: 'evaluated', decimals: 0 }, scores.length / d),
    value(
      { ...cell, row: 'schedules', column: 'in nothing better than FCFS %', decimals: 1 },
      (100 * worse * d) / scores.length,
      true,
    ),
    ...front.axes.flatMap(({ name, unit }, k) => {
      const share = unit === 'share'
      const row = { ...cell, row: share ? `${name} %` : name, decimals: share ? 2 : 0 }
      const shown = (minimised: number) => (share ? 100 : 1) * signs[k] * minimised
      return [
        value({ ...row, column: 'FCFS' }, shown(base[k])),
        value({ ...row, column: 'best' }, shown(best[k])),
      ]
    }),
  ]
}

/** Values of the policies, by name of the objective. */
function markOf({ axes, marks }: FrontPoints, policy: string): Readonly<Record<string, number | null>> {
  const mark = marks.find(({ name }) => name === policy)
  return Object.fromEntries(axes.map(({ name }, k) => [name, mark?.values[k] ?? null]))
}

function linearOf(values: Readonly<Record<string, number | null>>): number | null {
  const { AWRT1, AWRT2 } = values
  return AWRT1 === null || AWRT2 === null ? null : 10 * AWRT1 + 4 * AWRT2
}

function improvement(base: number | null, reached: number | null): number | null {
  return base === null || reached === null ? null : (100 * (base - reached)) / base
}

/** How much less than EASY's the utilization of a point may be that counts as one without a loss; as the thesis reduces its fronts in 8.1.6. */
const UTIL_MARGIN = 0.01

/** The points that use the machine as well as EASY does, or better. */
function withoutLoss(front: Front): Front {
  const { axes, points } = front
  const { UTIL } = markOf(front, 'easy')
  const shares = columnOf(front, 'UTIL')
  const least = (UTIL ?? 0) - UTIL_MARGIN
  return {
    ...front,
    points: points.filter((_, at) => shares[Math.floor(at / axes.length)] >= least),
    source: front.source.filter((_, row) => shares[row] >= least),
  }
}

function leastLinear(front: FrontPoints): number | null {
  const linear = linearObjective(front)
  return linear[placeOfLeast(linear)] ?? null
}

function frontRows(front: Front): readonly StudyValue[] {
  const { plan, evaluations, hypervolume } = front
  const utilization = columnOf(front, 'UTIL').toSorted()
  const base = linearOf(markOf(front, 'easy'))
  const best = PUBLISHED_ROWS.CTC['best in the front']?.[7] ?? null
  const easy = PUBLISHED_ROWS.CTC.EASY?.[7] ?? null
  const isPublished = plan === 'published'
  const cell = (
    column: string,
    published: number | null,
    ours: number | null,
    decimals: number,
    percentage = false,
  ) =>
    value(
      {
        table: TABLES.fronts,
        row: PART_NAMES[plan],
        column,
        published: isPublished ? published : null,
        decimals,
      },
      ours,
      percentage,
    )
  const share = improvement(easy, best)
  return [
    cell('points', FINAL.found, pointCount(front), 0),
    cell('schedules', FINAL.calls, evaluations, 0),
    cell('least UTIL %', UTIL_RANGE.least, 100 * utilization[0], 1, true),
    cell('most UTIL %', UTIL_RANGE.most, 100 * utilization[utilization.length - 1], 1, true),
    cell('best fobj over EASY %', null, improvement(base, leastLinear(front)), 2, true),
    cell(
      'with the UTIL of EASY %',
      share === null ? null : Number(share.toFixed(2)),
      improvement(base, leastLinear(withoutLoss(front))),
      2,
      true,
    ),
    cell('hypervolume %', null, hypervolume === null ? null : 100 * hypervolume.value, 2, true),
    cell('its error', null, hypervolume === null ? null : 100 * hypervolume.error, 2, true),
  ]
}

const PUBLISHED_COLUMNS: readonly string[] = ['AWRT', 'AWRT1', 'AWRT2', 'AWRT3', 'AWRT4', 'AWRT5', 'UTIL']

/**
 * The point that is best for the objective, of all and of those that use the machine as EASY does: of these is the one that
 * table G.1 prints.
 */
function bestRows(front: Front): readonly StudyValue[] {
  const name = PART_NAMES[front.plan]
  const printed = front.plan === 'published' ? PUBLISHED_ROWS.CTC['best in the front'] : undefined
  return [
    ...bestRow(name, front, undefined),
    ...bestRow(`${name}, with the UTIL of EASY`, withoutLoss(front), printed),
  ]
}

function bestRow(row: string, front: Front, printed: PublishedRow | undefined): readonly StudyValue[] {
  const linear = linearObjective(front)
  const place = placeOfLeast(linear)
  const cell = { table: TABLES.best, row }
  return [
    value({ ...cell, column: 'fobj', published: printed?.[7] ?? null, decimals: 0 }, linear[place] ?? null),
    ...front.axes.map(({ name, unit }) => {
      const at = PUBLISHED_COLUMNS.indexOf(name)
      const share = unit === 'share'
      const reached = columnOf(front, name)[place] ?? null
      return value(
        {
          ...cell,
          column: share ? `${name} %` : name,
          published: printed?.[at] ?? null,
          decimals: share ? 2 : 0,
        },
        reached === null ? null : (share ? 100 : 1) * reached,
      )
    }),
  ]
}

/** Where the usual policies stand to the front. */
function policyRows(front: Front): readonly StudyValue[] {
  const easy = linearOf(markOf(front, 'easy'))
  return placesOf({ ...front, title: LOG }).flatMap(({ name, dominatedBy, everywhereBetter }) => {
    const cell = { table: TABLES.policies(front.plan), row: name, published: null }
    const everywhere = everywhereBetter === null ? null : 100 * everywhereBetter
    const over = improvement(easy, linearOf(markOf(front, name)))
    return [
      value({ ...cell, column: 'fobj over EASY %', decimals: 2 }, over, true),
      value({ ...cell, column: 'points that dominate it', decimals: 0 }, dominatedBy),
      value({ ...cell, column: 'better in all by %', decimals: 2 }, everywhere, true),
    ]
  })
}
