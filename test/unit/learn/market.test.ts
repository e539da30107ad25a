/** Functions of a market that are learnt: the coding, the search, and what is kept of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { LEARN_MARKET, MARKET_LEARNERS, readMarketFunctions } from '../../../src/learn/index.js'
import { functionsAt, PLAIN } from '../../../src/learn/market/functions.js'
import { learnMarketJson } from '../../../src/learn/market/investigation.js'
import { machineFunction, plainDomain, USUAL_MARKET, utilityFunction } from '../../../src/sites/index.js'
import { datasetOf } from '../../../src/trace/dataset.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'
import { type Driven, drive } from '../../support/investigate.js'

const dataset = datasetOf(demoTrace({ jobs: 24, processors: 32 }))
const datasets = new Map([[dataset.digest, dataset]])
const part = (from: number, to: number) => ({
  ...{ data: dataset.digest, window: [from, to] as const, domains: [8, 8, 16].map(plainDomain) },
  ...({ arrivals: 'turn', parts: 'largest', descriptions: '', file: '', requestsAlone: false } as const),
})
const rules = {
  ...{ ...USUAL_MARKET, machineFunction: 'MF1', utilityFunction: 'UF1', maxOffers: 3, steps: 2 },
  ...({ reservations: 'move-up', hops: null, timeToLive: null, budget: null, deadline: null } as const),
}
const specOf = (learner: string, objective = 'AWRT') =>
  learnMarketJson({
    ...{ trace: 'demo', digest: 'd', train: part(0, 15), test: part(15, 24), rules, objective, learner },
    ...{ evaluations: 15, seed: 7 },
  })

describe('functions', () => {
  it('are the start alone where all weights are 0, and have few digits elsewhere', () => {
    expect(functionsAt(PLAIN)).toEqual({ machineFunction: '0', utilityFunction: '-(StartTime + JobCost)' })
    const { machineFunction: text } = functionsAt([0.75, 0, 0.5, 0.61234])
    expect(text).toBe('(1 * before + -(2 * after)) / NumberOfProcessors + 0.449 * (RunTime * utilization)')
    const terms = {
      size: 8,
      nodes: 4,
      runtime: 2,
      before: 8,
      after: 2,
      parallel: 1,
      parallelShare: 0.1,
      utilization: 0.5,
    }
    expect(machineFunction(text)(terms)).toBeCloseTo((8 - 4) / 4 + 0.449, 12)
    expect(utilityFunction('-(StartTime + JobCost)').value(3, 2)).toBe(-5)
  })
})

describe.each(MARKET_LEARNERS.map(({ name }) => name))('learnt by %s', (learner) => {
  let driven: Driven
  const learnt = ({ artefacts }: Driven) =>
    readMarketFunctions(String(artefacts.find(({ name }) => name === 'functions.json')?.content), 'f.json')
  beforeAll(async () => {
    driven = await drive(LEARN_MARKET, specOf(learner), datasets)
  })

  it('are no worse than the start alone on what they are learnt from', () => {
    const { measured, evaluations } = learnt(driven)
    expect(measured.map(({ name }) => name)).toEqual(['learnt', 'UF1', 'MF2-UF3'])
    const [own, plain] = measured
    expect(own.train).toBeLessThanOrEqual(Number(plain.train))
    expect(own.test).toBeGreaterThan(0)
    expect(own.unplaced).toBe(0)
    expect(evaluations).toBeGreaterThanOrEqual(15)
  })

  it('are the same, byte for byte, when the search is left and gone on with', async () => {
    const again = await drive(LEARN_MARKET, specOf(learner), datasets, () => true)
    expect(again).toEqual(driven)
  })

  it('leave a summary, their course, and what they converged to', () => {
    expect(driven.artefacts.map(({ name }) => name)).toEqual([
      ...['functions.json', 'history.csv', 'summary.txt', 'convergence.svg'],
    ])
    const points = LEARN_MARKET.convergence(driven.steps)
    const best = points.map((point) => Number(point.best))
    expect(best).toEqual([...best].sort((a, b) => b - a))
  })
})

it('more is better of an objective of which more is better', async () => {
  const driven = await drive(LEARN_MARKET, specOf('evolved', 'UTIL'), datasets)
  const text = String(driven.artefacts.find(({ name }) => name === 'functions.json')?.content)
  const [own, plain] = readMarketFunctions(text, 'f.json').measured
  expect(own.train).toBeGreaterThanOrEqual(Number(plain.train))
})

it('a file that holds no functions is refused', () => {
  expect(failureOf(() => readMarketFunctions('{"format":"x"}', 'f.json')).message).toMatch(
    /f\.json: no functions/,
  )
})
