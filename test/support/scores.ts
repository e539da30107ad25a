/** Score distributions for tests. */
import { Random } from '../../src/core/random.js'
import type { ScoreDistribution } from '../../src/learn/score/distribution.js'

export interface MadeDistribution {
  readonly tuples: number
  readonly judged?: number
  readonly seed?: number
  /** Standard deviation of what is added to every score; 0 where absent. */
  readonly noise?: number
}

/** Jobs drawn like those of a workload, whose score is a function of run time, size and submit. */
export function distributionBy(
  score: (r: number, n: number, s: number) => number,
  { tuples, judged = 8, seed = 1, noise = 0 }: MadeDistribution,
): ScoreDistribution {
  const random = new Random(seed)
  const normal = random.normal(0, noise)
  const rows = Array.from({ length: tuples * judged }, (_, row) => {
    const r = Math.ceil(10 ** (5 * random.uniform()))
    const n = 2 ** random.int(9)
    const s = 1000 + random.int(50_000)
    return { r, n, s, score: score(r, n, s) + (noise > 0 ? normal() : 0), tuple: Math.floor(row / judged) }
  })
  return {
    runtime: Float64Array.from(rows, ({ r }) => r),
    size: Float64Array.from(rows, ({ n }) => n),
    submit: Float64Array.from(rows, ({ s }) => s),
    score: Float64Array.from(rows, (row) => row.score),
    tuple: Int32Array.from(rows, ({ tuple }) => tuple),
  }
}
