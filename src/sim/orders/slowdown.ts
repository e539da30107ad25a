/**
 * Orders that weigh a job's wait against its estimate and size: WFP3 and UNICEF (Tang et al., CLUSTER 2009; formulas as in
 * SC'17, table 2), largest expansion factor first (D. Zotkin and P. J. Keleher, HPDC 1999), and the same with a weight of the
 * wait, LXF&W (S.-H. Chiang, A. Arpaci-Dusseau, M. K. Vernon, JSSPP 2002, whose weight is 0.02 an hour).
 *
 *     WFP3    −(w/r)³·n              ranked by its cube root, −∛n · w/r, which orders jobs alike
 *     UNICEF  −w/(log2(n)·r)
 *     LXF     −(w + r)/r − wait·w/1 h    ranked without the 1
 *
 * w the wait, r the estimate, n the size. All are linear in time. Where a denominator is 0 (r = 0; for UNICEF also
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

const HOUR = 3600

/** −w/r − weight·w/1 h is −w/q with q = r/(1 + weight·r/1 h). */
const lxf = (name: string, weight: number): QueueOrder => ({
  name,
  bind: ({ jobs }) =>
    new WaitOver(
      jobs,
      () => 1,
      (estimate) => estimate / (1 + (weight * estimate) / HOUR),
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
  {
    name: 'lxf',
    aliases: [],
    formula: '−(w + r)/r − wait·w/1 h; r = 0 first',
    source: 'Zotkin, Keleher, HPDC 1999; with wait=0.02 LXF&W of Chiang, Arpaci-Dusseau, Vernon, JSSPP 2002',
    parameters: [{ name: 'wait', meaning: 'weight of the wait, an hour', least: 0, most: 1000, default: 0 }],
    create: (name, given) => lxf(name, given.get('wait') ?? 0),
  },
]
