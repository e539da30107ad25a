/** The answer before the figures: what is best, by how much, who pays, what can be trusted. */
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/core/exhibit.js'
import type { RecordedReport } from '../../../src/evaluation/recorded.js'
import type { UserChanges } from '../../../src/report/model.js'
import { type JudgedPolicy, type VerdictBasis, verdictBlocks } from '../../../src/report/words/verdict.js'
import type { ClassOfJobs } from '../../../src/sim/breakdown.js'
import { requireObjective } from '../../../src/sim/objectives/index.js'
import { objectiveInfo } from '../../../src/sim/objectives/info.js'

const HOUR = 3600

function classed(label: string, jobs: number, meanWait: number): ClassOfJobs {
  return { label, jobs, meanWait, medianWait: 0, p95Wait: 0, maxWait: meanWait, AVEbsld: 1 }
}

/** @param waits of small and of large jobs, hours */
function judged(
  policy: string,
  meanWait: number,
  AWRT: number,
  waits: readonly [number, number],
): JudgedPolicy {
  const bySize = [classed('1', 90, waits[0] * HOUR), classed('2-4', 10, waits[1] * HOUR)]
  return {
    policy,
    objectives: { meanWait: meanWait * HOUR, AWRT: AWRT * HOUR },
    breakdown: { bySize, byRuntime: [], byGroup: [], byPartition: null },
  }
}

const EASY = judged('easy', 4, 20, [4, 4])
const SAF = judged('easy:saf', 2, 40, [1, 12])
const USERS: UserChanges = {
  ...{ policy: 'easy:saf', users: 12, better: 9, worse: 2 },
  gains: null,
  loses: { user: 7, jobs: 3, before: 0, wait: HOUR },
}
const JUDGEMENT: VerdictBasis = {
  policies: [EASY, SAF],
  baseline: 'easy',
  objective: objectiveInfo(requireObjective('meanWait')),
  others: [objectiveInfo(requireObjective('AWRT'))],
  users: [USERS],
  recorded: null,
}

function saidBy(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === 'sentences' ? block.sentences : []))
}

describe('a verdict', () => {
  it('says what is best and by how much, what else, who pays, what can be trusted', () => {
    expect(saidBy(verdictBlocks(JUDGEMENT))).toEqual([
      'Best by meanWait: easy:saf, 2 h where easy has 4 h (−50.0 %).',
      'Best by other measures: AWRT easy (baseline).',
      'Who pays: jobs of 2-4 processors (10) wait 12 h on the mean instead of 4 h; 2 of 12 users wait longer by more than a minute (9 shorter), most of all user 7 (3 jobs): 0 s → 1 h.',
      'How true the simulation is cannot be told: the log has no waits of this machine to hold it against.',
    ])
  })

  it('counts one user in the singular', () => {
    const said = saidBy(verdictBlocks({ ...JUDGEMENT, users: [{ ...USERS, worse: 1 }] }))
    expect(said.join()).toContain('; 1 of 12 users waits longer by more than a minute (9 shorter)')
  })

  it('sets each class of jobs beside the baseline, in multiples where these are large', () => {
    const [, table] = verdictBlocks(JUDGEMENT)
    if (table?.kind !== 'table') throw new Error('no table')
    expect(table.columns.map(({ head }) => head)).toEqual(['policy', '1', '2-4'])
    const [base, other] = table.rows
    expect(base[0]).toEqual({ text: 'easy', below: 'baseline' })
    expect(other.slice(1)).toMatchObject([
      { text: '−75 %', below: '1 h' },
      { text: '×3.0', below: '12 h' },
    ])
  })

  it('says that nothing is better, or that nobody pays, where it is so', () => {
    const worse = saidBy(verdictBlocks({ ...JUDGEMENT, policies: [EASY, judged('fcfs', 9, 50, [9, 9])] }))
    expect(worse[0]).toBe('Best by meanWait: easy, 4 h. None of the others here is better.')
    expect(worse.some((line) => line.startsWith('Who pays'))).toBe(false)
    const free = saidBy(
      verdictBlocks({ ...JUDGEMENT, policies: [EASY, judged('cons', 3, 19, [3, 4])], users: [] }),
    )
    expect(free[2]).toBe(
      'Nobody pays: under cons no class of jobs waits longer by more than a minute on the mean.',
    )
  })

  it('takes what really happened for no choice, and its grade for the answer about trust', () => {
    const recorded: RecordedReport = {
      ...{ missing: 0, objectives: { meanWait: 0 }, policy: 'easy', best: 'easy' },
      agreement: {
        ...{ jobs: 100, grade: 'D', meanWait: { recorded: 9 * HOUR, simulated: 4 * HOUR } },
      } as RecordedReport['agreement'],
    }
    const policies = [judged('recorded', 0, 0, [0, 0]), EASY, SAF]
    const said = saidBy(verdictBlocks({ ...JUDGEMENT, policies, recorded }))
    expect(said[0]).toContain('Best by meanWait: easy:saf')
    expect(said.slice(3)).toEqual([
      'Grade D: the simulation does not explain the recorded schedule (mean wait 9 h recorded, 4 h under easy).',
      expect.stringContaining('not to be read as gains'),
    ])
  })
})
