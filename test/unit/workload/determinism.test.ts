/**
 * Every maker of workloads is a pure function of its parameters and seed, on every version of Node and of its
 * mathematics: the digests of what they make are pinned, their first 24 digits.
 * (A digest covers all columns, the machine and the clock.)
 */
import { describe, expect, it } from 'vitest'
import { DEFAULT_PREPARATION, prepareJobs } from '../../../src/sim/prepare.js'
import { simulate } from '../../../src/sim/simulate.js'
import { traceWith } from '../../../src/trace/select.js'
import type { Trace } from '../../../src/trace/trace.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { applyEstimates, type EstimateModel, fitBeta } from '../../../src/workload/estimates/index.js'
import { lublinTrace } from '../../../src/workload/lublin/index.js'
import { fitModel, generateFromModel } from '../../../src/workload/model/index.js'
import { PREDICTORS } from '../../../src/workload/predictions/index.js'
import { scaleTrace } from '../../../src/workload/scale.js'
import { changeLoad, thinTrace } from '../../../src/workload/transform/index.js'
import { plainPolicy } from '../../support/policies.js'

const LUBLIN = lublinTrace({ processors: 64, jobs: 3000, users: 40, load: 0.9, seed: 11 })
const DEMO = demoTrace({ seed: 3, jobs: 3000 })

function withEstimates(model: EstimateModel): Trace {
  return applyEstimates(LUBLIN, model, 5)
}

/** The schedule of EASY++ by a predictor, its starts in the place of the submits. */
function predicted(name: string): Trace {
  const { jobs } = prepareJobs(DEMO.jobs, { ...DEFAULT_PREPARATION, processors: 128 })
  const predictor = PREDICTORS.find((each) => each.name === name)!
  const schedule = simulate({ jobs, processors: 128, policy: plainPolicy('easy:fcfs/spt'), predictor })
  const starts = Float64Array.from(schedule.start).sort()
  return traceWith(DEMO, { jobs: { ...schedule.jobs, submit: starts } })
}

describe('the same seed makes the same bytes', () => {
  it.each([
    ['demo', '8cc19e2a81ebefe7e475034d', () => DEMO],
    ['lublin', 'c450d9889d715513ae8d59c3', () => LUBLIN],
    [
      'lublin, both classes',
      '1d31fc0fea5748a1e3d97368',
      () => lublinTrace({ processors: 64, jobs: 2000, classes: 'both', seed: 2 }),
    ],
    ['estimates, tsafrir', 'a5ae6190d081b73e0590f002', () => withEstimates({ kind: 'tsafrir' })],
    [
      'estimates, beta',
      '4f733f832df9369fc2d99c01',
      () => withEstimates({ kind: 'beta', beta: fitBeta([DEMO]) }),
    ],
    ['estimates, uniform', '0187ac956a05553377e20643', () => withEstimates({ kind: 'uniform', f: 4 })],
    ['scale', '666711f94efd4f49f8b927ba', () => scaleTrace(DEMO, { to: 300, seed: 4 }).trace],
    [
      'thin by users',
      '65509ed1069b726eba3ab720',
      () => thinTrace(DEMO, { share: 0.5, by: 'users', seed: 6 }).trace,
    ],
    ['load', 'ab491217d0c12b0c1f8236f7', () => changeLoad(DEMO, { to: 0.6 }).trace],
    ['predictions, last2', 'ec9c3d54cb589eb72a9b7083', () => predicted('last2')],
    ['predictions, regression', 'b8fd8b01d557ff562c3f812d', () => predicted('regression')],
    [
      'fitted model',
      '4cb0ee868396e8379da355b0',
      () => generateFromModel(fitModel(DEMO), { jobs: 2000, seed: 8 }),
    ],
  ] as const)('%s', (_, digest, make) => {
    expect(make().digest.slice(0, 24)).toBe(digest)
  })
})
