/** Jobs that are alike: told by every column that an order may go by, and of one coefficient under every linear order. */
import { describe, expect, it } from 'vitest'
import { alikeIn } from '../../../src/sim/kernel/alike.js'
import { formulaOrder, ORDERS, parseOrder } from '../../../src/sim/orders/index.js'
import { JOB_COLUMNS } from '../../../src/trace/job-table.js'
import { jobsOf, turningClock, worldOf } from '../../support/worlds.js'

const JOB = { submit: 40, runtime: 30, estimate: 90, size: 4, user: 3, group: 2 }

describe('jobs one behind the other', () => {
  it('are alike if they differ in nothing but their number', () => {
    expect([...alikeIn(jobsOf([JOB, JOB, JOB]))]).toEqual([0, 1, 1])
    for (const column of JOB_COLUMNS.filter((name) => name !== 'id')) {
      const other = { ...JOB, [column]: JOB[column] + 1 }
      expect([column, ...alikeIn(jobsOf([JOB, JOB, other, other]))]).toEqual([column, 0, 1, 0, 1])
    }
  })

  it('are compared once for all simulations of a table', () => {
    const jobs = jobsOf([JOB, JOB])
    expect(alikeIn(jobs)).toBe(alikeIn(jobs))
  })
})

describe('a linear order', () => {
  const FORMULAS = [
    'wait/(size + user)',
    '-wait*group + submit',
    'now*size',
    'if(situation == 1, -wait, wait/estimate)',
  ]
  const world = {
    ...worldOf([]),
    jobs: jobsOf([JOB, { ...JOB, id: 900 }, { ...JOB, id: 7 }]),
    timeClasses: turningClock(100),
  }
  const linear = [
    ...ORDERS.map(({ name }) => parseOrder(name)),
    ...FORMULAS.map((text) => formulaOrder(text)),
  ]
    .map((order) => [order.name, order.bind(world)] as const)
    .flatMap(([name, ranking]) => (ranking.kind === 'linear' ? [[name, ranking] as const] : []))

  it('is among the named ones', () => {
    expect(linear.length).toBeGreaterThan(FORMULAS.length)
  })

  it.each(linear)('has the same coefficients for jobs alike: %s', (_, ranking) => {
    for (const now of [40, 140, 240]) {
      const of = [0, 1, 2].map((job) => {
        const coefficients = new Float64Array(4)
        ranking.coefficients(coefficients, job, now)
        return [...coefficients]
      })
      expect([of[1], of[2]]).toEqual([of[0], of[0]])
    }
  })
})
