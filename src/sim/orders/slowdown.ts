/**
 * WFP3 and UNICEF, which weigh a job's wait against its estimate and size (Tang et al., CLUSTER 2009; formulas as in
 * SC'17, table 2).
 *
 *     WFP3    −(w/r)³·n              ranked by its cube root, −∛n · w/r, which orders jobs alike
 *     UNICEF  −w/(log2(n)·r)
 *
 * w the wait, r the estimate, n the size. Both are linear in time. Where a denominator is 0 (r = 0; for UNICEF also
 * n = 1, whose log2 is 0) the job is the most urgent of all, from its submit on: its key is −∞. Such jobs go by job
 * order among themselves.
 */
import type { QueueOrder, VisibleJobs } from '../order.js'
import type { OrderDeclaration } from './declaration.js'
import { LinearKeys, setCoefficients } from './ranking.js'

/** Key −p·w/q with p and q from a job's estimate and size. */
class WaitOver extends LinearKeys {
  readonly #jobs: VisibleJobs
  readonly #weight: (size: number) => number
  readonly #divisor: (estimate: number, size: number) => number

  constructor(
    jobs: VisibleJobs,
    weight: (size: number) => number,
    divisor: (estimate: number, size: number) => number,
  ) {
    super()
    this.#jobs = jobs
    this.#weight = weight
    this.#divisor = divisor
  }

  coefficients(out: Float64Array, job: number): void {
    const { submit, estimate, size } = this.#jobs
    const q = this.#divisor(estimate[job], size[job])
    if (q > 0) setCoefficients(out, 0, -this.#weight(size[job]), submit[job], q)
    else setCoefficients(out, Number.NEGATIVE_INFINITY, 0, submit[job], 1)
  }
}

const wfp3 = (name: string): QueueOrder => ({
  name,
  bind: ({ jobs }) => new WaitOver(jobs, Math.cbrt, (estimate) => estimate),
})

const unicef = (name: string): QueueOrder => ({
  name,
  bind: ({ jobs }) =>
    new WaitOver(
      jobs,
      () => 1,
      (estimate, size) => Math.log2(size) * estimate,
    ),
})

export const SLOWDOWN_ORDERS: readonly OrderDeclaration[] = [
  {
    name: 'wfp3',
    aliases: ['wfp'],
    formula: '−(w/r)³·n; r = 0 first',
    source: 'Tang et al., CLUSTER 2009; SC 2017 table 2',
    parameters: [],
    create: wfp3,
  },
  {
    name: 'unicef',
    aliases: ['unicep'],
    formula: '−w/(log2(n)·r); n = 1 or r = 0 first',
    source: 'Tang et al., CLUSTER 2009; SC 2017 table 2',
    parameters: [],
    create: unicef,
  },
]
