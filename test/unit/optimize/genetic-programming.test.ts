/** Genetic programming: types and limits are kept by every operator; it finds expressions, and small ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  type GeneticProgrammingSettings,
  geneticProgramming,
  restoreGeneticProgramming,
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
    ['a constant below its range', [2, 0.01]],
    ['a constant that is no number', [2, Number.NaN]],
  ])('are not %s', (_, row) => {
    expect(layoutOf(GRAMMAR, row)).toBeNull()
  })
})

describe('genomes of many levels', () => {
  const chain = (levels: number) => [
    ...Array.from({ length: levels - 1 }, () => 3),
    ...Array.from({ length: levels }, () => 0),
  ]

  it('are expressions up to 50, and none beyond', () => {
    expect(layoutOf(GRAMMAR, chain(50))?.height[0]).toBe(50)
    expect(layoutOf(GRAMMAR, chain(51))).toBeNull()
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
        if (results.pointed !== null) {
          const [old, made] = [a, results.pointed].map((genome) => layoutOf(GRAMMAR, genome)?.primitive ?? [])
          expect(made).toHaveLength(old.length)
          expect(made.filter((place, k) => place !== old[k])).toHaveLength(1)
        }
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

  it('give constants factors of e^N(0, ½), within their range', () => {
    const logs = Array.from({ length: 400 }, (_, k) =>
      Math.log(shaken(TABLES, Float64Array.of(2, 1), new Random(k))?.[1] ?? Number.NaN),
    )
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
    const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length)
    expect(Math.abs(mean)).toBeLessThan(0.1)
    expect(Math.abs(deviation - 0.5)).toBeLessThan(0.07)
    const beyond = Array.from({ length: 50 }, (_, k) => shaken(TABLES, Float64Array.of(2, 10), new Random(k)))
    expect(Math.max(...beyond.map((genome) => genome?.[1] ?? Number.NaN))).toBe(10)
    expect(shaken(TABLES, Float64Array.of(0), new Random(1))).toBeNull()
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

  it('keeps all of those that have no score, as nothing says that they are alike', () => {
    const optimizer = geneticProgramming({ grammar: NUMBERS, mu: 12 }, 6)
    optimizer.tell(
      Float64Array.from({ length: 12 }, (_, k) => [Number.NaN, Number.POSITIVE_INFINITY, 3][k % 3]),
    )
    const scores = optimizer.state.parents.map(({ score }) => score)
    expect(scores).toEqual([3, ...Array.from({ length: 8 }, () => Number.POSITIVE_INFINITY)])
  })

  it('begins with full and grown expressions of all depths in turn, none of them twice', () => {
    const plain = { ...NUMBERS, primitives: NUMBERS.primitives.filter(({ constant }) => constant === null) }
    const batch = geneticProgramming({ grammar: plain, mu: 160, firstDepth: 4 }, 2).ask()
    expect(new Set(batch.map(String)).size).toBe(160)
    const isFull = (node: Node): boolean =>
      node.args.every((arg) => depthOf(arg) === depthOf(node) - 1 && isFull(arg))
    const trees = batch.map((genome) => treeOf(plain, genome))
    const [full, grownOnes] = [0, 1].map((odd) => trees.filter((_, k) => k % 2 === odd))
    expect(full.every(isFull)).toBe(true)
    expect(grownOnes.every(isFull)).toBe(false)
    for (const depth of [2, 3, 4]) {
      expect(full.filter((tree) => depthOf(tree) === depth).length).toBeGreaterThan(3)
    }
    expect(new Set(grownOnes.map(depthOf))).toEqual(new Set([1, 2, 3, 4]))
  })

  it('begins with lower expressions where full ones would have too many nodes', () => {
    const batch = geneticProgramming({ grammar: NUMBERS, mu: 20, maxNodes: 3 }, 2).ask()
    for (const genome of batch) expect(layoutOf(NUMBERS, genome)?.length).toBeLessThanOrEqual(3)
    const areas = { ...GRAMMAR, roots: ['area'] }
    expect(() => geneticProgramming({ grammar: areas, maxNodes: 2 }, 2).ask()).toThrow(/maxNodes, value 2/)
  })

  it.each([1, 2, 5])('takes the best of %i draws for a parent', (tournament) => {
    // f(vᵢ, c): other constants leave vᵢ, which says whose offspring it is.
    const marks = 20
    const grammar: Grammar = {
      primitives: [
        ...Array.from({ length: marks }, (_, k) => primitive(`v${k}`, 'mark')),
        { ...primitive('constant', 'number'), constant: [0.1, 10] },
        primitive('f', 'value', 'mark', 'number'),
      ],
      roots: ['value'],
    }
    const starts = Array.from({ length: marks }, (_, k) => Float64Array.of(marks + 1, k, marks, 1))
    const shares = { crossover: 0, subtree: 0, point: 0, constants: 1, hoist: 0 }
    const lambda = 800
    const settings = { grammar, mu: marks, lambda, tournament, maxDepth: 2, shares, starts }
    const optimizer = geneticProgramming(settings, 4)
    optimizer.tell(Float64Array.from(starts, (_, k) => k))
    const sum = optimizer.ask().reduce((whole, [, mark]) => whole + mark, 0)
    // Of the least of n draws from 0 to 19.
    let expected = 0
    for (let least = 1; least < marks; least++) expected += ((marks - least) / marks) ** tournament
    expect(Math.abs(sum / lambda - expected)).toBeLessThan(0.7)
  })

  it('goes on from no snapshot whose expressions are none, or beyond its limits', () => {
    const optimizer = geneticProgramming({ grammar: NUMBERS, mu: 4, maxDepth: 3, maxNodes: 5 }, 1)
    optimizer.tell(Float64Array.of(1, 2, 3, 4))
    const snapshot = JSON.parse(JSON.stringify(optimizer.snapshot()))
    expect(restoreGeneticProgramming(snapshot).ask()).toEqual(optimizer.ask())
    for (const genome of [
      [3, 0],
      [3, 3, 3, 0, 1, 0, 1],
      [3, 3, 0, 1, 3, 0, 1],
    ]) {
      const parents = [{ genome, score: 1 }]
      expect(() => restoreGeneticProgramming({ ...snapshot, parents }), String(genome)).toThrow(
        /parents\[0\]\.genome/,
      )
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
      'a share above 1',
      { shares: { crossover: 1.5, subtree: 0, point: 0, constants: 0, hoist: 0 } },
      /shares\.crossover, value 1\.5/,
    ],
    [
      'operators of no share',
      { shares: { crossover: 0, subtree: 0, point: 0, constants: 0, hoist: 0 } },
      /shares, value 0/,
    ],
  ])('refuses %s', (_, settings, message) => {
    expect(() => geneticProgramming({ grammar: NUMBERS, ...settings }, 1)).toThrow(message)
  })
})
