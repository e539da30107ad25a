import { describe, expect, it } from 'vitest'
import { FUNCTION_NAMES } from '../../../src/core/expression/functions.js'
import { Random } from '../../../src/core/random.js'
import type { LinearRanking, StaticRanking, World } from '../../../src/sim/order.js'
import {
  findOrder,
  formulaOrder,
  greedyOrder,
  linearScore,
  ORDERS,
  orderExpression,
  parseOrder,
} from '../../../src/sim/orders/index.js'
import { failureOf } from '../../support/failures.js'
import { keysAt, rankingAt, standingClock, turningClock, worldOf } from '../../support/worlds.js'

const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number

/** Two groups of numbers that differ in every property. */
const WORLD = worldOf([
  { submit: 100, estimate: 50, size: 8, user: 3, group: 2 },
  { submit: 110, estimate: 400, size: 1, user: 1, group: 1 },
  { submit: 120, estimate: 20, size: 32, user: 9, group: 0 },
  { submit: 130, estimate: 0, size: 4, user: 2, group: 3 },
])

describe('orders by one property', () => {
  it.each([
    ['fcfs', [100, 110, 120, 130], [0, 1, 2, 3]],
    ['lcfs', [-100, -110, -120, -130], [3, 2, 1, 0]],
    ['spt', [50, 400, 20, 0], [3, 2, 0, 1]],
    ['lpt', [-50, -400, -20, -0], [1, 0, 2, 3]],
    ['smallest', [8, 1, 32, 4], [1, 3, 0, 2]],
    ['largest', [-8, -1, -32, -4], [2, 0, 3, 1]],
    ['saf', [400, 400, 640, 0], [3, 0, 1, 2]],
    ['laf', [-400, -400, -640, -0], [2, 0, 1, 3]],
    ['group', [2, 1, POSITIVE_INFINITY, 3], [1, 0, 3, 2]],
  ])('%s', (name, keys, ranking) => {
    const order = parseOrder(name)
    expect(order.name).toBe(name)
    expect(order.bind(WORLD).kind).toBe('static')
    expect(keysAt(order, WORLD)).toEqual(keys)
    expect(rankingAt(order, WORLD)).toEqual(ranking)
  })

  it('fcfs ranks by the submit column itself, without a copy', () => {
    expect((parseOrder('fcfs').bind(WORLD) as StaticRanking).keys).toBe(WORLD.jobs.submit)
  })
})

describe('wfp3 and unicef', () => {
  it('order as their formulas do', () => {
    // From 200 s on every wait is positive, and the job of no estimate is the most urgent.
    for (const now of [200, 250, 1_000, 50_000]) {
      const { submit, estimate, size } = WORLD.jobs
      const wfp3 = Array.from(submit, (s, k) => -(((now - s) / estimate[k]) ** 3) * size[k])
      const unicef = Array.from(submit, (s, k) => -(now - s) / (Math.log2(size[k]) * estimate[k]))
      const by = (keys: number[]) =>
        [0, 1, 2, 3].sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b))
      expect(rankingAt(parseOrder('wfp3'), WORLD, { now })).toEqual(by(wfp3))
      expect(rankingAt(parseOrder('unicef'), WORLD, { now })).toEqual(by(unicef))
    }
  })

  it('are linear, with −∞ where a denominator is 0', () => {
    const now = 200
    expect(parseOrder('wfp3').bind(WORLD).kind).toBe('linear')
    expect(keysAt(parseOrder('wfp3'), WORLD, { now })).toEqual([
      (-Math.cbrt(8) * 100) / 50,
      (-1 * 90) / 400,
      (-Math.cbrt(32) * 80) / 20,
      NEGATIVE_INFINITY,
    ])
    expect(keysAt(parseOrder('unicef'), WORLD, { now })).toEqual([
      -100 / (3 * 50),
      NEGATIVE_INFINITY,
      -80 / (5 * 20),
      NEGATIVE_INFINITY,
    ])
    // From the very submit on, where the formula as printed would be 0/0.
    expect(keysAt(parseOrder('unicef'), WORLD, { now: 110 })[1]).toBe(NEGATIVE_INFINITY)
  })
})

describe('lxf', () => {
  const { submit, estimate } = WORLD.jobs
  const by = (keys: number[]) => [0, 1, 2, 3].sort((a, b) => keys[a] - keys[b] || a - b)

  it('puts the largest expansion factor first, and jobs of no estimate before all', () => {
    for (const now of [200, 1_000, 50_000]) {
      const slowdowns = Array.from(submit, (s, k) => -(now - s + estimate[k]) / estimate[k])
      expect(rankingAt(parseOrder('lxf'), WORLD, { now })).toEqual(by(slowdowns))
    }
    expect(keysAt(parseOrder('lxf'), WORLD, { now: 200 })).toEqual([
      -100 / 50,
      -90 / 400,
      -80 / 20,
      NEGATIVE_INFINITY,
    ])
  })

  it('with a weight of the wait lets long jobs have their turn, as LXF&W', () => {
    const key = (now: number, k: number, weight: number) =>
      -(now - submit[k]) / estimate[k] - (weight * (now - submit[k])) / 3600
    const keys = keysAt(parseOrder('lxf(wait=0.02)'), WORLD, { now: 50_000 })
    for (const k of [0, 1, 2]) expect(keys[k]).toBeCloseTo(key(50_000, k, 0.02), 9)
    // By the wait alone, nearly.
    expect(rankingAt(parseOrder('lxf(wait=1000)'), WORLD, { now: 50_000 })).toEqual(
      by(Array.from(submit, (_, k) => key(50_000, k, 1000))),
    )
  })
})

describe('qw1', () => {
  it('is the formula that the search has found, digit by digit', () => {
    const R = 'log2(max(estimate, 10)/3600)'
    const formula = [
      `(submit/3600 + 11.4*${R} - 2.384*log2(size) - 1080*${R}^2 + 68.89*log2(size)^2 + 0.867*${R}*log2(size)`,
      ` + 0.5529*${R}*size/16 + 6764*size/16 + 10000*estimate/3600 + 13.55*estimate/3600*size/16)`,
    ].join('')
    const world: World = { ...WORLD, origin: 100 }
    const [named, written] = ['qw1', formula].map((order) => keysAt(parseOrder(order), world))
    expect(named).toHaveLength(written.length)
    for (const [job, key] of named.entries()) expect(key).toBeCloseTo(written[job], 6)
  })
})

describe('f1 to f4', () => {
  const world: World = { ...WORLD, origin: 100 }

  it.each([
    ['f1', (r: number, n: number, s: number) => Math.log10(r) * n + 870 * Math.log10(s)],
    ['f2', (r: number, n: number, s: number) => Math.sqrt(r) * n + 2.56e4 * Math.log10(s)],
    ['f3', (r: number, n: number, s: number) => r * n + 6.86e6 * Math.log10(s)],
    ['f4', (r: number, n: number, s: number) => r * Math.sqrt(n) + 5.3e5 * Math.log10(s)],
  ])('%s has the printed coefficients, and s from the origin', (name, score) => {
    const keys = keysAt(parseOrder(name), world)
    expect(keys).toEqual([
      NEGATIVE_INFINITY,
      score(400, 1, 10),
      score(20, 32, 20),
      name === 'f1' ? NEGATIVE_INFINITY : score(0, 4, 30),
    ])
  })

  it('the unsimplified ones rank as the printed ones do, and agree with them to the printed digits', () => {
    // (0.0155183403 · 0.0005149209)⁻¹ · 0.0069596182 ≈ 8.71e2, and so on.
    const scale = { f1: 8.71e2, f2: 2.57e4, f3: 6.83e6, f4: 5.31e5 }
    for (const [name, ratio] of Object.entries(scale)) {
      const at = (s: number, r: number, n: number) =>
        keysAt(parseOrder(`${name}-raw`), worldOf([{ submit: 0 }, { submit: s, estimate: r, size: n }]))[1]
      const perLog = at(10, 1, 1) - at(1, 1, 1)
      const jobPart = at(1, 100, 4) / { f1: 8, f2: 40, f3: 400, f4: 200 }[name as keyof typeof scale]
      expect(perLog / jobPart / ratio).toBeCloseTo(1, 2)
    }
  })

  it('never yield NaN: submits before the origin and estimates of 0 come first', () => {
    for (const name of ['f1', 'f2', 'f3', 'f4', 'f1-raw', 'f2-raw', 'f3-raw', 'f4-raw']) {
      const keys = keysAt(parseOrder(name), { ...WORLD, origin: 115 })
      expect(keys.slice(0, 2)).toEqual([NEGATIVE_INFINITY, NEGATIVE_INFINITY])
      expect(keys.some(Number.isNaN)).toBe(false)
      expect(rankingAt(parseOrder(name), { ...WORLD, origin: 115 }).slice(0, 2)).toEqual([0, 1])
    }
  })
})

describe('greedy criteria', () => {
  const text = (n: number) => `g${n}(a=0.5, b=0.25, w1=0.9, w2=0.6, w3=0.3, K1=1, K2=2, K3=3)`

  it.each([
    [
      1,
      (w: number, K: number, wait: number, r: number, n: number) =>
        w * (K + (0.5 * wait) / Math.max(r, 1) + (0.25 * r) / n),
    ],
    [2, (w: number, K: number, wait: number, r: number, n: number) => w * (K + 0.5 * wait + 0.25 * r * n)],
    [
      3,
      (w: number, K: number, wait: number, r: number, n: number) =>
        w * (K + (0.5 * wait) / (Math.max(r, 1) * n)),
    ],
    [4, (w: number, K: number, wait: number, r: number, n: number) => w * (K + 0.5 * wait + (0.25 * r) / n)],
  ])('g%i is its formula, largest first', (n, criterion) => {
    const order = parseOrder(n === 3 ? text(3).replace(' b=0.25,', '') : text(n))
    expect(order.bind(WORLD).kind).toBe('linear')
    const now = 200
    const expected = [
      criterion(0.6, 2, 100, 50, 8),
      criterion(0.9, 1, 90, 400, 1),
      // No group: the last group that has parameters, the fifth, with w = 1 and K = 0.
      criterion(1, 0, 80, 20, 32),
      criterion(0.3, 3, 70, 0, 4),
    ]
    keysAt(order, WORLD, { now }).forEach((key, row) => {
      expect(-key).toBeCloseTo(expected[row], 10)
    })
  })

  it('weigh nothing but the wait unless told otherwise', () => {
    expect(keysAt(parseOrder('g2'), WORLD, { now: 200 })).toEqual([-100, -90, -80, -70])
    expect(keysAt(parseOrder('g4'), WORLD, { now: 200 })).toEqual([-100, -90, -80, -70])
    expect(keysAt(parseOrder('greedy'), WORLD, { now: 200 })).toEqual([-100, -90, -80, -70])
    expect(keysAt(parseOrder('g1'), WORLD, { now: 200 })).toEqual([-2, -90 / 400, -4, -70])
    expect(keysAt(parseOrder('g3()'), WORLD, { now: 200 })).toEqual([
      -100 / 400,
      -90 / 400,
      -80 / 640,
      -70 / 4,
    ])
  })

  it('have parameters and criteria of their own in each situation', () => {
    const world: World = { ...WORLD, timeClasses: turningClock(1_000) }
    const order = parseOrder('greedy(weekend.criterion=1, criterion=4, night.a=0.5, a=0.25, day.w2=0.5)')
    const ranking = order.bind(world) as LinearRanking
    expect(ranking.until(200)).toBe(1_000)
    expect(ranking.until(1_000)).toBe(2_000)
    expect(keysAt(order, world, { now: 200 })[0]).toBe((-0.25 * 100) / 50)
    expect(keysAt(order, world, { now: 1_100 })[0]).toBe(-0.5 * 0.25 * 1_000)
    expect(keysAt(order, world, { now: 2_100 })[0]).toBe(-0.5 * 2_000)
  })

  it('hold for ever where the situations do not differ', () => {
    const world: World = { ...WORLD, timeClasses: turningClock(1_000) }
    expect((parseOrder('g2(a=0.5)').bind(world) as LinearRanking).until(0)).toBe(POSITIVE_INFINITY)
    expect((parseOrder('g2(night.a=0.5)').bind(world) as LinearRanking).until(0)).toBe(1_000)
  })

  it('tell more groups apart where the policy names more', () => {
    const world = worldOf([{ group: 7 }, { group: 8 }, { group: 5 }, { group: 0 }])
    expect(keysAt(parseOrder('g2(w7=0.5, w5=0.25)'), world, { now: 100 })).toEqual([-50, -50, -25, -50])
  })

  it('take 36 numbers from a learner', () => {
    const weights = new Float64Array(36)
    // Day: a, b, w1…w5, K1…K5.
    weights.set([0.5, 0.1, 1, 0.8, 0.6, 0.4, 0.2, 5, 4, 3, 2, 1], 12)
    const order = greedyOrder({ criteria: [1, 2, 3], weights })
    const world: World = { ...WORLD, timeClasses: standingClock(1) }
    const now = 200
    weights.fill(0)
    expect(keysAt(order, world, { now }).map((key) => -key)).toEqual(
      [
        0.8 * (4 + 0.5 * 100 + 0.1 * 400),
        1 * (5 + 0.5 * 90 + 0.1 * 400),
        0.2 * (1 + 0.5 * 80 + 0.1 * 640),
        0.6 * (3 + 0.5 * 70),
      ].map((value) => expect.closeTo(value, 10)),
    )
  })

  it('refuse parameters that make no sense', () => {
    const criteria = [1, 1, 1] as const
    for (const [length, value] of [
      [35, 0],
      [0, 0],
      [6, 0],
      [36, Number.NaN],
    ]) {
      const weights = new Float64Array(length).fill(value)
      expect(failureOf(() => greedyOrder({ criteria, weights })).kind).toBe('policy-parameter')
    }
    const odd = { criteria: [1, 5, 1], weights: new Float64Array(36) } as unknown as Parameters<
      typeof greedyOrder
    >[0]
    expect(failureOf(() => greedyOrder(odd)).kind).toBe('policy-parameter')
  })
})

describe('formulas', () => {
  const world: World = { ...WORLD, origin: 90 }
  const kind = (text: string, where = world) => formulaOrder(text).bind(where).kind

  it('of the job alone are static', () => {
    expect(kind('estimate^2 / size')).toBe('static')
    expect(kind('if(group == 1, 0, 1) + user')).toBe('static')
    expect(kind('7')).toBe('static')
    expect(keysAt(formulaOrder('submit + area + 2*group - user'), world)).toEqual([
      10 + 400 + 4 - 3,
      20 + 400 + 2 - 1,
      30 + 640 + 0 - 9,
      40 + 0 + 6 - 2,
    ])
    expect(keysAt(formulaOrder('estimate / (size - 8)'), world)).toEqual([
      POSITIVE_INFINITY,
      400 / -7,
      20 / 24,
      -0,
    ])
    expect(keysAt(formulaOrder('ln(group - 1)'), world)).toEqual([
      0,
      NEGATIVE_INFINITY,
      POSITIVE_INFINITY,
      Math.log(2),
    ])
  })

  it('linear in time are linear rankings', () => {
    expect(kind('-wait')).toBe('linear')
    expect(kind('now - submit')).toBe('linear')
    expect(kind('size - 2*(wait + submit)/(size + 1)')).toBe('linear')
    expect(kind('if(group == 1, -wait, wait*2)')).toBe('linear')
    expect(keysAt(formulaOrder('-wait'), world, { now: 200 })).toEqual([-100, -90, -80, -70])
    expect(keysAt(formulaOrder('now + size'), world, { now: 200 })).toEqual([118, 111, 142, 114])
    expect(keysAt(formulaOrder('now - 2*wait'), world, { now: 200 })).toEqual([-90, -70, -50, -30])
    // A negative divisor turns numerator and divisor round.
    expect(kind('wait/-size')).toBe('linear')
    expect(keysAt(formulaOrder('wait/-size'), world, { now: 200 })).toEqual([-12.5, -90, -2.5, -17.5])
    expect(keysAt(formulaOrder('wait - 1/(size - 8)'), world, { now: 200 })[0]).toBe(NEGATIVE_INFINITY)
  })

  it('are evaluated as written where a job has no linear form, or the state counts', () => {
    const positive = worldOf([{ estimate: 50 }, { estimate: 20 }])
    expect(kind('wait/estimate')).toBe('general')
    expect(kind('wait/estimate', positive)).toBe('linear')
    expect(keysAt(formulaOrder('wait/estimate'), world, { now: 130 })).toEqual([
      30 / 50,
      20 / 400,
      10 / 20,
      POSITIVE_INFINITY,
    ])
    expect(keysAt(formulaOrder('-wait/estimate'), world, { now: 131 })[3]).toBe(NEGATIVE_INFINITY)
    for (const text of [
      'wait*wait',
      'sqrt(wait)',
      'if(wait > 60, 0, size)',
      'size*queue',
      'submit + free',
      'now^2',
    ]) {
      expect(kind(text), text).toBe('general')
    }
    const state = { now: 200, waiting: 9, free: 17 }
    expect(keysAt(formulaOrder('queue*1000 + free*10 + size'), world, state)).toEqual([
      9178, 9171, 9202, 9174,
    ])
    expect(keysAt(formulaOrder('if(wait >= 90, now, user) + 0*queue'), world, state)).toEqual([
      110, 110, 9, 2,
    ])
  })

  it('go by the local clock', () => {
    // Situations and hours of 100 s: it is Monday, hour 2, situation 2 at 200.
    const clocked: World = { ...WORLD, timeClasses: turningClock(100) }
    const linear = (text: string) => formulaOrder(text).bind(clocked) as LinearRanking
    expect(keysAt(formulaOrder('1000*situation + 100*weekday + hour'), clocked, { now: 200 })).toEqual(
      new Array(4).fill(2002),
    )
    expect(keysAt(formulaOrder('1000*situation + 100*weekday + hour'), clocked, { now: 30 * 100 })).toEqual(
      new Array(4).fill(106),
    )
    const text = 'if((hour >= 4) * (hour < 8), size, -wait/(2 + situation*0))'
    expect(linear(text).kind).toBe('linear')
    expect(linear(text).until(0)).toBe(400)
    expect(linear(text).until(450)).toBe(800)
    expect(linear(text).until(800)).toBe(2800)
    expect(keysAt(formulaOrder(text), clocked, { now: 450 })).toEqual([8, 1, 32, 4])
    expect(keysAt(formulaOrder(text), clocked, { now: 850 })).toEqual([-375, -370, -365, -360])
    // Free of time within a phase.
    expect(linear('if(weekday >= 5, size, -size)').until(0)).toBe(5 * 2400)
    expect(linear('if(situation == 1, size, submit)').until(250)).toBe(400)
    // A clock part that says the same at all times.
    expect(linear('size*(hour < 24) - wait').until(0)).toBe(POSITIVE_INFINITY)
    for (const general of ['wait*wait + hour', 'queue + situation', 'wait/(estimate*(hour > 3))']) {
      expect(kind(general, clocked), general).toBe('general')
    }
    expect(keysAt(formulaOrder('if(hour == 3, queue, weekday)'), clocked, { now: 350 })).toEqual([4, 4, 4, 4])
    expect(kind('situation - wait', { ...clocked, live: true })).toBe('general')
  })

  it('with more phases than memory is to be spent on are evaluated as written', () => {
    const clocked = (jobs: number): World => ({
      ...worldOf(Array.from({ length: jobs }, (_, k) => ({ submit: k, size: 1 + (k % 9) }))),
      timeClasses: turningClock(100),
    })
    const text = 'hour*size + weekday*estimate - wait'
    const [few, many] = [clocked(10), clocked(34_000)]
    expect(kind(text, few)).toBe('linear')
    expect(kind(text, many)).toBe('general')
    expect(kind('hour*size - wait', many)).toBe('linear')
    const now = 12 * 100 + 2400
    expect(keysAt(formulaOrder(text), many, { now }).slice(0, 10)).toEqual(
      keysAt(formulaOrder(text), few, { now }),
    )
  })

  it('score any queue, of any length', () => {
    const ranking = formulaOrder('wait*queue').bind(world)
    for (const n of [1, 3, 200, 2, 1_000]) {
      const queue = Int32Array.from({ length: n }, (_, k) => (k * 3) % 4)
      const out = new Float64Array(n)
      ranking.score(out, queue, n, { now: 200, waiting: 2, free: 0 })
      expect([...out]).toEqual(Array.from(queue, (row) => [200, 180, 160, 140][row]))
    }
  })
})

describe('linear rankings', () => {
  it('score what their coefficients say, bit for bit', () => {
    const jobs = Array.from({ length: 60 }, (_, k) => ({
      submit: k * 17.3,
      estimate: (k * 7919) % 1_000,
      size: 1 + ((k * 31) % 64),
      group: k % 7,
    }))
    const world = worldOf(jobs, { timeClasses: turningClock(500), origin: 3 })
    for (const text of [
      'wfp3',
      'unicef',
      'lxf(wait=0.02)',
      'g1(b=0.3,K2=1.7)',
      'g2(a=0.1,b=0.9,night.w3=0.2)',
      'g3(w1=0.3)',
      'g4(b=0.7)',
      'greedy(day.criterion=1,night.criterion=3)',
      '-wait/(estimate + 0.1)',
      'wait/(-0.5 - estimate)',
      'now*size - wait/3 + area',
    ]) {
      const ranking = parseOrder(text).bind(world)
      expect(ranking.kind, text).toBe('linear')
      if (ranking.kind !== 'linear') continue
      const of = new Float64Array(4)
      for (const now of [1_100, 1_499, 1_500, 2_000.7, 9e6]) {
        keysAt(parseOrder(text), world, { now }).forEach((key, row) => {
          ranking.coefficients(of, row, now)
          const [c, p, s, q] = of
          expect(key).toBe(linearScore(c, p, s, q, now))
          expect(q > 0 && Number.isFinite(q) && Number.isFinite(p) && Number.isFinite(s)).toBe(true)
          expect(Number.isNaN(c)).toBe(false)
        })
      }
    }
  })
})

describe('orders as expressions', () => {
  const WRITTEN = ORDERS.flatMap(({ name }) => (orderExpression(name) === null ? [] : [name]))

  it('are there for all but those that keep accounts', () => {
    expect(ORDERS.map(({ name }) => name).filter((name) => !WRITTEN.includes(name))).toEqual([
      'fairshare',
      'multifactor',
    ])
  })

  it.each([...WRITTEN, 'lxf(wait=0.02)', 'greedy(criterion=1, a=0.5, b=0.25, w2=0.5, night.K1=3)'])(
    '%s ranks random jobs as its expression does',
    (written) => {
      const draw = new Random(7)
      const whole = (most: number) => draw.below(most + 1)
      const world = worldOf(
        Array.from({ length: 200 }, () => ({
          submit: whole(90_000),
          estimate: whole(9) === 0 ? 0 : whole(80_000),
          size: 1 + whole(63),
          user: whole(20),
          group: whole(5),
        })).sort((a, b) => a.submit - b.submit),
      )
      const expression = orderExpression(written)
      for (const now of [100_000, 190_000]) {
        const ranked = rankingAt(parseOrder(written), world, { now })
        expect(rankingAt(parseOrder(`(${expression})`), world, { now })).toEqual(ranked)
        expect(new Set(ranked).size).toBe(200)
      }
    },
  )

  it('are what is written where that is a formula', () => {
    expect(orderExpression(' -wait/estimate ')).toBe('-wait/estimate')
    expect(() => orderExpression('wat/estimate')).toThrow('wat')
  })
})

describe('the registry', () => {
  it('gives each order one name, and none that a formula has', () => {
    const names = ORDERS.flatMap((order) => [order.name, ...order.aliases])
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) {
      expect(name).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(FUNCTION_NAMES).not.toContain(name)
      expect(findOrder(name)?.create(name, new Map()).name).toBe(name)
    }
  })

  it('declares formula, source, and parameters with defaults in range', () => {
    for (const { formula, source, parameters } of ORDERS) {
      expect(formula.length).toBeGreaterThan(0)
      expect(source.length).toBeGreaterThan(0)
      for (const { least, most, default: usual, meaning } of parameters) {
        expect(usual >= least && usual <= most && meaning.length > 0).toBe(true)
      }
    }
  })
})
