/** Genetic programming: types and limits are kept by every operator; it finds expressions, and small ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  type GeneticProgrammingSettings,
  geneticProgramming,
} from '../../../src/optimize/genetic-programming/genetic-programming.js'
import { type Grammar, type Primitive, tablesOf } from '../../../src/optimize/genetic-programming/grammar.js'
import { genomeOf, layoutOf, type Node, treeOf } from '../../../src/optimize/genetic-programming/tree.js'
import {
  crossed,
  grown,
  hoisted,
  pointed,
  regrown,
  shaken,
} from '../../../src/optimize/genetic-programming/variation.js'

const primitive = (name: string, type: string, ...args: string[]): Primitive => ({
  name,
  type,
  args,
  weight: 1,
  constant: null,
})

/** Lengths, areas and numbers; nothing of type `mass`, and so no `weigh`. */
const GRAMMAR: Grammar = {
  primitives: [
    primitive('x', 'length'),
    primitive('y', 'length'),
    { ...primitive('constant', 'number'), constant: [0.1, 10] },
    primitive('+', 'length', 'length', 'length'),
    primitive('-', 'length', 'length', 'length'),
    primitive('*', 'area', 'length', 'length'),
    primitive('scale', 'length', 'number', 'length'),
    primitive('/', 'number', 'area', 'area'),
    primitive('weigh', 'number', 'mass'),
  ],
  roots: ['length', 'area', 'number'],
}
const TABLES = tablesOf(GRAMMAR, 4)
const LIMITS = { maxDepth: 5, maxNodes: 20 }

/** Checked node by node, apart from `layoutOf`. */
function sound({ primitive: { args: types, constant }, value, args }: Node): boolean {
  return (
    types.length === args.length &&
    (constant === null) === (value === null) &&
    args.every((arg, k) => arg.primitive.type === types[k] && sound(arg))
  )
}

function depthOf({ args }: Node): number {
  return 1 + Math.max(0, ...args.map(depthOf))
}

function nodesOf({ args }: Node): number {
  return args.reduce((sum, arg) => sum + nodesOf(arg), 1)
}

describe('a grammar', () => {
  it('knows the lowest expressions of each type', () => {
    expect(['length', 'area', 'number', 'mass'].map(TABLES.leastOf)).toEqual([
      1,
      2,
      1,
      Number.POSITIVE_INFINITY,
    ])
    expect(TABLES.of('number').map((place) => GRAMMAR.primitives[place].name)).toEqual(['constant', '/'])
    expect(TABLES.least[7]).toBe(3)
  })

  it.each<[string, Partial<Grammar>, RegExp]>([
    ['no root', { roots: [] }, /grammar\.roots, value 0/],
    ['a root of no expression', { roots: ['length', 'mass'] }, /grammar\.roots, value "mass"/],
    [
      'a weight of 0',
      { primitives: [{ ...primitive('x', 'length'), weight: 0 }] },
      /primitives\[0\]\.weight/,
    ],
    [
      'a range that is none',
      { primitives: [{ ...primitive('c', 'length'), constant: [2, 2] }] },
      /primitives\[0\]\.constant, value "2 to 2"/,
    ],
    [
      'a constant with arguments',
      { primitives: [{ ...primitive('c', 'length', 'length'), constant: [1, 2] }] },
      /no arguments/,
    ],
  ])('is refused with %s', (_, changes, message) => {
    expect(() => geneticProgramming({ grammar: { ...GRAMMAR, ...changes } }, 1)).toThrow(message)
  })
})

describe('genomes', () => {
  it('are expressions, forth and back', () => {
    // (x + y)·(2.5·x)
    const genome = Float64Array.of(5, 3, 0, 1, 6, 2, 2.5, 0)
    const tree = treeOf(GRAMMAR, genome)
    expect(genomeOf(GRAMMAR, tree)).toEqual(genome)
    const layout = layoutOf(GRAMMAR, genome)
    expect(layout).toMatchObject({
      length: 7,
      level: [1, 2, 3, 3, 2, 3, 3],
      height: [3, 2, 1, 1, 2, 1, 1],
      nodes: [7, 3, 1, 1, 3, 1, 1],
      from: [0, 1, 2, 3, 4, 5, 7],
      to: [8, 4, 3, 4, 8, 7, 8],
    })
  })

  it.each<[string, number[]]>([
    ['nothing', []],
    ['an argument too few', [3, 0]],
    ['an argument too many', [0, 0]],
    ['an argument of another type', [3, 0, 2, 1]],
    ['no such primitive', [9]],
    ['no place', [0.5]],
    ['a constant without a value', [2]],
    ['a constant beyond its range', [2, 11]],
    ['a constant that is no number', [2, Number.NaN]],
  ])('are not %s', (_, row) => {
    expect(layoutOf(GRAMMAR, row)).toBeNull()
  })
})

describe('operators', () => {
  const genomes = fc
    .record({ seed: fc.nat(), type: fc.constantFrom(...GRAMMAR.roots), full: fc.boolean() })
    .map(({ seed, type, full }) => grown(TABLES, type, 4, full, new Random(seed)))

  it('keep types, depth and size', () => {
    const made = { crossed: 0, regrown: 0, pointed: 0, shaken: 0, hoisted: 0 }
    fc.assert(
      fc.property(genomes, genomes, fc.nat(), (a, b, seed) => {
        const random = () => new Random(seed)
        const results = {
          crossed: crossed(TABLES, a, b, LIMITS, random()),
          regrown: regrown(TABLES, a, LIMITS, random()),
          pointed: pointed(TABLES, a, random()),
          shaken: shaken(TABLES, a, random()),
          hoisted: hoisted(TABLES, a, random()),
        }
        const before = treeOf(GRAMMAR, a)
        for (const [name, genome] of Object.entries(results)) {
          if (genome === null) continue
          made[name as keyof typeof made]++
          expect(layoutOf(GRAMMAR, genome), name).not.toBeNull()
          const tree = treeOf(GRAMMAR, genome)
          expect(sound(tree)).toBe(true)
          expect(tree.primitive.type).toBe(before.primitive.type)
          expect(depthOf(tree)).toBeLessThanOrEqual(LIMITS.maxDepth)
          if (nodesOf(before) <= LIMITS.maxNodes) expect(nodesOf(tree)).toBeLessThanOrEqual(LIMITS.maxNodes)
        }
        if (results.pointed !== null) expect(nodesOf(treeOf(GRAMMAR, results.pointed))).toBe(nodesOf(before))
        if (results.hoisted !== null) {
          expect(nodesOf(treeOf(GRAMMAR, results.hoisted))).toBeLessThan(nodesOf(before))
        }
        if (results.shaken !== null) {
          const { primitive: places } = layoutOf(GRAMMAR, a) ?? { primitive: [] }
          expect(layoutOf(GRAMMAR, results.shaken)?.primitive).toEqual(places)
          expect(places).toContain(2)
        }
      }),
      { seed: 7, numRuns: 400 },
    )
    for (const [name, count] of Object.entries(made)) expect(count, name).toBeGreaterThan(50)
  })

  it('grow full expressions to the depth, others up to it', () => {
    const depths = (full: boolean) =>
      Array.from({ length: 60 }, (_, k) =>
        depthOf(treeOf(GRAMMAR, grown(TABLES, 'length', 4, full, new Random(k)))),
      )
    expect(new Set(depths(true))).toEqual(new Set([4]))
    expect(new Set(depths(false))).toEqual(new Set([1, 2, 3, 4]))
  })
})

describe('the search', () => {
  const NUMBERS: Grammar = {
    primitives: [
      primitive('x', 'number'),
      primitive('y', 'number'),
      { ...primitive('constant', 'number'), constant: [0.1, 10] },
      primitive('+', 'number', 'number', 'number'),
      primitive('-', 'number', 'number', 'number'),
      primitive('*', 'number', 'number', 'number'),
    ],
    roots: ['number'],
  }
  const value = ({ primitive: { name }, value: constant, args }: Node, x: number, y: number): number => {
    const [a, b] = args.map((arg) => value(arg, x, y))
    if (constant !== null) return constant
    if (args.length === 0) return name === 'x' ? x : y
    return name === '+' ? a + b : name === '-' ? a - b : a * b
  }
  const error = (genome: Float64Array, target: (x: number, y: number) => number) => {
    const tree = treeOf(NUMBERS, genome)
    let sum = 0
    for (let x = -2; x <= 2; x++)
      for (let y = -2; y <= 2; y++) sum += Math.abs(value(tree, x, y) - target(x, y))
    return sum
  }
  const search = (
    target: (x: number, y: number) => number,
    settings: Partial<GeneticProgrammingSettings>,
    generations: number,
  ) => {
    const optimizer = geneticProgramming({ grammar: NUMBERS, ...settings }, 3)
    for (let k = 0; k < generations; k++) {
      optimizer.tell(Float64Array.from(optimizer.ask(), (genome) => error(genome, target)))
    }
    return optimizer
  }

  it('finds a polynomial', () => {
    const { parents } = search((x, y) => x * x + y * y + x * y, {}, 40).state
    expect(parents[0].score).toBe(0)
  })

  it('keeps its best, one of each score, the smaller of equal ones', () => {
    const optimizer = geneticProgramming({ grammar: NUMBERS, mu: 12, lambda: 20 }, 5)
    let best = Number.POSITIVE_INFINITY
    for (let k = 0; k < 25; k++) {
      const batch = optimizer.ask()
      const scores = Float64Array.from(batch, (genome) => error(genome, (x, y) => x + y))
      optimizer.tell(scores)
      best = Math.min(best, ...scores)
      const { parents } = optimizer.state
      expect(parents[0].score).toBe(best)
      expect(new Set(parents.map(({ score }) => score)).size).toBe(parents.length)
    }
    expect(best).toBe(0)
    expect(layoutOf(NUMBERS, optimizer.state.parents[0].genome)?.length).toBe(3)
  })

  it('keeps of expressions that are as good the smallest', () => {
    const optimizer = geneticProgramming({ grammar: NUMBERS, mu: 12 }, 6)
    const sizes = optimizer.ask().map((genome) => layoutOf(NUMBERS, genome)?.length ?? 0)
    const least = Math.min(...sizes)
    // The first one is larger.
    expect(sizes[0]).toBeGreaterThan(least)
    optimizer.tell(new Float64Array(12).fill(7))
    const { parents } = optimizer.state
    expect(parents).toHaveLength(1)
    expect(layoutOf(NUMBERS, parents[0].genome)?.length).toBe(least)
  })

  it('asks for nothing twice', () => {
    const optimizer = geneticProgramming({ grammar: NUMBERS, mu: 10 }, 8)
    for (let k = 0; k < 10; k++) {
      const known = optimizer.state.parents.map(({ genome }) => String(genome))
      const batch = optimizer.ask().map(String)
      expect(new Set([...known, ...batch]).size).toBe(known.length + batch.length)
      optimizer.tell(Float64Array.from(optimizer.ask(), (genome) => error(genome, (x) => x * x)))
    }
  })

  it('begins at the starts', () => {
    const start = Float64Array.of(3, 0, 1)
    expect(geneticProgramming({ grammar: NUMBERS, starts: [start] }, 1).ask()[0]).toEqual(start)
  })

  it.each<[string, Partial<GeneticProgrammingSettings>, RegExp]>([
    ['a start that is no expression', { starts: [Float64Array.of(3, 0)] }, /starts\[0\]/],
    ['a start beyond the depth', { maxDepth: 1, starts: [Float64Array.of(3, 0, 1)] }, /starts\[0\]/],
    [
      'more starts than parents',
      { mu: 1, starts: [Float64Array.of(0), Float64Array.of(1)] },
      /starts, value 2/,
    ],
    ['no parents', { mu: 0 }, /mu, value 0/],
    ['too deep first expressions', { maxDepth: 4, firstDepth: 5 }, /firstDepth, value 5/],
    [
      'operators of no share',
      { shares: { crossover: 0, subtree: 0, point: 0, constants: 0, hoist: 0 } },
      /shares, value 0/,
    ],
  ])('refuses %s', (_, settings, message) => {
    expect(() => geneticProgramming({ grammar: NUMBERS, ...settings }, 1)).toThrow(message)
  })
})
