/**
 * Genetic programming (Koza, Genetic Programming, 1992), strongly typed (Montana, Evolutionary Computation 3, 1995), with the
 * (μ+λ) selection of evolution strategies: μ expressions make λ others a generation, and the best μ of all go on. For one
 * objective. It knows nothing of what expressions mean: grammar.ts says what can be put together, tree.ts how it is kept.
 *
 * - *First generation*: `starts`, then ramped half-and-half (Koza 1992): depths from 2 to `firstDepth` in turn, one half full,
 *   one half grown.
 * - *Parents*: the best of `tournament` draws, by score, of equal scores the smaller expression (lexicographic parsimony
 *   pressure: Luke and Panait, GECCO 2002).
 * - *Offspring*: subtree crossover, a new subtree, another primitive in a place, other constants, or a subtree in the
 *   place of its own parent, by their `shares`. Depth and size are limited; an expression that is in the population or the
 *   batch already is drawn again, so that nothing is evaluated twice in vain.
 * - *Survivors*: the best μ by score, of equal scores the smaller, of equal ones the later. Of these only one of each finite
 *   score stays: expressions that differ in form alone have the same, and would fill the population.
 */
import {
  type Codec,
  exact,
  floats,
  list,
  mapped,
  number,
  object,
  refined,
  textOrNumber,
  whole,
} from '../../core/codec.js'
import { Random } from '../../core/random.js'
import type { Optimizer } from '../optimizer.js'
import { badSetting, shareSetting, wholeSetting } from '../settings.js'
import { members, snapshotsOf } from '../snapshot.js'
import { optimizerOf, type Seed } from '../stepped.js'
import { GRAMMAR, type Grammar, type Tables, tablesOf } from './grammar.js'
import { layoutOf, MOST_LEVELS } from './tree.js'
import { crossed, grown, hoisted, pointed, regrown, shaken } from './variation.js'

const KIND = 'genetic-programming'

/** How much of the offspring each operator makes; relative to each other. */
export interface OperatorShares {
  readonly crossover: number
  readonly subtree: number
  readonly point: number
  readonly constants: number
  readonly hoist: number
}

export interface GeneticProgrammingSettings {
  readonly grammar: Grammar
  /** μ; 100 where absent. */
  readonly mu?: number
  /** λ; μ where absent. */
  readonly lambda?: number
  /** Expressions that a parent is the best of; 2 where absent. */
  readonly tournament?: number
  /** Levels of an expression, 1 to 50; 8 where absent. */
  readonly maxDepth?: number
  /** Nodes of an expression; 40 where absent. */
  readonly maxNodes?: number
  /** Levels of the first expressions, at most; the lesser of 5 and `maxDepth` where absent. */
  readonly firstDepth?: number
  /** Each from 0 to 1, not all 0; 0.5, 0.15, 0.1, 0.2 and 0.05 where absent. */
  readonly shares?: OperatorShares
  /** Expressions of the first generation, μ at most, within the limits of depth and size. */
  readonly starts?: readonly Float64Array[]
}

interface Settled extends Required<GeneticProgrammingSettings> {
  readonly tables: Tables
}

interface Individual {
  readonly genome: Float64Array
  readonly score: number
}

interface State {
  /** Batches told. */
  readonly generation: number
  /** Best first; empty before the first scores. */
  readonly parents: readonly Individual[]
}

/** Genetic programming whose population can be seen. */
export interface GeneticProgramming extends Optimizer<Float64Array> {
  readonly state: { readonly parents: readonly Individual[] }
}

/** @throws QueuewrightError `usage` for settings out of range */
export function geneticProgramming(settings: GeneticProgrammingSettings, seed: Seed): GeneticProgramming {
  return programmingFrom(settled(settings), seed, { generation: 0, parents: [] })
}

/** @throws QueuewrightError `input-document` */
export function restoreGeneticProgramming(snapshot: unknown, file = 'snapshot'): GeneticProgramming {
  return SNAPSHOTS.read(snapshot, file, ({ settings, seed }, state) => programmingFrom(settings, seed, state))
}

function programmingFrom(settings: Settled, seed: Seed, first: State): GeneticProgramming {
  const root = new Random(seed).fork(KIND)
  return optimizerOf<State, readonly Float64Array[], Float64Array>(
    {
      objectives: 1,
      propose: ({ generation, parents }) => {
        const random = root.fork(generation)
        return parents.length === 0 ? firstBatch(settings, random) : offspring(settings, parents, random)
      },
      candidates: (batch) => batch,
      advance: ({ generation, parents }, batch, scores) => {
        const children = batch.map((genome, k) => ({ genome, score: scores[k] }))
        return { generation: generation + 1, parents: survivors(settings, [...children, ...parents]) }
      },
      selection: ({ parents }, batch) => ({
        selects: Math.min(settings.mu, batch.length + parents.length),
        rivals: parents.map(({ score }) => score),
        floor: Number.NEGATIVE_INFINITY,
      }),
      stopped: () => null,
      save: (state) => {
        // Starts are not needed any more when they have been told.
        const starts = state.parents.length === 0 ? settings.starts : []
        return SNAPSHOTS.save({ settings: { ...settings, starts }, seed }, state)
      },
    },
    first,
  )
}

/** Draws of an expression before one that is there already is taken. */
const TRIES = 20

/** Draws of a first expression before the limit of size is taken for too small. */
const MOST_TRIES = 1000

/** Expressions one after the other, each new if one can be had. */
function distinct(
  known: readonly Float64Array[],
  count: number,
  draw: (k: number, tries: number) => Float64Array,
): readonly Float64Array[] {
  const seen = new Set(known.map(String))
  return Array.from({ length: count }, (_, k) => {
    let genome = draw(k, 0)
    for (let tries = 1; tries < TRIES && seen.has(String(genome)); tries++) genome = draw(k, tries)
    seen.add(String(genome))
    return genome
  })
}

function firstBatch(settings: Settled, random: Random): readonly Float64Array[] {
  const { tables, grammar, mu, maxNodes, firstDepth, starts } = settings
  const draw = (k: number, before: number) => {
    const type = grammar.roots[random.int(grammar.roots.length)]
    const least = tables.leastOf(type)
    // Ramped: 2, 3, …, firstDepth, 2, …; each depth once full, once grown. There are few of the low ones.
    const ramp = 2 + ((Math.floor(k / 2) + before) % Math.max(1, firstDepth - 1))
    let depth = Math.max(least, Math.min(ramp, firstDepth))
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const genome = grown(tables, type, depth, k % 2 === 0, random)
      if (nodesOf(grammar, genome) <= maxNodes) return genome
      if (depth > least) depth--
    }
    throw badSetting('maxNodes', maxNodes, 'room for the expressions of the grammar')
  }
  return [...starts, ...distinct(starts, mu - starts.length, draw)]
}

function offspring(
  settings: Settled,
  parents: readonly Individual[],
  random: Random,
): readonly Float64Array[] {
  const { tables, lambda, tournament } = settings
  // Parents are sorted: the best of some draws is the one in front.
  const parent = () => {
    let place = parents.length
    for (let k = 0; k < tournament; k++) place = Math.min(place, random.int(parents.length))
    return parents[place].genome
  }
  const varied = (): Float64Array | null => {
    switch (operator(settings.shares, random)) {
      case 'crossover':
        return crossed(tables, parent(), parent(), settings, random)
      case 'subtree':
        return regrown(tables, parent(), settings, random)
      case 'point':
        return pointed(tables, parent(), random)
      case 'constants':
        return shaken(tables, parent(), random)
      case 'hoist':
        return hoisted(tables, parent(), random)
    }
  }
  const draw = () => {
    for (let tries = 0; tries < TRIES; tries++) {
      const genome = varied()
      if (genome !== null) return genome
    }
    return parent()
  }
  return distinct(
    parents.map(({ genome }) => genome),
    lambda,
    draw,
  )
}

const OPERATORS = ['crossover', 'subtree', 'point', 'constants', 'hoist'] as const

function operator(shares: OperatorShares, random: Random): (typeof OPERATORS)[number] {
  const total = OPERATORS.reduce((sum, name) => sum + shares[name], 0)
  let left = random.uniform() * total
  for (const name of OPERATORS) {
    left -= shares[name]
    if (left < 0) return name
  }
  return 'crossover'
}

/** @param pool later ones first */
function survivors({ grammar, mu }: Settled, pool: readonly Individual[]): readonly Individual[] {
  const nodes = pool.map(({ genome }) => nodesOf(grammar, genome))
  const order = pool
    .map((_, k) => k)
    // Two infinities differ by NaN, which is falsy as 0 is.
    .sort((a, b) => pool[a].score - pool[b].score || nodes[a] - nodes[b] || a - b)
    .slice(0, mu)
  return order
    .filter(
      (place, k) =>
        !(k > 0 && pool[order[k - 1]].score === pool[place].score && Number.isFinite(pool[place].score)),
    )
    .map((place) => pool[place])
}

function nodesOf(grammar: Grammar, genome: Float64Array): number {
  return layoutOf(grammar, genome)?.length ?? Number.POSITIVE_INFINITY
}

const WITHIN = 'an expression of the grammar, within the limits of depth and size'

function isWithin(
  { grammar, maxDepth, maxNodes }: Pick<Settled, 'grammar' | 'maxDepth' | 'maxNodes'>,
  genome: Float64Array,
): boolean {
  const layout = layoutOf(grammar, genome)
  return layout !== null && layout.height[0] <= maxDepth && layout.length <= maxNodes
}

const USUAL_SHARES: OperatorShares = {
  crossover: 0.5,
  subtree: 0.15,
  point: 0.1,
  constants: 0.2,
  hoist: 0.05,
}

function settled(settings: GeneticProgrammingSettings): Settled {
  const { grammar, shares = USUAL_SHARES, starts = [] } = settings
  const mu = wholeSetting('mu', settings.mu ?? 100, 1)
  const maxDepth = wholeSetting('maxDepth', settings.maxDepth ?? 8, 1, MOST_LEVELS)
  const firstDepth = wholeSetting('firstDepth', settings.firstDepth ?? Math.min(5, maxDepth), 1, maxDepth)
  for (const name of OPERATORS) shareSetting(`shares.${name}`, shares[name])
  if (OPERATORS.every((name) => shares[name] === 0)) throw badSetting('shares', 0, 'a share above 0')
  if (starts.length > mu) throw badSetting('starts', starts.length, `${mu} at most`)
  const maxNodes = wholeSetting('maxNodes', settings.maxNodes ?? 40, 1)
  for (const [k, start] of starts.entries()) {
    if (!isWithin({ grammar, maxDepth, maxNodes }, start))
      throw badSetting(`starts[${k}]`, String(start), WITHIN)
  }
  return {
    grammar,
    tables: tablesOf(grammar, firstDepth),
    mu,
    lambda: wholeSetting('lambda', settings.lambda ?? mu, 1),
    tournament: wholeSetting('tournament', settings.tournament ?? 2, 1),
    maxDepth,
    maxNodes,
    firstDepth,
    shares,
    starts,
  }
}

const SHARES = {
  crossover: number(),
  subtree: number(),
  point: number(),
  constants: number(),
  hoist: number(),
}
const SETTINGS: Codec<Settled> = mapped(
  object({
    ...{ mu: number(), lambda: number(), tournament: number(), maxDepth: number(), maxNodes: number() },
    ...{ firstDepth: number(), grammar: GRAMMAR, shares: object(SHARES), starts: list(floats()) },
  }),
  settled,
  (settings) => settings,
)

const SNAPSHOTS = snapshotsOf(
  KIND,
  1,
  members({ settings: SETTINGS, seed: textOrNumber }),
  ({ settings }) => {
    const parent = refined(object({ genome: floats(), score: exact }), ({ genome }, at) => {
      if (!isWithin(settings, genome)) throw at.at('genome').bad(String(genome), WITHIN)
    })
    return members({ generation: whole(0), parents: list(parent) })
  },
)
