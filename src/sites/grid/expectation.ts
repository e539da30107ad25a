/**
 * Expected run times of a grid's jobs by a predictor that sees what happens at all sites, in order of time: for the
 * choice of a site. Sites themselves go by what users asked for.
 */
import type { Accounts, Predictions, Predictor } from '../../sim/index.js'
import type { GridSite } from './site.js'
import type { GridWorkload } from './workload.js'

interface Event {
  readonly row: number
  readonly at: number
  readonly isEnd: boolean
}

export class Expectation {
  readonly #predictions: Predictions
  readonly #runtime: Float64Array
  /** Rows by the number that each site gave them. */
  readonly #rows: readonly number[][]
  /** Events since the last prediction. */
  #news: Event[] = []

  constructor({ jobs }: GridWorkload, sites: readonly GridSite[], predictor: Predictor) {
    const { length, submit, estimate, size, user, runtime } = jobs
    const processors = sites.reduce((sum, { nodes }) => sum + nodes, 0)
    this.#predictions = predictor.bind({
      jobs: { length, submit, requested: estimate, size, user },
      processors,
    })
    this.#runtime = runtime
    this.#rows = sites.map(() => [])
  }

  /** Accounts of a site's jobs. */
  accountsOf(site: number): Accounts {
    const rows = this.#rows[site]
    const note = (isEnd: boolean) => (job: number, at: number) => {
      this.#news.push({ row: rows[job], at, isEnd })
    }
    return { started: note(false), ended: note(true) }
  }

  /** The next job of a site has this row. */
  placed(row: number, site: number): void {
    this.#rows[site].push(row)
  }

  /** Seconds that a job is taken to run, predicted when it is released. */
  of(row: number, now: number): number {
    const predictions = this.#predictions
    // Ends before starts, as at a machine; a site's own events are in order already.
    const news = this.#news.sort((a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd) || a.row - b.row)
    for (const { row, at, isEnd } of news) {
      if (isEnd) predictions.ended(row, this.#runtime[row], at)
      else predictions.started?.(row, at)
    }
    this.#news = []
    return predictions.submitted(row, now)
  }
}
