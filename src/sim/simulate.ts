/** Simulates a policy on a job table: the one entry to the engine. */
import { type JobTable, replaceColumns } from '../trace/job-table.js'
import { bindOnFacility, bindPolicy, checkSemantics } from './bound-policy.js'
import { checkDependencies, type Dependencies } from './dependencies.js'
import type { EarlyStop } from './early-stop.js'
import { Arrivals } from './engine/arrivals.js'
import { Engine, type EngineSetup } from './engine/engine.js'
import { Forecast } from './engine/forecast.js'
import type { Live } from './engine/live.js'
import { isSubmitOrder } from './engine/queue-summary.js'
import { checkFacility, type Facility } from './facility/index.js'
import { JobPlaces } from './facility/places.js'
import type { Outcome } from './kernel/chunks.js'
import { simulateByKernel } from './kernel/simulate.js'
import { simulateSwitching } from './kernel/switching.js'
import { leavingDependent, startsLeaving } from './leaving.js'
import { membersOf } from './members.js'
import type { JobField, LinearRanking, Ranking, StaticRanking, TimeClassClock, World } from './order.js'
import type { SimulatedPolicy } from './policy.js'
import type { Predictor } from './prediction.js'
import type { DecisionWitness } from './rule-based/index.js'
import type { Schedule } from './schedule.js'
import { DEFAULT_SEMANTICS, type Semantics } from './semantics.js'
import { checkSimulable } from './simulable.js'
import type { Site } from './site.js'
import { UTC_TIME_CLASSES } from './time-class.js'

export interface Simulation {
  /** Jobs ready to run (see prepare.ts): sizes within the machine, no run time or estimate missing. */
  readonly jobs: JobTable
  /** Processors of the machine. */
  readonly processors: number
  readonly policy: SimulatedPolicy
  /** DEFAULT_SEMANTICS where absent. */
  readonly rules?: Semantics
  /** The log's local time, for orders that know the time of day; UTC with second 0 at 1970 where absent. */
  readonly timeClasses?: TimeClassClock
  /** Further fields of the log, row by row beside the jobs, for orders that ask for them. */
  readonly fields?: Partial<Readonly<Record<JobField, Float64Array>>>
  /** How the site's resource manager is configured, for orders that follow one. */
  readonly site?: Site
  /** Partitions, limits and maintenance of the machine, for which `fields` has queues and partitions; one pool where absent. */
  readonly facility?: Facility
  /** Predicts run times, which the scheduler takes in place of the estimates; none where absent. */
  readonly predictor?: Predictor
  /** Jobs that are submitted when others have ended; all at their recorded instants where absent. */
  readonly dependencies?: Dependencies
  /**
   * The instant at which each job leaves the queue or, where it has started, the machine; Infinity where it never does. The run
   * time of one that does is how long it would run if nobody ended it. Absent: none leaves.
   */
  readonly leaves?: Float64Array
  /** Is told of decisions, where the policy goes by rules. */
  readonly witness?: DecisionWitness
}

/**
 * Runs one simulation. A pure function: equal arguments give equal schedules, bit for bit. A job that left the queue before it could
 * start has the start NaN; the run time of one that left the machine is how long it ran.
 * @throws QueuewrightError `usage` where rules contradict each other; `line-value` for jobs and dependencies that cannot be;
 * `job-oversize`
 */
export function simulate(simulation: Simulation): Schedule {
  return run(simulation, null) as Schedule
}

/**
 * `simulate`, which may be given up on the way.
 * @param earlyStop over the jobs of the simulation; not for one with dependencies
 * @returns null where `earlyStop` had it given up
 */
export function simulateBelow(
  simulation: Omit<Simulation, 'dependencies'>,
  earlyStop: EarlyStop,
): Schedule | null {
  return run(simulation, earlyStop)
}

function run(simulation: Simulation, earlyStop: EarlyStop | null): Schedule | null {
  const { processors, facility, leaves } = simulation
  const { setup, arrivals, forecast, places } = setUp(simulation)
  const start =
    leaves !== undefined
      ? startsLeaving(new Engine(setup), leaves, earlyStop)
      : facility === undefined
        ? startsOf(simulation, setup, earlyStop)
        : new Engine(setup).run(earlyStop)
  if (start === null) return null
  const { jobs } = setup
  return {
    // What the scheduler saw of a job when it was submitted; corrections came later.
    jobs: forecast === null ? jobs : replaceColumns(jobs, { estimate: forecast.first }),
    processors,
    start,
    ...(arrivals === null ? {} : { rows: arrivals.rows }),
    ...(forecast === null ? {} : { corrections: forecast.corrections }),
    ...(places === null ? {} : { places }),
  }
}

/** A simulation made ready: what its engine is made of, and what has more to tell of it than starts. */
export interface Ready {
  readonly setup: EngineSetup & { readonly jobs: JobTable }
  readonly arrivals: Arrivals | null
  readonly forecast: Forecast | null
  readonly places: JobPlaces | null
}

/**
 * Makes a simulation ready.
 * @throws QueuewrightError as `simulate`
 */
export function setUp(simulation: Simulation): Ready {
  const { policy, predictor, dependencies, facility, leaves, rules = DEFAULT_SEMANTICS } = simulation
  checkSimulable(simulation.jobs, simulation.processors, facility === undefined)
  checkSemantics(rules, policy, predictor, facility !== undefined)
  if (facility !== undefined)
    checkFacility(facility, { policy, rules, predictor }, simulation.jobs, simulation.fields ?? {})
  if (dependencies !== undefined) {
    if (leaves !== undefined) throw leavingDependent()
    checkDependencies(simulation.jobs, dependencies)
  }
  return madeReady(simulation)
}

/**
 * The same of a simulation that nothing is wrong with.
 * @param whole the log that its jobs are a part of, as far as orders know it
 */
export function madeReady(
  simulation: Simulation,
  whole: Partial<Pick<World, 'origin' | 'members'>> = {},
): Ready {
  const {
    processors,
    policy,
    predictor,
    dependencies,
    facility,
    leaves,
    rules = DEFAULT_SEMANTICS,
  } = simulation
  const arrivals = dependencies === undefined ? null : new Arrivals(simulation.jobs, dependencies)
  // Predictions are written over estimates, and how long a job ran that was ended over its run time: they need a table of their own.
  const isWritten = predictor !== undefined || leaves !== undefined
  const jobs = arrivals?.table ?? (isWritten ? replaceColumns(simulation.jobs, {}) : simulation.jobs)
  const forecast = predictor === undefined ? null : new Forecast(jobs, processors, predictor)
  const live: Live | null = arrivals === null && forecast === null ? null : { arrivals, forecast }
  const world: World = {
    jobs,
    processors,
    // Of jobs that depend on others the first to be released need not be the log's first.
    origin: jobs.submit[0] ?? 0,
    members: () => membersOf(simulation.jobs.user, simulation.fields?.unixGroup),
    ...whole,
    timeClasses: simulation.timeClasses ?? UTC_TIME_CLASSES,
    live: live !== null,
    field: (name) => fieldOf(simulation.fields, name, arrivals),
    site: simulation.site ?? null,
  }
  const places = facility === undefined ? null : new JobPlaces(jobs)
  const scheduler =
    facility === undefined
      ? bindPolicy(policy, world, simulation.witness)
      : bindOnFacility(policy, facility, world, places, simulation.witness)
  // A site's clock strikes for all its logs alike: passes count from the log's zero.
  const origin = facility === undefined ? world.origin : 0
  return { setup: { jobs, processors, rules, scheduler, origin, live }, arrivals, forecast, places }
}

/** The start of each job; null where `earlyStop` had the simulation given up. */
function startsOf(
  simulation: Simulation,
  setup: EngineSetup & { readonly jobs: JobTable },
  earlyStop: EarlyStop | null,
): Float64Array | null {
  const outcome = setup.live === null ? kernelOutcome(simulation, setup, earlyStop) : 'unable'
  if (outcome === 'unable') return new Engine(setup).run(earlyStop)
  return outcome === 'given up' ? null : outcome
}

function kernelOutcome(
  { policy, timeClasses = UTC_TIME_CLASSES }: Simulation,
  { jobs, processors, scheduler, rules }: EngineSetup & { readonly jobs: JobTable },
  earlyStop: EarlyStop | null,
): Outcome {
  const { queues, switching, plans } = scheduler
  if (!isUsual(rules) || (plans && anyOverruns(jobs))) return 'unable'
  if (switching !== undefined) {
    if (!keysDecide(rules) || rules.compress !== 'queue') return 'unable'
    return simulateSwitching({ jobs, processors, timeClasses, rules, queues, switching }, earlyStop)
  }
  if (policy.algorithm !== 'head' && policy.algorithm !== 'easy') return 'unable'
  const ranking = kernelRanking(scheduler.rankings, jobs, rules)
  if (ranking === undefined) return 'unable'
  return simulateByKernel(jobs, processors, ranking, policy.algorithm === 'easy', earlyStop)
}

function fieldOf(
  fields: Simulation['fields'],
  name: JobField,
  arrivals: Arrivals | null,
): (job: number) => number {
  const column = fields?.[name]
  if (column === undefined) return () => -1
  if (arrivals === null) return (job) => column[job]
  const { rows } = arrivals
  return (job) => column[rows[job]]
}

/** Whether rules do not differ from the default where the order is that of submit. */
function isUsual({ events, sight, passInterval, backfill }: Semantics): boolean {
  return (
    events === 'instant' &&
    sight === Number.POSITIVE_INFINITY &&
    passInterval === 0 &&
    backfill.admit === 'shadow-or-spare'
  )
}

/** The ranking that the kernel is to go by; null, the order of submit; undefined where it cannot. */
function kernelRanking(
  rankings: readonly Ranking[],
  jobs: JobTable,
  rules: Semantics,
): StaticRanking | LinearRanking | null | undefined {
  const { ties } = rules
  if (rankings.every((each) => each.kind === 'static' && goesBySubmit(each.keys, jobs, ties))) return null
  const [ranking, ...others] = rankings
  return keysDecide(rules) && others.length === 0 && ranking.kind !== 'general' ? ranking : undefined
}

/** Whether rules do not differ from the default in what makes no difference in submit order. */
function keysDecide({ commit, lead, ties, backfill }: Semantics): boolean {
  return !commit && lead === 0 && ties === 'earliest' && !backfill.resort
}

/** Without a look where keys are the column of submits, by which tables are sorted. */
function goesBySubmit(keys: Float64Array, { submit }: JobTable, ties: Semantics['ties']): boolean {
  return (keys === submit && ties === 'earliest') || isSubmitOrder(keys, ties)
}

/** Tables are simulated again and again, and do not change. */
const overruns = new WeakMap<JobTable, boolean>()

function anyOverruns(jobs: JobTable): boolean {
  const known = overruns.get(jobs)
  if (known !== undefined) return known
  const { runtime, estimate, length } = jobs
  let any = false
  for (let job = 0; job < length && !any; job++) any = runtime[job] > estimate[job]
  overruns.set(jobs, any)
  return any
}
