/** An owner's preference among what is possible: made, and what it says of policies and of a front's points. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { Place } from '../../core/place.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { heldBounds, type KnownPolicy } from '../../evaluation/searches/kept-bounds.js'
import { type FrontDocument, readFront } from '../../front/document.js'
import {
  AS_PRINTED,
  type DrawnFront,
  type DrawnRegion,
  type JudgedFront,
  judgedFront,
  type Preference,
  type PreferenceObjective,
  preferenceObjective,
  USUAL_REGION_SETTINGS,
  unvalued,
  type Vertex,
} from '../../preference/index.js'
import { inputName, readInput, STANDARD_STREAM } from '../../runtime/index.js'
import { parseConstraint } from '../../strategy/constraint.js'
import { usage } from '../failures.js'
import { preferenceIn } from '../inputs/objectives.js'
import type { FrontPolicy } from './policies.js'
import { type Answered, type Ask, preferByQuestions } from './questions.js'
import { PREFERRING } from './settings.js'

export type PreferOptions = Given<typeof PREFERRING>
type Settings = Values<typeof PREFERRING>

export interface Preferred extends JudgedFront {
  readonly preference: Preference
  readonly objective: PreferenceObjective
  readonly front: FrontDocument
  /** Bounds of which nothing can be told, each with the reason. */
  readonly unknown: readonly string[]
  /** The belief at the end, where it was made of answers. */
  readonly answered: Answered | null
}

/**
 * @param source the folder of a run of `front`, or its front.json
 * @param ask answers questions, where it is to be made of these
 * @param own tells of policies beside those that the front has
 * @throws QueuewrightError for what cannot be read or drawn
 */
export async function prefer(
  source: string,
  given: PreferOptions,
  ask: Ask = noAnswer,
  own: (front: FrontDocument) => Promise<readonly FrontPolicy[]> = async () => [],
): Promise<Preferred> {
  const options = settled(PREFERRING, given)
  const found = await frontIn(source)
  const beside = await own(found)
  const others = found.policies.filter(({ policy }) => beside.every((each) => each.policy !== policy))
  const front = { ...found, policies: [...others, ...beside] }
  const answered = options.ask ? await answeredOn(front, options, ask) : null
  const preference = answered?.preference ?? (await preferenceOn(front, options))
  const objective = preferenceObjective(preference, Place.of(options.from ?? 'the preference'))
  const names = front.objectives.map(({ name }) => name)
  const lacking = objective.needs.filter((name) => !names.includes(name))
  if (lacking.length > 0) {
    throw new QueuewrightError(
      'objective-undefined',
      'a preference over objectives that this front has not',
      {
        ...{ field: options.from === null ? '--objective' : '--from', value: lacking.join(', ') },
        expected: `objectives of the front: ${names.join(', ')}`,
        remedy: 'Search a front of them: qw front --objectives',
      },
    )
  }
  const { keeps, unknown } = heldBounds(preference.subjectTo, names, valuedPolicies(front))
  const { points, policies } = judgedFront(
    objective,
    names,
    front.points.map(({ madeBy, ...point }) => ({ ...point, name: madeBy })),
    front.policies.map(({ policy, values }) => ({ name: policy, evaluation: null, values })),
    keeps,
  )
  if (points.every(({ judgement }) => judgement === null)) {
    throw unvalued(preference.objective, names, '--objective')
  }
  return { preference, objective, front, answered, unknown, points, policies }
}

/** The policies beside a front, with their values by the names of objectives. */
export function valuedPolicies({ objectives, policies }: FrontDocument): readonly KnownPolicy[] {
  return policies.map(({ policy, values }) => ({
    name: policy,
    values: Object.fromEntries(objectives.map(({ name }, k) => [name, values[k]])),
  }))
}

const noAnswer: Ask = async () => null

function answeredOn(front: FrontDocument, options: Settings, ask: Ask): Promise<Answered> {
  const { name, answers, seed, region, objective, from } = options
  const other = Object.entries({ '--region': region[0] ?? null, '--objective': objective, '--from': from })
  const beside = other.find(([, value]) => value !== null)
  if (beside !== undefined) throw usage('--ask', beside[0], 'answers alone: what they say is the preference')
  const kept = { seed, ...(answers !== null && { answers }) }
  return preferByQuestions(name ?? usualName(front), front, drawnOn(front), kept, ask)
}

/** A front as regions are drawn on it. @param file front.json */
export async function drawnFrontIn(file: string): Promise<DrawnFront> {
  return drawnOn(await frontIn(file))
}

function usualName({ name }: FrontDocument): string {
  return `preference on ${name}`
}

function drawnOn({ name, digest, objectives, points }: FrontDocument): DrawnFront {
  return {
    ...{ name, digest, objectives: objectives.map((each) => each.name) },
    points: points.map(({ values }) => values),
  }
}

/** @param source a run's folder, or its front.json */
export async function frontIn(source: string): Promise<FrontDocument> {
  const inFolder = source !== STANDARD_STREAM && (await isFolder(source))
  const path = inFolder ? join(source, 'front.json') : source
  return readFront(await readInput(path), inputName(path))
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

async function preferenceOn(front: FrontDocument, options: Settings): Promise<Preference> {
  const { name, region, objective, subjectTo, from, asPrinted, quick } = options
  const begun = from === null ? null : await preferenceIn(from)
  for (const text of subjectTo) parseConstraint(text, '--subject-to')
  const regions = [...(begun?.regions ?? []), ...region.map((text, k) => parseRegion(text, k + 1))]
  if (regions.length === 0 && objective === null && begun === null) {
    throw usage(
      '--region, --objective',
      'nothing',
      'at least one of them, --from with a preference, or --ask',
    )
  }
  const settings = asPrinted ? AS_PRINTED : (begun?.settings ?? USUAL_REGION_SETTINGS)
  return {
    name: name ?? begun?.name ?? usualName(front),
    objective: objective ?? begun?.objective ?? null,
    subjectTo: [...(begun?.subjectTo ?? []), ...subjectTo],
    regions,
    // Regions are of the front that they were drawn on, and judge another by it.
    front: begun?.front ?? (regions.length === 0 ? null : drawnOn(front)),
    settings: quick ? { ...settings, planes: 'deepest' } : settings,
  }
}

const EXPECTED = 'X,Y: x,y x,y x,y …, as "AWRT1,AWRT2: 4e4,6e4 7e4,6e4 7e4,9e4"; NAME = in front names it'

/**
 * A region as typed: `short = AWRT1,AWRT2: 40000,60000 70000,60000 70000,90000`.
 * @throws QueuewrightError `usage`
 */
function parseRegion(text: string, number: number): DrawnRegion {
  const [, name, x, y, corners] = /^(?:([^=:]+)=)?\s*([^,:=\s]+)\s*,\s*([^,:=\s]+)\s*:(.*)$/s.exec(text) ?? []
  if (corners === undefined) throw usage('--region', text, EXPECTED)
  const vertices = corners
    .trim()
    .split(/\s+/)
    .map((corner): Vertex => {
      const numbers = corner.split(',').map((word) => (word === '' ? Number.NaN : Number(word)))
      const [first, second] = numbers
      if (numbers.length !== 2 || !Number.isFinite(first) || !Number.isFinite(second))
        throw new QueuewrightError('usage', 'not a vertex', {
          field: '--region',
          value: corner,
          expected: EXPECTED,
        })
      return [first, second]
    })
  return { name: name?.trim() ?? `region ${number}`, panel: [x, y], vertices }
}
