/** Jobs for the kernel, and what it is asked on the way. */
import { Random } from '../../src/core/random.js'
import type { EarlyStop } from '../../src/sim/early-stop.js'
import type { JobRow, JobTable } from '../../src/trace/job-table.js'
import { tableOf } from './arbitraries.js'

export interface Shape {
  readonly jobs: number
  readonly processors: number
  /** Seconds over which jobs come; 0: all at once. */
  readonly span: number
  /** Longest run time, and longest time by which an estimate is above it. */
  readonly runtime: number
  readonly slack: number
  /** Largest job, as part of the machine. */
  readonly share: number
  /** Jobs that most jobs are, one behind the other and alike but for the run time of the last; 1 where absent. */
  readonly copies?: number
}

export const SMALL: readonly Shape[] = [
  { jobs: 120, processors: 16, span: 20, runtime: 5, slack: 9, share: 1 },
  { jobs: 120, processors: 16, span: 400, runtime: 100, slack: 5000, share: 1 },
  { jobs: 120, processors: 3, span: 400_000, runtime: 20_000, slack: 5000, share: 1 },
  { jobs: 400, processors: 64, span: 2500, runtime: 300, slack: 5000, share: 0.3 },
  { jobs: 400, processors: 16, span: 20_000, runtime: 500, slack: 5000, share: 1, copies: 8 },
]

export const LARGE: readonly Shape[] = [
  // Hundreds that run at once.
  { jobs: 3000, processors: 700, span: 3000, runtime: 2000, slack: 3000, share: 0.004 },
  { jobs: 1500, processors: 700, span: 1500, runtime: 2000, slack: 3000, share: 0.5 },
  // Most of them by one processor each, while somebody waits.
  { jobs: 4000, processors: 1500, span: 1500, runtime: 20_000, slack: 50_000, share: 0.001 },
  // Thousands that wait, and more at one instant than are handed over together.
  { jobs: 4500, processors: 40, span: 0, runtime: 50, slack: 9, share: 0.5 },
  { jobs: 6000, processors: 100, span: 6000, runtime: 90, slack: 200, share: 0.4 },
  // Hundreds that wait while situations of the week come and go.
  { jobs: 4500, processors: 50, span: 600_000, runtime: 3000, slack: 5000, share: 0.3 },
  { jobs: 4500, processors: 50, span: 600_000, runtime: 3000, slack: 5000, share: 0.3, copies: 8 },
]

/** @param second the unit of all times, in seconds */
export function jobsOf(
  { jobs, processors, span, runtime, slack, share, copies = 1 }: Shape,
  seed: number,
  second = 1,
): JobTable {
  const source = new Random(seed)
  const random = (least: number, most: number) => least + source.int(most - least + 1)
  const largest = Math.max(1, Math.floor(share * processors))
  const rows: JobRow[] = []
  while (rows.length < jobs) {
    const length = random(0, 9) === 0 ? 0 : random(1, runtime)
    const job = {
      submit: random(0, span) * second,
      runtime: length * second,
      estimate: (length + (random(0, 9) < 4 ? 0 : random(0, slack))) * second,
      size: random(0, 9) === 0 ? largest : random(1, largest),
      user: random(1, 9),
      group: random(0, 6),
    }
    const count = copies === 1 ? 1 : Math.min(jobs - rows.length, random(1, copies))
    for (let k = 1; k <= count; k++) {
      rows.push({
        ...job,
        id: rows.length + 1,
        runtime: k > 1 && k === count ? job.runtime / 2 : job.runtime,
      })
    }
  }
  return tableOf(rows)
}

/** An early stop that is asked at these places and gives up at the last, with what it was told. */
export function recorder(
  places: readonly number[],
  givesUp: boolean,
): EarlyStop & { readonly told: unknown[] } {
  let asked = 0
  const told: unknown[] = []
  return {
    told,
    get next() {
      return places[asked] ?? Number.POSITIVE_INFINITY
    },
    exceeded: (starts, submitted, now) => {
      told.push([submitted, now, starts.reduce((sum, start) => (Number.isNaN(start) ? sum : sum + start), 0)])
      asked++
      return givesUp && asked === places.length
    },
  }
}
