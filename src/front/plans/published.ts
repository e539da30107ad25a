/**
 * The plan of Franke's thesis (Dortmund 2006), ch. 7 and table 7.1, on the groups that a log has:
 *
 *     all ordered partitions of the groups, on the sequence of jobs and on the waiting queue       541 each of 5 groups
 *     NSGA, sequences, move                        MN 5,000  MJL 1       recombination 0.3   121 starts    4 populations
 *     NSGA, sequences, swap and jump               MN 5,000  MJL 4,000   recombination 0.3   121 starts    4 populations
 *     NSGA-II, the same                                                                                    4 populations
 *     NSGA-II, jumps towards the end               MN 5,000  MJL 1,500   no recombination    the log       5 populations
 *     NSGA-II, the same, of large jobs, sparing a group at random                                          5 populations
 *     NSGA-II, real coding, criteria 1 to 4        SBX 0.9, 20; polynomial 1/36, 20          uniform       4 populations
 *
 * μ/λ is 30/60 for sequences and 50/50 for real coding (30/60 on request), 100 generations. The 121 starts are all orders of the groups in
 * which no two share a place, and the log's own: three populations of 30/60 and one of 31/62. MN and MJL change by the
 * two-point rule, α = 1.3. That is 153,924 schedules; the thesis counts 153,080.
 *
 * Read into what the thesis leaves open: swap and jump take turns from population to population; large jobs are those
 * above both limits in the first, third and fifth population, above one of them in the others; starts of NSGA-II "cannot
 * survive the first generation" (7.2.2.1), so they are not evaluated there.
 */
import { QueuewrightError } from '../../core/errors.js'
import { formatCount } from '../../core/format.js'
import { requireSequences, sequenceTask } from '../../evaluation/tasks/sequence.js'
import { simulateTask } from '../../evaluation/tasks/simulate.js'
import {
  nsga,
  nsga2,
  type PermutationOperator,
  permutationCoding,
  realCoding,
  restoreNsga,
  restoreNsga2,
} from '../../optimize/index.js'
import { sequenceByGroups } from '../../sim/sequence.js'
import type { JobTable } from '../../trace/job-table.js'
import { measuredIn } from '../judge.js'
import { orderedPartitions, partitionPolicy, partitionText, strictOrders } from '../partitions.js'
import { type LargeJobs, REAL_POPULATIONS } from '../settings.js'
import type { FrontSpec } from '../spec.js'
import { listPlan, populationPlan, type StreamPlan } from '../stream.js'
import { greedyCoding } from './greedy-coding.js'
import { lean } from './lean.js'

export const GENERATIONS = 100
export const MU = 30
export const MEAN_NUMBER = 5000
/** Populations of the rows that begin with the log alone. */
const SINGLE_START_RUNS = 5

/** A row of table 7.1 that evolves sequences. */
export interface SequenceRow {
  readonly source: string
  readonly method: 'nsga' | 'nsga2'
  readonly meanDistance: number
  readonly recombination: number
  /** Whether populations begin with the orders of the groups, or all with the log. */
  readonly starts: 'orders' | 'log'
  /** @param run number of the population, from 0 */
  readonly operator: (run: number) => PermutationOperator
}

/** @param jobs of which the large ones are */
export function sequenceRows(jobs: JobTable, large: LargeJobs): readonly SequenceRow[] {
  const swapAndJump = (run: number): PermutationOperator =>
    run % 2 === 0 ? { kind: 'swap' } : { kind: 'jump', towards: 'either' }
  return [
    {
      source: 'sequences, NSGA, move',
      method: 'nsga',
      meanDistance: 1,
      recombination: 0.3,
      starts: 'orders',
      operator: () => ({ kind: 'move' }),
    },
    {
      source: 'sequences, NSGA, swap and jump',
      method: 'nsga',
      meanDistance: 4000,
      recombination: 0.3,
      starts: 'orders',
      operator: swapAndJump,
    },
    {
      source: 'sequences, NSGA-II, swap and jump',
      method: 'nsga2',
      meanDistance: 4000,
      recombination: 0.3,
      starts: 'orders',
      operator: swapAndJump,
    },
    {
      source: 'sequences, NSGA-II, to the end',
      method: 'nsga2',
      meanDistance: 1500,
      recombination: 0,
      starts: 'log',
      operator: () => ({ kind: 'jump', towards: 'end' }),
    },
    {
      source: 'sequences, NSGA-II, large jobs',
      method: 'nsga2',
      meanDistance: 1500,
      recombination: 0,
      starts: 'log',
      operator: (run) => ({
        kind: 'jump',
        towards: 'end',
        classes: jobs.group,
        movable: largeJobs(jobs, large, run % 2 === 0),
      }),
    },
  ]
}

/** 1 for each large job. */
function largeJobs(jobs: JobTable, { size, estimate }: LargeJobs, both: boolean): Uint8Array {
  return Uint8Array.from({ length: jobs.length }, (_, row) => {
    const wide = jobs.size[row] > size
    const long = jobs.estimate[row] > estimate
    return (both ? wide && long : wide || long) ? 1 : 0
  })
}

/**
 * @param jobs the prepared ones of the spec's scenario
 * @throws QueuewrightError `usage` for fewer evaluations than one generation of everything takes, and for a scenario
 *   that is not one for sequences
 */
export function publishedPlan(spec: FrontSpec, jobs: JobTable): readonly StreamPlan[] {
  const { scenario, groups, objectives, seed, large, realPopulation = '50/50' } = spec
  const [realMu, realLambda] = REAL_POPULATIONS[realPopulation]
  const measured = measuredIn(spec)
  requireSequences(scenario)
  requireFewGroups(groups)
  const partitions = orderedPartitions(groups)
  const orders = groups.length > 1 ? strictOrders(groups) : []
  const log = Int32Array.from({ length: jobs.length }, (_, row) => row)
  const starts = [log, ...orders.map((blocks) => sequenceByGroups(jobs, blocks))]
  const sequences = (sequence: Int32Array) => ({
    task: sequenceTask(scenario, sequence, measured),
    label: null,
  })
  const policies = (policy: string) => ({ task: simulateTask(scenario, policy, measured), label: policy })

  const rows = sequenceRows(jobs, large)
  const runsOf = (row: SequenceRow) =>
    row.starts === 'orders' ? dealt(starts, MU) : Array.from({ length: SINGLE_START_RUNS }, () => [log])
  const muOf = (own: readonly Int32Array[]) => Math.max(MU, own.length)
  const beginning = rows.flatMap((row) => (row.method === 'nsga' ? runsOf(row).map(muOf) : []))
  const generation = [
    ...rows.flatMap((row) => runsOf(row).map((own) => 2 * muOf(own))),
    ...[1, 2, 3, 4].map(() => realLambda),
  ]
  const generations = generationsFor(spec, 2 * partitions.length + sum(beginning), sum(generation))

  return [
    listPlan('orders of groups, sequences', partitions, (blocks) => ({
      task: sequenceTask(scenario, blocks, measured),
      label: `sequence by groups ${partitionText(blocks)}`,
    })),
    listPlan('orders of groups, queue', partitions.map(partitionPolicy), policies),
    ...rows.flatMap((row) =>
      runsOf(row).map((own, run) => {
        const mu = muOf(own)
        const coding = permutationCoding({
          length: jobs.length,
          operator: row.operator(run),
          meanNumber: MEAN_NUMBER,
          meanDistance: row.meanDistance,
          recombination: row.recombination,
          starts: own,
        })
        const settings = { coding: lean(coding), objectives: objectives.length, mu, lambda: 2 * mu }
        const isNsga = row.method === 'nsga'
        return populationPlan({
          source: row.source,
          share: 2 * mu * generations + (isNsga ? mu : 0),
          begin: () => (isNsga ? nsga : nsga2)(settings, `${seed} ${row.source} ${run}`),
          restore: (state) => (isNsga ? restoreNsga : restoreNsga2)(state, () => settings.coding),
          express: sequences,
          generations: isNsga ? generations + 1 : generations,
          startsDie: !isNsga,
        })
      }),
    ),
    ...([1, 2, 3, 4] as const).map((criterion) => {
      const source = 'greedy criteria, NSGA-II'
      const { box, policy } = greedyCoding(criterion, groups)
      const coding = lean(realCoding({ box }))
      const settings = { coding, objectives: objectives.length, mu: realMu, lambda: realLambda }
      return populationPlan({
        source,
        share: realLambda * generations,
        begin: () => nsga2(settings, `${seed} ${source} ${criterion}`),
        restore: (state) => restoreNsga2(state, () => coding),
        express: (genome) => policies(policy(genome)),
        generations,
      })
    }),
  ]
}

/** Orders of more groups are too many: 47,293 of seven. */
const MOST_GROUPS = 6

function requireFewGroups(groups: readonly number[]): void {
  if (groups.length <= MOST_GROUPS) return
  throw new QueuewrightError(
    'usage',
    'too many user groups for the published plan, which tries all their orders',
    {
      field: '--plan',
      value: `published, ${groups.length} groups`,
      expected: `at most ${MOST_GROUPS} groups`,
      remedy: 'Leave out --plan published, or form fewer groups with --group-shares',
    },
  )
}

/** As many generations as the budget has room for; the thesis's number where there is no budget. */
function generationsFor({ evaluations }: FrontSpec, fixed: number, each: number): number {
  if (evaluations === null) return GENERATIONS
  const generations = Math.floor((evaluations - fixed) / each)
  if (generations >= 1) return generations
  throw new QueuewrightError('usage', 'too few evaluations for one generation of the published plan', {
    field: '--evaluations',
    value: evaluations,
    expected: `at least ${formatCount(fixed + each)}`,
    remedy: 'Give more, or leave out --plan published',
  })
}

/** Into as many hands of about `size` as there are full ones, none more than one longer than another. */
function dealt<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const hands = Math.max(1, Math.floor(items.length / size))
  return Array.from({ length: hands }, (_, k) =>
    items.slice(Math.floor((items.length * k) / hands), Math.floor((items.length * (k + 1)) / hands)),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
