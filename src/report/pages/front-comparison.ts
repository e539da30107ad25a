/** The page of two fronts compared: what it means, then the figures, then both in pictures. */
import {
  aside,
  type Block,
  code,
  details,
  type Exhibit,
  exhibit,
  figure,
  numbers,
  section,
  sentences,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatPercent, formatValue, plural } from '../../core/format.js'
import type { FrontComparison, OfBoth } from '../../front/index.js'
import type { FrontModel } from '../../front/model.js'
import { requireObjective } from '../../sim/objectives/index.js'
import { objectiveInfo } from '../../sim/objectives/info.js'
import type { Provenance } from '../model.js'
import { pairsPlot } from '../plots/pairs.js'
import { provenanceSection } from './parts.js'

export interface FrontComparisonReport {
  readonly comparison: FrontComparison
  /** The fronts' names, as they were given. */
  readonly names: OfBoth<string>
  readonly provenance: Provenance
}

const BOTH = ['one', 'other'] as const
const DIGITS = 4

export function frontComparisonPage(report: FrontComparisonReport): Exhibit {
  const { comparison, names, provenance } = report
  const { fronts } = comparison
  return exhibit('Two fronts compared', `${names.one} and ${names.other}`, [
    section('What it means', sentences(verdicts(report))),
    section('Who makes whom needless', dominanceTable(report), epsilonSentences(report)),
    section('How far they are from each other', distanceTable(report), ...fitBlocks(report)),
    section('The best of each objective', bestTable(report)),
    aside('Every two objectives', () => [
      figure(
        pairsPlot(jointFront(report)),
        'Both fronts. Cells that they share have the colour of the one with fewer points.',
      ),
    ]),
    readingSection(),
    provenanceSection(
      provenance,
      BOTH.map((which) => [`digest of ${names[which]}`, code(fronts[which].digest)] as const),
    ),
  ])
}

/** How many standard errors apart two shares have to be to be called different. */
const CERTAIN = 3

function verdicts({ comparison, names }: FrontComparisonReport): readonly string[] {
  const { fronts, sameLog, settings, epsilon, attained } = comparison
  const { one, other } = fronts
  const apart = attained.onlyOne - attained.onlyOther
  const error = Math.sqrt((attained.onlyOne + attained.onlyOther - apart * apart) / attained.goals)
  const share = (value: number) => formatPercent(value)
  const more = (better: keyof OfBoth<string>) => {
    const worse = better === 'one' ? 'other' : 'one'
    const [own, its] =
      better === 'one' ? [attained.onlyOne, attained.onlyOther] : [attained.onlyOther, attained.onlyOne]
    if (epsilon[better] <= 0)
      return `${names[better]} reaches all that ${names[worse]} reaches: for every schedule of that front it has one that is nowhere worse.`
    return `${names[better]} attains more: ${share(own)} of all goals are attained by it alone, ${share(its)} by ${names[worse]} alone, ${share(attained.both)} by both.`
  }
  const kept = BOTH.flatMap((which) => {
    const { kept: left, size } = fronts[which]
    return settings.reduce === 'none'
      ? []
      : [
          `Of ${names[which]} ${formatCount(left)} of ${formatCount(size)} schedules are compared (${share(left / size)}): ${REDUCED[settings.reduce]}.`,
        ]
  })
  return [
    epsilon.one <= 0 && epsilon.other <= 0
      ? 'Both reach the same.'
      : epsilon.one <= 0 || (epsilon.other > 0 && apart > CERTAIN * error)
        ? more('one')
        : epsilon.other <= 0 || -apart > CERTAIN * error
          ? more('other')
          : `Neither attains more than the other: ${share(attained.onlyOne)} of the goals are attained by ${names.one} alone, ${share(attained.onlyOther)} by ${names.other} alone, ${share(attained.both)} by both.`,
    ...(sameLog
      ? []
      : [
          `They are of different logs (${one.name}, ${other.name}): their shapes can be compared, but no schedule of one can be had on the other's machine.`,
        ]),
    ...(settings.normalise === 'together'
      ? []
      : [
          `Values are no longer those of the fronts (${UNITS[settings.normalise]}): what attains more or less is a shape.`,
        ]),
    ...kept,
  ]
}

const REDUCED = {
  easy: 'those that use the machine no worse than EASY, but for a point',
  highest: 'those that use the machine as well as any, but for a point',
} as const

function dominanceTable({ comparison, names }: FrontComparisonReport): Block {
  const { dominated, fronts, attained } = comparison
  const alone = { one: attained.onlyOne, other: attained.onlyOther }
  const error = (share: number) => formatPercent(Math.sqrt((share * (1 - share)) / attained.goals))
  return table(
    `Schedules that the other front makes needless, and the share of ${plural(attained.goals, 'random goal')} that each attains, with its standard error: its hypervolume, relative to the box`,
    [
      ...words('front'),
      ...numbers('schedules', 'dominated', 'share', 'in both', 'attained', 'standard error', 'by it alone'),
    ],
    BOTH.map((which) => {
      const { kept } = fronts[which]
      const share = attained.both + alone[which]
      const { dominated: count, shared } = dominated[which]
      return [
        names[which],
        ...[formatCount(kept), formatCount(count), formatPercent(count / kept), formatCount(shared)],
        ...[formatPercent(share), error(share), formatPercent(alone[which])],
      ]
    }),
  )
}

function epsilonSentences({ comparison: { epsilon }, names }: FrontComparisonReport): readonly Block[] {
  const of = (which: keyof OfBoth<string>, against: keyof OfBoth<string>) =>
    epsilon[which] <= 0
      ? `${names[which]} reaches all of ${names[against]} as it is.`
      : `All schedules of ${names[which]} would have to be better by ${epsilon[which].toPrecision(DIGITS)} of an axis in every objective to reach all of ${names[against]} (ε).`
  return sentences([of('one', 'other'), of('other', 'one')])
}

function distanceTable({ comparison, names }: FrontComparisonReport): Block {
  const { distances, settings } = comparison
  const text = (value: number) => value.toPrecision(DIGITS)
  return table(
    `Distances, ${UNITS[settings.normalise]}: the mean of the schedules of each front from the other, of all of them (8.11), and of the squares (8.12)`,
    [
      ...words('to'),
      ...numbers(`from ${names.one}`, `from ${names.other}`, 'all', 'squared'),
      ...words('on'),
    ],
    distances.map(({ measure, objectives, each, plain, squared }) => [
      MEASURES[measure],
      ...[text(each.one), text(each.other), text(plain), text(squared)],
      objectives.join(', '),
    ]),
  )
}

const MEASURES = {
  nearest: 'the nearest schedule',
  hyperplane: 'the plane through the nearest ones',
} as const

const UNITS = {
  together: 'in ranges that both fronts have together',
  each: 'each front in its own ranges',
  maximum: 'each front by its own largest values',
  fit: 'the second laid upon the first, in ranges that both have together then',
} as const

function fitBlocks({ comparison, names }: FrontComparisonReport): readonly Block[] {
  const { fitted, objectives } = comparison
  if (fitted === null) return []
  const negative = negativeShare(comparison)
  return [
    table(
      `How ${names.other} was laid upon ${names.one}: each value times s, plus t; what is to be large counts negated. Mean distance then ${fitted.distance.toPrecision(DIGITS)}, in seconds and shares`,
      [...words('objective'), ...numbers('s', 't')],
      objectives.map((name, k) => [
        name,
        fitted.scale[k].toPrecision(DIGITS),
        fitted.shift[k].toPrecision(DIGITS),
      ]),
    ),
    ...sentences(
      negative === 0
        ? []
        : [
            `${formatPercent(negative)} of the values that it has then are below 0, which no response time can be: the fit has failed, as the published one did.`,
          ],
    ),
  ]
}

/** The values of the second front as it lies upon the first that are times below 0. */
function negativeShare({ fronts, fitted, objectives }: FrontComparison): number {
  if (fitted === null) return 0
  const timed = objectives.map((name) => requireObjective(name).objective.sense === 'min')
  const { points } = fronts.other
  let [below, all] = [0, 0]
  for (const [at, value] of points.entries()) {
    const k = at % objectives.length
    if (!timed[k]) continue
    all++
    if (fitted.scale[k] * value + fitted.shift[k] < 0) below++
  }
  return all === 0 ? 0 : below / all
}

function bestTable({ comparison, names }: FrontComparisonReport): Block {
  const { objectives, best } = comparison
  return table(
    'The best value of each objective in either front',
    [...words('objective'), ...numbers(names.one, names.other)],
    objectives.map((name, k) => {
      const { unit, sense } = requireObjective(name).objective
      const [one, other] = [best.one[k], best.other[k]]
      const ahead = sense === 'min' ? one - other : other - one
      return [
        name,
        valueCell(formatValue(one, unit), ahead <= 0),
        valueCell(formatValue(other, unit), ahead >= 0),
      ]
    }),
  )
}

/** Both fronts in natural units, the second as it was laid. */
function jointFront({ comparison, names }: FrontComparisonReport): FrontModel {
  const { objectives, fronts, fitted } = comparison
  const d = objectives.length
  const axes = objectives.map((name) => ({ ...objectiveInfo(requireObjective(name)), bound: null }))
  const signs = axes.map(({ sense }) => (sense === 'max' ? -1 : 1))
  const moved =
    fitted === null
      ? fronts.other.points
      : fronts.other.points.map(
          (value, at) =>
            signs[at % d] * (fitted.scale[at % d] * signs[at % d] * value + fitted.shift[at % d]),
        )
  const { one, other } = fronts
  return {
    title: `${names.one} and ${names.other}`,
    ...{ axes, marks: [], hypervolume: null, evaluations: one.size + other.size },
    points: Float64Array.of(...one.points, ...moved),
    source: Int32Array.from({ length: one.kept + other.kept }, (_, row) => (row < one.kept ? 0 : 1)),
    sources: BOTH.map((which) => ({
      name: names[which],
      evaluated: fronts[which].size,
      kept: fronts[which].kept,
    })),
  }
}

function readingSection() {
  return aside('How to read this', () => [
    details(
      'Goals, dominance and distances',
      sentences([
        'A goal is a value for each objective, drawn at random between the best that either front has and a tenth beyond the worst. A front attains it if one of its schedules is nowhere worse.',
        'A schedule is dominated if the other front has one that is nowhere worse and somewhere better.',
        'Distances say how alike the fronts are, not which is better.',
        'Distances to planes leave out objectives that others determine: AWRT is a mean of those of the user groups, so that all schedules of a log lie on one plane.',
      ]),
    ),
  ])
}
