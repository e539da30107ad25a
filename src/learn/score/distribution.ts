/**
 * Score distributions: what simulated trials (trials.ts) say of jobs, one row for each judged job of each tuple, and
 * what score functions are fitted to. A job's score is how its going first weighs in the average bounded slowdown of its
 * tuple: the smaller, the sooner it ought to go (D. Carastan-Santos and R. Y. de Camargo: Obtaining Dynamic Scheduling
 * Policies with Simulation and Machine Learning, SC 2017, eq. 3). The scores of a tuple add up to 1.
 *
 * As CSV: the head `runtime,size,submit,score,tuple`, then a line for each row, numbers as the shortest text that reads
 * back as the same number. Read are also other orders of these columns and further ones, as the head names them; and
 * files without a head, as the authors of the paper published theirs: runtime, size, submit, score, with the tuple or
 * without it. Times end where logs' do, at 2^53 s: beyond, powers of them would leave the range of numbers in a fit.
 */
import { QueuewrightError } from '../../core/errors.js'

/** By columns, all of the same length. Rows of the same tuple are together. */
export interface ScoreDistribution {
  /** Seconds, above 0, at most 2^53. */
  readonly runtime: Float64Array
  /** Processors, a whole number from 1, below 2^31. */
  readonly size: Float64Array
  /** Seconds from the first submit of the tuple, from 0 to 2^53. */
  readonly submit: Float64Array
  /** Above 0, at most 1. */
  readonly score: Float64Array
  /**
   * The tuple's number. Where a file does not say: rows are of one tuple until their scores add up to 1; where they do
   * not add up, as in a file of shuffled rows, all are of tuple 0.
   */
  readonly tuple: Int32Array
}

const COLUMNS = ['runtime', 'size', 'submit', 'score', 'tuple'] as const
type Column = (typeof COLUMNS)[number]
/** Columns that every file has. */
const NEEDED = 4

const RANGES: Readonly<
  Record<Column, { readonly holds: (value: number) => boolean; readonly text: string }>
> = {
  runtime: { holds: (value) => value > 0 && value <= 2 ** 53, text: 'seconds above 0, at most 2^53' },
  size: {
    holds: (value) => Number.isInteger(value) && value > 0 && value < 2 ** 31,
    text: 'processors, a whole number from 1',
  },
  submit: {
    holds: (value) => value >= 0 && value <= 2 ** 53,
    text: 'seconds from the first submit of the tuple, 0 to 2^53',
  },
  score: { holds: (value) => value > 0 && value <= 1, text: 'a number above 0, at most 1' },
  tuple: {
    holds: (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 31,
    text: 'a whole number from 0',
  },
}

const REMEDY = `Name a score distribution: a CSV file with the columns ${COLUMNS.join(',')}`
/** How far from 1 the scores of a tuple may add up to: files have ten digits or more of each. */
const SUM_TOLERANCE = 1e-6

/**
 * @param file what the text is called in messages
 * @throws QueuewrightError `input-empty`, `line-fields`, `line-number` or `line-value`
 */
export function readDistribution(text: string, file: string): ScoreDistribution {
  const lines = text.split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) throw empty(file)
  const head = cellsOf(lines[first])
  const isHead = !isNumber(head[0])
  const places = isHead ? headPlaces(head, file, first + 1) : plainPlaces(head, file, first + 1)
  const width = head.length
  const columns = places.map((): number[] => [])
  for (let at = isHead ? first + 1 : first; at < lines.length; at++) {
    if (lines[at].trim() === '') continue
    const cells = cellsOf(lines[at])
    const place = { file, line: at + 1 }
    if (cells.length !== width) {
      throw new QueuewrightError('line-fields', `a line of ${cells.length} columns`, {
        ...place,
        expected: `${width}, as in line ${first + 1}`,
        remedy: REMEDY,
      })
    }
    places.forEach((cell, k) => {
      columns[k].push(cellValue(COLUMNS[k], cells[cell], place))
    })
  }
  const [runtime, size, submit, score, tuple] = columns
  if (runtime.length === 0) throw empty(file)
  if (tuple !== undefined) requireSums(tuple, score, file)
  return {
    runtime: Float64Array.from(runtime),
    size: Float64Array.from(size),
    submit: Float64Array.from(submit),
    score: Float64Array.from(score),
    tuple: tuple === undefined ? tuplesBySums(score) : Int32Array.from(tuple),
  }
}

/** The distribution as CSV; `readDistribution` gives back the same numbers, bit by bit. */
export function printDistribution({ runtime, size, submit, score, tuple }: ScoreDistribution): string {
  let text = `${COLUMNS.join(',')}\n`
  for (let row = 0; row < score.length; row++) {
    text += `${runtime[row]},${size[row]},${submit[row]},${score[row]},${tuple[row]}\n`
  }
  return text
}

/** Without what surrounds them, also a byte-order mark. */
function cellsOf(line: string): readonly string[] {
  return line.split(',').map((cell) => cell.trim())
}

/** That no tuple is in the file twice, as where files with the same numbers are put together. Rows may be left out. */
function requireSums(tuple: readonly number[], score: readonly number[], file: string): void {
  const sums = new Map<number, number>()
  for (const [row, number] of tuple.entries()) sums.set(number, (sums.get(number) ?? 0) + score[row])
  for (const [number, sum] of sums) {
    if (sum <= 1 + SUM_TOLERANCE) continue
    throw new QueuewrightError('line-value', `the scores of tuple ${number} add up to more than 1`, {
      ...{ file, field: 'score', value: sum },
      expected: '1, or less where rows are left out',
      remedy: 'Number the tuples so that each has a number of its own, and leave out rows that stand twice',
    })
  }
}

/** Where the head says that the columns are; of `tuple` only where it names one. */
function headPlaces(head: readonly string[], file: string, line: number): readonly number[] {
  const names = head.map((cell) => cell.replace(/^"(.*)"$/, '$1').toLowerCase())
  const places = COLUMNS.map((name) => names.indexOf(name))
  const twice = COLUMNS.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) {
    throw new QueuewrightError('line-fields', `the head names the column ${twice} twice`, {
      ...{ file, line, expected: COLUMNS.join(',') },
      remedy: REMEDY,
    })
  }
  const missing = places.slice(0, NEEDED).indexOf(-1)
  if (missing >= 0) {
    throw new QueuewrightError('line-fields', `the head names no column ${COLUMNS[missing]}`, {
      ...{ file, line, value: names.join(',').slice(0, 80) },
      expected: COLUMNS.join(','),
      remedy: REMEDY,
    })
  }
  return places.filter((place) => place >= 0)
}

function plainPlaces(cells: readonly string[], file: string, line: number): readonly number[] {
  if (cells.length === NEEDED || cells.length === COLUMNS.length) return cells.map((_, k) => k)
  throw new QueuewrightError('line-fields', `a line of ${cells.length} columns, and no head to name them`, {
    ...{ file, line },
    expected: `${COLUMNS.slice(0, NEEDED).join(',')} and perhaps ${COLUMNS[NEEDED]}`,
    remedy: REMEDY,
  })
}

function cellValue(column: Column, cell: string, place: { file: string; line: number }): number {
  const { holds, text } = RANGES[column]
  const fault = { ...place, field: column, value: cell.slice(0, 60), expected: text }
  if (!isNumber(cell)) {
    throw new QueuewrightError('line-number', 'not a number', { ...fault, remedy: REMEDY })
  }
  const value = Number(cell)
  if (Number.isFinite(value) && holds(value)) return value
  throw new QueuewrightError('line-value', 'a value that no row of a score distribution can have', {
    ...fault,
    remedy: 'Leave the row out, or make the distribution anew',
  })
}

/** Whether it is written as a number; that which programs write for values that are none counts, and is then refused. */
function isNumber(cell: string): boolean {
  return /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?)$/i.test(cell)
}

/** The tuple of each row by the sums of the scores. */
function tuplesBySums(score: readonly number[]): Int32Array {
  const tuple = new Int32Array(score.length)
  let number = 0
  let sum = 0
  for (let row = 0; row < score.length; row++) {
    tuple[row] = number
    sum += score[row]
    if (sum < 1 - SUM_TOLERANCE) continue
    if (sum > 1 + SUM_TOLERANCE) return tuple.fill(0)
    number++
    sum = 0
  }
  return sum === 0 ? tuple : tuple.fill(0)
}

function empty(file: string): QueuewrightError {
  return new QueuewrightError('input-empty', 'a score distribution without rows', { file, remedy: REMEDY })
}
