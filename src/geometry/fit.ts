/**
 * Fits one front to another: the scaling and moving of its axes after which the distance of the two is least, searched by
 * an evolution strategy (Franke, doctoral thesis, Dortmund 2006, 8.1.3.3 and 8.1.4). The other front stays as it is.
 *
 * Published settings, which are the defaults: (25+170), 100 generations, discrete recombination of all parents for s and
 * t, intermediate of all for the step sizes, one step size for each of the 14 numbers, τ0 = 1/√28, τ1 = 1/√(2√14),
 * distances by 8.9 and 8.11. (1+10), (7+35), (15+100) and (20+140) were tried there too.
 *
 * That attempt failed: it led to negative response times, because a few far points outweigh all others and utilization is
 * next to nothing beside seconds. A fit of fronts on axes of like range, or with narrower bounds, need not fail.
 */
import {
  type Box,
  boxOf,
  type EvolutionStrategySettings,
  evolutionStrategy,
  type Optimizer,
  type Seed,
} from '../optimize/index.js'
import { type FrontDistanceSettings, frontDistance } from './distance.js'
import { alike, badFront, type Front } from './front.js'
import { nearestPoints } from './nearest.js'
import type { AxisTransformation } from './transformation.js'

/** The least and the most that s and t of an axis may be. */
export interface AxisBounds {
  readonly scale: readonly [number, number]
  readonly shift: readonly [number, number]
}

/** Published bounds of an axis of response times, in seconds. */
export const RESPONSE_TIME_BOUNDS: AxisBounds = { scale: [0.5, 2], shift: [-2_000_000, 2_000_000] }
/** Published bounds of the axis of utilization, here a share of 1: t is ±20 points. */
export const UTILIZATION_BOUNDS: AxisBounds = { scale: [0.7, 1.4], shift: [-0.2, 0.2] }

export interface FitSettings {
  /** Bounds of each axis. Where absent the published ones: response times, and utilization as the last axis. */
  readonly bounds?: readonly AxisBounds[]
  /** Generations after the first parents; 100 where absent. */
  readonly generations?: number
  /** Settings of the evolution strategy; μ = 25 and λ = 170 where absent, all else as it is by default there. */
  readonly strategy?: Omit<EvolutionStrategySettings, 'box' | 'starts'>
  /** First parents, within the bounds, μ at most; the others are uniform within the bounds. */
  readonly starts?: readonly AxisTransformation[]
  readonly distance?: FrontDistanceSettings
}

export interface FittedTransformation {
  readonly transformation: AxisTransformation
  /** Between the reference and the front so transformed. */
  readonly distance: number
  /** Generations done; 0 after the first parents. */
  readonly generation: number
  /** Transformations tried. */
  readonly evaluations: number
}

/**
 * The fit of `front` to `reference`, a generation a step: yields the best transformation found so far, and returns the
 * last one. The same settings and seed give the same.
 * @throws QueuewrightError `usage` for settings out of range, or fronts without points or of different spaces
 */
export function* fitSteps(
  front: Front,
  reference: Front,
  { bounds, generations = 100, strategy = {}, starts = [], distance = {} }: FitSettings,
  seed: Seed,
): Generator<FittedTransformation, FittedTransformation, void> {
  alike(reference, front)
  const axes = front.objectives
  if (!Number.isInteger(generations) || generations < 1) {
    throw badFront('generations', generations, 'a whole number from 1')
  }
  const [moving, still] = [nearestPoints(front), nearestPoints(reference)]
  const optimizer = evolutionStrategy(
    {
      mu: 25,
      lambda: 170,
      ...strategy,
      box: boxOfBounds(bounds ?? publishedBounds(axes), axes),
      starts: starts.map(({ scale, shift }) => Float64Array.of(...scale, ...shift)),
    },
    seed,
  )
  const transformationOf = (genes: Float64Array): AxisTransformation => ({
    scale: genes.slice(0, axes),
    shift: genes.slice(axes),
  })
  const score = (genes: Float64Array, limit: number) => {
    const { scale, shift } = transformationOf(genes)
    return frontDistance(still, moving.moved(scale, shift), distance, limit)
  }
  let best: readonly [Float64Array, number] = [new Float64Array(0), Number.POSITIVE_INFINITY]
  let evaluations = 0
  for (let generation = 0; ; generation++) {
    const candidates = optimizer.ask()
    const scores = selectiveScores(optimizer, score)
    optimizer.tell(scores)
    evaluations += candidates.length
    for (const [k, genes] of candidates.entries()) {
      if (scores[k] < best[1]) best = [genes, scores[k]]
    }
    const fitted = {
      transformation: transformationOf(best[0]),
      distance: best[1],
      generation,
      evaluations,
    }
    yield fitted
    if (generation === generations) return fitted
  }
}

/** `fitSteps` to its end. */
export function fitTransformation(
  front: Front,
  reference: Front,
  settings: FitSettings,
  seed: Seed,
  onGeneration?: (fitted: FittedTransformation) => void,
): FittedTransformation {
  const steps = fitSteps(front, reference, settings, seed)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    onGeneration?.(step.value)
  }
}

/** Response times, and utilization as the last axis. */
function publishedBounds(axes: number): readonly AxisBounds[] {
  return Array.from({ length: axes }, (_, k) => (k === axes - 1 ? UTILIZATION_BOUNDS : RESPONSE_TIME_BOUNDS))
}

/** The numbers that are searched: s of each axis, then t of each. */
function boxOfBounds(bounds: readonly AxisBounds[], axes: number): Box {
  if (bounds.length !== axes) throw badFront('bounds', `${bounds.length} axes`, `${axes}, as the fronts have`)
  const bad = bounds.findIndex(({ scale: [least] }) => !(least > 0))
  if (bad >= 0) throw badFront(`bounds[${bad}].scale`, bounds[bad].scale[0], 'a number above 0')
  const all = [...bounds.map(({ scale }) => scale), ...bounds.map(({ shift }) => shift)]
  return boxOf(
    all.map(([least]) => least),
    all.map(([, most]) => most),
  )
}

/**
 * The scores of the batch. Those that are certainly no longer among the `selects` best are told as a bound: what the
 * strategy does is the same (see `Selection`).
 */
function selectiveScores(
  { ask, selection }: Optimizer<Float64Array>,
  score: (genes: Float64Array, limit: number) => number,
): Float64Array {
  const { selects, rivals, floor } = selection
  const known = [...rivals].sort((a, b) => a - b)
  return Float64Array.from(ask(), (genes) => {
    const limit = known.length < selects ? Number.POSITIVE_INFINITY : Math.max(floor, known[selects - 1])
    const value = score(genes, limit)
    const place = known.findIndex((other) => other > value)
    known.splice(place < 0 ? known.length : place, 0, value)
    return value
  })
}
