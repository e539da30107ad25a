/** Nodes that are closed again and again, beside a list of all the times. */
import { expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { type Closure, Closures } from '../../../../src/sim/nodes/index.js'

it('nodes that are closed again and again are closed at each of the times', () => {
  const random = new Random(1)
  const owner = () => ({ user: 1, group: 1, queue: 1 })
  let closedOnce = 0
  for (let run = 0; run < 300; run++) {
    const every = 5 + random.below(40)
    const from = random.below(100) - 50
    const to = from + 1 + random.below(every - 1)
    const once: Closure = { name: 'x', nodes: Int32Array.of(0), from, to, open: {} }
    const list = Array.from({ length: 120 }, (_, k) => {
      const shift = (k - 60) * every
      return { ...once, from: from + shift, to: to + shift }
    })
    const [again, all] = [[{ ...once, every }], list].map((closures) => new Closures(closures, owner))
    const begin = random.below(100) - 50
    const seconds = random.below(60)
    const asked = (closures: Closures) => [
      closures.any(0, begin, begin + seconds),
      closures.opens(0, begin, begin + seconds),
      closures.meets(0, [0], begin, begin + seconds),
      closures.sameUntil(0, begin, seconds),
      closures.nextEnd(begin),
    ]
    expect(asked(again)).toEqual(asked(all))
    if (again.any(0, begin, begin + seconds)) closedOnce++
  }
  expect(closedOnce).toBeGreaterThan(50)
  expect(closedOnce).toBeLessThan(300)
})
