/**
 * The limits on what may run at once of one user, account or QOS. A job that a limit holds back is passed over, by both schedulers, and
 * nothing is kept free for it.
 */
import type { RunningLimit } from '../../../trace/slurm-conf/index.js'
import type { SlurmJob } from './queue.js'

/** The limits that hold jobs back, as the cycles know them. */
export interface JobLimits {
  allow(job: SlurmJob): boolean
  took(job: SlurmJob): void
  gave(job: SlurmJob): void
}

export class Limits implements JobLimits {
  readonly #limits: readonly RunningLimit[]
  readonly #jobs: Float64Array
  readonly #cores: Float64Array
  readonly #gpus: Float64Array

  /** @param limits by the numbers that jobs have */
  constructor(limits: readonly RunningLimit[]) {
    this.#limits = limits
    this.#jobs = new Float64Array(limits.length)
    this.#cores = new Float64Array(limits.length)
    this.#gpus = new Float64Array(limits.length)
  }

  copy(): Limits {
    const other = new Limits(this.#limits)
    other.#jobs.set(this.#jobs)
    other.#cores.set(this.#cores)
    other.#gpus.set(this.#gpus)
    return other
  }

  allow(job: SlurmJob): boolean {
    return job.limits.every((k) => {
      const { jobs, cores, gpus } = this.#limits[k]
      return (
        this.#jobs[k] + 1 <= jobs &&
        this.#cores[k] + job.request.cores <= cores &&
        this.#gpus[k] + gpusOf(job) <= gpus
      )
    })
  }

  took(job: SlurmJob): void {
    this.#change(job, 1)
  }

  gave(job: SlurmJob): void {
    this.#change(job, -1)
  }

  #change(job: SlurmJob, sign: 1 | -1): void {
    for (const k of job.limits) {
      this.#jobs[k] += sign
      this.#cores[k] += sign * job.request.cores
      this.#gpus[k] += sign * gpusOf(job)
    }
  }
}

function gpusOf({ request }: SlurmJob): number {
  return request.gpusPerNode * request.leastNodes
}
