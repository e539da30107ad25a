/**
 * How a quantity (waits) is spread within classes of jobs: per class a histogram over fixed edges and exact
 * quantiles. What a scatter plot of a million points would show, at the size of a page.
 *
 * Pure; imports core only.
 */
import { quantile } from '../core/statistics.js'

export interface JobClass {
  readonly label: string
  /** Jobs with from ≤ value < below are in the class. */
  readonly from: number
  readonly below: number
}

export interface ClassSpread {
  readonly label: string
  readonly jobs: number
  /** Jobs of the class in each cell between two edges. */
  readonly counts: Float64Array
  /** null where the class has no jobs. */
  readonly p5: number | null
  readonly p25: number | null
  readonly median: number | null
  readonly p75: number | null
  readonly p95: number | null
  readonly max: number | null
}

/**
 * @param by the value that decides a job's class (size, run time); jobs in no class are left out.
 * @param values what is spread; NaN is left out.
 * @param edges ascending; cell c is [edges[c], edges[c+1]), the last one closed, values beyond go to the ends.
 */
export function spreadByClass(
  by: ArrayLike<number>,
  values: ArrayLike<number>,
  classes: readonly JobClass[],
  edges: readonly number[],
): ClassSpread[] {
  const classOf = new Int16Array(values.length).fill(-1)
  const sizes = new Int32Array(classes.length)
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) continue
    const found = classAt(classes, by[row])
    classOf[row] = found
    if (found >= 0) sizes[found]++
  }
  const members = classes.map((_, k) => new Float64Array(sizes[k]))
  const filled = new Int32Array(classes.length)
  for (let row = 0; row < values.length; row++) {
    const k = classOf[row]
    if (k >= 0) members[k][filled[k]++] = values[row]
  }
  return classes.map(({ label }, k) => {
    const sorted = members[k].sort()
    const at = (share: number): number | null => (sorted.length === 0 ? null : quantile(sorted, share))
    return {
      label,
      jobs: sorted.length,
      counts: countCells(sorted, edges),
      p5: at(0.05),
      p25: at(0.25),
      median: at(0.5),
      p75: at(0.75),
      p95: at(0.95),
      max: at(1),
    }
  })
}

function classAt(classes: readonly JobClass[], value: number): number {
  for (let k = 0; k < classes.length; k++) if (value >= classes[k].from && value < classes[k].below) return k
  return -1
}

function countCells(sorted: Float64Array, edges: readonly number[]): Float64Array {
  const counts = new Float64Array(Math.max(1, edges.length - 1))
  let cell = 0
  for (const value of sorted) {
    while (cell < counts.length - 1 && value >= edges[cell + 1]) cell++
    counts[cell]++
  }
  return counts
}

/** Powers of two up to the largest size: 1, 2, 3–4, 5–8, 9–16, … */
export function sizeClasses(largest: number): JobClass[] {
  const classes: JobClass[] = []
  for (let from = 1, last = 1; from <= Math.max(1, largest); from = last + 1, last *= 2) {
    classes.push({ label: from === last ? `${from}` : `${from}–${last}`, from, below: last + 1 })
  }
  return classes
}

const UNIT_SECONDS = { s: 1, min: 60, h: 3600, d: 86_400 } as const

/** Bounds as [amount, unit]. */
const DURATION_MARKS: readonly (readonly [number, keyof typeof UNIT_SECONDS])[] = [
  [10, 's'],
  [1, 'min'],
  [5, 'min'],
  [15, 'min'],
  [30, 'min'],
  [1, 'h'],
  [2, 'h'],
  [4, 'h'],
  [8, 'h'],
  [16, 'h'],
  [1, 'd'],
  [2, 'd'],
  [7, 'd'],
]

/** Run time classes with round bounds, from below 10 seconds up to the one that holds `longest` (seconds). */
export function durationClasses(longest: number): JobClass[] {
  const classes: JobClass[] = []
  let from = 0
  let fromLabel = ''
  for (const [amount, unit] of DURATION_MARKS) {
    const below = amount * UNIT_SECONDS[unit]
    const label = `${amount} ${unit}`
    const start = fromLabel.endsWith(` ${unit}`) ? fromLabel.slice(0, -unit.length - 1) : `${fromLabel} `
    classes.push({
      label: from === 0 ? `< ${label}` : `${start}–${start.endsWith(' ') ? ' ' : ''}${label}`,
      from,
      below,
    })
    if (longest < below) return classes
    from = below
    fromLabel = label
  }
  classes.push({ label: `≥ ${fromLabel}`, from, below: Number.POSITIVE_INFINITY })
  return classes
}
