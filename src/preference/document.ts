/** `preference.json`: a preference, read and written. What is written is read back number by number. */
import {
  added,
  anyOf,
  type Codec,
  list,
  literal,
  mapped,
  nullable,
  number,
  object,
  oneOf,
  refined,
  tuple,
  whole,
  words,
} from '../core/codec.js'
import { readDocument, versioned } from '../core/documents.js'
import { sha256 } from '../core/sha256.js'
import { MOST_POINTS, USUAL_REGION_SETTINGS } from './objective.js'
import type { Preference } from './preference.js'

export const PREFERENCE_FORMAT = 'queuewright-preference'
/** The version of preferences that were drawn or written. */
const VERSION = 1
/** The version of those that follow from answers: the first with one more member, `answers`. */
const ANSWERED_VERSION = 2

const MOST_VERTICES = 1000
const MOST_REGIONS = 100
const MOST_CONSTRAINTS = 100

const REGION = object({
  name: words,
  panel: tuple(words, words),
  vertices: list(tuple(number(), number()), { most: MOST_VERTICES }),
})

const FRONT = refined(
  object({
    name: words,
    digest: words,
    objectives: list(words, { least: 2, expected: 'two objectives or more' }),
    points: list(list(number()), { least: 1, most: MOST_POINTS, expected: `1 to ${MOST_POINTS} schedules` }),
  }),
  ({ objectives, points }, at) => {
    const twice = objectives.findIndex((name, k) => objectives.indexOf(name) < k)
    if (twice >= 0) throw at.at('objectives').at(twice).bad(objectives[twice], 'each objective once')
    const bad = points.findIndex((row) => row.length !== objectives.length)
    if (bad >= 0)
      throw at.at('points').at(bad).bad(points[bad], `${objectives.length} values, one an objective`)
  },
)

const SETTINGS = object({
  bound: oneOf(['farthest', 'least']),
  measure: oneOf(['hyperplane', 'signed', 'nearest']),
  measuredOn: anyOf('all, independent, or places of axes', oneOf(['all', 'independent']), list(whole(0))),
  planes: oneOf(['all', 'deepest']),
})

const MEMBERS = {
  name: words,
  objective: added(nullable(words), null),
  subjectTo: added(list(words, { most: MOST_CONSTRAINTS }), []),
  regions: added(list(REGION, { most: MOST_REGIONS }), []),
  front: added(nullable(FRONT), null),
  settings: added(SETTINGS, USUAL_REGION_SETTINGS),
}
const format = literal(PREFERENCE_FORMAT)
const ANSWER = object({ a: whole(1), b: whole(1), better: oneOf(['A', 'B', '=']) })
const DRAWN = object({ format, version: literal(VERSION), ...MEMBERS })
const ANSWERED = object({ format, version: literal(ANSWERED_VERSION), ...MEMBERS, answers: list(ANSWER) })

/** That it prefers anything. */
function saying<Value extends Pick<Preference, 'regions' | 'front' | 'objective'>>(
  codec: Codec<Value>,
): Codec<Value> {
  return refined(codec, ({ regions, front, objective }, at) => {
    if (regions.length > 0 && front === null)
      throw at.at('front').bad(undefined, 'the front that the regions are drawn on')
    if (regions.length === 0 && objective === null)
      throw at.fault('a preference of nothing', { expected: 'regions, an objective, or both' })
  })
}

interface Written extends Preference {
  readonly format: typeof PREFERENCE_FORMAT
  readonly version: typeof VERSION | typeof ANSWERED_VERSION
}

/** A whole document, also as a part of others. */
export const PREFERENCE_DOCUMENT = mapped(
  versioned<Written>(
    {
      what: 'a preference',
      tag: 'format',
      name: PREFERENCE_FORMAT,
      remedy: 'Name a file that qw prefer has written',
    },
    { [VERSION]: saying<Written>(DRAWN), [ANSWERED_VERSION]: saying<Written>(ANSWERED) },
  ),
  ({ format: _, version: __, ...preference }): Preference => preference,
  (preference): Written => ({
    format: PREFERENCE_FORMAT,
    version: preference.answers === undefined ? VERSION : ANSWERED_VERSION,
    ...preference,
  }),
)

/**
 * @param file the document's name in messages
 * @throws QueuewrightError `input-document`
 */
export function readPreference(text: string, file: string): Preference {
  return readDocument(PREFERENCE_DOCUMENT, text, file)
}

/** As a document, of one line a point. */
export function writePreference(preference: Preference): string {
  // Line ends stand between values only, so no text can be taken for a row of numbers.
  const rows = /\[\n\s*([-+.\deE]+(?:,\n\s*[-+.\deE]+)*)\n\s*\]/g
  const text = JSON.stringify(PREFERENCE_DOCUMENT.encode(preference), null, 1)
  return `${text.replace(rows, (_, row: string) => `[${row.replace(/\s+/g, '')}]`)}\n`
}

/** By which a preference is known, whatever its name and where it comes from: of what it prefers. */
export function preferenceDigest({ name: _, answers: __, ...preferred }: Preference): string {
  return sha256(JSON.stringify(PREFERENCE_DOCUMENT.encode({ name: '-', ...preferred })))
}
