/** The task `trials`: what its draws depend on. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { type TrialsPart, trialsTask } from '../../../src/evaluation/tasks/trials.js'
import { runTrials, tupleAt } from '../../../src/sim/trials/index.js'
import { datasetOf } from '../../../src/trace/index.js'
import { replaceColumns } from '../../../src/trace/job-table.js'
import { traceWith } from '../../../src/trace/select.js'
import { lublinTrace } from '../../../src/workload/lublin/index.js'

/** The same ten jobs over and over, a day apart. */
const MODEL = lublinTrace({ processors: 64, jobs: 50 })
const DATASET = datasetOf(
  traceWith(MODEL, {
    jobs: replaceColumns(MODEL.jobs, {
      submit: MODEL.jobs.submit.map((_, row) => Math.floor(row / 10) * 86_400 + (row % 10)),
      runtime: MODEL.jobs.runtime.map((_, row) => 100 + 1000 * (row % 10)),
      size: MODEL.jobs.size.map((_, row) => 10 + 5 * (row % 10)),
    }),
  }),
)
const PART: TrialsPart = {
  ...{ data: DATASET.digest, first: 10, state: 4, judged: 6, processors: 64 },
  ...{ from: 0, trials: 60, seed: 1 },
}

async function results(...changes: readonly Partial<TrialsPart>[]) {
  const evaluator = inlineEvaluator(new Map([[DATASET.digest, DATASET]]))
  return evaluator.evaluate(changes.map((change) => trialsTask({ ...PART, ...change })))
}

describe('a task of trials', () => {
  it('is paired trials of its tuple, as plain data', async () => {
    const [result] = await results({})
    const tuple = tupleAt(DATASET.jobs, 10, { state: 4, judged: 6, processors: 64 })
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    expect(result).toMatchObject({ trials: 60 })
    const other = runTrials(tuple, 'paired', 60_000, new Random(1))
    const mean = ({ total, trials }: { total: number; trials: number }) => total / trials
    expect(Math.abs(mean(result as unknown as typeof other) / mean(other) - 1)).toBeLessThan(0.1)
  })

  it('draws by the seed, the tuple and the place among its trials, and by nothing else', async () => {
    const [one, again, place, tuple, seed] = await results({}, {}, { from: 60 }, { first: 20 }, { seed: 2 })
    expect(again).toEqual(one)
    for (const other of [place, tuple, seed]) expect(other).not.toEqual(one)
  })
})
