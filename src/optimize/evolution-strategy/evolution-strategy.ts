/**
 * The (μ, κ, λ, ρ) evolution strategy (Schwefel and Rudolph, Contemporary evolution strategies, 1995; Beyer and Schwefel,
 * Natural Computing 1, 2002): μ parents make λ offspring a generation, each of ρ parents; the best μ of the offspring and
 * of the parents that took part in fewer than κ generations are the next parents. κ = 1 is the comma strategy,
 * κ = ∞ the plus strategy. Where small candidates are wanted, others than the best may be chosen (survival.ts).
 *
 * An individual has coordinates and step sizes; first the step sizes are recombined and mutated, then the coordinates with
 * the new step sizes. Both live in the unit cube: a step size is a share of a coordinate's range. The first batch is the
 * μ parents to begin with. Among equal scores an offspring goes before a parent, so that a plateau can be crossed.
 */
import { type Codec, exact, floats, list, objectOf, refined, textOrNumber, whole } from '../../core/codec.js'
import { Random } from '../../core/random.js'
import { largestOf } from '../../core/statistics.js'
import { clamp, decode, encode, uniformUnit } from '../box.js'
import type { Optimizer, Selection } from '../optimizer.js'
import { checkLength, members, snapshotsOf } from '../snapshot.js'
import { optimizerOf, type Seed } from '../stepped.js'
import { type EvolutionStrategySettings, SETTINGS, type Settled, settled } from './settings.js'
import { type Contestant, fitnessOf, surviving } from './survival.js'
import {
  bySuccess,
  marriage,
  mutateIsotropic,
  mutateNonIsotropic,
  mutateObjects,
  recombine,
  repaired,
  twoPoint,
} from './variation.js'

const KIND = 'evolution-strategy'

interface Draft {
  /** In the unit cube. */
  readonly object: Float64Array
  readonly steps: Float64Array
  /** The parent that it is measured against by the success rule; −1 without that rule. */
  readonly rival: number
}

interface Individual {
  readonly object: Float64Array
  readonly steps: Float64Array
  readonly score: number
  /** Generations that it took part in as a parent. */
  readonly age: number
}

interface State {
  /** Batches told. */
  readonly generation: number
  readonly parents: readonly Individual[]
  /** Counters of the success rule: offspring since the step size was last set, and how many of them were successful. */
  readonly tried: number
  readonly succeeded: number
}

/** An evolution strategy whose parents can be seen; there are none before the first `tell`. */
export interface EvolutionStrategy extends Optimizer<Float64Array> {
  readonly state: {
    /** First choice first, as selected; `object` in the unit cube. */
    readonly parents: readonly { readonly object: Float64Array; readonly score: number }[]
  }
}

interface Batch {
  readonly drafts: readonly Draft[]
  readonly candidates: readonly Float64Array[]
}

/** @throws QueuewrightError `usage` for settings out of range */
export function evolutionStrategy(settings: EvolutionStrategySettings, seed: Seed): EvolutionStrategy {
  return strategyFrom(settled(settings), seed, { generation: 0, parents: [], tried: 0, succeeded: 0 })
}

/** @throws QueuewrightError `input-document` */
export function restoreEvolutionStrategy(snapshot: unknown, file = 'snapshot'): EvolutionStrategy {
  return SNAPSHOTS.read(snapshot, file, ({ settings, seed }, state) => strategyFrom(settings, seed, state))
}

function stateCodec({ box, rule, mu }: Settled): Codec<State> {
  const n = box.lower.length
  const steps = floats(rule.kind === 'non-isotropic' ? n : 1)
  const parent = objectOf<Individual>({ object: floats(n), steps, score: exact, age: whole(1) })
  const state = { generation: whole(0), tried: whole(0), succeeded: whole(0), parents: list(parent) }
  return refined(members(state), ({ generation, parents }, at) =>
    checkLength(parents, generation === 0 ? 0 : mu, at.at('parents')),
  )
}

const SNAPSHOTS = snapshotsOf(KIND, 1, members({ settings: SETTINGS, seed: textOrNumber }), ({ settings }) =>
  stateCodec(settings),
)

function strategyFrom(settings: Settled, seed: Seed, first: State): EvolutionStrategy {
  const { box } = settings
  const root = new Random(seed).fork(KIND)
  return optimizerOf<State, Batch, Float64Array>(
    {
      objectives: 1,
      propose: (state) => {
        const random = root.fork(state.generation)
        const drafts =
          state.generation === 0 ? firstParents(settings, random) : offspring(settings, state, random)
        return { drafts, candidates: drafts.map(({ object }) => decode(box, object)) }
      },
      candidates: ({ candidates }) => candidates,
      advance: (state, { drafts }, scores) => advanced(settings, state, drafts, scores),
      selection: ({ parents }, { drafts }) => selectionOf(settings, parents, drafts.length),
      stopped: () => null,
      save: (state) => {
        // Starts are not needed any more when they have been told.
        const starts = state.generation === 0 ? settings.starts : []
        return SNAPSHOTS.save({ settings: { ...settings, starts }, seed }, state)
      },
    },
    first,
  )
}

function firstParents({ box, mu, starts, rule, firstStep }: Settled, random: Random): readonly Draft[] {
  const n = box.lower.length
  const steps = new Float64Array(rule.kind === 'non-isotropic' ? n : 1).fill(firstStep)
  return Array.from({ length: mu }, (_, k) => ({
    object: k < starts.length ? encode(box, starts[k]) : uniformUnit(n, random),
    steps,
    rival: -1,
  }))
}

function offspring(settings: Settled, { parents }: State, random: Random): readonly Draft[] {
  const { mu, lambda, objects, steps, rule, scale, repair } = settings
  const normal = random.normal()
  const mutateSteps = stepMutation(settings, parents[0].steps, random, normal)
  const married = Math.max(objects.parents, steps.parents)
  return Array.from({ length: lambda }, () => {
    const pool = marriage(mu, married, random)
    const chosen = Array.from(pool, (place) => parents[place])
    const stepParents = chosen.slice(0, steps.parents).map((parent) => parent.steps)
    const objectParents = chosen.slice(0, objects.parents).map((parent) => parent.object)
    const ownSteps = mutateSteps(recombine(steps.kind, stepParents, random))
    const object = recombine(objects.kind, objectParents, random)
    return {
      object: repaired(mutateObjects(object, ownSteps, normal, scale), repair),
      steps: ownSteps,
      rival: rule.kind === 'success-rule' ? pool[random.int(objects.parents)] : -1,
    }
  })
}

function stepMutation(
  { rule, leastStep, mostStep }: Settled,
  shared: Float64Array,
  random: Random,
  normal: () => number,
): (steps: Float64Array) => Float64Array {
  const kept = (steps: Float64Array) => steps.map((step) => clamp(step, leastStep, mostStep))
  switch (rule.kind) {
    case 'isotropic':
      return (steps) => kept(mutateIsotropic(steps, rule.tau, normal))
    case 'non-isotropic': {
      const common = rule.common === 'generation' ? normal() : null
      return (steps) => kept(mutateNonIsotropic(steps, rule.tau0, rule.tau1, common ?? normal(), normal))
    }
    case 'two-point':
      return (steps) => kept(twoPoint(steps, rule.alpha, random))
    case 'success-rule':
      // All individuals have the same one, which no mean may round.
      return () => shared
  }
}

function survivors({ kappa }: Settled, parents: readonly Individual[]): readonly Individual[] {
  return parents.filter(({ age }) => age < kappa)
}

/** Who takes part in a selection, as that compares them. */
function contestant({ box, survival }: Settled, { object, score }: Pick<Individual, 'object' | 'score'>) {
  const size = survival.kind === 'best' ? 1 : Math.round(decode(box, object)[survival.coordinate])
  return { score, size } satisfies Contestant
}

function selectionOf(settings: Settled, parents: readonly Individual[], drafts: number): Selection {
  const { mu, survival } = settings
  const rivals = survivors(settings, parents)
  return {
    selects: Math.min(survival.kind === 'smallest' ? survival.pool : mu, drafts + parents.length),
    rivals: rivals.map(({ score }) => score),
    floor: floorOf(settings, parents, rivals.length),
  }
}

function floorOf(settings: Settled, parents: readonly Individual[], rivals: number): number {
  const { mu, rule, survival } = settings
  const worst = () => largestOf(parents.map((each) => fitnessOf(contestant(settings, each), survival)))
  if (survival.kind === 'discounted') {
    // A place that a parent leaves anybody may take; and nobody is let off more than the whole discount.
    return rivals < mu ? Number.POSITIVE_INFINITY : worst() + survival.discount
  }
  return rule.kind === 'success-rule' && parents.length > 0 ? worst() : Number.NEGATIVE_INFINITY
}

function advanced(
  settings: Settled,
  { generation, parents, tried, succeeded }: State,
  drafts: readonly Draft[],
  scores: Float64Array,
): State {
  const children = drafts.map(({ object, steps }, k) => ({ object, steps, score: scores[k], age: 0 }))
  const pool: readonly Individual[] = [...children, ...survivors(settings, parents)]
  const contestants = pool.map((each) => contestant(settings, each))
  const places = surviving(contestants, settings.mu, settings.survival)
  const selected = places.map((place) => ({ ...pool[place], age: pool[place].age + 1 }))
  const next = { generation: generation + 1, parents: selected, tried: 0, succeeded: 0 }
  const { rule, leastStep, mostStep } = settings
  if (rule.kind !== 'success-rule' || generation === 0) return next
  const merit = (each: Pick<Individual, 'object' | 'score'>) =>
    fitnessOf(contestant(settings, each), settings.survival)
  const successes = drafts.filter(
    ({ object, rival }, k) => merit({ object, score: scores[k] }) < merit(parents[rival]),
  ).length
  const counted = { tried: tried + drafts.length, succeeded: succeeded + successes }
  if (generation % rule.period !== 0) return { ...next, ...counted }
  const share = counted.succeeded / counted.tried
  const step = bySuccess(parents[0].steps[0], share, rule.target, rule.alpha)
  const steps = Float64Array.of(clamp(step, leastStep, mostStep))
  return { ...next, parents: selected.map((parent) => ({ ...parent, steps })) }
}
