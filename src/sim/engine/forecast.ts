/**
 * Predictions at work in the engine: a job's estimate is written when it is submitted, and rewritten whenever it has
 * outlived the last one while it runs.
 */
import { EventQueue } from '../../core/heap.js'
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import type { JobColumns } from '../../trace/job-table.js'
import type { Predictions, Predictor } from '../prediction.js'

export class Forecast {
  /** Running jobs that will outlive their prediction, and when. */
  readonly outlived = new EventQueue()
  /** The prediction that each job was submitted with. */
  readonly first: Float64Array
  /** Corrections made of each job's prediction. */
  readonly corrections: Int32Array
  readonly #jobs: JobColumns
  /** Requests of users; the table's estimates are written over. */
  readonly #requested: Float64Array
  readonly #predictions: Predictions

  /** @param jobs the table that the engine reads, whose estimates this object writes from now on */
  constructor(jobs: JobColumns & Rows, processors: number, predictor: Predictor) {
    this.#jobs = jobs
    this.#requested = columnBeside(jobs, Float64Array)
    this.first = columnBeside(jobs, Float64Array)
    this.corrections = columnBeside(jobs, Int32Array)
    const { length, submit, size, user } = jobs
    const requested = this.#requested
    this.#predictions = predictor.bind({ jobs: { length, submit, size, user, requested }, processors })
  }

  submitted(job: number, now: number): void {
    const { estimate } = this.#jobs
    this.#requested[job] = estimate[job]
    this.first[job] = this.#predictions.submitted(job, now)
    estimate[job] = this.first[job]
  }

  started(job: number, now: number): void {
    this.#predictions.started?.(job, now)
    this.#watch(job, now)
  }

  ended(job: number, now: number): void {
    this.#predictions.ended(job, this.#jobs.runtime[job], now)
  }

  /** Predicts anew a job that has outlived its prediction. */
  correct(job: number, start: number): void {
    const { estimate } = this.#jobs
    const next = this.#predictions.corrected(job, this.first[job], ++this.corrections[job])
    if (!(next > estimate[job])) return
    estimate[job] = next
    this.#watch(job, start)
  }

  /** Looks out for a running job that will outlive its prediction. */
  #watch(job: number, start: number): void {
    const { estimate, runtime } = this.#jobs
    const expected = start + estimate[job]
    if (expected < start + runtime[job]) this.outlived.push(expected, job)
  }
}
