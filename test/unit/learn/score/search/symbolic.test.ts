/** Scores of any form: the dimensions of their grammar, known rules in it, and the search, driven by made-up scores. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../../../src/core/random.js'
import type { Learner } from '../../../../../src/learn/learner.js'
import { SCORE_SYMBOLIC, type SymbolicSettings } from '../../../../../src/learn/score/search/symbolic.js'
import {
  formulaOf,
  knownRules,
  scoreGrammar,
  VARIABLES,
} from '../../../../../src/learn/score/search/symbolic-grammar.js'
import { tablesOf } from '../../../../../src/optimize/genetic-programming/grammar.js'
import { layoutOf, type Node, treeOf } from '../../../../../src/optimize/genetic-programming/index.js'
import { grown } from '../../../../../src/optimize/genetic-programming/variation.js'
import { simulate } from '../../../../../src/sim/simulate.js'
import { policyOf } from '../../../../../src/strategy/index.js'
import { demoTrace } from '../../../../../src/workload/demo.js'
import { plainPolicy } from '../../../../support/policies.js'

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

  it('makes formulas that can be read and simulated', () => {
    for (let k = 0; k < 25; k++) {
      const random = new Random(`simulate ${k}`)
      const type = GRAMMAR.roots[random.int(GRAMMAR.roots.length)]
      const formula = formulaOf(GRAMMAR, grown(TABLES, type, 5, false, random))
      expect(startsOf(`easy:(${formula})`).every(Number.isFinite), formula).toBe(true)
    }
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

  it('are those that there are variables for, and expressions', () => {
    const grammar = scoreGrammar(['estimate', 'size'])
    const some = knownRules(grammar)
    expect(some.map((genome) => formulaOf(grammar, genome))).toEqual(['estimate', 'estimate * size', 'size'])
    for (const genome of some) expect(layoutOf(grammar, genome)).not.toBeNull()
    expect(rules).toHaveLength(8)
  })
})

describe('the search', () => {
  const settings: SymbolicSettings = {
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
    const heats = learner.ask() ?? []
    learner.tell(
      heats.map(({ candidates }) => Float64Array.from(candidates, (each) => score(policyOf(each)))),
    )
    return heats
  }

  it('shares the budget among the algorithms, and improves', () => {
    const learner = SCORE_SYMBOLIC.open(settings, context, null)
    const scores: number[] = []
    const names: string[] = []
    while (learner.ask() !== null) {
      const heats = tell(learner)
      names.push(heats.map(({ name }) => name).join(' '))
      scores.push(learner.standings()[1].score)
    }
    expect(names[0]).toBe('head easy')
    expect(names[names.length - 1]).toBe('easy')
    expect(scores[scores.length - 1]).toBeLessThan(scores[0])
    const standings = learner.standings()
    const used = standings.reduce((sum, { evaluations }) => sum + evaluations, 0)
    expect(used).toBeGreaterThanOrEqual(900)
    expect(used).toBeLessThan(900 + 3 * 100)
    const { strategy, score: best } = standings[1]
    expect(strategy === null ? null : score(policyOf(strategy))).toBe(best)
    const population = learner.population()
    expect(population[0].score).toBe(best)
    for (const each of population) expect(each.score).toBe(score(policyOf(each.strategy)))
  })

  it('goes on from a snapshot to the same candidates', () => {
    const whole = SCORE_SYMBOLIC.open(settings, context, null)
    let parts = SCORE_SYMBOLIC.open(settings, context, null)
    while (whole.ask() !== null) {
      expect(tell(parts)).toEqual(tell(whole))
      parts = SCORE_SYMBOLIC.open(settings, context, JSON.parse(JSON.stringify(parts.snapshot())))
    }
    expect(parts.ask()).toBeNull()
    expect(parts.population()).toEqual(whole.population())
  })
})
