/** The findings of a search for a front. */

import { csvLines } from '../core/csv.js'
import type { Fact } from '../core/exhibit.js'
import { Random } from '../core/random.js'
import type { Found as FoundFiles } from '../evaluation/investigation.js'
import type { RecordedLog } from '../evaluation/recorded.js'
import type { Stage } from '../evaluation/scenarios/scenario.js'
import { PREFERENCE_FILE } from '../evaluation/searches/search-history.js'
import { type Archive, archiveOf, hypervolume } from '../optimize/index.js'
import {
  type JudgedFront,
  type Judgement,
  judgedFront,
  type Preference,
  preferenceDigest,
  preferenceObjective,
  writePreference,
} from '../preference/index.js'
import { type Bound, boundsFor } from '../sim/bounds/index.js'
import { requireObjective } from '../sim/objectives/index.js'
import { objectiveInfo } from '../sim/objectives/info.js'
import { FRONT_FORMAT, FRONT_VERSION } from './document.js'
import { askedFacts } from './facts.js'
import type { FrontAxis, FrontMark, FrontModel, FrontSource } from './model.js'
import type { Found } from './search.js'
import { type FrontSpec, preferenceOf } from './spec.js'
import { type VolumeBox, type VolumeShare, volumeTracker } from './volume.js'

/** Points of the final estimate of the hypervolume. */
const SAMPLES = 100_000
/** Points of a front whose hypervolume is computed exactly, by the number of objectives; none of more. */
const EXACT: readonly number[] = [0, 0, 100_000, 100_000, 500, 200]

/** The outcome of which the files are made. */
export interface FrontOutcome {
  readonly spec: FrontSpec
  readonly stage: Stage
  /** 1 for each objective that is minimised, −1 for the others. */
  readonly signs: readonly number[]
  readonly box: VolumeBox
  readonly found: Found
  /** Values of the policies to compare with. */
  readonly marks: readonly FrontMark[]
}

/** The judgement of the front by the preference that was searched for, by all of its planes. */
export interface FrontPreferred extends JudgedFront {
  readonly preference: Preference
}

/** The front itself and what it says of its making. */
export interface FrontFound extends FoundFiles {
  readonly front: FrontModel
  /** The front of each part of the search by itself, in one model; null of a search of fewer than three parts. */
  readonly alone: FrontModel | null
  /** Null: the objectives were named. */
  readonly preferred: FrontPreferred | null
  /** The question, as facts. */
  readonly asked: readonly Fact[]
  /** Pairs of objectives to look at first. */
  readonly planes: readonly (readonly [string, string])[]
  /** The digest of the data. */
  readonly digest: string
  /** The version of the build that made it. */
  readonly version: string
  /** None where the log does not say what really happened. */
  readonly recorded: readonly RecordedLog[]
}

/**
 * The files are `front.csv` and `front.json`: every point with what gives it; where it was searched for a preference, what
 * that says of it, and `preference.json`.
 */
export function frontFound(outcome: FrontOutcome): FrontFound {
  const { scenario, objectives, version } = outcome.spec
  const { jobs, judged, dependencies } = outcome.stage
  // Bounds are certified for the recorded submits: there are none where these depend on the schedule.
  const bounds = boundsFor(jobs, judged, scenario.machine, dependencies === null ? objectives : [])
  const front = modelOf(outcome, bounds)
  const preferred = preferredIn(outcome, front)
  return {
    ...{ front, preferred, alone: aloneIn(outcome, front) },
    asked: askedFacts(outcome.spec),
    planes: planesOf(objectives),
    ...{ digest: scenario.data, version },
    recorded: outcome.spec.recorded === undefined ? [] : [outcome.spec.recorded],
    files: [
      { name: 'front.csv', content: csvOf(outcome, front, preferred) },
      { name: 'front.json', content: jsonOf(outcome, front, bounds, preferred) },
      ...(preferred === null
        ? []
        : [{ name: PREFERENCE_FILE, content: writePreference(preferred.preference) }]),
    ],
  }
}

function preferredIn({ spec, found, marks }: FrontOutcome, front: FrontModel): FrontPreferred | null {
  const preference = preferenceOf(spec)
  if (preference === null) return null
  const d = front.axes.length
  const points = found.front.map((number, row) => ({
    name: found.labels[row],
    evaluation: number + 1,
    values: Array.from(front.points.subarray(row * d, (row + 1) * d)),
  }))
  const policies = marks.map(({ name, values }) => ({ name, evaluation: null, values }))
  return {
    preference,
    ...judgedFront(preferenceObjective(preference), spec.objectives, points, policies),
  }
}

function modelOf(outcome: FrontOutcome, bounds: Readonly<Record<string, Bound | null>>): FrontModel {
  const { spec, signs, found, marks } = outcome
  const { groups, groupJobs, objectives } = spec
  const d = objectives.length
  const axes = objectives.map((name): FrontAxis => {
    const named = requireObjective(name)
    const { unit, sense, description } = objectiveInfo(named)
    const place = groups.indexOf(named.group ?? 0)
    return {
      ...{ name, unit, sense, description },
      bound: bounds[name]?.value ?? null,
      ...(place < 0 ? {} : { groupJobs: groupJobs[place] }),
    }
  })
  const beside = spec.beside.map((name) => objectiveInfo(requireObjective(name)))
  const points = new Float64Array(found.front.length * d)
  for (const [row, number] of found.front.entries()) {
    for (const [k, sign] of signs.entries()) points[row * d + k] = sign * found.scores[number * d + k]
  }
  const share = finalShare(outcome)
  return {
    title: `What is possible on ${spec.name}`,
    axes,
    beside,
    points,
    source: Int32Array.from(found.front, (number) => found.source[number]),
    sources: sourcesOf(found, d),
    marks,
    hypervolume: share,
    ...(spec.constraints && { subjectTo: spec.constraints.map(({ text }) => text) }),
    evaluations: found.source.length,
  }
}

/** Fewer parts are told apart in the front itself. */
const LEAST_PARTS = 3

function aloneIn({ spec, found, signs }: FrontOutcome, front: FrontModel): FrontModel | null {
  const d = signs.length
  const parts = partFronts(found, d).map((part) => part.labels())
  if (parts.filter((numbers) => numbers.length > 0).length < LEAST_PARTS) return null
  const numbers = parts.flat()
  return {
    ...front,
    title: `What each part of the search has by itself, ${spec.name}`,
    points: Float64Array.from({ length: numbers.length * d }, (_, at) => {
      return signs[at % d] * found.scores[numbers[Math.floor(at / d)] * d + (at % d)]
    }),
    source: Int32Array.from(numbers, (number) => found.source[number]),
    sources: front.sources.map((each, k) => ({ ...each, kept: parts[k].length })),
    hypervolume: null,
  }
}

/** The evaluations of each part that nothing of its own dominates. */
function partFronts({ sources, source, scores }: Found, d: number): readonly Archive<number>[] {
  const parts = sources.map(() => archiveOf<number>(d))
  for (const [number, place] of source.entries()) {
    const row = scores.subarray(number * d, (number + 1) * d)
    if (row.every(Number.isFinite)) parts[place].add(row, number)
  }
  return parts
}

/** The share of each part of the search, together with the others and alone. */
function sourcesOf(found: Found, d: number): readonly FrontSource[] {
  const { sources, source, front } = found
  const alone = partFronts(found, d)
  const evaluated = sources.map(() => 0)
  for (const place of source) evaluated[place]++
  const kept = sources.map(() => 0)
  for (const number of front) kept[source[number]]++
  return sources.map((name, k) => ({ name, evaluated: evaluated[k], kept: kept[k], alone: alone[k].size }))
}

/** The share of the box that the front dominates: exact where that is quick, else an estimate of its own. */
function finalShare({ found, box, signs, spec }: FrontOutcome): VolumeShare {
  const d = signs.length
  const { ideal, reference } = box
  const points = new Float64Array(found.front.length * d)
  for (const [row, number] of found.front.entries()) {
    for (let k = 0; k < d; k++) points[row * d + k] = Math.max(ideal[k], found.scores[number * d + k])
  }
  if (found.front.length <= (EXACT[d] ?? 0)) {
    const volume = reference.reduce((product, worst, k) => product * (worst - ideal[k]), 1)
    return { value: hypervolume(points, reference) / volume, error: 0 }
  }
  const archive = archiveOf(d)
  for (let row = 0; row < found.front.length; row++) archive.add(points.subarray(row * d, (row + 1) * d), row)
  const random = new Random(spec.seed).fork('final hypervolume')
  return volumeTracker(box, SAMPLES, random, archive.covers).share()
}

/** The pairs of the thesis's figures that the front has; the first two objectives where it has none. */
function planesOf(objectives: readonly string[]): readonly (readonly [string, string])[] {
  const usual = [
    ['AWRT', 'AWRT1'],
    ['AWRT1', 'AWRT2'],
    ['AWRT', 'UTIL'],
  ] as const
  const present = usual.filter((pair) => pair.every((name) => objectives.includes(name)))
  return present.length > 0 ? present : [[objectives[0], objectives[1]]]
}

function csvOf(
  { found }: FrontOutcome,
  { axes, points, sources, source }: FrontModel,
  preferred: FrontPreferred | null,
): string {
  const d = axes.length
  const lines = found.front.map((number, row) => {
    const values = points.subarray(row * d, (row + 1) * d)
    const judged = preferred === null ? [] : judgementCells(preferred.points[row].judgement)
    return [number + 1, sources[source[row]].name, ...values, ...judged, found.labels[row] ?? '']
  })
  const judgements = preferred === null ? [] : JUDGEMENT_HEADS
  const names = axes.map(({ name }) => name)
  return csvLines([['evaluation', 'source', ...names, ...judgements, 'made by'], ...lines])
}

const JUDGEMENT_HEADS = ['region', 'b', 'a', 'f']

function judgementCells(judgement: Judgement | null): readonly (number | string)[] {
  if (judgement === null) return JUDGEMENT_HEADS.map(() => '')
  const { priority, beyond, fromFront, value } = judgement
  return [priority, beyond, fromFront, value]
}

function jsonOf(
  { spec, box, signs, found }: FrontOutcome,
  front: FrontModel,
  bounds: Readonly<Record<string, Bound | null>>,
  preferred: FrontPreferred | null,
): string {
  const { name, scenario, groups, plan, seed, version, constraints = [] } = spec
  const d = front.axes.length
  const natural = (corner: readonly number[]) => corner.map((value, k) => signs[k] * value)
  const points = found.front.map((number, row) =>
    JSON.stringify({
      evaluation: number + 1,
      source: front.source[row],
      values: Array.from(front.points.subarray(row * d, (row + 1) * d)),
      madeBy: found.labels[row],
      ...(preferred === null ? {} : { judgement: preferred.points[row].judgement }),
    }),
  )
  const head = {
    format: FRONT_FORMAT,
    version: FRONT_VERSION,
    queuewright: version,
    ...{ name, digest: scenario.data, machine: scenario.machine, groups, plan, seed },
    ...(constraints.length === 0 ? {} : { constraints }),
    ...(preferred === null ? {} : { preference: preferenceHead(preferred.preference) }),
    evaluations: front.evaluations,
    size: points.length,
    objectives: front.axes.map(({ name: objective, unit, sense }) => ({
      name: objective,
      unit,
      sense,
      bound: bounds[objective],
    })),
    hypervolume: {
      ...front.hypervolume,
      ideal: natural(box.ideal),
      reference: natural(box.reference),
    },
    sources: front.sources,
    beside: spec.beside,
    policies: front.marks.map(({ name: policy, values, beside }, k) => ({
      ...{ policy, values, beside },
      ...(preferred === null ? {} : { judgement: preferred.policies[k].judgement }),
    })),
  }
  const text = JSON.stringify(head, null, 1)
  return `${text.slice(0, text.lastIndexOf('\n'))},\n "points": [\n${points.join(',\n')}\n ]\n}\n`
}

function preferenceHead(preference: Preference) {
  return { name: preference.name, digest: preferenceDigest(preference) }
}
