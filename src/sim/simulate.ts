/** Simulates a policy on a job table: the one entry to the engine. */
import { QueuewrightError } from '../core/errors.js'
import type { JobTable } from '../trace/job-table.js'
import { ALGORITHMS } from './algorithms/index.js'
import { Engine, isSubmitOrder } from './engine/engine.js'
import { simulateInOrder } from './engine/in-order.js'
import type { Ranking, SituationClock, World } from './order.js'
import type { Policy } from './policy.js'
import { DEFAULT_RULES, type Rules } from './rules.js'
import type { Schedule } from './schedule.js'
import { UTC_SITUATIONS } from './situation.js'

export interface Simulation {
  /** Jobs ready to run (see prepare.ts): sizes within the machine, no run time or estimate missing. */
  readonly jobs: JobTable
  /** Processors of the machine. */
  readonly processors: number
  readonly policy: Policy
  /** DEFAULT_RULES where absent. */
  readonly rules?: Rules
  /** The log's local time, for orders that know the time of day; UTC with second 0 at 1970 where absent. */
  readonly situation?: SituationClock
}

/**
 * Runs one simulation. A pure function: equal arguments give equal schedules, bit for bit.
 * @throws QueuewrightError `usage` where rules contradict each other
 */
export function simulate(simulation: Simulation): Schedule {
  const { jobs, processors, policy } = simulation
  const rules = simulation.rules ?? DEFAULT_RULES
  checkRules(rules)
  const world: World = {
    jobs,
    processors,
    origin: jobs.submit[0] ?? 0,
    situation: simulation.situation ?? UTC_SITUATIONS,
  }
  const algorithm = ALGORITHMS[policy.algorithm]
  const ranking = policy.order.bind(world)
  const backfill = policy.backfillOrder === null ? null : policy.backfillOrder.bind(world)
  if (runsInOrder(policy, [ranking, backfill ?? ranking], jobs, rules)) {
    return { jobs, processors, start: simulateInOrder(jobs, processors, policy.algorithm === 'easy') }
  }
  const engine = new Engine(jobs, processors, ranking, rules, algorithm)
  return { jobs, processors, start: engine.run(algorithm.pass(engine, backfill)) }
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

function checkRules(rules: Rules): void {
  if (rules.passInterval > 0 && rules.compress === 'none') {
    throw new QueuewrightError('usage', 'reservations that are kept come due between passes', {
      field: '--pass-interval',
      value: rules.passInterval,
      remedy: 'Leave out --compress none or --pass-interval.',
    })
  }
}
