/**
 * `qw learn iterative`, `probabilistic`, `michigan`, `pittsburgh`, `cca`, `mixture`: the same rules whoever evaluates and wherever the run
 * was left, the greedy strategy among them, and what is refused in which words.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { USUAL_GREEDY } from '../../src/learn/index.js'
import type { RuleBase } from '../../src/sim/rule-based/index.js'
import { policyOf, readStrategy } from '../../src/strategy/index.js'
import { writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { complaints } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'

const OBJECTIVE = '10*AWRT1 + 4*AWRT2'
const GREEDY = 'head:g2(a=0.5, b=0, w1=1, w2=0.3)'
const FEW = ['--rules', '4', '--features', 'um,queue,oldest']
/** A search of some generations, in a second or two. */
const SMALL: Readonly<Record<string, readonly string[]>> = {
  iterative: ['--classes', 'um:85; oldest:1,6'],
  probabilistic: ['--classes', 'um:85; oldest:1,6', '--times', '3'],
  michigan: [
    ...['--generations', '4', '--mu', '8', '--lambda', '24', '--participations', '2', '--parents', '4'],
    ...['--clusters', '3', '--defaults', '--default-mu', '4', ...FEW],
  ],
  pittsburgh: ['--reduction', 'selection', '--generations', '3', '--lambda', '9', ...FEW],
  cca: ['--generations', '4', '--lambda', '9', ...FEW],
  mixture: ['--evaluations', '150', '--features', 'um,hour', '--guard'],
}
const METHODS = Object.keys(SMALL)
/** Its orders are learnt, so that it needs no greedy one. */
const OURS = 'mixture'
const FILES = ['strategy.json', 'systems.csv', 'population.json', 'results.csv', 'history.csv', 'summary.txt']

const box = useSandbox((sandbox) => {
  sandbox.write('small.swf', [...writeSwf(demoTrace({ jobs: 300 }))].join(''))
  sandbox.write('other.swf', [...writeSwf(demoTrace({ jobs: 200, seed: 7 }))].join(''))
})

const learning = (method: string, ...options: string[]) => [
  ...['learn', method, 'small.swf', '--objective', OBJECTIVE],
  ...SMALL[method],
  ...options,
]

function strategyIn(run: string) {
  const { strategy, evidence } = readStrategy(box.text(`${run}/strategy.json`), 'strategy.json')
  if (strategy.kind !== 'rules' || evidence === null) throw new Error(`${run} has left no rules`)
  return { base: strategy.base, policy: policyOf(strategy), evidence }
}

/** The greedy strategy among those that a base chooses. */
function greedyIn(base: RuleBase): string | undefined {
  return (base.kind === 'pair' ? base.algorithms : base.strategies).at(-1)
}

describe('qw learn', () => {
  it.each(METHODS)('%s leaves the same files with 2 workers and without threads', async (method) => {
    const engines = [
      ['--workers', '2'],
      ['--engine', 'inline'],
    ]
    for (const [k, engine] of engines.entries()) {
      const greedy = method === OURS ? [] : ['--greedy', GREEDY]
      await box.good(...learning(method, ...greedy, ...engine, '--run', `${method}${k}`))
      for (const file of FILES) expect(box.text(`${method}${k}/${file}`)).toBe(box.text(`${method}0/${file}`))
    }
    const { base, evidence } = strategyIn(`${method}0`)
    if (method === OURS) expect(greedyIn(base)).toBe('easy:fcfs')
    else expect(greedyIn(base)).toBe(GREEDY)
    expect(evidence.settings).toMatchObject({ learner: `rules-${method}` })
    const compared = new Set(evidence.measured.map(({ policy }) => policy))
    for (const name of ['easy', 'fcfs:group', 'easy:group', 'cons:group']) expect(compared).toContain(name)
  })

  it.each(METHODS)('%s finds rules that every command takes', async (method) => {
    const file = `@${method}0/strategy.json`
    const args = ['simulate', 'small.swf', '--policy', file, '--objective', OBJECTIVE, '--json', '--check']
    const { objectives } = JSON.parse((await box.good(...args)).stdout)
    expect(objectives[OBJECTIVE]).toBe(strategyIn(`${method}0`).evidence.score)
    expect((await box.good('explain', `${method}0/strategy.json`, 'small.swf')).stdout).toContain(OBJECTIVE)
    expect((await box.good('show', `${method}0`)).stdout).toContain('rule')
  })

  it('takes a strategy to compare with, which the table calls rules', async () => {
    const compare = ['--compare', 'easy,@cca0/strategy.json', '--greedy', GREEDY]
    const { stdout } = await box.good(...learning('iterative', ...compare, '--run', 'compared'))
    expect(stdout).toMatch(/^rules of 4 \+ 4/m)
  })
})

describe('a learning of rules that was left', () => {
  /** All files of a run but the log. */
  const contents = (run: string): Record<string, string> => {
    const folder = box.path(run)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return Object.fromEntries(
      names
        .filter((name) => name !== 'log.jsonl' && statSync(join(folder, name)).isFile())
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
    )
  }
  /** The run as it was after so many batches. */
  const leftAfter = (batches: number, whole: string, run: string): void => {
    mkdirSync(box.path(join(run, 'data')), { recursive: true })
    for (const name of [
      'run.json',
      ...readdirSync(box.path(`${whole}/data`)).map((each) => `data/${each}`),
    ]) {
      box.write(`${run}/${name}`, readFileSync(box.path(`${whole}/${name}`)))
    }
    const lines = box.text(`${whole}/journal.jsonl`).split('\n')
    expect(lines.length).toBeGreaterThan(batches + 1)
    box.write(`${run}/journal.jsonl`, `${lines.slice(0, batches).join('\n')}\n`)
  }

  it.each(METHODS)('by %s is resumed to the same bytes', async (method) => {
    const run = `${method}-left`
    leftAfter(2, `${method}0`, run)
    await box.good('resume', run)
    expect(contents(run)).toEqual(contents(`${method}0`))
  })

  it('keeps its greedy strategy, whatever has been learnt since', async () => {
    await box.good(...learning('cca', '--run', 'kept'))
    expect(greedyIn(strategyIn('kept').base)).toBe(USUAL_GREEDY)
    leftAfter(2, 'kept', 'kept-left')
    const greedy = ['learn', 'greedy', 'small.swf', '--objective', OBJECTIVE, '--evaluations', '60']
    await box.good(...greedy)
    await box.good('resume', 'kept-left')
    expect(contents('kept-left')).toEqual(contents('kept'))
  })
})

describe('the greedy strategy', () => {
  const tiny = (...options: string[]) =>
    box.good('learn', 'iterative', '--classes', 'um:85', '--compare', 'easy', ...options)
  /** The newest run of the runs folder that is called so. */
  const newest = (name: string) => {
    const runs = readdirSync(box.path('queuewright-runs')).filter((each) => each.startsWith(`${name}-`))
    return `queuewright-runs/${name}-${runs.length}`
  }

  it('is the one that was learnt last for the same objective from the same jobs', async () => {
    const method = ['--method', 'systems', '--systems', 'uniform', '--evaluations', '480']
    await box.good('learn', 'greedy', 'small.swf', '--objective', OBJECTIVE, ...method)
    const folder = newest('learn-greedy-small')
    const { strategy } = readStrategy(box.text(`${folder}/strategy.json`), folder)
    // Blanks make no other objective.
    const { stderr } = await tiny('small.swf', '--objective', '10*AWRT1+4*AWRT2')
    expect(stderr).toContain(`note: the greedy strategy is the one of ${folder}, learnt for this objective`)
    expect(greedyIn(strategyIn(newest('learn-iterative-small')).base)).toBe(policyOf(strategy))
  })

  it('is none of a run that is not at its end, be it newer', async () => {
    const folder = newest('learn-greedy-small')
    mkdirSync(box.path('queuewright-runs/left'))
    box.write('queuewright-runs/left/run.json', readFileSync(box.path(`${folder}/run.json`)))
    const [begin] = box.text(`${folder}/log.jsonl`).split('\n')
    expect(begin).toMatch(/"time":"\d{4}-/)
    box.write('queuewright-runs/left/log.jsonl', `${begin.replace(/"time":"\d{4}/, '"time":"9999')}\n`)
    const { stderr } = await tiny('small.swf', '--objective', OBJECTIVE)
    expect(stderr).toContain(`note: the greedy strategy is the one of ${folder}, learnt`)
  })

  it.each([
    ['another objective', ['small.swf', '--objective', 'AWRT1']],
    ['another log', ['other.swf', '--objective', OBJECTIVE]],
    ['more logs', ['small.swf', 'other.swf', '--objective', OBJECTIVE]],
    ['a part of the log', ['small.swf', '--train', '70', '--objective', OBJECTIVE]],
  ])('is f2 for %s', async (_, options) => {
    const { stderr } = await tiny(...options)
    expect(stderr).toContain(`note: the greedy strategy is ${USUAL_GREEDY}, as queuewright-runs has none`)
  })

  it('may be of a file, with criteria for each situation', async () => {
    const file = `${newest('learn-greedy-small')}/strategy.json`
    const { stderr } = await tiny('small.swf', '--greedy', `@${file}`, '--run', 'of-file')
    expect(stderr).not.toContain('greedy strategy')
    const { strategy } = readStrategy(box.text(file), file)
    expect(strategy.kind).toBe('greedy')
    expect(greedyIn(strategyIn('of-file').base)).toBe(policyOf(strategy))
  })
})

describe('qw learn refuses, before anything is begun,', () => {
  it.each<[string, string[], keyof typeof EXIT_CODES, RegExp]>([
    [
      'bases without rules',
      ['cca', '--rules', '0'],
      'usage',
      /--rules, value "0", expected a whole number from 1/,
    ],
    [
      'a base of one rule whose number is to be reduced',
      ['pittsburgh', '--reduction', 'selection', '--rules', '1'],
      'usage',
      /field --rules, value 1, expected a whole number from 2/,
    ],
    [
      'a feature that there is not',
      ['michigan', '--features', 'um,lood'],
      'policy-parameter',
      /an unknown feature \(field --features, value "lood"\)/,
    ],
    [
      'classes that are none',
      ['iterative', '--classes', 'um:85,75'],
      'usage',
      /--classes, value "um:85,75", expected bounds that ascend/,
    ],
    [
      'more parents than there are',
      ['michigan', '--parents', '51'],
      'usage',
      /field --parents, value 51, expected a whole number from 1 to 50/,
    ],
    ['fewer new rules than are kept', ['michigan', '--lambda', '49'], 'usage', /field --lambda, value 49/],
    [
      'rules that do not come out even',
      ['michigan', '--rules', '49', '--participations', '3'],
      'usage',
      /field --participations, value 3, expected so many that 350 new rules times it is a multiple of the 49/,
    ],
    ['more rules than there are', ['michigan', '--rules', '400'], 'usage', /field --rules, value 400/],
    [
      'default values of none',
      ['michigan', '--default-mu', '4'],
      'usage',
      /--default-mu, value "4", expected only with --defaults/,
    ],
    [
      'a pool smaller than the parents',
      ['pittsburgh', '--reduction', 'selection', '--pool', '2'],
      'usage',
      /field --pool, value 2, expected a whole number from 3/,
    ],
    [
      'a beta without its reduction',
      ['pittsburgh', '--beta', '3'],
      'usage',
      /--beta, value "3", expected only with --reduction fitness/,
    ],
    [
      'scores near 1 without a beta of their own',
      ['pittsburgh', '--reduction', 'fitness', '--relative-to', 'easy'],
      'usage',
      /field --beta, value "10\*AWRT1 \+ 4\*AWRT2 relative to easy", .*with --relative-to easy 0\.06/,
    ],
    [
      'parents that die out',
      ['pittsburgh', '--kappa', '2', '--lambda', '2'],
      'usage',
      /field --lambda, value 2/,
    ],
    [
      'a step beyond its range',
      ['cca', '--first-step', '0.6'],
      'usage',
      /field --first-step, value "0\.6", expected a number from 0\.0001 to 0\.5/,
    ],
    ['a learning rate of nothing', ['cca', '--tau-each', '0'], 'usage', /--tau-each, value "0"/],
    [
      'rules among rules',
      ['cca', '--greedy', '@cca0/strategy.json'],
      'unknown-policy',
      /rules cannot be a strategy of rules \(field --greedy/,
    ],
    ['what was recorded', ['cca', '--greedy', 'recorded'], 'unknown-policy', /recorded .*\(field --greedy/],
    [
      'a file that there is not',
      ['cca', '--greedy', '@none.json'],
      'input-unreadable',
      /none\.json: no such file/,
    ],
    [
      'a weight out of range',
      ['michigan', '--greedy', 'head:g2(a=7)'],
      'policy-parameter',
      /field --greedy, value "7"/,
    ],
    [
      'reservations that are kept',
      ['iterative', '--compress', 'none'],
      'usage',
      /--compress, value "none", expected queue.*reservations cannot be kept when rules change the policy/,
    ],
    [
      'what was recorded beside it, of a log without waits',
      ['iterative', '--compare', 'recorded'],
      'usage',
      /jobs have no recorded wait/,
    ],
    ['an order of several algorithms', ['cca', '--under', 'head,easy'], 'usage', /unknown option '--under'/],
  ])('%s', async (_, [method, ...options], kind, message) => {
    const done = await box.run(
      'learn',
      method,
      'small.swf',
      '--objective',
      OBJECTIVE,
      ...options,
      '--run',
      'no',
    )
    expect(complaints(done)).toEqual([expect.stringMatching(message)])
    expect(done.stdout).toBe('')
    expect(done.code).toBe(EXIT_CODES[kind])
    expect(existsSync(box.path('no'))).toBe(false)
  })
})
