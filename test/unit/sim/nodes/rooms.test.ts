/** Rooms that are kept up, beside a look at all nodes of the same stock. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  allocate,
  eligible,
  fits,
  inventoryOf,
  NodeStock,
  requestOf,
} from '../../../../src/sim/nodes/index.js'
import { displaceable, RoomBook } from '../../../../src/sim/nodes/rooms.js'

const PLAIN = { gres: {}, features: [], weight: 1 }
const inventory = inventoryOf([
  { ...PLAIN, names: ['a', 'b', 'c', 'd', 'e', 'f'], cores: 8, memory: 16 },
  { ...PLAIN, names: ['g', 'h'], cores: 12, memory: 60 },
])
const all = eligible(inventory, [0, 1, 2, 3, 4, 5, 6, 7])

const requests = fc
  .record({
    tasks: fc.integer({ min: 1, max: 30 }),
    memoryPerCore: fc.integer({ min: 0, max: 5 }),
    exclusive: fc.boolean(),
  })
  .map(({ exclusive, ...asked }) => requestOf({ ...asked, exclusive: exclusive && asked.tasks > 20 }))

it('say what fits, where it fits best, and what it would displace', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(requests, requests, fc.nat(3)), { minLength: 1, maxLength: 60 }),
      (asked) => {
        const stock = new NodeStock(inventory)
        const book = new RoomBook(stock)
        const held: NonNullable<ReturnType<typeof allocate>>[] = []
        for (const [request, other, ended] of asked) {
          const rooms = book.now(book.keep(request, all, '0'))
          const share = allocate(stock, request, all, 'best-fit')
          expect(rooms.fits(request)).toBe(fits(stock, request, all))
          if (share !== null) {
            const node = rooms.tightest(request.tasks)
            if (node >= 0) expect([...share.nodes]).toEqual([node])
            else expect(rooms.spread(request)).toEqual(share)
            const others = book.now(book.keep(other, all, '0'))
            const spare = others.spare(other)
            const displaced = displaceable(other) && rooms.displaces(request, other, spare)
            stock.take(share)
            book.changed(share)
            if (displaced) expect(fits(stock, other, all)).toBe(false)
            held.push(share)
          }
          const [gone] = held.length > ended ? held.splice(ended, 1) : []
          if (gone === undefined) continue
          stock.give(gone)
          book.changed(gone)
        }
      },
    ),
    { seed: 20261123, numRuns: 100 },
  )
})
