/** The availability profile against brute force: every instant summed afresh from all that was ever taken. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AvailabilityProfile } from '../../src/sim/profile.js'
import { earliestSlot, freeAt, type Hold } from '../support/twin/profile.js'

const PROCESSORS = 12

const operation = fc.record({
  kind: fc.constantFrom('place', 'place', 'place', 'earliest', 'giveBack', 'advance'),
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
            expect(profile.earliest(size, duration)).toBe(
              earliestSlot(holds, PROCESSORS, now, size, duration),
            )
          } else if (kind === 'place') {
            const slot = earliestSlot(holds, PROCESSORS, now, size, duration)
            expect(profile.place(size, duration)).toBe(slot)
            holds.push({ from: slot, to: slot + duration, size })
          } else if (ahead.length > 0) {
            const hold = ahead[pick % ahead.length]
            profile.take(hold.from, hold.to, -hold.size)
            holds.splice(holds.indexOf(hold), 1)
          }
          expect(profile.freeNow()).toBe(freeAt(holds, PROCESSORS, now))
        }
      }),
      { seed: 20261121, numRuns: 3000 },
    )
  })
})
