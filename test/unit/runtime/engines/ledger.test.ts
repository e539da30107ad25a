import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/core/json.js'
import { gatherOutcomes, type Outcome } from '../../../../src/runtime/engines/outcomes.js'
import { type Batch, batchLedger, type Call } from '../../../../src/runtime/engines/redis/ledger.js'

function callOf(count: number, told: number[] = []): Call {
  const tasks = Array.from({ length: count }, (_, k) => ({ kind: 'test', payload: k, data: [] }))
  return { tasks, outcomes: gatherOutcomes((index) => told.push(index)) }
}

const outcomeOf = (place: number): Outcome => ({ result: `result ${place}` })
const whole = (batch: Batch, took = 10) => ({ outcomes: batch.places.map(outcomeOf), took })

describe('the ledger of batches', () => {
  it('tells each result once, in whatever way batches end', () => {
    const fates = fc.array(fc.constantFrom('done', 'part', 'lost', 'deadly', 'wait'), { maxLength: 200 })
    const counts = fc.integer({ min: 1, max: 120 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 5 }), fates, (count, threads, wishes) => {
        const ledger = batchLedger()
        const told: number[] = []
        const call = callOf(count, told)
        ledger.open(call)
        const deadly = new Set<number>()
        const out: Batch[] = []
        let over = false
        for (let turn = 0; !over; turn++) {
          const next = ledger.next(threads)
          if (next !== null) out.push(next)
          expect(out.length).toBeGreaterThan(0)
          const wish = wishes[turn] ?? 'done'
          if (wish === 'wait' && next !== null) continue
          const batch = out.shift() as Batch
          if (wish === 'lost') ledger.putBack(batch)
          else if (wish === 'deadly') {
            if (batch.places.length === 1) deadly.add(batch.places[0])
            over = ledger.halve(batch)
          } else {
            const { outcomes, took } = whole(batch)
            const part = outcomes.map((outcome, k) => (wish === 'part' && k % 2 === 1 ? null : outcome))
            over = ledger.finish(batch, { outcomes: part, took })
          }
        }
        expect(ledger.next(threads)).toBe(null)
        const all = Array.from({ length: count }, (_, k) => k)
        expect(told.toSorted((a, b) => a - b)).toEqual(all.filter((k) => !deadly.has(k)))
        if (deadly.size > 0) expect(() => call.outcomes.results()).toThrow('died with it')
        else expect(call.outcomes.results()).toEqual(all.map((k): Json => `result ${k}`))
      }),
    )
  })

  it('gives tasks out in batches of about a second', () => {
    const ledger = batchLedger()
    const call = callOf(10_000)
    ledger.open(call)
    const first = ledger.next(2) as Batch
    expect(first.places).toEqual([0])
    ledger.finish(first, whole(first, 20))
    expect((ledger.next(2) as Batch).places).toHaveLength(50)
    expect((ledger.next(2) as Batch).places[0]).toBe(51)
  })

  it('serves the call first that came first, and the next where that has nothing to give out', () => {
    const ledger = batchLedger()
    const [a, b] = [callOf(1), callOf(1)]
    ledger.open(a)
    ledger.open(b)
    const [first, second] = [ledger.next(1), ledger.next(1)] as Batch[]
    expect([first.call, second.call]).toEqual([a, b])
    expect(ledger.finish(second, whole(second))).toBe(true)
    ledger.putBack(first)
    expect((ledger.next(1) as Batch).call).toBe(a)
  })

  it('ignores what comes of a call that was forgotten', () => {
    const ledger = batchLedger()
    const told: number[] = []
    const call = callOf(2, told)
    ledger.open(call)
    const batch = ledger.next(1) as Batch
    ledger.forget(call)
    expect(ledger.finish(batch, whole(batch))).toBe(false)
    ledger.putBack(batch)
    expect(ledger.next(1)).toBe(null)
    expect(told).toEqual([])
  })

  it('comes to the one deadly task by halves', () => {
    const ledger = batchLedger()
    const call = callOf(64)
    ledger.open(call)
    const warm = ledger.next(1) as Batch
    ledger.finish(warm, whole(warm, 0.1))
    let deaths = 0
    let over = false
    while (!over) {
      const batch = ledger.next(1) as Batch
      if (batch.places.includes(40)) {
        deaths++
        over = ledger.halve(batch)
      } else over = ledger.finish(batch, whole(batch, 0.1))
    }
    expect(() => call.outcomes.results()).toThrow('died with it')
    // Once for each of the sizes 63 (or 62), 32 (31), …, 1.
    expect(deaths).toBeLessThanOrEqual(7)
  })
})
