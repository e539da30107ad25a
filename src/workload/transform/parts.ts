/**
 * Jobs in parts that sites of a grid can take (split.ts says what that means): the rows of the parts, before they are put
 * into job order.
 */
import { choice, type Form } from '../../core/settings/index.js'
import type { JobColumns } from '../../trace/job-table.js'
import { powerOfTenAbove } from './rows.js'

/**
 * The widest part: a word with a meaning, or so many `nodes`, as these are called.
 * @param words with what each means; none where it says that itself
 */
export function widthForm<const Word extends string>(
  words: Readonly<Record<Word, string>>,
  nodes: string,
): Form<Word | number> {
  const word = choice<Word>(words)
  return {
    shown: 'width',
    told: `${word.told}, or ${nodes}`,
    schema: { anyOf: [word.schema, { type: 'integer', minimum: 1 }] },
    expected: () => `${word.expected()}, or a whole number of ${nodes} from 1`,
    fits: (value) => word.fits(value, {}) || (Number.isSafeInteger(value) && Number(value) >= 1),
    read: (text) => word.read(text) ?? (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
    text: String,
  }
}

/** Part by part, the parts of a job one after another. */
export interface JobParts {
  /** Row of the job that it is a part of. */
  readonly from: Int32Array
  /** p·B + j for part p, from 0, of job j. */
  readonly id: Float64Array
  readonly size: Int32Array
  /** B, the smallest power of ten above all numbers. */
  readonly step: number
  /** Parts of the job that has most of them. */
  readonly most: number
  /** Jobs that were split. */
  readonly split: number
}

/** @param widest the widest part of the job of a row */
export function partsOfJobs(
  { id, size, length }: Pick<JobColumns, 'id' | 'size' | 'length'>,
  widest: (row: number) => number,
): JobParts {
  const step = powerOfTenAbove(id)
  let parts = 0
  let most = 1
  let split = 0
  for (let row = 0; row < length; row++) {
    const count = partsOf(size[row], widest(row))
    parts += count
    if (count > 1) split++
    most = Math.max(most, count)
  }
  const from = new Int32Array(parts)
  const ids = new Float64Array(parts)
  const sizes = new Int32Array(parts)
  let at = 0
  for (let row = 0; row < length; row++) {
    const width = widest(row)
    const count = partsOf(size[row], width)
    for (let part = 0; part < count; part++, at++) {
      from[at] = row
      ids[at] = part * step + id[row]
      sizes[at] = Math.min(width, size[row] - part * width)
    }
  }
  return { from, id: ids, size: sizes, step, most, split }
}

function partsOf(size: number, widest: number): number {
  return Math.max(1, Math.ceil(size / widest))
}
