/** The lab as programs use it: what comes out is what commands give, and what a simulation by hand gives. */
import { describe, expect, it } from 'vitest'
import { answerOf } from '../../../src/calibrate/index.js'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { simulateTask } from '../../../src/evaluation/tasks/simulate.js'
import { pointCount } from '../../../src/front/model.js'
import { open } from '../../../src/lab/faces/open.js'
import { measure } from '../../../src/sim/objectives/index.js'
import { simulate } from '../../../src/sim/simulate.js'
import { timeClassClock } from '../../../src/sim/time-class.js'
import { scheduleAsTrace } from '../../../src/trace/swf/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { rejectionOf } from '../../support/failures.js'
import { plainPolicy } from '../../support/policies.js'

const small = () => open(demoTrace({ jobs: 250 }))

describe('an opened log', () => {
  it('simulates a policy as the engine does, by its own options', async () => {
    const log = await small()
    const { experiment, outcome } = await log.simulate('easy:saf', { objective: ['2*AWRT1 + 3'] })
    const { jobs } = experiment.stage
    const byHand = simulate({
      jobs,
      processors: experiment.scenario.machine,
      policy: plainPolicy('easy:saf'),
      timeClasses: timeClassClock(log.trace.clock),
    })
    expect(outcome.schedule.start).toEqual(byHand.start)
    const { AWRT, AWRT1 } = measure(byHand, null, ['AWRT', 'AWRT1'])
    expect(outcome.objectives['AWRT']).toBe(AWRT)
    expect(outcome.objectives['2*AWRT1 + 3']).toBe(2 * Number(AWRT1) + 3)
  })

  it('refuses options that it has not, where no compiler does', async () => {
    const log = await small()
    const given = (options: object) => options as never
    const calls: [() => Promise<unknown>, string][] = [
      [() => open(demoTrace({ jobs: 50 }), given({ estimate: 'actual' })), 'Did you mean estimates?'],
      [() => log.compare(['easy'], given({ objectives: ['AWRT'] })), 'Did you mean objective?'],
      [() => log.simulate('easy', given({ first: 20 })), 'an option of simulate'],
      [() => log.bound(['easy'], given({ minute: 1 })), 'an option of bound'],
      [() => log.why([1], 'easy', given({ job: 1 })), 'an option of why'],
      [() => log.front(given({ evaluation: 9 })), 'Did you mean evaluations?'],
      [() => log.advise(given({ hours: 9 })), 'an option of advise'],
      // What the command has, and programs give in another way or not at all.
      [() => log.compare(['easy'], given({ policies: 'fcfs' })), 'an option of compare'],
      [() => log.front(given({ minutes: 1 })), 'an option of front'],
      [() => log.learn('rules-michigan', given({ under: 'fcfs' })), 'an option of learn'],
      [() => log.learn('greedy-own', given({ generation: 2 })), 'an option of learn'],
      [() => log.learn(given({ learner: 'greedy-systems', generation: 2 })), 'Did you mean generations?'],
    ]
    await log.compare(['easy'], given({ first: undefined }))
    await log.compare(['easy'], null as never)
    for (const [call, message] of calls) expect((await rejectionOf(call())).message).toContain(message)
  })

  it('compares policies, a strategy that was learnt among them', async () => {
    const told: string[] = []
    const log = await open(demoTrace({ jobs: 250 }), { ports: { note: (text) => told.push(text) } })
    const { strategy, files } = await log.learn(
      {
        learner: 'greedy-systems',
        systems: 'uniform',
        generations: 1,
        mu: 3,
        lambda: 6,
        kappa: null,
        stepParents: 3,
        commonFactor: 'offspring',
      },
      { objective: 'AWRT', engine: 'inline', compare: 'easy' },
    )
    expect(files.map(({ name }) => name)).toContain('strategy.json')
    const { outcomes, baseline } = await log.compare(['easy', strategy, 'fcfs'])
    expect(baseline).toBe('easy')
    const [easy, learnt] = outcomes.map(({ objectives }) => objectives['AWRT'])
    const kept = strategy.evidence?.measured.find(({ part, policy }) => part === 'train' && policy === 'easy')
    expect(easy).toBe(kept?.objectives['AWRT'])
    expect(learnt).toBe(strategy.evidence?.score)
    expect(told.some((text) => text.startsWith('No log was named') || text.includes('synthetic'))).toBe(true)
    const explained = await log.explain(strategy)
    expect(explained).toMatchObject({ kind: 'order', name: strategy.name })
    expect(explained.reached?.policies.map(({ policy }) => policy)).toEqual([strategy.name, 'easy'])
    for (const figure of ['gantt', 'priorities', 'surfaces'] as const) {
      expect(await log.plot(figure, strategy)).toMatch(/^<svg/)
    }
  })

  it('gives evaluators elsewhere all that its own simulations go by', async () => {
    const log = await small()
    const options = { estimates: 'predicted:last2', warmUp: '5%' } as const
    const { experiment, outcome } = await log.simulate('easy', options)
    const { scenario, dataset } = experiment
    const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
    const [values] = await evaluator.evaluate([simulateTask(scenario, 'easy', ['AWRT', 'maxWait'])])
    expect(values).toEqual([outcome.objectives['AWRT'], outcome.objectives['maxWait']])
  })

  it('advises the policy that is worth having, with its strategy', async () => {
    const log = await open(demoTrace({ jobs: 2800 }))
    const { advice, files } = await log.advise({
      engine: 'inline',
      minutes: 0,
      policies: 'easy:spt, easy:saf',
    })
    expect(advice.tried.map(({ policy }) => policy)).toEqual(['easy:spt', 'easy:saf'])
    expect(advice).toMatchObject({ baseline: 'easy', jobs: 2800, searches: 0 })
    const names = files.map(({ name }) => name)
    expect(names).toEqual(['advice.json', ...advice.policies.map(({ file }) => file)])
  })

  it('searches for what is possible, to the same front by threads and inline', async () => {
    const log = await small()
    const options = { objectives: 'AWRT1,AWRT2', evaluations: 120, seed: 3 } as const
    const { front, files } = await log.front({ ...options, engine: 'inline' })
    expect(front.axes.map(({ name }) => name)).toEqual(['AWRT1', 'AWRT2'])
    expect(pointCount(front)).toBeGreaterThan(1)
    expect(front.marks.map(({ name }) => name)).toContain('easy')
    expect(files.map(({ name }) => name)).toContain('front.json')
    expect((await log.front(options)).files).toEqual(files)
  })

  it('recovers the site that wrote it, from its waits', async () => {
    const jobs = demoTrace({ jobs: 400 })
    const { outcome } = await (await open(jobs)).simulate('fcfs')
    const log = await open(scheduleAsTrace(jobs, outcome.schedule.start))
    const { all, calibration, answer } = await log.calibrate()
    expect(all).toBe(400)
    expect(answer).toEqual(answerOf(calibration))
    await expect((await open(jobs)).calibrate()).rejects.toThrow('does not say how long its jobs waited')
  })

  it('bounds what policies reach', async () => {
    const log = await small()
    const { rows, policies } = await log.bound('fcfs,easy', { objectives: 'AWRT,maxWait' })
    expect(policies).toEqual(['fcfs', 'easy'])
    for (const { bound, values } of rows) {
      for (const value of values) expect(value).toBeGreaterThanOrEqual(bound?.value ?? Number.NaN)
    }
  })
})
