/**
 * The algorithms: who may start at a pass. One file each; this table says which pass serves a policy under given
 * rules. An algorithm sees only what the engine shows (never a true run time) and starts jobs through it.
 */
import type { Ranking } from '../order.js'
import type { AlgorithmName } from '../policy.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import { ConservativePass } from './conservative.js'
import { EasyPass } from './easy.js'
import { HeadPass } from './head.js'
import { ListPass } from './list.js'
import { ReservedPass } from './reserved.js'
import { ScanPass } from './scan.js'

export interface Algorithm {
  readonly name: AlgorithmName
  /** One line for help and docs. */
  readonly summary: string
  readonly source: string
  /** It looks at the estimated ends of running jobs. */
  readonly plans: boolean
  /** It asks for the first job of the order, so a head structure pays. */
  readonly asksHead: boolean
  /** It starts a job at once that finds nobody waiting and enough processors free, and keeps no plan of it. */
  readonly immediate: boolean
  /** It has a second order, in which it backfills. */
  readonly backfills: boolean
  /** @param backfill the order in which to backfill where it is not the queue order */
  pass(engine: SchedulerView, backfill: Ranking | null): Pass
}

/** Slurm's schedulers, which know nodes and have cycles of their own (slurm/pass.ts). */
export const SLURM_ALGORITHM: Pick<Algorithm, 'summary' | 'source'> & { readonly name: 'slurm' } = {
  name: 'slurm',
  summary: "Slurm's main scheduler and backfill, cycle by cycle, on the nodes of the site",
  source: 'Slurm 22.05: slurm.conf(5), SchedulerParameters; docs/slurm.md says how it was held to one',
}

export const ALGORITHMS: Readonly<Record<AlgorithmName, Algorithm>> = {
  head: {
    name: 'head',
    summary: 'start the first job of the order while it fits, stop at the first that does not (FCFS, greedy)',
    source: 'Feitelson, Rudolph, Schwiegelshohn: Parallel job scheduling, a status report, JSSPP 2004',
    plans: false,
    asksHead: true,
    immediate: true,
    backfills: false,
    pass: (engine) => (engine.ordered ? new HeadPass(engine) : new ScanPass(engine, 'head', null)),
  },
  list: {
    name: 'list',
    summary: 'go through the whole queue in order and start every job that fits',
    source: 'Graham: Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969)',
    plans: false,
    asksHead: false,
    immediate: true,
    backfills: false,
    pass: (engine) =>
      engine.ordered && !engine.rules.commit ? new ListPass(engine) : new ScanPass(engine, 'list', null),
  },
  easy: {
    name: 'easy',
    summary: 'aggressive backfilling: one reservation, for the first job of the order',
    source: 'Lifka: The ANL/IBM SP scheduling system, JSSPP 1995',
    plans: true,
    asksHead: true,
    immediate: true,
    backfills: true,
    pass: (engine, backfill) => {
      if (!engine.ordered || backfill?.kind === 'general') return new ScanPass(engine, 'easy', backfill)
      const order = backfill ?? engine.ranking
      return new EasyPass(engine, engine.bySubmit(order) ? null : order)
    },
  },
  cons: {
    name: 'cons',
    summary: 'conservative backfilling: a reservation for every waiting job',
    source:
      "Mu'alem, Feitelson: Utilization, predictability, workloads, and user runtime estimates, IEEE TPDS 12 (2001)",
    plans: true,
    asksHead: false,
    immediate: false,
    backfills: false,
    pass: (engine) =>
      engine.rules.compress === 'queue' ? new ConservativePass(engine) : new ReservedPass(engine),
  },
}
