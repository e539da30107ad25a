/** Policies bound to the jobs of one simulation: what an engine goes by. */
import { QueuewrightError } from '../core/errors.js'
import { ALGORITHMS } from './algorithms/index.js'
import { SwitchingPass } from './algorithms/switching.js'
import { type Facility, facilityPass, slurmMachine } from './facility/index.js'
import type { JobPlaces } from './facility/places.js'
import type { QueueOrder, Ranking, World } from './order.js'
import {
  type Policy,
  RULE_BASED,
  type RulePolicy,
  type SimulatedPolicy,
  SLURM,
  type SlurmPolicy,
} from './policy.js'
import type { Predictor } from './prediction.js'
import { type DecisionWitness, ruleController, ruleDecider } from './rule-based/index.js'
import type { Member, Scheduler } from './scheduler.js'
import type { Semantics } from './semantics.js'
import { type MachineUnder, poolMachine, slurmPass } from './slurm/machine.js'

/** @param witness is told of decisions, where the policy goes by rules */
export function bindPolicy(policy: SimulatedPolicy, world: World, witness?: DecisionWitness): Scheduler {
  if (policy.algorithm === SLURM) return bindSlurm(policy, world, poolMachine)
  return policy.algorithm === RULE_BASED ? bindRules(policy, world, witness) : bindPlain(policy, world)
}

/** Slurm's schedulers by an order. */
function bindSlurm({ order }: SlurmPolicy, world: World, machine: MachineUnder): Scheduler {
  const ranking = order.bind(world)
  return {
    queues: [{ ranking, asksHead: false }],
    rankings: [ranking],
    plans: false,
    immediate: false,
    accounts: [],
    pass: (view) => slurmPass(view, world, machine),
  }
}

/** A policy on a machine of partitions. @param places is told where jobs are put; @param witness of decisions, where it goes by rules */
export function bindOnFacility(
  policy: SimulatedPolicy,
  facility: Facility,
  world: World,
  places: JobPlaces | null,
  witness?: DecisionWitness,
): Scheduler {
  if (policy.algorithm === SLURM) {
    const told = facility.nodes === undefined ? null : places
    return bindSlurm(policy, world, (view, settings) => slurmMachine(view, settings, world, facility, told))
  }
  const byRules = policy.algorithm === RULE_BASED
  const controller = byRules ? ruleController(policy.base, policy.features, world, witness) : null
  // Members of the same order share its keys and accounts.
  const rankings = new Map<string, Ranking>()
  const bound = (order: QueueOrder): Ranking => {
    const ranking = rankings.get(order.name) ?? order.bind(world)
    rankings.set(order.name, ranking)
    return ranking
  }
  const policies = (byRules ? policy.members : [policy]).map(({ algorithm, order, backfillOrder }) => ({
    ...{ algorithm, ranking: bound(order) },
    backfill: backfillOrder === null ? null : bound(backfillOrder),
  }))
  return {
    queues: [{ ranking: policies[0].ranking, asksHead: false }],
    rankings: [...rankings.values()],
    // What runs where is the pass's to know, and so is its plan.
    plans: false,
    immediate: false,
    accounts: controller === null ? [] : [controller],
    pass: facilityPass(policies, controller, facility, world, places),
  }
}

function bindPlain({ algorithm, order, backfillOrder }: Policy, world: World): Scheduler {
  const { plans, asksHead, immediate, pass } = ALGORITHMS[algorithm]
  const ranking = order.bind(world)
  const backfill = backfillOrder === null ? null : backfillOrder.bind(world)
  return {
    queues: [{ ranking, asksHead }],
    rankings: backfill === null ? [ranking] : [ranking, backfill],
    plans,
    immediate,
    accounts: [],
    pass: (view) => pass(view, backfill),
  }
}

function bindRules(
  { base, features, members }: RulePolicy,
  world: World,
  witness: DecisionWitness | undefined,
): Scheduler {
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
  const bound = members.map(({ algorithm, order, backfillOrder }): Member => {
    const backfill = backfillOrder?.bind(world) ?? null
    return { algorithm, queue: names.indexOf(order.name), backfill }
  })
  const backfills = bound.map(({ backfill }) => backfill)
  const controller = ruleController(base, features, world, witness)
  return {
    queues,
    rankings: [...queues.map(({ ranking }) => ranking), ...backfills.filter((each) => each !== null)],
    plans: algorithms.some(({ plans }) => plans),
    immediate: algorithms.every(({ immediate }) => immediate),
    accounts: [controller],
    switching: {
      members: bound,
      always: controller.always,
      decider: (state) => ruleDecider(base, features, state, witness),
    },
    pass: (view) => {
      const passes = bound.map(({ algorithm, queue, backfill }) => {
        view.use(queue)
        return { queue, pass: ALGORITHMS[algorithm].pass(view, backfill) }
      })
      return new SwitchingPass(view, passes, controller)
    },
  }
}

/** @throws QueuewrightError `usage` where rules contradict each other, the policy or the predictor */
export function checkSemantics(
  rules: Semantics,
  policy: SimulatedPolicy,
  predictor: Predictor | undefined,
  onFacility = false,
): void {
  if (rules.passInterval > 0 && rules.compress === 'none' && !onFacility) {
    throw new QueuewrightError('usage', 'reservations that are kept come due between passes', {
      field: '--pass-interval',
      value: rules.passInterval,
      remedy: 'Leave out --compress none or --pass-interval.',
    })
  }
  if (policy.algorithm === SLURM) checkCycles(policy.name, rules)
  if (rules.compress === 'queue') return
  const plain = policy.algorithm !== RULE_BASED
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
      remedy: 'Take --compress queue; a study, a site document without compress.',
    })
  }
}

/** Slurm's cycles have instants of their own. */
function checkCycles(policy: string, { events, passInterval, commit, lead }: Semantics): void {
  const given = [
    ...(events === 'single' ? ['--events single'] : []),
    ...(passInterval > 0 ? ['--pass-interval'] : []),
    ...(commit ? ['--commit'] : []),
    ...(lead > 0 ? ['--lead'] : []),
  ]
  if (given.length === 0) return
  throw new QueuewrightError('usage', `${given[0]} means nothing to Slurm's own cycles`, {
    field: '--policy',
    value: policy,
    remedy: `Leave ${given.join(', ')} out.`,
  })
}
