/**
 * Waits and shares of jobs as slurmctld keeps them between two computations of its priorities, event by event: what
 * priority/multifactor's decay thread knows, and nothing that a log cannot say. Found by observation of a Slurm 22.05.8.
 *
 * Each PriorityCalcPeriod, at an instant of its own (the phase of the decay thread):
 *
 * 1. classic formula: the effective usage of accounts is settled by the usage so far, that of users is forgotten;
 * 2. all usage decays, U ← U·D^P, D = 1 − 0.693/half-life;
 * 3. the jobs are gone through in the order of their submission: a running one is charged Δ·D^Δ·c for the Δ whole seconds
 *    since the computation before, or since its start; of a waiting one the wait is taken and, in the classic formula, the
 *    effective usage of its user, with what the jobs before it in the list have been charged and without the rest;
 * 4. Fair Tree: the factors of all users follow from the usage of all.
 *
 * A job that ends is charged at once where limits are enforced, else at the next computation. A job that is submitted has
 * the wait 0 and the share of its user: in Fair Tree that of the last computation (before the first 0 for users that were
 * added since the thread began, which computes shares once as it begins), in the classic
 * formula one that is settled then if no job was waiting.
 */
import type { PrioritySettings } from '../../trace/slurm-conf/index.js'
import type { Associations } from '../orders/multifactor/associations.js'
import { ClassicFairShare } from '../orders/multifactor/classic.js'
import { FairTree } from '../orders/multifactor/fair-tree.js'
import { decayOfSecond } from '../orders/multifactor/usage.js'

export interface LedgerOptions
  extends Pick<PrioritySettings, 'period' | 'halfLife' | 'fairTree' | 'dampening'> {
  /** Whether a job's end is charged at once (AccountingStorageEnforce has limits). */
  readonly chargesAtEnd: boolean
  /** The first computation; may be a fraction of a second. */
  readonly first: number
  /** Whether users were there when the decay thread began, which computes their shares then; else these are 0 until `first`. */
  readonly knownAtStart: boolean
  /** The first instant after a given one at which all usage is forgotten; Infinity if never. */
  readonly nextReset: (after: number) => number
}

export interface LedgerJob {
  /** The leaf of its user in its account. */
  readonly leaf: number
  /** From when its wait counts; Infinity while that is not known. */
  readonly eligible: number
  /** The charge for a second of it. */
  readonly charge: number
}

/** The state of a waiting job since it was submitted, or since the last computation. */
export interface PriorityState {
  /** Seconds. */
  readonly wait: number
  /** 0–1. */
  readonly fairShare: number
}

interface Entry extends LedgerJob {
  eligible: number
  state: 'waiting' | 'running' | 'ended' | 'gone'
  /** Whole second of its start. */
  start: number
  /** Whole second of its end. */
  end: number
  priorityState: PriorityState
}

export class PriorityLedger {
  readonly #options: LedgerOptions
  readonly #tree: Associations
  readonly #decay: number
  /** The usage of each node of the tree, with all below it. */
  readonly #usage: Float64Array
  readonly #classic: ClassicFairShare | null
  readonly #fairTree: FairTree | null
  /** Factors by leaf; NaN where the classic formula has not been asked since the last computation. */
  readonly #factors: Float64Array
  /** In the order of submission. */
  readonly #jobs = new Map<number, Entry>()
  #next: number
  /** Whole second of the last computation. */
  #last = Number.NEGATIVE_INFINITY
  #reset: number

  constructor(tree: Associations, options: LedgerOptions) {
    const leaves = tree.nodes.length
    this.#tree = tree
    this.#options = options
    this.#decay = decayOfSecond(options.halfLife)
    this.#usage = new Float64Array(tree.count)
    this.#fairTree = options.fairTree ? new FairTree(tree) : null
    this.#classic = options.fairTree ? null : new ClassicFairShare(tree, options.dampening)
    this.#factors = new Float64Array(leaves).fill(options.fairTree ? 0 : Number.NaN)
    this.#next = options.first
    this.#reset = options.nextReset(options.first)
    this.#classic?.settleAccounts(this.#usage)
    if (options.knownAtStart) this.#settleFairTree()
  }

  /** Submits a job, or puts one back into the queue. */
  submitted(id: number, job: LedgerJob, at: number): void {
    this.advance(at)
    const wait = 0
    const known = this.#jobs.get(id)
    const priorityState = { wait, fairShare: this.#factor(job.leaf) }
    const entry = { ...job, state: 'waiting', start: Number.NaN, end: Number.NaN, priorityState } as const
    if (known === undefined) this.#jobs.set(id, { ...entry })
    else Object.assign(known, entry)
  }

  /** Computes the priority of a waiting job anew: somebody has changed something of it. */
  changed(id: number, at: number): void {
    this.advance(at)
    const job = this.#jobs.get(id)
    if (job?.state === 'waiting') job.priorityState = this.#priorityState(job, Math.floor(at))
  }

  /** From now on a waiting job could be started, of which that was not known. */
  released(id: number, at: number): void {
    this.advance(at)
    const job = this.#jobs.get(id)
    if (job !== undefined) job.eligible = Math.floor(at)
  }

  started(id: number, at: number): void {
    this.advance(at)
    const job = this.#jobs.get(id)
    if (job === undefined) return
    job.state = 'running'
    job.start = Math.floor(at)
  }

  ended(id: number, at: number): void {
    this.advance(at)
    const job = this.#jobs.get(id)
    if (job === undefined) return
    const ran = job.state === 'running'
    job.end = Math.floor(at)
    job.state = ran && !this.#options.chargesAtEnd ? 'ended' : 'gone'
    if (ran && this.#options.chargesAtEnd) this.#charge(job, job.end)
  }

  /** Somebody asks for all shares (sshare), which settles those of users who have no job that waits. */
  asked(at: number): void {
    this.advance(at)
    for (let leaf = 0; leaf < this.#factors.length; leaf++) this.#factor(leaf)
  }

  /** The state of a waiting job at an instant; undefined of one that does not wait. */
  priorityStateOf(id: number, at: number): PriorityState | undefined {
    this.advance(at)
    const job = this.#jobs.get(id)
    return job?.state === 'waiting' ? job.priorityState : undefined
  }

  /** Makes the computations up to an instant. */
  advance(at: number): void {
    while (this.#next <= at) {
      this.#compute(this.#next)
      this.#next += this.#options.period
    }
  }

  #compute(instant: number): void {
    const now = Math.floor(instant)
    const usage = this.#usage
    if (now >= this.#reset) {
      usage.fill(0)
      this.#reset = this.#options.nextReset(now)
    }
    this.#classic?.settleAccounts(usage)
    if (this.#classic !== null) this.#factors.fill(Number.NaN)
    const decay = this.#decay ** this.#options.period
    for (let node = 0; node < usage.length; node++) usage[node] *= decay
    for (const [id, job] of this.#jobs) {
      if (job.state === 'running') this.#charge(job, now)
      else if (job.state === 'ended') this.#charge(job, job.end)
      else if (job.state === 'waiting' && this.#classic !== null) this.#factor(job.leaf)
      if (job.state === 'ended' || job.state === 'gone') this.#jobs.delete(id)
    }
    this.#last = now
    this.#settleFairTree()
    for (const job of this.#jobs.values()) {
      if (job.state !== 'waiting') continue
      job.priorityState = this.#priorityState(job, now)
    }
  }

  #settleFairTree(): void {
    const ofLeaves = Float64Array.from(this.#tree.nodes, (node) => this.#usage[node])
    this.#fairTree?.compute(ofLeaves, this.#factors)
  }

  #priorityState({ eligible, leaf }: LedgerJob, now: number): PriorityState {
    return { wait: Math.max(0, now - eligible), fairShare: this.#factor(leaf) }
  }

  #charge(job: Entry, until: number): void {
    const seconds = until - Math.max(job.start, this.#last)
    if (!(seconds > 0)) return
    const amount = seconds * this.#decay ** seconds * job.charge
    const { parent, nodes } = this.#tree
    for (let node = nodes[job.leaf]; node >= 0; node = parent[node]) this.#usage[node] += amount
  }

  #factor(leaf: number): number {
    if (leaf < 0) return 0
    if (this.#classic !== null && Number.isNaN(this.#factors[leaf])) {
      this.#factors[leaf] = this.#classic.factorOf(leaf, this.#usage)
    }
    return this.#factors[leaf]
  }
}
