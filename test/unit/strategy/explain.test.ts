/** What policies prefer, where one can say it beforehand. */
import { describe, expect, it } from 'vitest'
import { explain, questionsOn, usualQuestions } from '../../../src/strategy/index.js'
import { failureOf } from '../../support/failures.js'
import { jobsOf } from '../../support/worlds.js'

const HOUR = 3600
const DAY = 24 * HOUR
const INFINITE = Number.POSITIVE_INFINITY
/** Three groups, 16 processors for 4 h. */
const USUAL = usualQuestions(3, 128)
const only = (policy: string) => {
  const { situations } = explain(policy, USUAL)
  expect(situations.map(({ name }) => name)).toEqual([''])
  return situations[0]
}
const worths = (list: readonly { value: number; seconds: number }[]) =>
  list.map(({ value, seconds }) => [value, seconds])

describe('explanations', () => {
  it('of first come, first served: nobody is preferred', () => {
    const { overtaking, longer, sizes, estimates } = only('easy')
    expect(overtaking.flat()).toEqual(new Array(9).fill(0))
    expect(longer.flat()).toEqual(new Array(9).fill(0))
    expect(sizes.map(({ value }) => value)).toEqual([1, 4, 16, 64])
    expect([...sizes, ...estimates].every(({ seconds }) => seconds === 0)).toBe(true)
    expect(explain('easy', USUAL).remarks).toEqual([])
    // Equal keys, whatever was waited: the earlier job goes first.
    expect(only('easy:spt').longer.flat()).toEqual(new Array(9).fill(0))
  })

  it('of a strict priority: some are never passed', () => {
    const { overtaking, longer } = only('head:group')
    expect(overtaking).toEqual([
      [0, 0, 0],
      [null, 0, 0],
      [null, null, 0],
    ])
    // A fresh job of a better group goes before one that has waited a day.
    expect(longer[0][1]).toBe(-DAY)
    expect(longer[1][0]).toBe(null)
  })

  it('of head starts: after as long as the head start is', () => {
    const { overtaking, longer, curves } = only('list:(3600*group - wait)')
    expect(overtaking).toEqual([
      [0, 0, 0],
      [HOUR, 0, 0],
      [2 * HOUR, HOUR, 0],
    ])
    expect(longer).toEqual([
      [0, -HOUR, -2 * HOUR],
      [HOUR, 0, -HOUR],
      [2 * HOUR, HOUR, 0],
    ])
    // Priorities: the largest first.
    expect(curves[1].group).toBe(2)
    expect([...curves[1].keys.slice(0, 3)]).toEqual([-2 * HOUR, -HOUR, 0])
    expect([...curves[1].waits.slice(0, 3)]).toEqual([0, HOUR, 2 * HOUR])
  })

  it('of weights: fresh jobs tell nothing, those that have waited do', () => {
    const { overtaking, longer } = only('head:g2(w1=1, w2=0.5, w3=0.25)')
    expect(overtaking.flat()).toEqual(new Array(9).fill(0))
    expect(longer[1][0]).toBe(DAY)
    expect(longer[2][0]).toBe(3 * DAY)
    expect(longer[0][1]).toBe(-DAY / 2)
  })

  it('of sizes and requested times: what they are worth in waiting', () => {
    const { sizes, estimates } = only('easy:(60*size - wait + estimate/4)')
    expect(worths(sizes)).toEqual([
      [1, 15 * 60],
      [4, 12 * 60],
      [16, 0],
      [64, -48 * 60],
    ])
    expect(worths(estimates)).toEqual([
      [600, (4 * HOUR - 600) / 4],
      [HOUR, (3 * HOUR) / 4],
      [4 * HOUR, 0],
      [12 * HOUR, -2 * HOUR],
      [24 * HOUR, -5 * HOUR],
    ])
    expect(worths(only('easy:spt').estimates)).toEqual([
      [600, INFINITE],
      [HOUR, INFINITE],
      [4 * HOUR, 0],
      [12 * HOUR, -INFINITE],
      [24 * HOUR, -INFINITE],
    ])
    // What multiplies the wait shows in what has waited: ∛4 of a day, and ∛16 of one.
    const wide = only('easy:wfp3').sizes
    expect(wide[3].seconds).toBe(Math.ceil(DAY * (Math.cbrt(4) - 1)))
    expect(wide[0].seconds).toBe(-Math.ceil(DAY * (Math.cbrt(16) - 1)))
    // One processor is the most urgent under UNICEF, from its submit on.
    expect(only('easy:unicef').sizes[0]).toEqual({ value: 1, seconds: INFINITE })
  })

  it('tell situations apart where the policy does', () => {
    const { situations, remarks } = explain(
      'head:greedy(weekend.w2=0, w1=0.5, w2=1, w3=0.5, day.K2=5, night.a=0, night.b=0.5, day.a=0.5)',
      USUAL,
    )
    expect(situations.map(({ name }) => name)).toEqual(['weekend', 'day', 'night'])
    // Weight 0: never before anybody whose wait counts.
    expect(situations[0].longer[1][0]).toBe(null)
    expect(situations[1].longer[0][1]).toBeGreaterThan(DAY)
    expect(situations[2].overtaking[0][1]).toBe(null)
    expect(remarks).toContain(
      'weekend: w is 0 for group 2: such jobs have priority 0, however long they wait, and come before no job that has more.',
    )
    expect(remarks).toContain(
      'night: a is 0: waiting does not count, so the order of two jobs never changes.',
    )
    expect(remarks).toContain(
      'day: K counts in seconds here: its differences are worth at most 10 s of waiting, next to nothing.',
    )
    expect(remarks).toContain('w(K + a·wait + b·r·n), largest first.')
  })

  it('do not take the age of the log for the time of the week', () => {
    const names = (policy: string) => explain(policy, USUAL).situations.map(({ name }) => name)
    expect(names('easy:(-(wait / estimate * (wait / submit)) * size)')).toEqual([''])
    expect(names('easy:(log2(submit) * (1 + weekday) - wait / estimate)')).toHaveLength(3)
    expect(names('easy:(log2(submit) * if(hour == 22, size, estimate) - wait)')).toHaveLength(3)
    expect(names('easy:(log2(submit) * if(situation == 2, size, estimate) - wait)')).toHaveLength(3)
    expect(names('easy:(log2(submit) * if(situation == 0, size, estimate) - wait)')).toHaveLength(3)
  })

  it('find what a formula makes of the clock', () => {
    const { situations } = explain('head:(if(situation == 1, size, -size) - wait/3600)', USUAL)
    expect(situations[0].sizes[0].seconds).toBe(-15 * HOUR)
    expect(situations[1].sizes[0].seconds).toBe(15 * HOUR)
    const by = explain('head:(if(hour < 12, size, -size) - wait/3600)', USUAL)
    expect(by.remarks.join()).toMatch(/changes within situations/)
  })

  it('say what else the order depends on', () => {
    expect(explain('easy:(size*queue - wait)', USUAL).remarks.join()).toMatch(/depends on the queue/)
    expect(explain('easy:f1', USUAL).remarks.join()).toMatch(/how long ago the log began/)
    expect(explain('head:(wait*wait*(0 - size))', USUAL).remarks).toEqual([])
  })

  it('say where waiting puts jobs back, as tables of passing do not show it', () => {
    const putBack = /Waiting puts jobs back/
    expect(explain('easy:lcfs', USUAL).remarks.join()).toMatch(putBack)
    expect(explain('head:(if(situation == 0, size*wait, -wait))', USUAL).remarks.join()).toMatch(putBack)
    for (const policy of [
      'easy',
      'easy:spt',
      'easy:wfp3',
      'head:greedy(a=0)',
      'cons:(estimate - 0.1*wait)',
    ]) {
      expect(explain(policy, USUAL).remarks.join(), policy).not.toMatch(putBack)
    }
  })

  it('say that an order goes by what users have used', () => {
    const remarksOf = (policy: string) => explain(policy, USUAL).remarks.join()
    for (const policy of ['easy:fairshare', 'easy:multifactor', 'slurm:multifactor(age=0, fairshare=5)']) {
      expect(remarksOf(policy), policy).toMatch(/depends on what users have used so far \(fair share\)/)
    }
    expect(remarksOf('easy:multifactor(fairshare=0)')).not.toContain('fair share')
  })

  it('remark on parameters without effect', () => {
    const { remarks } = explain('head:greedy(criterion=3, b=0.5, day.criterion=4, K2=5)', USUAL)
    expect(remarks).toContain('weekend: b has no place in criterion 3.')
    expect(remarks).not.toContain('day: b has no place in criterion 3.')
    // Seconds in criterion 4 alone, and there as many as waiting is worth little.
    expect(remarks.filter((remark) => remark.includes('K counts'))).toEqual([
      'day: K counts in seconds here: its differences are worth at most 5 s of waiting, next to nothing.',
    ])
    expect(explain('head:g2(a=0.05, K2=5)', USUAL).remarks.join()).not.toContain('K counts')
    expect(explain('head:g2(w1=0, w2=0, w3=0)', USUAL).remarks).toEqual([
      'All weights w are 0, so jobs go by submit; nothing else counts.',
    ])
  })

  it('are of the algorithm that the policy names', () => {
    expect(explain('cons:spt', USUAL).algorithm.name).toBe('cons')
    expect(failureOf(() => explain('recorded', USUAL)).kind).toBe('unknown-policy')
  })
})

describe('questions', () => {
  it('are about the jobs in the middle of each group of a log', () => {
    const jobs = jobsOf([
      { group: 2, size: 4, runtime: 100 },
      { group: 2, size: 8, runtime: 300 },
      { group: 2, size: 6, runtime: 200 },
      { group: 1, size: 64, runtime: 7200 },
      { group: 0, size: 1, runtime: 10 },
    ])
    const { typical, reference, sizes, processors } = questionsOn(jobs, 128)
    expect(typical).toEqual([
      { group: 0, size: 1, estimate: 10 },
      { group: 1, size: 64, estimate: 7200 },
      { group: 2, size: 6, estimate: 200 },
    ])
    expect(reference).toEqual({ group: 2, size: 6, estimate: 200 })
    expect(sizes).toEqual([1, 4, 6, 8, 53, 64])
    expect(processors).toBe(128)
  })

  it('are about jobs that fit the machine where there is no log', () => {
    const { typical, sizes } = usualQuestions(2, 10)
    expect(typical.map(({ size }) => size)).toEqual([10, 10])
    expect(sizes.every((size) => size <= 10)).toBe(true)
  })
})
