/** Simulates a policy on a job table: the one entry to the engine. */
import { QueuewrightError } from '../core/errors.js'
import { type JobTable, replaceColumns } from '../trace/job-table.js'
import { ALGORITHMS } from './algorithms/index.js'
import { SwitchingPass } from './algorithms/switching.js'
import type { Ceiling } from './ceiling.js'
import { checkDependencies, type Dependencies } from './dependencies.js'
import { Arrivals } from './engine/arrivals.js'
import { Engine, isSubmitOrder, type Live } from './engine/engine.js'
import { Forecast } from './engine/forecast.js'
import { kernelInOrder } from './kernel/simulate.js'
import { membersOf } from './members.js'
import type { JobField, Ranking, SituationClock, World } from './order.js'
import { type Policy, RULES, type RulePolicy, type SimulatedPolicy } from './policy.js'
import type { Predictor } from './prediction.js'
import { type DecisionWitness, ruleController } from './rule-based/index.js'
import { DEFAULT_RULES, type Rules } from './rules.js'
import type { Schedule } from './schedule.js'
import type { Site } from './site.js'
import { UTC_SITUATIONS } from './situation.js'

export interface Simulation {
  /** Jobs ready to run (see prepare.ts): sizes within the machine, no run time or estimate missing. */
  readonly jobs: JobTable
  /** Processors of the machine. */
  readonly processors: number
  readonly policy: SimulatedPolicy
  /** DEFAULT_RULES where absent. */
  readonly rules?: Rules
  /** The log's local time, for orders that know the time of day; UTC with second 0 at 1970 where absent. */
  readonly situation?: SituationClock
  /** Further fields of the log, row by row beside the jobs, for orders that ask for them. */
  readonly fields?: Partial<Readonly<Record<JobField, Float64Array>>>
  /** How the site's resource manager is configured, for orders that follow one. */
  readonly site?: Site
  /** Predicts run times, which the scheduler takes in place of the estimates; none where absent. */
  readonly predictor?: Predictor
  /** Jobs that are submitted when others have ended; all at their recorded instants where absent. */
  readonly dependencies?: Dependencies
  /** Is told of decisions, where the policy goes by rules. */
  readonly witness?: DecisionWitness
}

/**
 * Runs one simulation. A pure function: equal arguments give equal schedules, bit for bit.
 * @throws QueuewrightError `usage` where rules contradict each other; `line-value` for impossible dependencies
 */
export function simulate(simulation: Simulation): Schedule {
  return run(simulation, null) as Schedule
}

/**
 * `simulate`, which may be given up on the way.
 * @param ceiling over the jobs of the simulation; not for one with dependencies
 * @returns null where `ceiling` had it given up
 */
export function simulateBelow(
  simulation: Omit<Simulation, 'dependencies'>,
  ceiling: Ceiling,
): Schedule | null {
  return run(simulation, ceiling)
}

function run(simulation: Simulation, ceiling: Ceiling | null): Schedule | null {
  const { processors, policy, predictor, dependencies } = simulation
  const rules = simulation.rules ?? DEFAULT_RULES
  checkRules(rules, policy, predictor)
  if (dependencies !== undefined) checkDependencies(simulation.jobs, dependencies)
  const arrivals = dependencies === undefined ? null : new Arrivals(simulation.jobs, dependencies)
  // Predictions are written over estimates, so they need a table of their own.
  const jobs =
    arrivals?.table ?? (predictor === undefined ? simulation.jobs : replaceColumns(simulation.jobs, {}))
  const forecast = predictor === undefined ? null : new Forecast(jobs, processors, predictor)
  const live: Live | null = arrivals === null && forecast === null ? null : { arrivals, forecast }
  const world: TableWorld = {
    jobs,
    processors,
    origin: jobs.submit[0] ?? 0,
    situation: simulation.situation ?? UTC_SITUATIONS,
    live: live !== null,
    field: (name) => fieldOf(simulation.fields, name, arrivals),
    site: simulation.site ?? null,
    members: () => membersOf(simulation.jobs.user, simulation.fields?.unixGroup),
  }
  const start =
    policy.algorithm === RULES
      ? startsByRules(policy, world, rules, live, ceiling, simulation.witness)
      : startsBy(policy, world, rules, live, ceiling)
  if (start === null) return null
  return {
    // What the scheduler saw of a job when it was submitted; corrections came later.
    jobs: forecast === null ? jobs : replaceColumns(jobs, { estimate: forecast.first }),
    processors,
    start,
    ...(arrivals === null ? {} : { rows: arrivals.rows }),
    ...(forecast === null ? {} : { corrections: forecast.corrections }),
  }
}

/** The jobs of a world as the table that the engine runs. */
interface TableWorld extends World {
  readonly jobs: JobTable
}

/** The start of each job under one algorithm; null where `ceiling` had the simulation given up. */
function startsBy(
  policy: Policy,
  world: TableWorld,
  rules: Rules,
  live: Live | null,
  ceiling: Ceiling | null,
): Float64Array | null {
  const { jobs, processors } = world
  const { plans, asksHead, immediate, pass } = ALGORITHMS[policy.algorithm]
  const ranking = policy.order.bind(world)
  const backfill = policy.backfillOrder === null ? null : policy.backfillOrder.bind(world)
  const rankings = backfill === null ? [ranking] : [ranking, backfill]
  if (live === null && runsInOrder(policy, rankings, jobs, rules)) {
    const outcome = kernelInOrder(jobs, processors, policy.algorithm === 'easy', ceiling)
    if (outcome !== 'unable') return outcome === 'given up' ? null : outcome
  }
  const options = { plans, immediate, live, rankings, accounts: [] }
  const engine = new Engine(jobs, processors, [{ ranking, asksHead }], rules, options)
  return engine.run(pass(engine, backfill), ceiling)
}

/** The same where rules choose among several policies. */
function startsByRules(
  { base, features, members }: RulePolicy,
  world: TableWorld,
  rules: Rules,
  live: Live | null,
  ceiling: Ceiling | null,
  witness: DecisionWitness | undefined,
): Float64Array | null {
  const { jobs, processors } = world
  const algorithms = members.map(({ algorithm }) => ALGORITHMS[algorithm])
  // Members of the same order share its structure.
  const names = [...new Set(members.map(({ order }) => order.name))]
  const queues = names.map((name) => {
    const same = members.filter(({ order }) => order.name === name)
    return {
      ranking: same[0].order.bind(world),
      asksHead: same.some(({ algorithm }) => ALGORITHMS[algorithm].asksHead),
    }
  })
  const backfills = members.map(({ backfillOrder }) => backfillOrder?.bind(world) ?? null)
  const controller = ruleController(base, features, world, witness)
  const engine = new Engine(jobs, processors, queues, rules, {
    plans: algorithms.some(({ plans }) => plans),
    immediate: algorithms.every(({ immediate }) => immediate),
    live,
    rankings: [...queues.map(({ ranking }) => ranking), ...backfills.filter((each) => each !== null)],
    accounts: [controller],
  })
  const passes = members.map(({ order }, k) => {
    const queue = names.indexOf(order.name)
    engine.use(queue)
    return { queue, pass: algorithms[k].pass(engine, backfills[k]) }
  })
  return engine.run(new SwitchingPass(engine, passes, controller), ceiling)
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

/**
 * Whether this is FCFS or EASY in submit order, by rules that do not differ from the default for them: a committed
 * head and the lead change nothing where the order is the submit order, nor does sorting it again.
 */
function runsInOrder(
  { algorithm }: Policy,
  rankings: readonly Ranking[],
  jobs: JobTable,
  { events, sight, passInterval, backfill, ties }: Rules,
): boolean {
  return (
    (algorithm === 'head' || algorithm === 'easy') &&
    events === 'instant' &&
    sight === Number.POSITIVE_INFINITY &&
    passInterval === 0 &&
    backfill.admit === 'shadow-or-spare' &&
    rankings.every((ranking) => ranking.kind === 'static' && isSubmitOrder(ranking.keys, ties)) &&
    (algorithm === 'head' || !anyOverruns(jobs))
  )
}

function anyOverruns({ runtime, estimate, length }: JobTable): boolean {
  for (let job = 0; job < length; job++) if (runtime[job] > estimate[job]) return true
  return false
}

function checkRules(rules: Rules, policy: SimulatedPolicy, predictor: Predictor | undefined): void {
  if (rules.passInterval > 0 && rules.compress === 'none') {
    throw new QueuewrightError('usage', 'reservations that are kept come due between passes', {
      field: '--pass-interval',
      value: rules.passInterval,
      remedy: 'Leave out --compress none or --pass-interval.',
    })
  }
  if (rules.compress === 'queue') return
  const plain = policy.algorithm !== RULES
  if (plain && policy.algorithm === 'cons' && predictor !== undefined) {
    throw new QueuewrightError('usage', 'reservations cannot be kept when predictions are corrected', {
      field: '--compress',
      value: rules.compress,
      remedy: 'Leave out --compress none, or the predictions.',
    })
  }
  if (!plain && policy.members.some(({ algorithm }) => algorithm === 'cons')) {
    throw new QueuewrightError('usage', 'reservations cannot be kept when rules change the policy', {
      field: '--compress',
      value: rules.compress,
      remedy: 'Leave out --compress none.',
    })
  }
}
