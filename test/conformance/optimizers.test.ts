/**
 * The one suite that every optimiser must pass, in all of its main settings: the same seed gives the same batches; asking
 * twice gives the same; a snapshot through JSON text, at any generation, goes on to the same batches bit for bit; NaN is
 * told like the worst score; candidates keep to their space; what `selection` says may go unevaluated changes nothing.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../src/core/errors.js'
import { layoutOf } from '../../src/optimize/genetic-programming/index.js'
import {
  boxOf,
  cmaEs,
  evolutionStrategy,
  type Genome,
  type Grammar,
  geneticProgramming,
  nsga,
  nsga2,
  nsga3,
  OPTIMIZER_KINDS,
  type Optimizer,
  permutationCoding,
  randomSearch,
  realCoding,
  restoreOptimizer,
  type Seed,
  type StepRule,
  thetaDea,
} from '../../src/optimize/index.js'

const SEED = 20261121
const BOX = boxOf([-3, 0, 100], [-1, 1e-3, 900])
const LENGTH = 12

/** Two types, of which one has no variable; operations of one type and of both. */
const GRAMMAR: Grammar = {
  primitives: [
    { name: 'x', type: 'length', args: [], weight: 1, constant: null },
    { name: 'y', type: 'length', args: [], weight: 2, constant: null },
    { name: 'constant', type: 'number', args: [], weight: 1, constant: [0.5, 20] },
    { name: '+', type: 'length', args: ['length', 'length'], weight: 1, constant: null },
    { name: '-', type: 'length', args: ['length', 'length'], weight: 1, constant: null },
    { name: '*', type: 'length', args: ['number', 'length'], weight: 1, constant: null },
    { name: '/', type: 'number', args: ['length', 'length'], weight: 1, constant: null },
    { name: 'log', type: 'number', args: ['number'], weight: 1, constant: null },
  ],
  roots: ['length', 'number'],
}

interface Member {
  readonly name: string
  readonly begin: (seed: Seed) => Optimizer<Genome>
  /** Whether its candidates are expressions of `GRAMMAR`, not points of `BOX`. */
  readonly expressions?: true
}

const rules: readonly StepRule[] = [
  { kind: 'isotropic' },
  { kind: 'non-isotropic' },
  { kind: 'non-isotropic', common: 'generation' },
  { kind: 'two-point' },
  { kind: 'success-rule', target: 1 / 8, period: 2 },
]
const strategies: readonly Member[] = rules.flatMap((rule) =>
  [1, 3, Number.POSITIVE_INFINITY].map((kappa) => ({
    name: `evolution strategy, ${JSON.stringify(rule)}, kappa ${kappa}`,
    begin: (seed: Seed) => evolutionStrategy({ box: BOX, mu: 3, lambda: 7, kappa, rule }, seed),
  })),
)

const SINGLE: readonly Member[] = [
  { name: 'random search', begin: (seed) => randomSearch({ box: BOX, lambda: 5 }, seed) },
  ...strategies,
  {
    name: 'evolution strategy, steady state, other recombinations, reflection, starts',
    begin: (seed) =>
      evolutionStrategy(
        {
          box: BOX,
          mu: 4,
          lambda: 2,
          objects: { kind: 'intermediate', parents: 2 },
          steps: { kind: 'discrete', parents: 3 },
          repair: 'reflect',
          mostStep: 3,
          firstStep: 2,
          starts: [Float64Array.of(-2, 1e-4, 100), Float64Array.of(-1, 0, 900)],
        },
        seed,
      ),
  },
  ...(
    [
      { kind: 'smallest', coordinate: 2, pool: 6 },
      { kind: 'discounted', coordinate: 2, discount: 20 },
    ] as const
  ).flatMap((survival) =>
    [2, Number.POSITIVE_INFINITY].map((kappa) => ({
      name: `evolution strategy, ${JSON.stringify(survival)}, kappa ${kappa}, steps of their own scale`,
      begin: (seed: Seed) =>
        evolutionStrategy(
          { box: BOX, mu: 3, lambda: 7, kappa, survival, scale: Float64Array.of(1, 0.05, 0.5) },
          seed,
        ),
    })),
  ),
  {
    name: 'evolution strategy, small candidates, success rule',
    begin: (seed) =>
      evolutionStrategy(
        {
          box: BOX,
          mu: 3,
          lambda: 7,
          rule: { kind: 'success-rule' },
          survival: { kind: 'discounted', coordinate: 2, discount: 15 },
        },
        seed,
      ),
  },
  { name: 'CMA-ES', begin: (seed) => cmaEs({ box: BOX }, seed) },
  {
    name: 'CMA-ES, positive weights, a start',
    begin: (seed) =>
      cmaEs({ box: BOX, active: false, start: Float64Array.of(-3, 1e-3, 101), lambda: 9 }, seed),
  },
  ...(['ipop', 'bipop'] as const).map((restarts) => ({
    name: `CMA-ES, ${restarts}`,
    // Loose tolerances, so that it restarts within the test.
    begin: (seed: Seed) => cmaEs({ box: BOX, restarts, tolFun: 1e3, maxRestarts: 3, active: false }, seed),
  })),
  {
    name: 'genetic programming',
    begin: (seed) => geneticProgramming({ grammar: GRAMMAR, mu: 6, lambda: 9 }, seed),
    expressions: true,
  },
  {
    name: 'genetic programming, narrow limits, starts',
    begin: (seed) =>
      geneticProgramming(
        {
          grammar: GRAMMAR,
          mu: 7,
          lambda: 5,
          tournament: 2,
          maxDepth: 3,
          maxNodes: 6,
          shares: { crossover: 0.2, subtree: 0.2, point: 0.2, constants: 0.2, hoist: 0.2 },
          starts: [Float64Array.of(0), Float64Array.of(5, 2, 3.5, 1)],
        },
        seed,
      ),
    expressions: true,
  },
]

const real = () => realCoding({ box: BOX, starts: [Float64Array.of(-3, 0, 100)] })
const bounded = () =>
  realCoding({ box: BOX, crossover: { share: 0.5, bounds: 'bounded' }, mutation: { bounds: 'bounded' } })
const jumping = () =>
  permutationCoding({
    length: LENGTH,
    operator: {
      kind: 'jump',
      towards: 'end',
      classes: Int32Array.from({ length: LENGTH }, (_, k) => k % 3),
      movable: Uint8Array.from({ length: LENGTH }, (_, k) => (k % 4 === 0 ? 0 : 1)),
    },
    meanNumber: 3,
    meanDistance: 4,
    starts: [Int32Array.from({ length: LENGTH }, (_, k) => k)],
  })
const permuting = (kind: 'move' | 'swap') =>
  permutationCoding({
    length: LENGTH,
    operator: { kind },
    meanNumber: 2,
    meanDistance: 2,
    recombination: 0.5,
  })

const SEVERAL: readonly Member[] = [
  { name: 'random search of 3', begin: (seed) => randomSearch({ box: BOX, lambda: 4, objectives: 3 }, seed) },
  { name: 'NSGA', begin: (seed) => nsga({ coding: real(), objectives: 2, mu: 5 }, seed) },
  {
    name: 'NSGA, permutations',
    begin: (seed) => nsga({ coding: permuting('move'), objectives: 3, mu: 4 }, seed),
  },
  { name: 'NSGA-II', begin: (seed) => nsga2({ coding: bounded(), objectives: 3, mu: 6, lambda: 5 }, seed) },
  {
    name: 'NSGA-II, jumps',
    begin: (seed) => nsga2({ coding: jumping(), objectives: 2, mu: 5, lambda: 8 }, seed),
  },
  {
    name: 'NSGA-II, swaps',
    begin: (seed) => nsga2({ coding: permuting('swap'), objectives: 2, mu: 4 }, seed),
  },
  { name: 'NSGA-III', begin: (seed) => nsga3({ coding: bounded(), objectives: 3, divisions: 2 }, seed) },
  {
    name: 'θ-DEA',
    begin: (seed) =>
      thetaDea({ coding: real(), objectives: 3, divisions: 2, innerDivisions: 1, population: 11 }, seed),
  },
]

/** Rugged, with plateaus; the same for the same candidate. */
function score(candidate: Genome, objective: number): number {
  let sum = 0
  for (const [k, value] of candidate.entries()) {
    const unit =
      candidate instanceof Float64Array
        ? (value - BOX.lower[k % 3]) / (BOX.upper[k % 3] - BOX.lower[k % 3])
        : value / LENGTH
    sum +=
      (unit - ((k * 0.37 + objective * 0.29) % 1)) ** 2 * 10 ** (k % 3) +
      (objective + 1) * 0.1 * Math.sin(20 * unit)
  }
  return Math.round(sum * 1e4) / 1e4
}

function scored(optimizer: Optimizer<Genome>, bad: (k: number) => number | null = () => null): Float64Array {
  const { objectives } = optimizer
  return Float64Array.from(
    optimizer
      .ask()
      .flatMap((candidate, k) =>
        Array.from({ length: objectives }, (_, objective) => bad(k) ?? score(candidate, objective)),
      ),
  )
}

function bytes(optimizer: Optimizer<Genome>): string {
  const batch = optimizer
    .ask()
    .map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    )
  return `${batch.join()} ${optimizer.stopped}`
}

function step(optimizer: Optimizer<Genome>): void {
  optimizer.tell(scored(optimizer))
}

function history(optimizer: Optimizer<Genome>, generations: number): string[] {
  return Array.from({ length: generations }, () => {
    const batch = bytes(optimizer)
    step(optimizer)
    return batch
  })
}

const restored = (optimizer: Optimizer<Genome>) =>
  restoreOptimizer(JSON.parse(JSON.stringify(optimizer.snapshot())))

describe.each([...SINGLE, ...SEVERAL])('$name', ({ begin, expressions }) => {
  it('gives the same batches for the same seed, others for another', () => {
    expect(history(begin(3), 12)).toEqual(history(begin(3), 12))
    expect(history(begin(3), 2)).not.toEqual(history(begin('3'), 2))
  })

  it('asks the same until it is told', () => {
    const optimizer = begin(5)
    for (let generation = 0; generation < 3; generation++) {
      const before = bytes(optimizer)
      optimizer.snapshot()
      expect(bytes(optimizer)).toBe(before)
      step(optimizer)
      expect(bytes(optimizer)).not.toBe(before)
    }
  })

  it('goes on from a snapshot, at any generation', () => {
    const property = fc.property(fc.nat({ max: 25 }), fc.nat({ max: 999 }), (generation, seed) => {
      const optimizer = begin(seed)
      history(optimizer, generation)
      const other = restored(optimizer)
      expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(optimizer.snapshot()))
      expect(other.selection).toEqual(optimizer.selection)
      expect(history(other, 5)).toEqual(history(optimizer, 5))
    })
    fc.assert(property, { seed: SEED, numRuns: 12 })
  })

  it('takes NaN for the worst score', () => {
    const bad = (value: number) => (k: number) => (k % 2 === 0 ? value : null)
    const [nan, infinite] = [begin(8), begin(8)]
    for (let generation = 0; generation < 8; generation++) {
      nan.tell(scored(nan, bad(Number.NaN)))
      infinite.tell(scored(infinite, bad(Number.POSITIVE_INFINITY)))
      expect(bytes(nan)).toBe(bytes(infinite))
      expect(bytes(restored(nan))).toBe(bytes(nan))
    }
  })

  it('survives that nothing has a score', () => {
    const optimizer = begin(9)
    for (let generation = 0; generation < 8; generation++) {
      optimizer.tell(scored(optimizer, () => Number.NaN))
      expectInSpace(optimizer.ask(), expressions)
    }
  })

  it('keeps to the space of candidates', () => {
    const optimizer = begin(11)
    for (let generation = 0; generation < 30; generation++) {
      expectInSpace(optimizer.ask(), expressions)
      step(optimizer)
    }
  })

  it('refuses another number of scores', () => {
    const optimizer = begin(1)
    const count = optimizer.ask().length * optimizer.objectives
    for (const wrong of [0, count - 1, count + 1]) {
      expect(() => optimizer.tell(new Float64Array(wrong))).toThrow(RangeError)
    }
    optimizer.tell(new Float64Array(count))
  })

  it('refuses a snapshot of another version or with a member missing', () => {
    const optimizer = begin(1)
    step(optimizer)
    const snapshot = JSON.parse(JSON.stringify(optimizer.snapshot()))
    expect(() => restoreOptimizer({ ...snapshot, version: 99 }, 'run.json')).toThrow(
      /^run\.json: .*another version/,
    )
    for (const key of Object.keys(snapshot)) {
      const { [key]: _, ...rest } = snapshot
      expect(failureOf(rest), key).toMatchObject({ kind: 'input-document' })
    }
  })
})

function failureOf(snapshot: unknown): QueuewrightError | null {
  try {
    restoreOptimizer(snapshot)
    return null
  } catch (error) {
    if (error instanceof QueuewrightError) return error
    throw error
  }
}

function expectInSpace(batch: readonly Genome[], expressions: true | undefined): void {
  for (const candidate of batch) {
    if (expressions) expect(layoutOf(GRAMMAR, candidate)).not.toBeNull()
    else if (candidate instanceof Float64Array) {
      expect(candidate.length).toBe(BOX.lower.length)
      expect(candidate.every((value, k) => value >= BOX.lower[k] && value <= BOX.upper[k])).toBe(true)
    } else {
      expect(Array.from(candidate).sort((a, b) => a - b)).toEqual(Array.from({ length: LENGTH }, (_, k) => k))
    }
  }
}

describe.each(SINGLE)('selection of $name', ({ begin }) => {
  it('what it lets go unevaluated may have any score above both limits', () => {
    const lies = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 20, maxLength: 20 })
    let told = 0
    const property = fc.property(fc.nat({ max: 99 }), lies, (seed, extra) => {
      const [honest, short] = [begin(seed), begin(seed)]
      for (let generation = 0; generation < 20; generation++) {
        expect(bytes(short)).toBe(bytes(honest))
        const scores = scored(honest)
        const limit = limitOf(honest, scores)
        const bounds = scores.map((value, k) =>
          value > limit ? limit + 1e-9 * Math.max(1, Math.abs(limit)) + extra[k % extra.length] : value,
        )
        told += bounds.filter((value, k) => value !== scores[k]).length
        honest.tell(scores)
        short.tell(bounds)
      }
    })
    fc.assert(property, { seed: SEED, numRuns: 20 })
    // Those whose candidates all matter have nothing to lie about.
    expect(told > 0).toBe(begin(1).selection.selects < begin(1).ask().length || afterFirst(begin))
  })

  it('names rivals and a floor that are numbers', () => {
    const optimizer = begin(4)
    for (let generation = 0; generation < 5; generation++) {
      const { selects, rivals, floor } = optimizer.selection
      expect(selects).toBeGreaterThanOrEqual(1)
      expect(selects).toBeLessThanOrEqual(optimizer.ask().length + rivals.length)
      expect([...rivals, floor].some(Number.isNaN)).toBe(false)
      step(optimizer)
    }
  })
})

function afterFirst(begin: Member['begin']): boolean {
  const optimizer = begin(1)
  step(optimizer)
  const { selects, rivals } = optimizer.selection
  return selects < optimizer.ask().length + rivals.length
}

/** Above this a score influences nothing: the floor, and the `selects`-th best of rivals and batch. */
function limitOf(optimizer: Optimizer<Genome>, scores: Float64Array): number {
  const { selects, rivals, floor } = optimizer.selection
  const all = Float64Array.from([...rivals, ...scores]).sort()
  return Math.max(floor, all[selects - 1])
}

describe('restoreOptimizer', () => {
  it('knows every member', () => {
    const kinds = [...SINGLE, ...SEVERAL].map(
      ({ begin }) => JSON.parse(JSON.stringify(begin(1).snapshot())).kind,
    )
    expect([...new Set(kinds)].sort()).toEqual([...OPTIMIZER_KINDS].sort())
  })

  it.each([null, 7, [], 'nsga2', {}, { kind: 3 }, { kind: 'newton', version: 1 }])(
    'refuses %j',
    (snapshot) => {
      expect(failureOf(snapshot)).toMatchObject({ kind: 'input-document' })
    },
  )

  it('names what was edited by hand', () => {
    const edit = (change: (snapshot: Record<string, never>) => void) => {
      const optimizer = evolutionStrategy({ box: BOX, mu: 2 }, 1)
      step(optimizer)
      const snapshot = JSON.parse(JSON.stringify(optimizer.snapshot()))
      change(snapshot)
      return failureOf(snapshot)?.message
    }
    const set = (path: readonly (string | number)[], value: unknown) => (snapshot: Record<string, never>) => {
      const [last, ...above] = [...path].reverse()
      const place = above.reverse().reduce((object: unknown, key) => (object as never)[key], snapshot)
      ;(place as Record<string | number, unknown>)[last] = value
    }
    expect(edit(set(['settings', 'mu'], -1))).toMatch(/^snapshot: .*field mu, value -1/)
    expect(edit(set(['parents', 1, 'object', 2], 'x'))).toMatch(/parents\[1\]\.object\[2\], value "x"/)
    expect(edit(set(['parents', 0, 'steps'], [0.1]))).toMatch(/parents\[0\]\.steps.*expected an array of 3/)
    expect(edit(set(['settings', 'box', 'upper', 0], -4))).toMatch(/bounds\[0\].*a lower bound below/)
    expect(edit(set(['generation'], 0.5))).toMatch(/generation, value 0\.5/)
    expect(edit(set(['parents', 1], null))).toMatch(/parents\[1\]/)
  })
})
