import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clamped, moved, zoomed } from '../../../src/apps/web/client/view/span.js'
import { formatView, parseView, type Span, type View } from '../../../src/apps/web/client/view/view.js'

const log = fc.stringMatching(/^[\da-f]{64}$/)
const policy = fc
  .oneof(
    fc.constantFrom('easy', 'cons:saf', 'easy:g2(a=0.5, night.b=0.1)', 'easy:(-wait/estimate + 3%&=#?)'),
    fc.string(),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')
const seconds = fc.integer({ min: -1e6, max: 1e9 })
const span = fc.option(
  fc.tuple(seconds, fc.integer({ min: 1, max: 1e8 })).map(([from, length]): Span => [from, from + length]),
)
const pair = { log, policy, against: policy, span }
// As any folder may be called.
const run = fc.oneof(
  fc.stringMatching(/^\w[\w.-]{0,40}$/),
  fc.constantFrom('my run', '<img src=x>', 'a&b=c', '…', '%2f'),
)
const objective = fc.constantFrom('AWRT', 'AWRT1', 'UTIL')
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const region = fc.record(
  {
    name: fc.constantFrom('short waits', 'großzügig', 'a & b + %2f#', '<img src>'),
    panel: fc.tuple(objective, objective),
    vertices: fc.array(fc.tuple(number, number), { minLength: 3, maxLength: 12 }),
    hidden: fc.constant(true as const),
  },
  { requiredKeys: ['panel', 'vertices'] },
)
const VIEWS: fc.Arbitrary<View> = fc.oneof(
  fc.constant<View>({ page: 'home' }),
  fc.record({ page: fc.constant('log' as const), log }),
  fc.record({ page: fc.constant('try' as const), ...pair }),
  fc.record({
    page: fc.constant('compare' as const),
    ...pair,
    job: fc.option(fc.integer({ min: 0, max: 1e9 })),
  }),
  fc.record({
    page: fc.constant('grid' as const),
    ...{ log, span },
    sites: fc.constantFrom('4x25', 'm128-4', '2x128,64', '[{"name":"a & b","nodes":4}]'),
    sharing: fc.constantFrom('local', 'sharing', 'multi', 'adaptive'),
    overhead: fc.integer({ min: 0, max: 1000 }),
  }),
  fc.record({
    page: fc.constant('when' as const),
    ...{ log: fc.option(log), policy, of: fc.option(fc.constantFrom('30d', '1-12:00:00', 'batch,large')) },
    job: fc.option(fc.constantFrom('17', '17_3', '17+1')),
    user: fc.option(fc.constantFrom('ann', '42', 'a&b %')),
  }),
  fc.record({ page: fc.constant('runs' as const), run: fc.option(run) }),
  fc.record({
    page: fc.constant('start' as const),
    command: fc.option(fc.constantFrom('front', 'learn greedy --method own')),
    log: fc.option(log),
    filledIn: fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,20}$/), fc.string({ minLength: 1 }), {
      noNullPrototype: true,
    }),
  }),
  fc.record({ page: fc.constant('strategy' as const), policy }),
  fc.record({ page: fc.constant('strategy' as const), run }),
  fc.record({ page: fc.constant('front' as const), run, point: fc.option(fc.integer({ min: 0, max: 1e9 })) }),
  fc.record({
    page: fc.constant('prefer' as const),
    ...{ run, regions: fc.array(region, { maxLength: 5 }), learnt: fc.option(run) },
    objective: fc.option(fc.constantFrom('10*AWRT1 + 4*AWRT2', 'max(AWRT1, 2*AWRT5) - 100%&=#?')),
    subjectTo: fc.array(fc.constantFrom('AWRT1 <= 6h', 'AWRT5 <= 1.5*easy', 'UTIL >= 60%'), { maxLength: 5 }),
  }),
)

describe('a view', () => {
  it('is what its address says', () => {
    fc.assert(
      fc.property(VIEWS, (view) => {
        const address = formatView(view)
        // As a browser has it.
        const { pathname, search } = new URL(address, 'http://127.0.0.1')
        expect(parseView(pathname + search)).toEqual(view)
      }),
      { seed: 58, numRuns: 500 },
    )
  })

  it('is made of any address', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '/',
          '/log',
          '/try',
          '/compare',
          '/grid',
          '/runs',
          '/start',
          '/strategy',
          '/front',
          '/prefer',
          '/x',
        ),
        fc.string(),
        (path, query) => {
          const view = parseView(`${path}?${query}`)
          expect(parseView(formatView(view))).toEqual(view)
        },
      ),
      { seed: 58, numRuns: 500 },
    )
  })

  it('of a log without its digest is Home', () => {
    expect(parseView('/try?log=../x')).toEqual({ page: 'home' })
    expect(parseView('/runs?run=../x')).toEqual({ page: 'runs', run: null })
  })
})

describe('a span', () => {
  const whole: Span = [0, 100_000]

  it('is moved by shares of its length, and zoomed about its middle', () => {
    expect(moved([100, 200], 0.2)).toEqual([120, 220])
    expect(zoomed([100, 200], 0.5)).toEqual([125, 175])
  })

  it('stays within the whole', () => {
    expect(clamped([-50, 950], whole)).toEqual([0, 1000])
    expect(clamped([99_500, 100_500], whole)).toEqual([99_000, 100_000])
    expect(clamped([-1e6, 1e6], whole)).toEqual(whole)
    expect(clamped([500, 501], whole)).toEqual([471, 531])
    expect(clamped([3, 4], [0, 10])).toEqual([0, 10])
  })
})
