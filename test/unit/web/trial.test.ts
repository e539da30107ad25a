import { describe, expect, it } from 'vitest'
import { trialOn } from '../../../src/apps/web/client/workers/trial.js'
import { inTurns } from '../../../src/apps/web/client/workers/turns.js'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import { coverageRaster } from '../../../src/report/plots/gantt-raster.js'
import { allocateProcessors, intervalsOf } from '../../../src/sim/allocation.js'
import { differenceOf, waitFacts } from '../../../src/sim/difference.js'
import { measure } from '../../../src/sim/objectives/index.js'
import { parsePolicy, RECORDED } from '../../../src/sim/policy.js'
import type { Schedule } from '../../../src/sim/schedule.js'
import { datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { scenarioOn } from '../../support/scenarios.js'

const dataset = datasetOf(groupTrace(demoTrace({ jobs: 600, processors: 64 })).trace)
const scenario = scenarioOn(dataset)
const trial = trialOn(dataset, scenario, ['AWRT', 'AWRT1', 'UTIL'])
const pair = { policy: 'easy:spt', against: 'fcfs', span: null, bins: 50 }

function simulated(text: string): Schedule {
  const policy = parsePolicy(text)
  if (policy.algorithm === RECORDED) throw new RangeError(text)
  return stageOf(scenario, dataset).run(policy)
}
const [before, after] = [simulated(pair.against), simulated(pair.policy)]

describe('a trial', () => {
  it('simulates as everybody does', () => {
    expect(trial.starts(pair.policy)).toEqual(after.start)
    expect(() => trial.starts('easy:nothing')).toThrow('unknown order')
  })

  it('says what policies reach', () => {
    const happened = trial.reached(pair.policy, ['UTIL', 'AWRT9', 'AWRT'])
    expect(happened).toEqual(
      ['UTIL', 'AWRT9', 'AWRT'].map((name) => measure(after, null, ['UTIL', 'AWRT9', 'AWRT'])[name]),
    )
    expect(happened[1]).toBeNull()
  })

  it('counts who starts earlier and who later', () => {
    const { counts } = trial.tried(pair)
    const differences = [...after.start].map((start, row) => Math.sign(start - before.start[row]))
    const count = (sign: number) => differences.filter((each) => each === sign).length
    expect(counts).toEqual({ earlier: count(-1), same: count(0), later: count(1) })
    expect(counts.earlier).toBeGreaterThan(0)
    expect(counts.later).toBeGreaterThan(0)
  })

  it('draws the cells that reports draw', () => {
    const { chart } = trial.tried({ ...pair, span: [1000, 90_000] })
    const grid = { from: 1000, to: 90_000, bins: 50, rows: 64 }
    expect(chart.raster).toEqual(coverageRaster(after, allocateProcessors(after), grid))
    const { raster } = trial.compared(pair).chart
    // Groups are what becomes of jobs there: the same, earlier, later.
    expect(raster.groups).toBe(3)
  })

  it('has tables of objectives, waits and users', () => {
    const { objectives, waits } = trial.compared(pair)
    expect(objectives).toMatchObject({
      kind: 'table',
      columns: [{ head: 'objective' }, { head: 'fcfs' }, { head: 'easy:spt' }],
    })
    const captions = waits.map((block) => (block.kind === 'table' ? block.caption : ''))
    expect(captions).toEqual([
      'Mean waits by size',
      'Mean waits by run time',
      'Mean waits by user group',
      expect.stringMatching(/^Users whose jobs wait less, or more/),
    ])
  })

  it('goes from one changed job to the next, by their starts', () => {
    const changed = [...after.start.keys()]
      .filter((row) => after.start[row] !== before.start[row])
      .sort((a, b) => after.start[a] - after.start[b] || a - b)
    const ids = changed.map((row) => after.jobs.id[row])
    const walked: number[] = []
    let at: number | null = null
    for (let k = 0; k <= ids.length; k++) {
      const next = trial.nextChanged(pair, at)
      walked.push(next?.id ?? -1)
      at = next?.id ?? null
    }
    // After the last comes the first.
    expect(walked).toEqual([...ids, ids[0]])
    const middle = after.start[changed[50]]
    const seen = changed.find((row) => after.start[row] >= middle) ?? -1
    expect(trial.nextChanged({ ...pair, span: [middle, middle + 1] }, null)).toEqual({
      id: after.jobs.id[seen],
      start: middle,
    })
    expect(trial.nextChanged({ ...pair, policy: pair.against }, null)).toBeNull()
  })

  it('finds the job that holds a processor', async () => {
    const allocation = allocateProcessors(after)
    const row = 300
    const [first] = intervalsOf(allocation, row) ?? []
    const id = after.jobs.id[row]
    expect(trial.jobAt(pair.policy, after.start[row] + after.jobs.runtime[row] / 2, first)).toBe(id)
    expect(trial.jobAt(pair.policy, -1e9, 0)).toBeNull()
    const found = await trial.job(pair, id)
    expect(found?.facts[0]).toEqual(['job', `${id}`])
    expect(found?.why[0]).toMatchObject({
      kind: 'sentences',
      sentences: [expect.stringContaining(`Job ${id} `), ...Array(2).fill(expect.anything())],
    })
    expect(await trial.job(pair, -5)).toBeNull()
  })
})

describe('what a job waited for', () => {
  it('is counted job by job', () => {
    const row = after.start.findIndex((start, job) => start - after.jobs.submit[job] > 3600)
    const { jobs, start } = after
    const others = [...start.keys()].filter((job) => job !== row)
    const waits = (job: number) => jobs.submit[row] <= start[job] && start[job] < start[row]
    const facts = waitFacts(after, row)
    expect(facts.overtakers).toBe(others.filter((job) => job > row && waits(job)).length)
    expect(facts.ahead).toBe(others.filter((job) => job < row && start[job] > jobs.submit[row]).length)
    expect(facts.meanFree).toBeGreaterThanOrEqual(0)
    expect(facts.meanFree).toBeLessThan(64)
  })

  it('needs schedules of the same jobs', () => {
    const fewer = { ...after, start: after.start.slice(1) }
    expect(() => differenceOf(before, fewer)).toThrow(RangeError)
  })
})

describe('what is asked while something is done', () => {
  it('waits its turn, but what pages follow is forgotten but for the last', () => {
    const events: string[] = []
    const due: (() => void)[] = []
    const take = inTurns<string>(
      (call) => (/^[a-z]/.test(call) ? call[0] : null),
      (call) => {
        events.push(`done ${call}`)
        // What comes while something is done.
        if (call === 'a2') for (const next of ['b1', 'a3', 'W', 'b2', 'a4', 'W']) take(next)
      },
      (call) => events.push(`left ${call}`),
      (run) => due.push(run),
    )
    take('a1')
    take('a2')
    expect(events).toEqual(['left a1'])
    while (due.length > 0) {
      // One at a time.
      expect(due).toHaveLength(1)
      due.pop()?.()
    }
    expect(events.slice(1)).toEqual([
      ...['done a2', 'left b1', 'left a3'],
      ...['done b2', 'done a4', 'done W', 'done W'],
    ])
  })
})
