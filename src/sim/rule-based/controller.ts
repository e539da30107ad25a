/** The controller of a policy of several members: it decides, at every pass, by which of them it goes. */
import type { World } from '../order.js'
import type { Feature } from './features.js'
import { FuzzyChoice } from './fuzzy-choice.js'
import type { Partition, RuleBase } from './rule-base.js'
import { SystemState, type SystemSums, type SystemView } from './system-state.js'

/** A controller is told of everything that happens before it is asked. */
export interface Controller {
  /** It wants to be asked at every pass with a processor free, even if nothing follows from the answer. */
  readonly always: boolean
  /** A job waits from now on. */
  queued(job: number): void
  /** A job starts; it may not have waited. */
  started(job: number, now: number): void
  ended(job: number, now: number): void
  /** A waiting job is withdrawn. */
  withdrawn(job: number): void
  /** The place of the member to go by now. */
  decide(view: SystemView): number
}

/** Values of features, read at once. */
export interface FeatureReader {
  readonly values: Float64Array
  read(view: SystemView): void
}

/** Is told of decisions as they are made; of a simulation that is done anew, since the kernel gave it up, from the first one again. */
export interface DecisionWitness {
  /** Whether decisions are of interest from which nothing follows, as all members do the same; else these are not made. */
  readonly always: boolean
  /**
   * @param values of the features, valid until it returns
   * @param place of the member
   */
  decided(now: number, values: Float64Array, place: number): void
}

/** A controller but for the state of the system, which somebody else keeps up. */
export interface Decider {
  /** Values of the features, as they were read last. */
  readonly values: Float64Array
  read(): void
  /** The place of the member to go by, by the state as it is. */
  decide(): number
}

/**
 * A decider by a rule base.
 * @param features those that the base names, in its order
 */
export function ruleDecider(
  base: RuleBase,
  features: readonly Feature[],
  state: SystemSums,
  witness?: DecisionWitness,
): Decider {
  const readers = features.map((feature) => feature.bind(state))
  const values = new Float64Array(features.length)
  const choose = chooserOf(base)
  const read = () => {
    for (let k = 0; k < readers.length; k++) values[k] = readers[k]()
  }
  return {
    values,
    read,
    decide: () => {
      read()
      const place = choose(values)
      witness?.decided(state.now, values, place)
      return place
    },
  }
}

/**
 * A controller by a rule base, bound to the jobs of one simulation.
 * @param features those that the base names, in its order
 */
export function ruleController(
  base: RuleBase,
  features: readonly Feature[],
  world: Pick<World, 'jobs' | 'processors' | 'timeClasses'>,
  witness?: DecisionWitness,
): Controller & FeatureReader {
  const state = new SystemState(world)
  const decider = ruleDecider(base, features, state, witness)
  return {
    values: decider.values,
    read: (view) => {
      state.look(view)
      decider.read()
    },
    always: witness?.always ?? false,
    queued: (job) => state.queued(job),
    started: (job, now) => state.started(job, now),
    ended: (job, now) => state.ended(job, now),
    withdrawn: (job) => state.left(job),
    decide: (view) => {
      state.look(view)
      return decider.decide()
    },
  }
}

/** The place of a member, by the values of the features. */
export function chooserOf(base: RuleBase): (values: Float64Array) => number {
  switch (base.kind) {
    case 'rigid': {
      const { partitions, classes } = base
      return (values) => classes[classOf(partitions, values)]
    }
    case 'fuzzy': {
      const choice = new FuzzyChoice(base.rules, base.fallback)
      return (values) => choice.of(values)
    }
    case 'pair': {
      const order = new FuzzyChoice(base.orderRules, null)
      const algorithm = new FuzzyChoice(base.algorithmRules, null)
      const orders = base.orders.length
      return (values) => algorithm.of(values) * orders + order.of(values)
    }
  }
}

/** The class that values are in; the last partition changes quickest. */
export function classOf(partitions: readonly Partition[], values: ArrayLike<number>): number {
  let place = 0
  for (const [k, { bounds }] of partitions.entries()) {
    let part = 0
    while (part < bounds.length && values[k] > bounds[part]) part++
    place = place * (bounds.length + 1) + part
  }
  return place
}
