/** `qw scores fit` and `qw scores rank` as a user meets them. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { printDistribution } from '../../src/learn/score/distribution.js'
import { complaints } from '../support/command.js'
import { useSandbox } from '../support/sandbox.js'
import { distributionBy } from '../support/scores.js'

const SCORE = (r: number, n: number, s: number) => 8e-6 * Math.log10(r) * n + 7e-3 * Math.log10(s)

const box = useSandbox((sandbox) => {
  sandbox.write('scores.csv', printDistribution(distributionBy(SCORE, { tuples: 12, noise: 0.002 })))
  sandbox.write('others.csv', printDistribution(distributionBy(SCORE, { tuples: 12, noise: 0.002, seed: 2 })))
})
const { good, run } = box

describe('qw scores fit', () => {
  it('prints the best functions, and leaves them as files and as a strategy', async () => {
    const { stdout } = await good('scores', 'fit', 'scores.csv', '-o', 'fitted', '--top', '3')
    expect(stdout).toMatch(/family +sc17, 400 different functions of 576/)
    expect(stdout).toMatch(/^1 {2}\S/m)
    const [, policy] = /^ *best +(easy:\(.*\))$/m.exec(stdout) ?? []
    const { functions } = JSON.parse(box.text('fitted/functions.json'))
    expect(functions.length).toBe(3)
    expect(policy).toBe(`easy:(${functions[0].formula})`)
    expect(box.text('fitted/functions.csv').trimEnd().split('\n').length).toBe(4)
    // The strategy is the policy, and simulates as it does.
    const objectives = async (text: string) =>
      JSON.parse((await good('simulate', '--policy', text, '--json')).stdout).objectives
    expect(await objectives('@fitted/strategy.json')).toEqual(await objectives(policy))
  })

  it('says in the strategy what it was fitted to, which explain shows', async () => {
    await good('scores', 'fit', 'scores.csv', '-o', 'known', '--top', '1')
    const { version, evidence, fitted } = JSON.parse(box.text('known/strategy.json'))
    const [best] = JSON.parse(box.text('known/functions.json')).functions
    const digest = createHash('sha256').update(box.text('scores.csv')).digest('hex')
    expect([version, evidence]).toEqual([2, null])
    expect(fitted.settings).toEqual({ family: 'sc17', weights: 'rn', rankedBy: 'error' })
    expect(fitted.distribution).toEqual({ digest, rows: 96, tuples: 12 })
    expect(fitted.functions).toBe(400)
    expect([fitted.weightedError, fitted.meanAbsoluteError]).toEqual([
      best.weightedError,
      best.meanAbsoluteError,
    ])
    expect(fitted.heldOut).toEqual({ folds: 10, ...best.heldOut })
    const { stdout } = await good('explain', 'known/strategy.json')
    expect(stdout).toContain(`96 scores of 12 tuples, digest ${digest.slice(0, 12)}`)
    expect(stdout).toMatch(/^fitted by +.*family sc17, weights rn, rankedBy error.*best of 400 functions$/m)
    expect(stdout).toMatch(/^rank correlation there +0\.\d+, 95 % interval 0\.\d+ to 0\.\d+$/m)
    await good('scores', 'fit', 'scores.csv', '-o', 'known2', '--family', 'polynomial', '--degree', '2')
    expect(JSON.parse(box.text('known2/strategy.json')).fitted.settings).toEqual({
      family: 'polynomial',
      degree: 2,
      weights: 'rn',
      rankedBy: 'held-out',
    })
  })

  it('tells of formulas that have no value in some rows', async () => {
    const divided = (r: number, n: number, s: number) =>
      0.04 - (1e-3 * Math.log10(r)) / Math.log10(n + 2e-10) / s
    const made = distributionBy(divided, { tuples: 12, noise: 1e-4 })
    const ones = made.size.filter((size) => size === 1).length
    const score = made.score.map((each, row) => (made.size[row] === 1 ? 0.03 : each))
    box.write('ones.csv', printDistribution({ ...made, score }))
    const { stderr } = await good('scores', 'fit', 'ones.csv', '--top', '400')
    expect(stderr).toMatch(
      new RegExp(`^note: function \\d+: its formula has no finite value in ${ones} rows`, 'm'),
    )
    expect((await good('scores', 'fit', 'scores.csv', '--top', '1')).stderr).not.toContain('note:')
  })

  it('prints JSON, the same bytes again', async () => {
    const call = [
      'scores',
      'fit',
      'scores.csv',
      '--family',
      'polynomial',
      '--degree',
      '2',
      '--weights',
      'none',
      '--json',
    ]
    const { stdout } = await good(...call)
    expect((await good(...call)).stdout).toBe(stdout)
    const { fit, functions } = JSON.parse(stdout)
    expect(fit).toMatchObject({ family: 'polynomial', degree: 2, weights: 'none', folds: 10 })
    const errors = functions.map(
      (each: { heldOut: { error: { value: number } } }) => each.heldOut.error.value,
    )
    expect(errors).toEqual([...errors].sort((a: number, b: number) => a - b))
  })

  it('goes by the algorithm that is asked for', async () => {
    const { stdout } = await good('scores', 'fit', 'scores.csv', '--algorithm', 'head', '--top', '1')
    expect(stdout).toMatch(/^best +head:\(/m)
  })

  it.each([
    ['a CSV of other things', 'other.csv', 'a,b\n1,2\n', 24, /names no column runtime/],
    ['a score that is no number', 'nan.csv', '1,2,3,NaN\n', 26, /nan\.csv:1: .*field score/],
    [
      'a constant column',
      'constant.csv',
      '1,4,3,0.5\n2,4,5,0.25\n3,4,6,0.25\n',
      41,
      /all rows have the same size \(field size, value 4\)/,
    ],
    [
      'scores all alike',
      'alike.csv',
      '1,2,3,0.3\n2,4,5,0.3\n4,6,6,0.3\n',
      41,
      /all rows have the same score/,
    ],
    ['fewer rows than coefficients', 'few.csv', '1,2,3,0.5\n2,4,5,0.5\n', 41, /fewer rows than coefficients/],
    ['nothing', 'empty.csv', '', 22, /empty/],
  ])('refuses %s in one line', async (_, file, text, code, expected) => {
    box.write(file, text)
    const done = await run('scores', 'fit', file)
    expect(done.code).toBe(code)
    expect(complaints(done)).toEqual([expect.stringMatching(expected)])
  })

  it('refuses options that mean nothing', async () => {
    for (const [args, expected] of [
      [['--degree', '2'], /--degree.*only with --family polynomial/],
      [['--out', ''], /--out.*the name of a folder/],
      [['--family', 'sine'], /sc17, polynomial, products/],
      [['--family', 'polynomial', '--degree', '9'], /from 1 to 6/],
    ] as const) {
      const done = await run('scores', 'fit', 'scores.csv', ...args)
      expect(done.code).toBe(2)
      expect(complaints(done)).toEqual([expect.stringMatching(expected)])
    }
    box.write('single.csv', printDistribution(distributionBy(SCORE, { tuples: 1, judged: 20, noise: 0.002 })))
    await good('scores', 'fit', 'single.csv')
    const done = await run('scores', 'fit', 'single.csv', '--rank-by', 'order', '-o', 'none')
    expect(done.code).toBe(41)
    expect(complaints(done)).toEqual([expect.stringMatching(/no tuples can be held out.*--rank-by error/)])
    expect(existsSync(box.path('none'))).toBe(false)
  })
})

describe('qw scores rank', () => {
  it('judges files, names, policies and formulas by other tuples', async () => {
    await good('scores', 'fit', 'scores.csv', '-o', 'judged')
    const names = ['judged/functions.json', '@judged/strategy.json', 'f1', 'easy:spt', 'log10(estimate)*size']
    const { stdout } = await good('scores', 'rank', 'others.csv', ...names, '--top', '2')
    for (const name of ['judged/functions.json 1', 'judged/functions.json 2', 'f1', 'easy:spt']) {
      expect(stdout).toMatch(new RegExp(`^\\d  ${name} `, 'm'))
    }
    const ranked = JSON.parse((await good('scores', 'rank', 'others.csv', ...names, '--json')).stdout)
    expect(ranked.length).toBe(14)
    const values = ranked.map((each: { correlation: { value: number } }) => each.correlation.value)
    expect(values).toEqual([...values].sort((a: number, b: number) => b - a))
    expect(values[0]).toBeGreaterThan(0.5)
  })

  it.each([
    ['an order by the wait', 'wfp3', 2, /no values for/],
    ['an order by the user', 'size + user', 2, /no values for.*users or groups by simulation/],
    ['an unknown order', 'shortest', 10, /unknown order shortest/],
    ['a file that is none of ours', 'scores.json', 27, /no strategy/],
  ])('refuses %s', async (_, name, code, expected) => {
    box.write('scores.json', '{}')
    const done = await run('scores', 'rank', 'others.csv', name)
    expect(done.code).toBe(code)
    expect(complaints(done)).toEqual([expect.stringMatching(expected)])
  })

  it('refuses a function that stands twice', async () => {
    const done = await run('scores', 'rank', 'others.csv', 'f1', 'f1')
    expect(done.code).toBe(2)
    expect(complaints(done)).toEqual([expect.stringMatching(/stands twice/)])
  })
})
