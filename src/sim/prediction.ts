/**
 * Run-time predictions: what a scheduler takes for a job's run time in place of the user's request. The port; its
 * implementations live in workload/predictions.
 *
 * A prediction is made when a job is submitted and holds until the job starts. While a job runs beyond its prediction
 * it is corrected, as often as need be: a correction is an event that comes before the submissions and completions of
 * its instant and causes no pass of its own.
 */

/** The jobs as a predictor may know them: what their users asked for. A row is filled when its job is submitted. */
export interface RequestedJobs {
  readonly length: number
  /** Seconds from the log's zero. */
  readonly submit: Float64Array
  /** Seconds; never missing here. */
  readonly requested: Float64Array
  readonly size: Int32Array
  /** −1 where unknown. */
  readonly user: Int32Array
}

/** The world that a predictor is bound to. */
export interface PredictionWorld {
  readonly jobs: RequestedJobs
  /** Processors of the machine. */
  readonly processors: number
}

/** The predictions of one simulation; told of everything that a scheduler sees happen, in order. */
export interface Predictions {
  /** The prediction, in seconds from 0, for a job that is submitted at `now`. */
  submitted(job: number, now: number): number
  /** A job starts. */
  started?(job: number, now: number): void
  /** A job has ended; its run time in seconds is known from now on. */
  ended(job: number, runtime: number, now: number): void
  /**
   * The next prediction for a job that runs on beyond its last one. One that is not above the last ends the
   * corrections of this job: it is expected to end at any moment.
   * @param first the prediction made at submit
   * @param corrections how many this makes, from 1
   */
  corrected(job: number, first: number, corrections: number): number
}

export interface Predictor {
  /** As written after `predicted:`. */
  readonly name: string
  bind(world: PredictionWorld): Predictions
}
