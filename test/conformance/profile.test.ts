/** The availability profile against brute force: every instant summed afresh from all that was ever taken. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Placement } from '../../src/sim/placement.js'
import { AvailabilityProfile } from '../../src/sim/profile.js'
import { expectIs } from '../support/same.js'
import { earliestSlot, freeAt, type Hold } from '../support/twin/profile.js'

const PROCESSORS = 12

const operation = fc.record({
  kind: fc.constantFrom('place', 'place', 'place', 'earliest', 'survey', 'giveBack', 'advance'),
  size: fc.integer({ min: 1, max: PROCESSORS }),
  duration: fc.integer({ min: 0, max: 9 }),
  pick: fc.nat({ max: 1000 }),
})
const running = fc.array(
  fc.record({ size: fc.integer({ min: 1, max: 4 }), end: fc.integer({ min: 1, max: 20 }) }),
  {
    maxLength: 3,
  },
)

describe('the availability profile', () => {
  it('answers as brute force does', () => {
    fc.assert(
      fc.property(running, fc.array(operation, { maxLength: 60 }), (jobs, operations) => {
        let now = 0
        const holds: Hold[] = jobs.map(({ size, end }) => ({ from: Number.NEGATIVE_INFINITY, to: end, size }))
        const profile = new AvailabilityProfile()
        profile.reset(now, freeAt(holds, PROCESSORS, now))
        for (const { size, end } of [...jobs].sort((a, b) => a.end - b.end)) profile.append(end, size)

        for (const { kind, size, duration, pick } of operations) {
          const ahead = holds.filter((hold) => hold.from >= now && hold.from < hold.to)
          if (kind === 'advance') {
            now += duration
            profile.advance(now)
          } else if (kind === 'earliest') {
            const slot = earliestSlot(holds, PROCESSORS, now, size, duration)
            expectIs(profile.earliest(size, duration), slot)
            expectIs(profile.fitsNow(size, duration), slot === now)
          } else if (kind === 'survey') {
            const horizon = now + (pick % 12)
            profile.survey(horizon)
            const later = profile.beginsLater(size, duration)
            const slot = earliestSlot(holds, PROCESSORS, now, size, duration)
            expectIs(profile.look(size, duration, later), slot)
            if (later > 0) expect(later).toBeGreaterThanOrEqual(horizon)
          } else if (kind === 'place') {
            const slot = earliestSlot(holds, PROCESSORS, now, size, duration)
            expectIs(profile.place(size, duration), slot)
            holds.push({ from: slot, to: slot + duration, size })
          } else if (ahead.length > 0) {
            const hold = ahead[pick % ahead.length]
            profile.take(hold.from, hold.to, -hold.size)
            holds.splice(holds.indexOf(hold), 1)
          }
          expectIs(profile.freeNow(), freeAt(holds, PROCESSORS, now))
          const wanted = 1 + (pick % PROCESSORS)
          const fits = earliestSlot(holds, PROCESSORS, now, wanted, pick % 17) === now
          expectIs(profile.fitsNow(wanted, pick % 17), fits)
        }
      }),
      { seed: 20261121, numRuns: 3000 },
    )
  })

  it('places in long plans where a plain list of steps does', () => {
    const shape = fc.record({
      size: fc.oneof(fc.constantFrom(1, 2, 4, 8), fc.integer({ min: 1, max: PROCESSORS })),
      duration: fc.oneof(fc.constantFrom(0, 0.5, 60, 3600, 2 ** 40), fc.integer({ min: 1, max: 5000 })),
      kind: fc.constantFrom(...new Array<'place'>(40).fill('place'), 'giveBack', 'advance', 'reset'),
    })
    fc.assert(
      fc.property(fc.array(shape, { minLength: 700, maxLength: 1000, size: 'max' }), (shapes) => {
        let now = 0
        let placed: { start: number; end: number; size: number }[] = []
        const profile = new AvailabilityProfile()
        profile.reset(now, PROCESSORS)
        let plain = new Placement(PROCESSORS)
        let longest = 0
        for (const { size, duration, kind } of shapes) {
          longest = Math.max(longest, profile.count)
          if (kind === 'reset' && longest > 150) {
            profile.reset(now, PROCESSORS)
            plain = new Placement(PROCESSORS)
            placed = []
            longest = 0
          } else if (kind === 'advance') {
            now += duration % 1000
            profile.advance(now)
          } else if (kind === 'giveBack') {
            const [hold] = placed.filter(({ start, end }) => start >= now && end > start)
            if (hold === undefined) continue
            profile.take(hold.start, hold.end, -hold.size)
            plain.hold(hold.start, hold.end, -hold.size)
            placed = placed.filter((each) => each !== hold)
          } else {
            const start = plain.earliest(now, size, duration)
            expectIs(profile.fitsNow(size, duration), start === now)
            expectIs(profile.earliest(size, duration), start)
            expectIs(profile.place(size, duration), start)
            plain.hold(start, start + duration, size)
            placed.push({ start, end: start + duration, size })
          }
        }
      }),
      { seed: 20261122, numRuns: 40 },
    )
  })
})
