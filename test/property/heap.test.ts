import fc from 'fast-check'
import { describe, it } from 'vitest'
import { EventQueue } from '../../src/core/heap.js'
import { expectIs } from '../support/same.js'

describe('EventQueue', () => {
  it('gives what is to come in order of (instant, item), whatever comes in between', () => {
    const step = fc.option(fc.record({ instant: fc.integer({ min: 0, max: 20 }), item: fc.nat(500) }), {
      freq: 3,
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const queue = new EventQueue()
        const twin: { instant: number; item: number }[] = []
        for (const event of steps) {
          if (event !== null) {
            queue.push(event.instant, event.item)
            twin.push(event)
            twin.sort((a, b) => a.instant - b.instant || a.item - b.item)
          } else if (twin.length > 0) {
            expectIs(queue.first, twin[0].item)
            expectIs(queue.take(), twin.shift()!.item)
          }
          expectIs(queue.count, twin.length)
          expectIs(queue.next, twin[0]?.instant ?? Number.POSITIVE_INFINITY)
        }
      }),
      { seed: 20261121 },
    )
  })
})
