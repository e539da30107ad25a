import { describe, expect, it } from 'vitest'
import { agreementOf } from '../../../src/evaluation/recorded-agreement.js'
import { parsePolicy } from '../../../src/sim/policy.js'
import { simulate } from '../../../src/sim/simulate.js'
import { generateJobs } from '../../support/generate.js'
import { scheduleOf } from '../../support/worlds.js'

/** Four jobs of an hour on 4 processors, one an hour. */
const HOUR = 3_600
const { jobs } = scheduleOf(
  [0, 1, 2, 3].map((k) => ({ submit: k * HOUR, runtime: HOUR, size: k === 3 ? 4 : 2, user: 1, start: 0 })),
  4,
)
const ROWS = Int32Array.of(0, 1, 2, 3)
const at = (...hours: number[]) => ({ start: Float64Array.from(hours, (hour) => hour * HOUR) })

describe('the agreement of a simulation with what was recorded', () => {
  it('is whole with itself', () => {
    const same = agreementOf(jobs, ROWS, 4, at(0, 1, 2, 3), at(0, 1, 2, 3))
    expect(same).toMatchObject({ withinMinute: 1, inversions: 0, utilisation: 0, grade: 'A' })
    expect(new Set(Object.values(same.grades))).toEqual(new Set(['A']))
  })

  it('by hand', () => {
    // Recorded: job 1 waits an hour beside an idle machine; job 2 goes before it.
    const found = agreementOf(jobs, ROWS, 4, at(0, 2.5, 2, 4), at(0, 1, 2, 3))
    expect(found.meanWait).toEqual({ recorded: (2.5 / 4) * HOUR, simulated: 0 })
    expect(found.bySize).toEqual([{ label: '2-4', jobs: 4, recorded: (2.5 / 4) * HOUR, simulated: 0 }])
    expect(found.withinMinute).toBe(0.5)
    // In recorded order 0, 2, 1, 3: the pair of 2 and 1 starts the other way round.
    expect(found.inversions).toBeCloseTo(1 / 3, 12)
    // Processors by hours, recorded 2 0 3 1 4, simulated 2 2 2 4 0: 0 + 2 + 1 + 3 + 4 of 10.
    expect(found.utilisation).toBeCloseTo(1, 12)
    // Jobs 1 and 3: at 1 h nothing runs; at 3 h job 1 still holds two of the four that job 3 needs.
    expect(found.idleWaits).toEqual({ recorded: 0.25, simulated: 0 })
    expect(found.grades).toEqual({
      ...{ meanWait: 'D', waitsBySize: 'D', starts: 'C', order: 'D' },
      ...{ utilisation: 'D', idleWaits: 'C' },
    })
    expect(found.grade).toBe('D')
  })

  it('leaves out jobs whose start nobody knows', () => {
    const found = agreementOf(jobs, Int32Array.of(0, 1, 3), 4, at(0, 1, Number.NaN, 3), at(0, 1, 2, 3))
    expect(found).toMatchObject({ jobs: 3, withinMinute: 1, inversions: 0, utilisation: 0, grade: 'A' })
  })

  it('tells the policy that made a schedule from another one', () => {
    const crowded = generateJobs({ seed: 5, jobs: 800, processors: 32, load: 1.1 })
    const rows = Int32Array.from(crowded.id.keys())
    const run = (policy: string) => {
      const parsed = parsePolicy(policy)
      if (parsed.algorithm === 'recorded' || parsed.algorithm === 'rules') throw new Error('a plain policy')
      return simulate({ jobs: crowded, processors: 32, policy: parsed })
    }
    const [fcfs, easy] = [run('fcfs'), run('easy')]
    expect(agreementOf(crowded, rows, 32, easy, easy).grade).toBe('A')
    expect(['C', 'D']).toContain(agreementOf(crowded, rows, 32, easy, fcfs).grade)
    // A single pool leaves nobody waiting beside enough idle processors under EASY, but to keep reservations.
    expect(agreementOf(crowded, rows, 32, easy, fcfs).idleWaits.recorded).toBeLessThan(0.2)
  })
})
