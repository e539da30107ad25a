/** Scenarios and the task `simulate`: what comes out is what a simulation by hand gives. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { parseEstimateSource } from '../../../src/evaluation/scenarios/estimate-source.js'
import {
  type Scenario,
  scenarioJson,
  scenarioOf,
  stageOf,
} from '../../../src/evaluation/scenarios/scenario.js'
import { simulateTask } from '../../../src/evaluation/tasks/simulate.js'
import { trimRows } from '../../../src/sim/breakdown.js'
import { compileObjective, measure } from '../../../src/sim/objectives/index.js'
import { parsePolicy } from '../../../src/sim/policy.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../../src/sim/prepare.js'
import { DIALECTS } from '../../../src/sim/semantics.js'
import { simulate } from '../../../src/sim/simulate.js'
import { siteOf } from '../../../src/sim/site.js'
import { siteJson } from '../../../src/sim/site-codec.js'
import { timeClassClock } from '../../../src/sim/time-class.js'
import { datasetOf, decodeDataset, encodeDataset } from '../../../src/trace/dataset.js'
import { selectRows, traceWith } from '../../../src/trace/select.js'
import { parseSlurmConf } from '../../../src/trace/slurm-conf/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { applyEstimates } from '../../../src/workload/estimates/index.js'
import { LAST_TWO } from '../../../src/workload/predictions/index.js'
import { dependenciesOf, extractSessions } from '../../../src/workload/sessions/index.js'
import { failureOf } from '../../support/failures.js'
import { plainPolicy } from '../../support/policies.js'
import { scenarioOn } from '../../support/scenarios.js'

const trace = demoTrace({ jobs: 300 })
const dataset = datasetOf(trace)
const SCENARIO = scenarioOn(dataset, { seed: 3 })
const OBJECTIVES = ['AWRT', 'AVEbsld', 'maxWait', '2*AWRT1 + 3']
const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
const evaluated = async (changes: Partial<Scenario>, policy = 'easy:saf', limit?: number) =>
  (await evaluator.evaluate([simulateTask({ ...SCENARIO, ...changes }, policy, OBJECTIVES, limit)]))[0]

/** The same by hand. */
function expected(
  jobs: ReturnType<typeof prepareJobs>['jobs'],
  further = {},
  rows: Int32Array | null = null,
) {
  const timeClasses = timeClassClock(trace.clock)
  const simulation = {
    jobs,
    processors: SCENARIO.machine,
    policy: plainPolicy('easy:saf'),
    timeClasses,
    ...further,
  }
  const values = measure(simulate(simulation), rows, ['AWRT', 'AVEbsld', 'maxWait', 'AWRT1'])
  return [values['AWRT'], values['AVEbsld'], values['maxWait'], 2 * (values['AWRT1'] ?? Number.NaN) + 3]
}
const prepared = (part = trace, estimates: 'user' | 'actual' = 'user') =>
  prepareJobs(part.jobs, { ...DEFAULT_PREPARATION, processors: SCENARIO.machine, estimates }).jobs

describe('a scenario', () => {
  it('is the whole log by its estimates', async () => {
    expect(await evaluated({})).toEqual(expected(prepared()))
  })

  it('is a window on an empty machine, of which some jobs are not judged', async () => {
    const rows = Int32Array.from({ length: 100 }, (_, k) => 50 + k)
    const judged = Int32Array.from({ length: 84 }, (_, k) => 16 + k)
    expect(await evaluated({ window: [50, 150], trimming: { warmUp: { jobs: 16 } } })).toEqual(
      expected(prepared(selectRows(trace, rows)), {}, judged),
    )
  })

  it('goes by actual run times, predictions or modelled estimates', async () => {
    expect(await evaluated({ estimates: 'actual' })).toEqual(expected(prepared(trace, 'actual')))
    expect(await evaluated({ estimates: 'predicted:last2' })).toEqual(
      expected(prepared(), { predictor: LAST_TWO }),
    )
    const modelled = applyEstimates(trace, { kind: 'factor', factor: 3 }, 3)
    expect(await evaluated({ estimates: 'factor:3' })).toEqual(expected(prepared(modelled)))
    const modal = applyEstimates(trace, { kind: 'tsafrir' }, 3)
    expect(await evaluated({ estimates: 'tsafrir' })).toEqual(expected(prepared(modal)))
  })

  it('goes by its rules, also through text', async () => {
    const rules = DIALECTS['sc17']
    expect(await evaluated({ rules })).toEqual(expected(prepared(), { rules }))
    for (const each of Object.values(DIALECTS)) {
      const scenario = { ...SCENARIO, rules: each }
      expect(scenarioOf(JSON.parse(JSON.stringify(scenarioJson(scenario))) as Json)).toEqual(scenario)
    }
  })

  it('has jobs submitted when others have ended, and judges those of the schedule', async () => {
    const waits = new Float64Array(trace.jobs.length).fill(60)
    const told = traceWith(trace, { fields: { wait: waits } })
    const data = datasetOf(told, ['wait'])
    const scenario: Scenario = {
      ...scenarioOn(data, { trimming: { warmUp: { percent: 10 } } }),
      feedback: { source: 'sessions', thinkLimit: 7200 },
    }
    const dependencies = dependenciesOf(extractSessions(told, { threshold: 7200 }))
    expect(dependencies.preceding.some((row) => row >= 0)).toBe(true)
    const [jobs, policy] = [prepared(told), plainPolicy('easy:saf')]
    const timeClasses = timeClassClock(trace.clock)
    const schedule = simulate({ jobs, processors: scenario.machine, policy, timeClasses, dependencies })
    const values = measure(schedule, trimRows(schedule.jobs, scenario.trimming), ['AWRT', 'maxWait'])
    const tasks = [undefined, 1].map((limit) =>
      simulateTask(scenario, 'easy:saf', ['AWRT', 'maxWait'], limit),
    )
    const [plain, limited] = await inlineEvaluator(new Map([[data.digest, data]])).evaluate(tasks)
    expect(plain).toEqual([values['AWRT'], values['maxWait']])
    // No bound is certain where submits depend on the schedule: it is told at the end.
    expect(stageOf(scenario, data).bounds(compileObjective('AWRT'))).toBeNull()
    expect(limited).toEqual({ above: 1 })
    expect(scenarioOf(JSON.parse(JSON.stringify(scenarioJson(scenario))) as Json)).toEqual(scenario)
  })

  it('knows what was recorded, whatever estimates cut from the jobs that are simulated', async () => {
    const waits = Float64Array.from(trace.jobs.id, (id) => id % 50)
    const data = datasetOf(traceWith(trace, { fields: { wait: waits } }), ['wait'])
    const overrun = 'kill' as const
    for (const changes of [{}, { overrun }, { estimates: 'tsafrir', overrun }]) {
      const { start, jobs } = stageOf(scenarioOn(data, changes), data).run(parsePolicy('recorded'))
      expect(start).toEqual(Float64Array.from(trace.jobs.submit, (submit, row) => submit + waits[row]))
      expect(jobs.runtime).toEqual(trace.jobs.runtime)
    }
    expect(failureOf(() => stageOf(SCENARIO, dataset).run(parsePolicy('recorded'))).message).toMatch(
      /have no recorded wait/,
    )
  })

  it('goes by the settings of the site that the data holds, also through bytes', async () => {
    const conf = parseSlurmConf(
      'PriorityWeightAge=10\nPriorityWeightJobSize=100000\nPriorityFavorSmall=YES\n',
    )
    const site = siteOf({ conf, qos: null, associations: null, salt: null }, [], trace.clock)
    const data = datasetOf(trace, [], siteJson(site))
    expect(data.digest).not.toBe(dataset.digest)
    const back = decodeDataset(encodeDataset(data), 'data')
    expect(back).toEqual(data)
    const policy = plainPolicy('easy:multifactor')
    const timeClasses = timeClassClock(trace.clock)
    const simulation = { jobs: prepared(), processors: SCENARIO.machine, policy, timeClasses }
    const { start } = stageOf(scenarioOn(back), back).run(policy)
    expect(start).toEqual(simulate({ ...simulation, site }).start)
    expect(start).not.toEqual(simulate(simulation).start)
  })

  it('refuses estimates that it does not know', () => {
    for (const text of ['', 'users', 'predicted:x', 'factor:', 'factor:0.5', 'uniform:-1', 'factor:x']) {
      expect(failureOf(() => parseEstimateSource(text)).kind).toBe('usage')
    }
  })
})

describe('a task with a limit', () => {
  it('gives the limit where its score is above, else what it gives without', async () => {
    const plain = (await evaluated({})) as readonly number[]
    const [score] = plain
    expect(await evaluated({}, 'easy:saf', score)).toEqual(plain)
    expect(await evaluated({}, 'easy:saf', score * 1.01)).toEqual(plain)
    // Just below it is told at the end of the simulation, far below on the way.
    expect(await evaluated({}, 'easy:saf', score * 0.9999)).toEqual({ above: score * 0.9999 })
    expect(await evaluated({}, 'easy:saf', score / 5)).toEqual({ above: score / 5 })
  })
})

describe('the evaluator in the calling thread', () => {
  it('does all tasks, then fails with the first failure', async () => {
    const good = simulateTask(SCENARIO, 'easy', ['AWRT'])
    const bad = (machine: number) => simulateTask({ ...SCENARIO, machine }, 'easy', ['AWRT'])
    const told: number[] = []
    const onResult = (index: number) => told.push(index)
    await expect(evaluator.evaluate([good, bad(2), good, bad(1)], { onResult })).rejects.toThrow(
      'at most 2 processors',
    )
    expect(told).toEqual([0, 2])
  })

  it('ends when it is told to', async () => {
    const control = new AbortController()
    const onResult = () => control.abort(new Error('enough'))
    const tasks = Array.from({ length: 5 }, () => simulateTask(SCENARIO, 'easy', ['AWRT']))
    await expect(evaluator.evaluate(tasks, { onResult, signal: control.signal })).rejects.toThrow('enough')
  })

  it('says which data is missing', async () => {
    const task = simulateTask({ ...SCENARIO, data: 'abc' }, 'easy', ['AWRT'])
    await expect(evaluator.evaluate([task])).rejects.toMatchObject({ kind: 'data-missing' })
  })

  it('gives no value, rather than a failure, for a group without jobs', async () => {
    const [result] = await evaluator.evaluate([
      simulateTask(SCENARIO, 'easy', ['AWRT99', '1 + AWRT99', 'AWRT']),
    ])
    expect(result).toEqual([null, null, expect.any(Number)])
  })
})
