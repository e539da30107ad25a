/** `front.json`: what a search for a front leaves behind, as others read it. */
import {
  type Decoded,
  list,
  nullable,
  number,
  object,
  oneOf,
  refined,
  text,
  whole,
  words,
} from '../core/codec.js'
import { readDocument, versioned } from '../core/documents.js'
import { requireObjective } from '../sim/objectives/index.js'

export const FRONT_FORMAT = 'queuewright-front'
export const FRONT_VERSION = 1

const VALUES = list(number())

/** Each two have a panel, and each policy a line. */
const MOST_OBJECTIVES = 40
const MOST_POLICIES = 1000

/** The part of the document that is read; there is more, for people and other programs. */
const FRONT = refined(
  object(
    {
      format: words,
      version: whole(1),
      name: text,
      digest: words,
      evaluations: whole(0),
      objectives: list(object({ name: words, sense: oneOf(['min', 'max']) }, true), {
        least: 1,
        most: MOST_OBJECTIVES,
        expected: `1 to ${MOST_OBJECTIVES} objectives`,
      }),
      policies: list(object({ policy: words, values: list(nullable(number())) }, true), {
        most: MOST_POLICIES,
        expected: `at most ${MOST_POLICIES} policies`,
      }),
      // Of a sequence that was evolved nothing says how it was made.
      points: list(object({ evaluation: whole(1), values: VALUES, madeBy: nullable(text) }, true), {
        least: 1,
        expected: 'at least one schedule',
      }),
    },
    true,
  ),
  ({ objectives, points, policies }, at) => {
    const needed = `${objectives.length} values, one an objective`
    for (const [k, { name, sense }] of objectives.entries()) {
      const place = at.at('objectives').at(k)
      const known = place.at('name').checked(() => requireObjective(name))
      if (known.objective.sense !== sense) throw place.at('sense').bad(sense, known.objective.sense)
    }
    for (const [name, rows] of Object.entries({ points, policies })) {
      const bad = rows.findIndex(({ values }) => values.length !== objectives.length)
      if (bad >= 0) throw at.at(name).at(bad).at('values').bad(rows[bad].values, needed)
    }
  },
)

export type FrontDocument = Decoded<typeof FRONT>

const DOCUMENT = versioned<FrontDocument>(
  {
    what: 'a front',
    tag: 'format',
    name: FRONT_FORMAT,
    remedy: 'Name the folder of a run of qw front, or the front.json in it',
  },
  { [FRONT_VERSION]: FRONT },
)

/** @throws QueuewrightError `input-document` */
export function readFront(document: string, file: string): FrontDocument {
  return readDocument(DOCUMENT, document, file)
}
