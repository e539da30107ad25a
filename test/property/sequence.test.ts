/** FCFS over a sequence, against its slow twin, the engine and the validator; and permutations as text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permutationOf, permutationText } from '../../src/core/permutation-text.js'
import { Random } from '../../src/core/random.js'
import { plainPolicy } from '../../src/evaluation/scenarios/plain-policy.js'
import { sequenceByGroups, sequenceRoom, simulateSequence } from '../../src/sim/sequence.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { replaceColumns } from '../../src/trace/job-table.js'
import { workloads } from '../support/arbitraries.js'
import { simulateSequenceSlowly } from '../support/sequence-twin.js'

const SEED = 20261121
const inOrder = (n: number) => Int32Array.from({ length: n }, (_, k) => k)
const shuffled = (n: number, seed: number) => new Random(seed).shuffle(inOrder(n))

describe('a schedule by sequence', () => {
  it('is what its definition says, and breaks no rule', () => {
    fc.assert(
      fc.property(workloads(), fc.nat(), ({ jobs, processors }, seed) => {
        const sequence = shuffled(jobs.length, seed)
        const schedule = simulateSequence(jobs, processors, sequence)
        expect(schedule.start).toEqual(simulateSequenceSlowly(jobs, processors, sequence))
        expect(validate(schedule)).toEqual([])
        for (let k = 1; k < sequence.length; k++) {
          expect(schedule.start[sequence[k]]).toBeGreaterThanOrEqual(schedule.start[sequence[k - 1]])
        }
      }),
      { seed: SEED, numRuns: 400 },
    )
  })

  it('is FCFS of the engine where the sequence is the order of submit', () => {
    fc.assert(
      fc.property(workloads({ maxJobs: 60 }), ({ jobs, processors }) => {
        const { start } = simulateSequence(jobs, processors, inOrder(jobs.length))
        expect(start).toEqual(simulate({ jobs, processors, policy: plainPolicy('fcfs') }).start)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('is the engine’s priority queue where all jobs are there from the beginning', () => {
    fc.assert(
      fc.property(workloads({ maxJobs: 60 }), ({ jobs, processors }) => {
        const together = replaceColumns(jobs, { submit: new Float64Array(jobs.length) })
        const sequence = inOrder(jobs.length).sort((a, b) => jobs.estimate[a] - jobs.estimate[b] || a - b)
        const { start } = simulateSequence(together, processors, sequence)
        const policy = plainPolicy('head:(estimate)')
        expect(start).toEqual(simulate({ jobs: together, processors, policy }).start)
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('does not depend on what its room was used for before', () => {
    fc.assert(
      fc.property(workloads(), fc.nat(), ({ jobs, processors }, seed) => {
        const room = sequenceRoom(jobs, processors)
        simulateSequence(jobs, processors, shuffled(jobs.length, seed + 1), room)
        const sequence = shuffled(jobs.length, seed)
        expect(simulateSequence(jobs, processors, sequence, room).start).toEqual(
          simulateSequence(jobs, processors, sequence).start,
        )
      }),
      { seed: SEED, numRuns: 100 },
    )
  })

  it('by blocks of groups has every job once, block by block, in order of submit within', () => {
    fc.assert(
      fc.property(workloads(), ({ jobs }) => {
        const sequence = sequenceByGroups(jobs, [[3], [1, 5]])
        expect([...sequence].sort((a, b) => a - b)).toEqual([...inOrder(jobs.length)])
        const rank = (row: number) => (jobs.group[row] === 3 ? 0 : 1)
        for (let k = 1; k < sequence.length; k++) {
          const [a, b] = [sequence[k - 1], sequence[k]]
          expect(rank(a) < rank(b) || (rank(a) === rank(b) && a < b)).toBe(true)
        }
      }),
      { seed: SEED, numRuns: 100 },
    )
  })
})

describe('a permutation as text', () => {
  it('comes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.nat(), fc.nat(30), (n, seed, swaps) => {
        const random = new Random(seed)
        const sequence = swaps === 0 ? shuffled(n, seed) : inOrder(n)
        for (let k = 0; k < swaps && n > 0; k++) {
          const [a, b] = [random.int(n), random.int(n)]
          const element = sequence[a]
          sequence[a] = sequence[b]
          sequence[b] = element
        }
        expect(permutationOf(permutationText(sequence), n)).toEqual(sequence)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })

  it('is null where it is damaged, cut off, too long or of another length', () => {
    const n = 300
    const text = permutationText(shuffled(n, 1))
    expect(permutationOf(text, n)).not.toBeNull()
    for (const other of [n - 1, n + 1, 0]) expect(permutationOf(text, other)).toBeNull()
    expect(permutationOf(text.slice(0, -8), n)).toBeNull()
    const bytes = Buffer.from(text, 'base64')
    expect(permutationOf(Buffer.concat([bytes, bytes]).toString('base64'), n)).toBeNull()
    // Element 0 as expected, then one place back: 0 once more.
    expect(permutationOf(Buffer.from([0, 1, 1]).toString('base64'), 2)).toBeNull()
    fc.assert(
      fc.property(fc.base64String({ maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (any, length) => {
        const read = permutationOf(any, length)
        if (read !== null) expect([...read].sort((a, b) => a - b)).toEqual([...inOrder(length)])
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  it('is short near the order of submit: a jump costs a few bytes, however far', () => {
    const n = 50_000
    expect(permutationText(inOrder(n)).length).toBeLessThan(10)
    const jumped = inOrder(n)
    jumped.copyWithin(7, 8, 40_001)
    jumped[40_000] = 7
    expect(permutationText(jumped).length).toBeLessThan(30)
  })
})
