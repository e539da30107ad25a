/** The page of a preference: where policies and the schedules of a front stand by it, and its regions in pictures. */
import {
  type Block,
  type Cell,
  code,
  details,
  type Exhibit,
  exhibit,
  facts,
  figure,
  numbers,
  type Picture,
  type Section,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatValue, NO_VALUE, plural, type Unit } from '../../core/format.js'
import { Place } from '../../core/place.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { FrontModel } from '../../front/model.js'
import {
  type Belief,
  drawnRegions,
  elsewhere,
  type JudgedFront,
  type JudgedSchedule,
  type Judgement,
  liked,
  type Preference,
  regionExtents,
  type ScheduleValues,
} from '../../preference/index.js'
import type { Provenance } from '../model.js'
import { type DrawnPolygon, pairsPlot } from '../plots/pairs.js'
import { planePlot } from '../plots/plane.js'
import { costBlocks } from './costs.js'
import { provenanceSection } from './parts.js'

export interface PreferenceReport extends JudgedFront {
  readonly preference: Preference
  /** The log's name of the front that was judged, and its objectives. */
  readonly front: string
  readonly objectives: readonly {
    readonly name: string
    readonly unit: Unit
    readonly sense: 'min' | 'max'
  }[]
  /** Bounds of which nothing can be told, each with the reason, as a clause; none where absent. */
  readonly unknown?: readonly string[]
  /** The belief about the owner after the answers; `best` is the number of an evaluation. Null: nobody was asked. */
  readonly answered: Belief | null
  readonly digest: string
  readonly provenance: Provenance
}

/** Points of the front that are shown. */
const SHOWN = 10
const DIGITS = 4

export function preferencePage(report: PreferenceReport): Exhibit {
  const { preference, points, front, provenance, digest } = report
  const drawn = preference.regions.length > 0
  return exhibit(
    preference.name,
    `What is preferred of ${plural(points.length, 'schedule')} that are possible on ${front}`,
    [
      section(
        'What it says',
        ...preferredBlocks(report, [...answerLines(report), ...elsewhereSentences(preference, [digest])]),
      ),
      ...costs(report),
      ...(drawn ? [section('Regions', regionsTable(report), ...pictures(report))] : []),
      section('How it judges', sentences(meaning(preference))),
      provenanceSection(provenance, [['digest of the front', code(digest)]]),
    ],
  )
}

/** The price in other objectives of the schedules that are preferred: those of the first region that has any, or liked most. */
function costs({ preference, objectives, points, policies }: PreferenceReport): readonly Section[] {
  // What breaks a bound is not wanted, wherever it lies.
  const values = points.map(({ judgement, keeps }) => (keeps ? judgement?.value : null) ?? Number.NaN)
  const drawn = preference.regions.length > 0
  const classes = drawn
    ? points.map(({ judgement, keeps }) => (keeps ? judgement?.priority : null) ?? Number.POSITIVE_INFINITY)
    : liked(Float64Array.from(values))
  const first = smallestOf(classes)
  const preferred = [...points.keys()]
    .filter((row) => classes[row] === first && Number.isFinite(values[row]))
    .sort((one, other) => values[one] - values[other] || one - other)
  if (preferred.length === 0) return []
  const rowOf = (of: ScheduleValues) => objectives.map(({ name }) => of[name] ?? null)
  const blocks = costBlocks({
    ...{ objectives, preferred },
    points: points.map((point) => rowOf(point.values).map((value) => value ?? Number.NaN)),
    policies: policies.map((policy) => ({ name: policy.name, values: rowOf(policy.values) })),
  })
  return [section('What it costs the others', ...blocks)]
}

/** @param digests of the logs that are judged */
export function elsewhereSentences(preference: Preference, digests: readonly string[]): readonly string[] {
  return elsewhere(preference, digests).map((text) => `${text}.`)
}

/** The part of a report that shows a judgement: of schedules, and of policies beside them. */
export type PreferredReport = Pick<
  PreferenceReport,
  'preference' | 'objectives' | 'points' | 'policies' | 'unknown'
>

/** @param before sentences in front of them */
export function preferredBlocks(report: PreferredReport, before: readonly string[]): readonly Block[] {
  return [
    ...sentences([...before, ...verdicts(report)]),
    ...(report.points.length + report.policies.length === 0 ? [] : [schedulesTable(report), makers(report)]),
  ]
}

/** Lines about the questions, and how well the owner is known. */
function answerLines({ preference, answered }: PreferenceReport): readonly string[] {
  if (answered === null) return []
  const { kind, share, regret, unfit, best } = answered
  const count = preference.answers?.length ?? 0
  const percent = (part: number) => `${Number((100 * part).toPrecision(2))} %`
  return [
    `By ${plural(count, 'answer')} the schedule of evaluation ${best} is likely to be the one: what is lost with it, if the answers were understood, is ${percent(regret)} of what schedules of the front differ by.`,
    kind === 'sum'
      ? `You weigh objectives against each other (${percent(share)} likely): a sum, ${preference.objective}.`
      : `You want no objective to be too bad (${percent(share)} likely), which no sum of weights says: a region, and within it ${preference.objective}.`,
    unfit.length === 0
      ? 'All answers agree with it.'
      : `Of the answers ${unfit.map((place) => place + 1).join(', ')} ${unfit.length === 1 ? 'does' : 'do'} not agree with it: a slip, or a wish that neither weights nor limits say. Draw a region where it matters (--region).`,
  ]
}

/** First what is best, then where today's policies stand. */
function verdicts(report: PreferredReport): readonly string[] {
  const { preference, points, policies } = report
  const best = ranked(points)[0]
  const first = points.filter(({ judgement }) => judgement?.priority === 1).length
  const where = (of: JudgedSchedule): string => {
    if (of.judgement === null) return `${of.name} has no value of some objective, and is not judged.`
    const better = points.filter((point) => compared(point, of) < 0)
    const place =
      preference.regions.length === 0 ? ':' : ` lies in ${regionName(preference, of.judgement.priority)};`
    return `${of.name}${place} ${plural(better.length, 'schedule')} of the front ${better.length === 1 ? 'is' : 'are'} preferred to it${of.keeps ? '' : ', which breaks the bounds'}.`
  }
  const inFirst =
    preference.regions.length === 0
      ? []
      : [
          `${plural(first, 'schedule')} of ${points.length} of the front ${first === 1 ? 'lies' : 'lie'} in ${regionName(preference, 1)}.`,
        ]
  const most =
    best === undefined
      ? []
      : [`Most preferred is the schedule of evaluation ${best.evaluation}, made by ${best.name}.`]
  return [...inFirst, ...boundLines(report), ...most, ...policies.map(where)]
}

/** How many schedules keep to the bounds, and what cannot be told. */
function boundLines({ preference, points, unknown = [] }: PreferredReport): readonly string[] {
  const { subjectTo, regions } = preference
  if (subjectTo.length === 0) return []
  const kept = points.filter(({ keeps }) => keeps)
  const first = kept.filter(({ judgement }) => judgement?.priority === 1).length
  const there = regions.length === 0 ? '' : `, ${first} of these in ${regionName(preference, 1)}`
  const known = subjectTo.filter((bound) => !unknown.some((each) => each.startsWith(`${bound}: `)))
  const told = `${plural(kept.length, 'schedule')} of ${points.length} of the front ${kept.length === 1 ? 'keeps' : 'keep'} to ${known.join(', ')}${there}.`
  return [
    ...(known.length > 0 ? [told] : []),
    ...unknown.map((each) => `Whether schedules keep to a bound cannot be told of ${each}.`),
  ]
}

function schedulesTable(report: PreferredReport): Block {
  const { objectives, points, policies, preference } = report
  const drawn = preference.regions.length > 0
  const rows = [...ranked(points).slice(0, SHOWN), ...ranked(policies)]
  const keeping = [...points, ...policies].filter(({ keeps }) => keeps)
  const best = largestOf(keeping.map(({ judgement }) => -(judgement?.value ?? Infinity)))
  return table(
    `The ${Math.min(SHOWN, points.length)} schedules of the front that are preferred most, and the policies beside it; less is better`,
    [
      ...words('schedule'),
      ...numbers(...(drawn ? ['region', 'b', 'a', 'f = region · b + a'] : ['value'])),
      ...numbers(...objectives.map(({ name }) => name)),
    ],
    rows.map(({ name, evaluation, values, judgement, keeps }) => [
      boundedCell(evaluation === null ? name : `evaluation ${evaluation}`, keeps),
      ...(drawn
        ? [
            judgement === null ? NO_VALUE : String(judgement.priority),
            numberText(judgement?.beyond),
            numberText(judgement?.fromFront),
          ]
        : []),
      { text: numberText(judgement?.value), best: keeps && judgement !== null && -judgement.value === best },
      ...objectives.map((objective) => formatValue(values[objective.name] ?? null, objective.unit)),
    ]),
  )
}

function boundedCell(name: string, keeps: boolean): Cell {
  return keeps ? name : { text: name, below: BREAKS }
}

/** The makers of the schedules that are preferred most. */
function makers({ points }: PreferredReport): Block {
  const shown = ranked(points).slice(0, SHOWN)
  return details(
    'What made them',
    facts(shown.map(({ name, evaluation }) => [`evaluation ${evaluation}`, code(name)] as const)),
  )
}

function regionsTable({ preference, points, objectives }: PreferenceReport): Block {
  const unitOf = (name: string) => objectives.find((each) => each.name === name)?.unit ?? '1'
  const inside = drawnRegions(preference, Place.of(preference.name)) ?? new Int32Array()
  return table(
    'In order of priority; what lies in none is the rest. Schedules are judged by bisectors, as any other is, so that some at an edge are judged to be elsewhere',
    [...words('region', 'drawn on', 'corners'), ...numbers('schedules inside', 'judged to be')],
    preference.regions.map(({ name, panel: [x, y], vertices }, k) => [
      `${k + 1}: ${name}`,
      `${x} × ${y}`,
      vertices.map(([a, b]) => `${formatValue(a, unitOf(x))}, ${formatValue(b, unitOf(y))}`).join('; '),
      formatCount(inside.filter((region) => region === k + 1).length),
      formatCount(points.filter(({ judgement }) => judgement?.priority === k + 1).length),
    ]),
  )
}

const EXTENTS_CAPTION =
  'How regions reach beyond the points: those of the first panel, by bisectors, as if only these two objectives counted; colours of points are by all objectives'

function pictures(report: PreferenceReport): readonly Block[] {
  const caption = 'Every two objectives; points have the colour of their region, which is drawn on its panel'
  const extents = extentsPicture(report)
  return [
    figure(regionsPicture(report), caption),
    ...(extents === null ? [] : [figure(extents, EXTENTS_CAPTION)]),
  ]
}

/** The content of a picture of regions: of points where they lie. */
export interface DrawnRegions extends Pick<PreferenceReport, 'preference' | 'front' | 'objectives'> {
  readonly points: readonly {
    readonly values: ScheduleValues
    readonly judgement: Pick<Judgement, 'priority'> | null
    readonly keeps: boolean
  }[]
  readonly policies: readonly Pick<JudgedSchedule, 'name' | 'values'>[]
}

/** All panels: the points coloured by region, and the polygons where they were drawn; of a formula alone by how it likes them. */
export function regionsPicture(drawn: DrawnRegions): Picture {
  const axisOf = (name: string) => drawn.objectives.findIndex((each) => each.name === name)
  const polygons = drawn.preference.regions.flatMap(({ panel: [x, y], vertices }): readonly DrawnPolygon[] =>
    axisOf(x) < 0 || axisOf(y) < 0 ? [] : [{ axes: [axisOf(x), axisOf(y)], vertices }],
  )
  return pairsPlot(regionsModel(drawn), polygons)
}

/**
 * The panel of the first region, and how far it and the others that were drawn on it reach by bisectors, as if there were
 * no further objectives. Null where that panel is none of the objectives shown, or has one value on an axis.
 */
export function extentsPicture(drawn: DrawnRegions): Picture | null {
  const { preference, objectives } = drawn
  const { regions, front, settings } = preference
  if (front === null || regions.length === 0) return null
  const names = regions[0].panel
  const shown = names.flatMap((name) => objectives.find((each) => each.name === name) ?? [])
  if (shown.length < 2) return null
  const places = names.map((name) => front.objectives.indexOf(name))
  const own = [...regions.entries()].filter(([, { panel }]) => panel.every((name) => names.includes(name)))
  const found = regionExtents(
    {
      ...{ names, senses: shown.map(({ sense }) => sense) },
      points: Float64Array.from(front.points.flatMap((row) => places.map((place) => row[place]))),
      polygons: own.map(
        ([
          ,
          {
            panel: [x, y],
            vertices,
          },
        ]) => ({
          ...{ axes: [names.indexOf(x), names.indexOf(y)], vertices },
        }),
      ),
    },
    settings,
  )
  if (found === null) return null
  const areas = found.extents.flatMap((vertices, k) =>
    vertices.length < 3 ? [] : [{ source: own[k][0], vertices }],
  )
  const model = regionsModel(drawn)
  const far = model.axes.map(({ name }) => found.far[names.indexOf(name)] ?? null)
  const marks = [...model.marks, { name: 'Z, on every bisector', values: far }]
  const [x, y] = names
  // The first region is on top.
  return planePlot({ front: { ...model, marks }, x, y, areas: areas.reverse() })
}

/** Names of what a formula alone tells apart. */
const LIKED = ['liked most', 'liked less']
const BREAKS = 'breaks a bound'

/** A front whose sources are regions; where none are drawn, what is liked most and the rest. */
function regionsModel({ preference, front, objectives, points, policies }: DrawnRegions): FrontModel {
  const drawn = preference.regions.length
  const regions = [...Array(Math.max(1, drawn) + 1).keys()].map((k) => k + 1)
  const placeOf = ({ judgement, keeps }: DrawnRegions['points'][number]) =>
    keeps ? (judgement?.priority ?? regions.length) - 1 : regions.length
  const names = regions.map((region, place) => (drawn === 0 ? LIKED[place] : regionName(preference, region)))
  const rowOf = ({ values }: DrawnRegions['points'][number]) =>
    objectives.map(({ name }) => values[name] ?? Number.NaN)
  return {
    title: `${preference.name}: regions on ${front}`,
    axes: objectives.map((objective) => ({ ...objective, bound: null })),
    points: Float64Array.from(points.flatMap(rowOf)),
    source: Int32Array.from(points, placeOf),
    sources: [...names, ...(points.every(({ keeps }) => keeps) ? [] : [BREAKS])].map((name, place) => ({
      name,
      evaluated: points.length,
      kept: points.filter((point) => placeOf(point) === place).length,
    })),
    marks: policies.map(({ name, values }) => ({
      name,
      values: objectives.map((each) => values[each.name] ?? null),
    })),
    hypervolume: null,
    evaluations: points.length,
  }
}

function meaning({ regions, objective, settings, subjectTo }: Preference): readonly string[] {
  const formula = objective === null ? [] : [`The formula is ${objective}.`]
  const bounds = subjectTo.length === 0 ? [] : [`Schedules have to keep to ${subjectTo.join(', ')}.`]
  if (regions.length === 0) return [...formula, ...bounds]
  const b =
    settings.bound === 'farthest'
      ? 'the bound of region 1 that is broken most'
      : 'the one that is broken least, as printed'
  return [
    'f(S) = pr·b + a (Franke, doctoral thesis, Dortmund 2006, 8.23): pr is the region that a schedule lies in, b how far it is beyond the bounds of region 1, and a how far from the front; objectives by their range over the front.',
    `b is measured to ${b}.`,
    objective === null
      ? `a is measured on ${settings.measuredOn === 'independent' ? 'the axes that do not depend on others' : 'all axes'}.`
      : 'In place of a stands the formula, from 0, its best on the front, to 1, its worst there.',
    ...(settings.planes === 'deepest'
      ? ['Regions are judged by their deepest planes alone, the quick mode.']
      : []),
    ...formula,
    ...bounds,
  ]
}

export function regionName({ regions }: Preference, region: number): string {
  const name = regions[region - 1]?.name
  return name === undefined
    ? 'the rest'
    : `region ${region}${name === `region ${region}` ? '' : ` (${name})`}`
}

function ranked(judged: readonly JudgedSchedule[]): readonly JudgedSchedule[] {
  return [...judged].sort(compared)
}

/** The order of schedules: what keeps to the bounds comes before what does not. */
function compared(one: JudgedSchedule, other: JudgedSchedule): number {
  if (one.keeps !== other.keeps) return one.keeps ? -1 : 1
  const [a, b] = [one, other].map(({ judgement }) => judgement?.value ?? Number.POSITIVE_INFINITY)
  return a < b ? -1 : Number(a > b)
}

export function numberText(value: number | undefined): string {
  if (value === undefined) return NO_VALUE
  const rounded = Number(value.toPrecision(DIGITS))
  return Math.abs(rounded) < 1000 ? String(rounded).replace('-', '−') : formatCount(rounded)
}
