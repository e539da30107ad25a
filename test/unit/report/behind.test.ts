/** Who falls behind: by the machine in use, whoever has most of it, and not for what the last jobs take to drain. */
import { describe, expect, it } from 'vitest'
import { behindLines } from '../../../src/report/words/behind.js'
import { RECORDED } from '../../../src/sim/policy.js'

const using = (policy: string, UTIL: number | null) => ({ policy, objectives: { AWRT: 1, UTIL } })
const GROWS = 'What is not done meanwhile waits on, and may grow for as long as such a load lasts.'

describe('who falls behind', () => {
  it('are those under which less of the machine is in use than under any other, the furthest first', () => {
    const policies = [using('fcfs', 0.6), using('cons', 0.79), using('easy', 0.8), using('easy:saf', 0.7)]
    for (const baseline of ['easy', 'fcfs']) {
      expect(behindLines(policies, baseline)).toEqual([
        `Who falls behind: of the machine easy has 80.0 % in use, fcfs 60.0 %, easy:saf 70.0 %. ${GROWS}`,
      ])
    }
  })

  it('are set beside the baseline where it keeps up itself', () => {
    const policies = [using('easy', 0.78), using('easy:wfp3', 0.8), using('fcfs', 0.6)]
    const beside = (baseline: string) => behindLines(policies, baseline)[0]
    expect(beside('easy')).toContain('of the machine easy has 78.0 % in use, fcfs 60.0 %.')
    expect(beside('fcfs')).toContain('of the machine easy:wfp3 has 80.0 % in use, fcfs 60.0 %.')
  })

  it('is nobody where the last jobs explain it, nor what really happened, nor who has no value', () => {
    const policies = [using('easy', 0.8), using('cons', 0.77), using(RECORDED, 0.4), using('fcfs', null)]
    expect(behindLines(policies, 'easy')).toEqual([])
    expect(behindLines([{ policy: 'easy', objectives: { AWRT: 1 } }], 'easy')).toEqual([])
  })

  it('is told of one log, or of one policy, and counted beyond three', () => {
    const policies = [0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.8].map((used, k) => using(`p${k}`, used))
    expect(behindLines(policies, 'p6', { log: 'KTH' })).toEqual([
      `Who falls behind on KTH: of the machine p6 has 80.0 % in use, p0 40.0 %, p1 50.0 %, p2 60.0 %, 2 more less than 76.2 %. ${GROWS}`,
    ])
    expect(behindLines(policies, 'p6', { told: 'p3' })).toEqual([
      `Who falls behind: of the machine p6 has 80.0 % in use, p3 70.0 %. ${GROWS}`,
    ])
    expect(behindLines(policies, 'p6', { told: 'p5' })).toEqual([])
  })
})
