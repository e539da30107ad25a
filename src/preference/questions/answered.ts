/**
 * The preference that answers amount to: a formula by weights, or with limits also a region, and the document that says
 * so.
 */
import { USUAL_REGION_SETTINGS } from '../objective.js'
import type { DrawnFront, DrawnRegion, GivenAnswer, Preference } from '../preference.js'
import type { NaturalPoints } from '../space.js'
import { weightedSum } from '../weights.js'
import type { Inquiry } from './inquiry.js'

/** Objectives of less than this part of the largest weight are left out. */
const NEGLIGIBLE = 0.005
const DIGITS = 4
/** How much dearer than the chosen one schedules of the region may be, as a part of the range. */
const ROOM = 0.05

interface Term {
  readonly place: number
  readonly name: string
  /** In 1/unit of the objective, above 0. */
  readonly weight: number
  readonly max: boolean
  /** The best and the worst value on the front, in natural units. */
  readonly best: number
  readonly worst: number
}

/**
 * @param front as drawn, whose points the inquiry was about
 * @param answers by the numbers of evaluations, as evidence
 */
export function answeredPreference(
  name: string,
  front: DrawnFront,
  senses: NaturalPoints['senses'],
  { belief }: Inquiry,
  answers: readonly GivenAnswer[],
): Preference {
  const terms = termsOf(front, senses, belief.weights)
  const base = { name, subjectTo: [], settings: USUAL_REGION_SETTINGS, answers }
  if (belief.kind === 'sum' || terms.length < 2) {
    return { ...base, objective: sumText(terms), regions: [], front: null }
  }
  const [region] = regionsOf(terms, front.points[belief.best])
  return { ...base, objective: limitsText(terms), regions: [region], front }
}

/** The heaviest first. */
function termsOf(front: DrawnFront, senses: NaturalPoints['senses'], weights: Float64Array): readonly Term[] {
  const most = weights.reduce((largest, weight) => Math.max(largest, weight), 0)
  return front.objectives
    .flatMap((name, place): readonly Term[] => {
      if (weights[place] < NEGLIGIBLE * most) return []
      const column = Float64Array.from(front.points, (row) => row[place]).sort()
      const [least, largest] = [column[0], column[column.length - 1]]
      const max = senses[place] === 'max'
      const [best, worst] = max ? [largest, least] : [least, largest]
      return [{ ...{ place, name, max, best, worst }, weight: weights[place] / (largest - least) }]
    })
    .sort((one, other) => other.weight * range(other) - one.weight * range(one) || one.place - other.place)
}

function range({ best, worst }: Term): number {
  return Math.abs(worst - best)
}

/** `AWRT1 + 0.4*AWRT2 - 20000*UTIL`, the heaviest objective with a factor of 1. */
function sumText(terms: readonly Term[]): string {
  const [{ weight: unit }] = terms
  return weightedSum(terms.map(({ name, weight, max }) => ({ name, max, factor: rounded(weight / unit) })))
}

/** `max(AWRT1 - 50000, 0.4*(AWRT2 - 57000))`: how far above the best, the objective that is farthest. */
function limitsText(terms: readonly Term[]): string {
  const [{ weight: unit }] = terms
  const parts = terms.map(({ name, weight, max, best }) => {
    const above = max ? `${rounded(best)} - ${name}` : `${name} - ${rounded(best)}`
    return weight === unit ? above : `${factor(weight / unit)}(${above})`
  })
  return `max(${parts.join(', ')})`
}

function factor(value: number): string {
  const shown = rounded(value)
  return shown === 1 ? '' : `${shown}*`
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS + 2))
}

/** On the panel of the two heaviest objectives what is no farther from the best than the chosen schedule, and a little room. */
function regionsOf(terms: readonly Term[], chosen: readonly number[]): readonly DrawnRegion[] {
  const pair = terms.slice(0, 2)
  const away = (term: Term) => Math.abs(chosen[term.place] - term.best)
  const reach = pair.reduce((most, term) => Math.max(most, term.weight * away(term)), 0)
  const [[left, right], [low, high]] = pair.map((term) => {
    const room = ROOM * range(term)
    const out = Math.min(reach / term.weight, range(term)) + room
    return term.max ? [term.best - out, term.best + room] : [term.best - room, term.best + out]
  })
  const panel = [pair[0].name, pair[1].name] as const
  return [
    {
      name: 'as answered',
      panel,
      vertices: [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
      ],
    },
  ]
}
