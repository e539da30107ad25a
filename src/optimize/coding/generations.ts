/**
 * The common part of NSGA and NSGA-II: μ parents have λ children a generation, and the first batch is the μ first
 * individuals. They differ in who mates and who survives.
 */
import { json, number, textOrNumber, whole } from '../../core/codec.js'
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import { wholeSetting } from '../settings.js'
import { members, snapshotsOf } from '../snapshot.js'
import { allMatter, optimizerOf, type Seed } from '../stepped.js'
import type { Coding } from './coding.js'
import {
  type Brood,
  broodOf,
  childrenOf,
  EMPTY,
  type Evolution,
  evolutionCodec,
  matesFor,
  type Population,
  type PopulationOptimizer,
} from './population.js'

export interface GenerationSettings<Genome> {
  readonly coding: Coding<Genome>
  /** Scores a candidate; 2 or more. */
  readonly objectives: number
  /** μ: parents; 2 or more. */
  readonly mu: number
  /** λ: children a generation. */
  readonly lambda?: number
}

export interface GenerationMethod {
  readonly kind: string
  readonly version: number
  /** λ at least, and where it is not given. */
  readonly leastLambda: (mu: number) => number
  readonly usualLambda: (mu: number) => number
  /** Places of `count` parents by the scores of all, two neighbours a pair. */
  readonly mates: (scores: Float64Array, objectives: number, count: number, random: Random) => Int32Array
  /** The next μ parents; in the first generation there are no parents yet, and the children are the first individuals. */
  readonly survivors: <Genome>(
    parents: Population<Genome>,
    children: Population<Genome>,
    mu: number,
    objectives: number,
  ) => Population<Genome>
}

/** A method of generations as it is begun, and gone on with from a snapshot. */
export function generations(method: GenerationMethod) {
  return {
    /** @throws QueuewrightError `usage` for settings out of range */
    begin: <Genome>(settings: GenerationSettings<Genome>, seed: Seed): PopulationOptimizer<Genome> =>
      goOn(method, settings, seed, { generation: 0, ...EMPTY }),
    /**
     * @param codingOf the coding, of what was saved of it
     * @param file names the snapshot in errors
     * @throws QueuewrightError `input-document`
     */
    restore: <Genome>(
      snapshot: unknown,
      codingOf: (saved: Json) => Coding<Genome>,
      file = 'snapshot',
    ): PopulationOptimizer<Genome> =>
      snapshotsFor(method, codingOf).read(snapshot, file, ({ seed, coding, ...settings }, state) =>
        goOn(method, { ...settings, coding: codingOf(coding) }, seed, state),
      ),
  }
}

const SETTINGS = members({
  coding: json,
  ...{ objectives: whole(2), mu: whole(2), lambda: number() },
  seed: textOrNumber,
})

function snapshotsFor<Genome>(method: GenerationMethod, codingOf: (saved: Json) => Coding<Genome>) {
  return snapshotsOf(method.kind, method.version, SETTINGS, ({ coding, mu, objectives }) =>
    evolutionCodec(codingOf(coding), mu, objectives, {}),
  )
}

function goOn<Genome>(
  method: GenerationMethod,
  settings: GenerationSettings<Genome>,
  seed: Seed,
  first: Evolution<Genome>,
): PopulationOptimizer<Genome> {
  const { coding } = settings
  const objectives = wholeSetting('objectives', settings.objectives, 2)
  const mu = wholeSetting('mu', settings.mu, 2)
  const lambda = wholeSetting('lambda', settings.lambda ?? method.usualLambda(mu), method.leastLambda(mu))
  const root = new Random(seed).fork(method.kind)
  return optimizerOf<Evolution<Genome>, Brood<Genome>, Genome>(
    {
      objectives,
      propose: ({ generation, individuals, scores }) => {
        const random = root.fork(generation)
        if (generation === 0) return broodOf(coding.first(mu, random))
        const mates = method.mates(scores, objectives, matesFor(lambda), random)
        return broodOf(childrenOf(coding, individuals, mates, lambda, random))
      },
      candidates: ({ candidates }) => candidates,
      advance: (parents, { individuals }, scores) => ({
        generation: parents.generation + 1,
        ...method.survivors(parents, { individuals, scores }, mu, objectives),
      }),
      selection: (_, { candidates }) => allMatter(candidates.length),
      stopped: () => null,
      save: (state) => {
        const saved = coding.saveSettings(state.generation === 0)
        return snapshotsFor(method, () => coding).save({ coding: saved, objectives, mu, lambda, seed }, state)
      },
    },
    first,
  )
}
