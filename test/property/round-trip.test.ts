/**
 * What we write, we read: every kind of document that is made of a log, made, written and read back as it was, on small
 * logs of several models, and on all real ones. A document that its own reader refuses is a defect of the writer.
 */
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stageOf } from '../../src/evaluation/scenarios/scenario.js'
import { loadTrace } from '../../src/runtime/index.js'
import { measure } from '../../src/sim/objectives/index.js'
import { OBJECTIVES } from '../../src/sim/objectives/registry.js'
import { parsePolicy, RULE_BASE, type RulePolicy, rulePolicyText } from '../../src/sim/policy.js'
import { readStrategy, type StrategyArtefact, strategyJson } from '../../src/strategy/index.js'
import {
  cleanTrace,
  datasetOf,
  decodeDataset,
  encodeDataset,
  groupTrace,
  readBatsim,
  rowsFrom,
  selectRows,
  type Trace,
  writeBatsim,
  writeSwf,
} from '../../src/trace/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { applyEstimates, fitBeta, readBetaModel, writeBetaModel } from '../../src/workload/estimates/index.js'
import { lublinTrace } from '../../src/workload/lublin/index.js'
import {
  FIT_FIELDS,
  fitModel,
  generateFromModel,
  modelText,
  parseModel,
} from '../../src/workload/model/index.js'
import { missing, requirements, TRACES, tracePath } from '../support/data.js'
import { failureOf } from '../support/failures.js'
import { readText } from '../support/logs.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../support/rule-bases.js'
import { runs } from '../support/runs.js'
import { scenarioOn } from '../support/scenarios.js'

function shapes(trace: Trace): void {
  const back = readText([...writeSwf(trace)].join(''), { fields: 'all', name: trace.name })
  expect(groupTrace(cleanTrace(back)).trace.digest).toBe(trace.digest)
  const dataset = datasetOf(trace, ['wait', 'status'])
  expect(decodeDataset(encodeDataset(dataset), 'dataset').digest).toBe(dataset.digest)
  for (const version of [4, 5] as const) {
    const read = readBatsim([...writeBatsim(trace, version)].join(''))
    expect([read.jobs.length, read.digest]).toEqual([trace.jobs.length, trace.digest])
  }
}

function models(trace: Trace): void {
  const model = fitModel(trace, { leastUsers: Math.min(5, usersOf(trace)) })
  const text = modelText(model)
  const read = parseModel(text, 'model.json')
  expect(read).toEqual(model)
  expect(modelText(read)).toBe(text)
  expect(generateFromModel(read, { jobs: 50 }).jobs.length).toBe(50)
  if (!trace.jobs.estimate.some((seconds) => seconds > 0)) return
  const beta = fitBeta([trace])
  const written = writeBetaModel(beta)
  expect(readBetaModel(written, 'beta.json')).toEqual(beta)
  expect(
    applyEstimates(trace, { kind: 'beta', beta: readBetaModel(written, 'beta.json') }, 1).jobs.length,
  ).toBe(trace.jobs.length)
}

/** A strategy with all that was measured of it, whatever the objectives come to on this log. */
function strategies(trace: Trace): void {
  const dataset = datasetOf(trace)
  const policy = parsePolicy('easy:saf')
  if (policy.algorithm === 'recorded') throw new RangeError('recorded')
  const schedule = stageOf(scenarioOn(dataset), dataset).run(policy)
  const objectives = measure(
    schedule,
    null,
    OBJECTIVES.map(({ name }) => name),
  )
  const { name, digest } = trace
  const jobs = trace.jobs.length
  const artefact: StrategyArtefact = {
    format: 'queuewright-strategy',
    version: 1,
    name,
    strategy: { kind: 'policy', policy: 'easy:saf' },
    evidence: {
      objective: 'AWRT',
      constraints: ['maxWait <= 14d'],
      method: 'by hand',
      settings: { share: 0.1, sigma: 5e-324 },
      seed: 0,
      evaluations: 1,
      simulations: 1,
      score: objectives.AWRT ?? 0,
      traces: [{ name, digest, machine: trace.processors ?? 1, train: jobs, jobs }],
      measured: [{ trace: name, part: 'train', policy: 'easy:saf', objectives }],
    },
  }
  const text = strategyJson(artefact)
  expect(readStrategy(text, 'strategy.json')).toEqual(artefact)
}

function usersOf(trace: Trace): number {
  return new Set(trace.jobs.user).size
}

const SMALL: readonly (readonly [string, () => Trace])[] = [
  ...[1, 2, 3].map((seed) => [`demo ${seed}`, () => demoTrace({ jobs: 300 * seed, seed })] as const),
  ...[1, 2].map((seed) => [`Lublin ${seed}`, () => lublinTrace({ jobs: 400, users: 20, seed })] as const),
  ['users of one kind', () => demoTrace({ jobs: 40, processors: 1, seed: 9 })],
]

describe.each(SMALL)('of %s', (_, make) => {
  const trace = cleanTrace(groupTrace(make()).trace)
  it('the log itself is read as it was written', () => shapes(trace))
  it('models are', () => models(trace))
  it('a strategy is', () => strategies(trace))
})

const LOGS = TRACES === null ? [] : readdirSync(TRACES).filter((file) => file.endsWith('.swf.gz'))

describe.skipIf(missing(requirements.traces))(
  'models of a real log, or of its first 20,000 jobs, are read as they were written:',
  () => {
    it.each(LOGS)('%s', async (file) => {
      const read = cleanTrace(await loadTrace(tracePath(file), { fields: FIT_FIELDS }))
      const trace = selectRows(
        read,
        rowsFrom(0, Math.min(read.jobs.length, runs(20_000, Number.POSITIVE_INFINITY))),
      )
      if (trace.jobs.user.some((user) => user >= 0)) models(trace)
      else expect(failureOf(() => fitModel(trace)).what).toContain('no job of this log has a user')
    })
  },
)

it('rule bases are read as they were written, and named alike', () => {
  fc.assert(
    fc.property(fc.oneof(rigidBases, fuzzyBases, pairBases), (base) => {
      const text = rulePolicyText(base)
      const policy = parsePolicy(text) as RulePolicy
      expect(policy.base).toEqual(base)
      expect(rulePolicyText(policy.base)).toBe(text)
      expect(RULE_BASE.encode(policyBy(base).base)).toEqual(base)
    }),
    { seed: 19, numRuns: 100 },
  )
})
