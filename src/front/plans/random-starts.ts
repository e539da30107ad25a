/**
 * NSGA over sequences from random ones, which Franke's thesis (Dortmund 2006, 7.2.2.3) tried first and gave up: moves alone,
 * MN 5,000, MJL 1, recombination 0.3, (30, 60), 100 generations. It "resulted in populations with objective values worse than
 * FCFS".
 */
import { QueuewrightError } from '../../core/errors.js'
import { requireSequences, sequenceTask } from '../../evaluation/tasks/sequence.js'
import { nsga, permutationCoding, restoreNsga } from '../../optimize/index.js'
import type { JobTable } from '../../trace/job-table.js'
import { measuredIn } from '../judge.js'
import type { FrontSpec } from '../spec.js'
import { populationPlan, type StreamPlan } from '../stream.js'
import { lean } from './lean.js'
import { GENERATIONS, MEAN_NUMBER, MU, sequenceRows } from './published.js'

/**
 * @param jobs the prepared ones of the spec's scenario
 * @throws QueuewrightError `usage` for fewer evaluations than the first two populations take, and for a scenario that is not
 *   one for sequences
 */
export function randomStartsPlan(spec: FrontSpec, jobs: JobTable): readonly StreamPlan[] {
  const { scenario, objectives, seed, large, evaluations } = spec
  requireSequences(scenario)
  const lambda = 2 * MU
  const generations = evaluations === null ? GENERATIONS : Math.floor((evaluations - MU) / lambda)
  if (evaluations !== null && generations < 1) {
    throw new QueuewrightError('usage', 'too few evaluations for one generation from random starts', {
      field: '--evaluations',
      value: evaluations,
      expected: `at least ${MU + lambda}`,
      remedy: 'Give more, or leave out --plan random-starts',
    })
  }
  const measured = measuredIn(spec)
  const [{ operator, meanDistance, recombination }] = sequenceRows(jobs, large)
  const coding = permutationCoding({
    ...{ length: jobs.length, operator: operator(0), meanNumber: MEAN_NUMBER, meanDistance, recombination },
  })
  const settings = { coding: lean(coding), objectives: objectives.length, mu: MU, lambda }
  const source = 'sequences, NSGA, move, random starts'
  return [
    populationPlan({
      source,
      share: MU + lambda * generations,
      begin: () => nsga(settings, `${seed} ${source}`),
      restore: (state) => restoreNsga(state, () => settings.coding),
      express: (sequence) => ({ task: sequenceTask(scenario, sequence, measured), label: null }),
      generations: generations + 1,
    }),
  ]
}
