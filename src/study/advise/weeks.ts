/**
 * Weeks of a log: the first are learnt from, the others have no say in what is chosen and judge it. Counted from the first
 * submit, seven days each; days take their place where there are few weeks. What the last one lacks is left out.
 */
import { list, number, objectOf, oneOf, tuple, whole } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { formatSeconds } from '../../core/format.js'
import { firstFrom } from '../../core/statistics.js'

export interface Weeks {
  readonly unit: 'week' | 'day'
  /** Rows of the log, of those that are learnt from. */
  readonly train: number
  /** Submits [from, to) of those that are not, seconds from the log's zero. */
  readonly held: readonly (readonly [from: number, to: number])[]
  /** The weeks of a stretch whose change is foretold. */
  readonly stretch: number
}

export const WEEKS = objectOf<Weeks>({
  unit: oneOf(['week', 'day']),
  train: whole(1),
  held: list(tuple(number(), number())),
  stretch: whole(1),
})

const DAY = 86_400
const LENGTHS = { week: 7 * DAY, day: DAY } as const
/** Weeks, or days, that a log has to have. */
const FEWEST = 12
/** A stretch is of so many weeks, if four of them fit beside each other into those that judge. */
const STRETCH = 4
const STRETCHES = 4
/** As many judge at least: of six, three policies that are better in all could not be told from chance (2^−5, by Holm times three). */
const FEWEST_JUDGES = 7

/**
 * @param submit of all jobs of the log, ascending
 * @param share of the weeks that are learnt from, in (0, 1)
 * @throws QueuewrightError `usage` for a log of less than twelve days
 */
export function weeksOf(submit: Float64Array, share: number): Weeks {
  const first = submit[0]
  const span = submit[submit.length - 1] - first
  const unit = span >= FEWEST * LENGTHS.week ? 'week' : 'day'
  const length = LENGTHS[unit]
  const count = Math.floor(span / length)
  if (count < FEWEST) {
    throw new QueuewrightError('usage', 'a log too short to learn from one part and judge by another', {
      value: formatSeconds(span),
      expected: `${FEWEST} days from the first submit to the last, or more`,
      remedy:
        'Take a longer part of the log, or of accounting (sacct -S); qw compare sets policies side by side on what there is',
    })
  }
  const learnt = Math.min(count - FEWEST_JUDGES, Math.round(count * share))
  const begin = (k: number) => Math.floor(first + k * length)
  return {
    unit,
    train: firstFrom(submit, begin(learnt)),
    held: Array.from({ length: count - learnt }, (_, k) => [begin(learnt + k), begin(learnt + k + 1)]),
    stretch: Math.max(1, Math.min(STRETCH, Math.floor((count - learnt) / STRETCHES))),
  }
}

/** Stretches of so many weeks in a row, each begun a week after the one before. */
export function stretchesOf({ held, stretch }: Weeks): Weeks['held'] {
  return held.slice(stretch - 1).map(([, to], k) => [held[k][0], to] as const)
}

/**
 * Rows of jobs that were submitted in a span.
 * @param rows to choose from, ascending; null: all
 */
export function rowsWithin(
  submit: Float64Array,
  rows: Int32Array | null,
  [from, to]: readonly [number, number],
): Int32Array {
  const [first, end] = [firstFrom(submit, from), firstFrom(submit, to)]
  if (rows === null) return Int32Array.from({ length: end - first }, (_, k) => first + k)
  return rows.filter((row) => row >= first && row < end)
}
