/** Scores of any form: the dimensions of their grammar, known rules in it, and the search, driven by made-up scores. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expression, operands, printExpression } from '../../../../../src/core/expression/ast.js'
import { parseExpression } from '../../../../../src/core/expression/parse.js'
import { Random } from '../../../../../src/core/random.js'
import type { Learner, SettingsOf } from '../../../../../src/learn/learner.js'
import { SCORE_SYMBOLIC } from '../../../../../src/learn/score/search/symbolic.js'
import {
  formulaOf,
  knownRules,
  scoreGrammar,
  VARIABLES,
} from '../../../../../src/learn/score/search/symbolic-grammar.js'
import { tablesOf } from '../../../../../src/optimize/genetic-programming/grammar.js'
import { layoutOf, type Node, treeOf } from '../../../../../src/optimize/genetic-programming/index.js'
import { grown } from '../../../../../src/optimize/genetic-programming/variation.js'
import { ALGORITHM_NAMES } from '../../../../../src/sim/policy.js'
import { simulate } from '../../../../../src/sim/simulate.js'
import { plainWorld } from '../../../../../src/sim/world.js'
import { policyOf } from '../../../../../src/strategy/index.js'
import { demoTrace } from '../../../../../src/workload/demo.js'
import { workloads } from '../../../../support/arbitraries.js'
import { plainPolicy } from '../../../../support/policies.js'
import { simulateSlowly } from '../../../../support/twin.js'

const GRAMMAR = scoreGrammar(VARIABLES)
const TABLES = tablesOf(GRAMMAR, 5)
const { jobs, processors } = demoTrace({ jobs: 800 })
const startsOf = (policy: string) => [
  ...simulate({ jobs, processors: processors ?? 64, policy: plainPolicy(policy) }).start,
]

/** Dimensions by the rules of physics, apart from the grammar; null where the rules are broken. */
function dimension({ primitive: { name, type }, value, args }: Node): readonly [number, number] | null {
  const of = args.map(dimension)
  if (of.includes(null)) return null
  const [a, b] = of as [number, number][]
  const same = (x: readonly number[], y: readonly number[]) => x[0] === y[0] && x[1] === y[1]
  if (value !== null) {
    // What it is in is known by its type alone.
    const [, seconds, processors] = /^s\^(-?\d) p\^(-?\d)$/.exec(type) ?? []
    return [Number(seconds), Number(processors)]
  }
  switch (name) {
    case 'submit':
    case 'wait':
    case 'estimate':
      return [1, 0]
    case 'size':
    case 'free':
      return [0, 1]
    case 'group':
    case 'queue':
      return [0, 0]
    case '+':
    case '-':
    case 'min':
    case 'max':
      return same(a, b) ? a : null
    case '*':
      return [a[0] + b[0], a[1] + b[1]]
    case '/':
      return [a[0] - b[0], a[1] - b[1]]
    case 'negate':
      return a
    case 'log2':
    case 'sqrt':
      return same(a, [0, 0]) ? a : null
    case 'if >': {
      const [, , yes, no] = of as [number, number][]
      return same(a, b) && same(yes, no) ? yes : null
    }
    default:
      return null
  }
}

/** Levels and parts of a formula; a choice with its comparison is one. */
function sizeOf(node: Expression): readonly [levels: number, parts: number] {
  const parts =
    node.kind === 'call' && node.name === 'if'
      ? [...operands(node.args[0]), ...node.args.slice(1)]
      : operands(node)
  const sizes = parts.map(sizeOf)
  return [
    1 + Math.max(0, ...sizes.map(([levels]) => levels)),
    sizes.reduce((sum, [, count]) => sum + count, 1),
  ]
}

describe('the grammar', () => {
  it('makes expressions of sound dimensions, all operations among them', () => {
    const names = new Set<string>()
    const visit = (node: Node) => {
      names.add(node.primitive.name)
      node.args.forEach(visit)
    }
    const types = new Set<string>()
    for (let k = 0; k < 400; k++) {
      const random = new Random(k)
      const type = GRAMMAR.roots[random.int(GRAMMAR.roots.length)]
      const tree = treeOf(GRAMMAR, grown(TABLES, type, 5, k % 2 === 0, random))
      const found = dimension(tree)
      expect(found === null ? null : `s^${found[0]} p^${found[1]}`).toBe(type)
      types.add(type)
      visit(tree)
    }
    expect(types.size).toBe(12)
    expect([...names].sort()).toEqual(
      ['*', '+', '-', '/', 'constant', 'if >', 'log2', 'max', 'min', 'negate', 'sqrt', ...VARIABLES].sort(),
    )
  })

  it('makes formulas that are read back, and simulated as they are meant: also where keys are NaN or infinite', () => {
    let odd = 0
    fc.assert(
      fc.property(
        workloads(),
        fc.nat(),
        fc.constantFrom(...ALGORITHM_NAMES),
        ({ jobs, processors: machine }, seed, algorithm) => {
          const random = new Random(seed)
          const type = GRAMMAR.roots[random.int(GRAMMAR.roots.length)]
          const formula = formulaOf(GRAMMAR, grown(TABLES, type, 5, seed % 2 === 0, random))
          expect(printExpression(parseExpression(formula))).toBe(formula)
          const policy = plainPolicy(`${algorithm}:(${formula})`)
          const ranking = policy.order.bind(plainWorld(jobs, machine))
          const keys = new Float64Array(jobs.length)
          const rows = Int32Array.from(keys, (_, row) => row)
          ranking.score(keys, rows, keys.length, { now: jobs.submit.at(-1) ?? 0, waiting: 3, free: 0 })
          if (!keys.every(Number.isFinite)) odd++
          const simulation = { jobs, processors: machine, policy }
          expect([...simulate(simulation).start], formula).toEqual([...simulateSlowly(simulation)])
        },
      ),
      { seed: 5, numRuns: 500 },
    )
    expect(odd).toBeGreaterThan(20)
  })

  it('draws each operation of a dimension as often as a variable, and constants half as often', () => {
    const weights = new Map<string, number>()
    for (const { name, type, weight } of GRAMMAR.primitives) {
      const key = `${name} ${type}`
      weights.set(key, (weights.get(key) ?? 0) + weight)
    }
    for (const [key, weight] of weights) {
      expect(weight, key).toBeCloseTo(key.startsWith('constant') ? 0.5 : 1, 12)
    }
    // Of 12 dimensions: 8 operations each, two of plain numbers, 3 constants, 7 variables.
    expect(weights.size).toBe(12 * 8 + 2 + 3 + 7)
  })

  it('chooses the first of two values where the one quantity is above the other', () => {
    const place = (name: string, type: string, ...args: string[]) =>
      GRAMMAR.primitives.findIndex(
        (each) => each.name === name && each.type === type && each.args.join() === args.join(),
      )
    const [seconds, processors] = ['s^1 p^0', 's^0 p^1']
    const genome = [
      place('if >', processors, seconds, seconds, processors, processors),
      ...[place('wait', seconds), place('estimate', seconds)],
      ...[place('size', processors), place('free', processors)],
    ]
    expect(layoutOf(GRAMMAR, genome)).not.toBeNull()
    expect(formulaOf(GRAMMAR, genome)).toBe('if(wait > estimate, size, free)')
  })

  it('is only about the variables that it is given', () => {
    const grammar = scoreGrammar(['estimate', 'size'])
    const tables = tablesOf(grammar, 4)
    const text = Array.from({ length: 40 }, (_, k) =>
      formulaOf(grammar, grown(tables, grammar.roots[k % 12], 4, true, new Random(k))),
    ).join(' ')
    const names = new Set(text.match(/[a-z]\w*/g))
    expect([...names].sort()).toEqual(['estimate', 'if', 'log2', 'max', 'min', 'size', 'sqrt'])
  })
})

describe('known rules', () => {
  const rules = knownRules(GRAMMAR).map((genome) => formulaOf(GRAMMAR, genome))

  it.each([
    [0, 'fcfs'],
    [1, 'fcfs'],
    [2, 'spt'],
    [3, 'saf'],
    [4, 'smallest'],
    [6, 'wfp3'],
    [7, 'f2'],
  ])('number %i is %s', (place, name) => {
    expect(startsOf(`easy:(${rules[place]})`)).toEqual(startsOf(`easy:${name}`))
  })

  it('are written without what does nothing', () => {
    expect(rules).toEqual([
      'submit',
      '-wait',
      'estimate',
      'estimate * size',
      'size',
      '-(wait / estimate)',
      '-(wait / estimate * (wait / estimate * (wait / estimate)) * size)',
      'sqrt(estimate) * size + 7.706 * (1000 * log2(submit))',
    ])
  })

  it('are those that there are variables for, and expressions', () => {
    const grammar = scoreGrammar(['estimate', 'size'])
    const some = knownRules(grammar)
    expect(some.map((genome) => formulaOf(grammar, genome))).toEqual(['estimate', 'estimate * size', 'size'])
    for (const genome of some) expect(layoutOf(grammar, genome)).not.toBeNull()
    for (const genome of knownRules(GRAMMAR)) expect(layoutOf(GRAMMAR, genome)).not.toBeNull()
  })
})

describe('the search', () => {
  const settings: SettingsOf<typeof SCORE_SYMBOLIC> = {
    learner: 'score-symbolic',
    algorithms: ['head', 'easy'],
    variables: ['wait', 'estimate', 'size'],
    depth: 5,
    evaluations: 900,
  }
  const context = { seed: 2, groups: 1, favoured: [] }
  /** EASY is better; the longer the formula, up to a length, and the more divisions. */
  const score = (policy: string) =>
    (policy.startsWith('easy') ? 0 : 50) +
    Math.abs(policy.length - 40) / 10 -
    (policy.match(/\//g)?.length ?? 0)
  const tell = (learner: Learner) => {
    const batches = learner.ask() ?? []
    learner.tell(
      batches.map(({ candidates }) => Float64Array.from(candidates, (each) => score(policyOf(each)))),
    )
    return batches
  }

  it('shares the budget among the algorithms, and improves', () => {
    const learner = SCORE_SYMBOLIC.open(settings, context, null)
    const scores: number[] = []
    const names: string[] = []
    let asked = 0
    while (learner.ask() !== null) {
      const batches = tell(learner)
      asked += batches.reduce((sum, { candidates }) => sum + candidates.length, 0)
      names.push(batches.map(({ name }) => name).join(' '))
      scores.push(learner.summaries()[1].score)
    }
    expect(names[0]).toBe('head easy')
    expect(names[names.length - 1]).toBe('easy')
    expect(scores[scores.length - 1]).toBeLessThan(scores[0])
    const summaries = learner.summaries()
    const used = summaries.reduce((sum, { evaluations }) => sum + evaluations, 0)
    expect(used).toBe(asked)
    expect(used).toBeGreaterThanOrEqual(900)
    expect(used).toBeLessThan(900 + 3 * 100)
    const { strategy, score: best } = summaries[1]
    expect(strategy === null ? null : score(policyOf(strategy))).toBe(best)
    const population = learner.population()
    expect(population[0].score).toBe(best)
    for (const each of population) expect(each.score).toBe(score(policyOf(each.strategy)))
  })

  it('has found the smallest of those of its best score', () => {
    const learner = SCORE_SYMBOLIC.open({ ...settings, algorithms: ['easy'] }, context, null)
    const bests: string[] = []
    const about = ['wait', 'estimate', 'size']
    while (learner.ask() !== null) {
      const batches = learner.ask() ?? []
      learner.tell(
        batches.map(({ candidates }) =>
          Float64Array.from(
            candidates,
            (each) => 3 - about.filter((name) => policyOf(each).includes(name)).length,
          ),
        ),
      )
      const [{ strategy }] = learner.summaries()
      expect(strategy).toEqual(learner.population()[0].strategy)
      bests.push(strategy === null ? '' : policyOf(strategy))
    }
    const [first, last] = [bests[0], bests[bests.length - 1]]
    expect(last.length).toBeLessThan(first.length)
  })

  it.each([
    [4, 4],
    [12, 9],
  ])('keeps to %i levels and 40 parts, also where longer ones are better', (depth, reached) => {
    const learner = SCORE_SYMBOLIC.open({ ...settings, algorithms: ['easy'], depth }, context, null)
    let [deepest, largest] = [0, 0]
    while (learner.ask() !== null) {
      const batches = learner.ask() ?? []
      const sizes = batches.map(({ candidates }) =>
        candidates.map((each) => {
          const [, formula] = /^easy:\((.*)\)$/.exec(policyOf(each)) ?? []
          return sizeOf(parseExpression(formula))
        }),
      )
      for (const [levels, parts] of sizes.flat()) {
        deepest = Math.max(deepest, levels)
        largest = Math.max(largest, parts)
      }
      learner.tell(sizes.map((batch) => Float64Array.from(batch, ([levels, parts]) => -parts - levels)))
    }
    expect(deepest).toBeGreaterThanOrEqual(reached)
    expect(deepest).toBeLessThanOrEqual(depth)
    expect(largest).toBeGreaterThanOrEqual(30)
    expect(largest).toBeLessThanOrEqual(40)
  })

  it('has found nothing where nothing has a score', () => {
    const learner = SCORE_SYMBOLIC.open({ ...settings, algorithms: ['easy'] }, context, null)
    learner.tell(
      (learner.ask() ?? []).map(({ candidates }) => new Float64Array(candidates.length).fill(Number.NaN)),
    )
    expect(learner.summaries()).toMatchObject([
      { evaluations: 100, score: Number.POSITIVE_INFINITY, strategy: null },
    ])
    expect(learner.population()).toEqual([])
  })
})
