/** `preference.json`: a preference, read and written. What is written is read back number by number. */
import {
  added,
  anyOf,
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
import { USUAL_REGION_SETTINGS } from './objective.js'
import type { Preference } from './preference.js'

export const PREFERENCE_FORMAT = 'queuewright-preference'
const VERSION = 1

/** Points whose bisectors can be had; with the quick choice of planes. */
const MOST_POINTS = 20_000

const MOST_VERTICES = 1000
const MOST_REGIONS = 100

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

const WRITTEN = refined(
  object({
    format: literal(PREFERENCE_FORMAT),
    version: literal(VERSION),
    name: words,
    objective: added(nullable(words), null),
    subjectTo: added(list(words), []),
    regions: added(list(REGION, { most: MOST_REGIONS }), []),
    front: added(nullable(FRONT), null),
    settings: added(SETTINGS, USUAL_REGION_SETTINGS),
  }),
  ({ regions, front, objective }, at) => {
    if (regions.length > 0 && front === null)
      throw at.at('front').bad(undefined, 'the front that the regions are drawn on')
    if (regions.length === 0 && objective === null)
      throw at.fault('a preference of nothing', { expected: 'regions, an objective, or both' })
  },
)

/** A whole document, also as a part of others. */
export const PREFERENCE_DOCUMENT = mapped(
  versioned(
    {
      what: 'a preference',
      tag: 'format',
      name: PREFERENCE_FORMAT,
      remedy: 'Name a file that qw prefer has written',
    },
    { [VERSION]: WRITTEN },
  ),
  ({ format: _, version: __, ...preference }): Preference => preference,
  (preference) => ({ format: PREFERENCE_FORMAT, version: VERSION, ...preference }) as const,
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

/** By which a preference is known, whatever its name: of what it prefers. */
export function preferenceDigest({ name: _, ...preferred }: Preference): string {
  return sha256(JSON.stringify(PREFERENCE_DOCUMENT.encode({ name: '-', ...preferred })))
}
