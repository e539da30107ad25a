/**
 * Table 5 of RLScheduler (Zhang, Dai, He, Bao, Xie, SC 2020) on its two model workloads: heuristics against the agent,
 * without and with backfilling, by the dialect `rlscheduler`.
 *
 * Ten windows of 1,024 jobs, each on an empty machine of 256 processors; a cell is the mean of their AVEbsld. (The last
 * window of the log may be shorter; the sum of its slowdowns is divided by 1,024 all the same.) Run times stand in for
 * estimates. Backfilling is in submit order.
 *
 * Beside the published columns: WFP3 and UNICEP as they are meant. The released environment takes their wait from a
 * start time that is −1 until a job runs, so w = −1 − s with s the submit time in the whole log. The published values are
 * those of
 *
 *   WFP3   ((s + 1)/r)³·n        UNICEP   (s + 1)/(log2(n + 1e-15)·r)
 *
 * which is nearly longest first, as s differs little within a window.
 *
 * F1 is published with s in the whole log too; `F1, s of the window` counts it from the window's first job. Without a
 * published value: smallest area first, smallest first, F2 to F4 with s as F1 has it, and `qw1`, which we have learnt on other
 * workloads of the model (sim/orders/learnt.ts).
 */
import { mean } from '../../../core/statistics.js'
import { plainPolicy } from '../../../evaluation/scenarios/plain-policy.js'
import { DIALECTS } from '../../../sim/semantics.js'
import { simulate } from '../../../sim/simulate.js'
import { type JobTable, replaceColumns } from '../../../trace/job-table.js'
import type { Trace } from '../../../trace/trace.js'
import { furtherColumns } from '../further.js'
import { type Samples, samples } from '../samples.js'
import type { FurtherOrder, PublishedStudy, StudyOptions, StudyRun, StudyTask } from '../study.js'
import { slowdownFrom, windowOf } from '../windows.js'
import {
  MODES,
  type Mode,
  PUBLISHED_COLUMNS,
  TABLE_5,
  WINDOW_STARTS,
  WORKLOAD_NAMES,
  WORKLOADS,
  type Workload,
} from './tables.js'

const PROCESSORS = 256
const WINDOW_JOBS = 1024

const TABLES = { published: 'table 5', further: 'not in the table' } as const

/** An order; where it goes by the submit time in the whole log, of what that was at the window's first job. */
type Order = string | ((origin: number) => string)

/** The order behind a published column; null: the agent, which is not run here. */
const PUBLISHED: Readonly<Record<(typeof PUBLISHED_COLUMNS)[number], Order | null>> = {
  FCFS: 'submit',
  WFP3: (origin) => `(((submit + ${origin + 1})/estimate)^3*size)`,
  UNICEP: (origin) => `((submit + ${origin + 1})/(log2(size + 1e-15)*estimate))`,
  SJF: 'spt',
  F1: (origin) => `(log10(estimate)*size + 870*log10(submit + ${origin}))`,
  RL: null,
}

const FURTHER: Readonly<Record<string, Order>> = {
  'WFP3 corrected': 'wfp3',
  'UNICEP corrected': 'unicef',
  'F1, s of the window': 'f1',
  saf: 'saf',
  smallest: 'smallest',
  f2: (origin) => `(sqrt(estimate)*size + 25600*log10(submit + ${origin}))`,
  f3: (origin) => `(estimate*size + 6860000*log10(submit + ${origin}))`,
  f4: (origin) => `(estimate*sqrt(size) + 530000*log10(submit + ${origin}))`,
  qw1: 'qw1',
}

export const RLSCHEDULER_TABLE5: PublishedStudy = {
  name: 'rlscheduler-table5',
  title: 'A scheduler learnt by reinforcement, against five heuristics',
  source: 'D. Zhang, D. Dai, Y. He, F. S. Bao, B. Xie, SC 2020, table 5: mean AVEbsld of ten windows',
  logs: WORKLOAD_NAMES.map((name) => ({
    name,
    file: WORKLOADS[name],
    size: 'requested',
    machine: PROCESSORS,
  })),
  origin: "They are in the study's artefact, github.com/DIR-LAB/deep-batch-scheduler",
  chance: false,
  takesOrders: true,
  uniqueRows: true,
  fields: ['status'],
  begin,
}

function begin(logs: ReadonlyMap<string, Trace>, { orders = [] }: StudyOptions): StudyRun {
  const collected = samples()
  const tasks = WORKLOAD_NAMES.flatMap((workload) => {
    const trace = logs.get(workload)
    if (trace === undefined) return []
    const jobs = replaceColumns(trace.jobs, { estimate: trace.jobs.runtime })
    return MODES.map((mode) => rowTask(workload, mode, jobs, orders, collected))
  })
  return { tasks, values: () => collected.values(Object.values(TABLES)) }
}

function rowTask(
  workload: Workload,
  mode: Mode,
  jobs: JobTable,
  orders: readonly FurtherOrder[],
  collected: Samples,
): StudyTask {
  const row = `${workload}, ${mode}`
  const common = { log: workload, row, decimals: 2 }
  return {
    label: row,
    run: () => {
      for (const column of PUBLISHED_COLUMNS) {
        const published = TABLE_5[workload][mode][column]
        const order = PUBLISHED[column]
        const ours = order === null ? null : meanSlowdown(jobs, mode, order)
        collected.add({ ...common, table: TABLES.published, column, published }, ours)
      }
      const taken = [...PUBLISHED_COLUMNS, ...Object.keys(FURTHER)]
      const further = furtherColumns(orders, taken).map(({ name, order }) => [name, order] as const)
      for (const [column, order] of [...Object.entries(FURTHER), ...further]) {
        const ours = meanSlowdown(jobs, mode, order)
        collected.add({ ...common, table: TABLES.further, column, published: null }, ours)
      }
    },
  }
}

/** Null where the log ends before the first window begins. */
function meanSlowdown(jobs: JobTable, mode: Mode, order: Order): number | null {
  const values = WINDOW_STARTS.filter((from) => from < jobs.length).map((from) => {
    const window = windowOf(jobs, from, Math.min(jobs.length, from + WINDOW_JOBS), 0)
    const written = typeof order === 'string' ? order : order(window.submit[0])
    const policy = plainPolicy(mode === 'backfilling' ? `easy:${written}/submit` : `head:${written}`)
    const schedule = simulate({ jobs: window, processors: PROCESSORS, policy, rules: DIALECTS.rlscheduler })
    return (slowdownFrom(schedule, 0) * window.length) / WINDOW_JOBS
  })
  return values.length === 0 ? null : mean(values)
}
