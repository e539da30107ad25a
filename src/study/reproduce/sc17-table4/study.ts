/**
 * Table 4 of the SC'17 study of learnt score functions (Carastan-Santos, de Camargo): eight policies on model workloads
 * and logs, with actual run times, with estimates, and with backfilling by estimates.
 *
 * Jobs without run time or processors are left out, where estimates are used also those without one; a job's size is its
 * allocated processors. A window begins with 16 jobs that set the state of the machine and are not judged, and holds
 * every job submitted within 15 days of its first; the next begins at the job after. Ten windows, each on an empty
 * machine, submits counted from its first; a cell is the median of their AVEbsld. Of Curie the first and the eighth
 * window are passed over, as in the released scripts.
 *
 * Three kinds of row: by the dialect `sc17`; the same with the whole queue in sight; and, one particularity of the
 * released program after the other (released.ts), the steps from ours to what was published.
 */
import { ascending, median } from '../../../core/statistics.js'
import { plainPolicy } from '../../../evaluation/scenarios/plain-policy.js'
import type { Policy } from '../../../sim/policy.js'
import { DIALECTS, type Semantics } from '../../../sim/semantics.js'
import { simulate } from '../../../sim/simulate.js'
import { type JobTable, replaceColumns, selectJobs } from '../../../trace/job-table.js'
import type { Trace } from '../../../trace/trace.js'
import { furtherColumns } from '../further.js'
import { type Samples, samples } from '../samples.js'
import type { FurtherOrder, PublishedStudy, StudyLog, StudyOptions, StudyRun, StudyTask } from '../study.js'
import { slowdownFrom, windowOf } from '../windows.js'
import { type Particularities, PLAIN, simulateReleased } from './released.js'
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  CURIE_OUTLIERS,
  MODES,
  type Mode,
  RELEASED_UNI,
  TABLE_4,
  WORKLOADS,
  type Workload,
} from './tables.js'

interface Source {
  /** How rows call it; the machine's processors follow. */
  readonly label: string
  readonly machine: number
  readonly file: string
  /** Where its estimates are in a file of their own. */
  readonly estimates?: string
  readonly optional?: true
}

const SOURCES: Readonly<Record<Workload, Source>> = {
  'Lublin 256': {
    label: 'Lublin',
    machine: 256,
    file: 'lublin_256-20k.swf.gz',
    estimates: 'lublin_256_est-20k.swf.gz',
  },
  'Lublin 1024': {
    label: 'Lublin',
    machine: 1024,
    file: 'lublin_1024-20k.swf.gz',
    estimates: 'lublin_1024_est-20k.swf.gz',
  },
  Curie: { label: 'Curie', machine: 93_312, file: 'CEA-Curie-2011-2.1-cln.swf.gz' },
  ANL: { label: 'ANL Intrepid', machine: 163_840, file: 'ANL-Intrepid-2009-1.swf.gz', optional: true },
  'SDSC-Blue': { label: 'SDSC-Blue', machine: 1152, file: 'SDSC-BLUE-2000-4.2-cln.swf.gz' },
  CTC: { label: 'CTC', machine: 338, file: 'CTC-SP2-1996-3.1-cln.swf.gz' },
}

const TABLES = {
  published: 'table 4',
  steps: 'to the released program',
} as const

export const SC17_TABLE4: PublishedStudy = {
  name: 'sc17-table4',
  title: 'Score functions learnt from simulated trials, against four other policies',
  source: 'D. Carastan-Santos, R. Y. de Camargo, SC 2017, table 4: median AVEbsld of ten windows',
  logs: WORKLOADS.flatMap(logsOf),
  origin:
    "The logs are in the Parallel Workloads Archive, the workloads of the model with the study's program, github.com/hpcsched/gen-sched-policies",
  chance: false,
  takesOrders: true,
  uniqueRows: true,
  fields: ['status'],
  begin,
}

/** `--logs` takes both sizes of the model by their names without blanks. */
function logsOf(workload: Workload): readonly StudyLog[] {
  const { machine, file, estimates, optional } = SOURCES[workload]
  const log = workload.replace(' ', '-')
  const common = { log, size: 'allocated', machine, ...(optional ? { optional } : {}) } as const
  const plain = { name: log, file, ...common }
  return estimates === undefined
    ? [plain]
    : [plain, { ...common, name: nameOf(workload, 'estimates'), file: estimates }]
}

/** The study's name of the file that a mode needs. */
function nameOf(workload: Workload, mode: Mode): string {
  const log = workload.replace(' ', '-')
  return mode === 'actual run times' || SOURCES[workload].estimates === undefined ? log : `${log}-est`
}

const DAYS = 15 * 86_400
const WINDOWS = 10
/** Ours: learnt on the simulated objective (sim/orders/learnt.ts), and F2's form fitted to even trials (docs/scores.md). */
const OWN: readonly FurtherOrder[] = [
  { name: 'qw1', order: 'qw1' },
  { name: 'F2 fitted', order: '(sqrt(estimate)*size + 23852*log10(submit))' },
]
/** Windows of Curie that are not judged, from 0. */
const CURIE_SKIPPED: readonly number[] = [0, 7]

function begin(logs: ReadonlyMap<string, Trace>, { orders = [] }: StudyOptions): StudyRun {
  const collected = samples()
  const tasks = WORKLOADS.flatMap((workload) =>
    MODES.flatMap((mode) => {
      const name = nameOf(workload, mode)
      const trace = logs.get(name)
      return trace === undefined ? [] : experiment(workload, mode, name, trace, orders, collected)
    }),
  )
  return { tasks, values: () => collected.values(Object.values(TABLES)) }
}

/** The rows of one row of the table. */
function experiment(
  workload: Workload,
  mode: Mode,
  log: string,
  trace: Trace,
  further: readonly FurtherOrder[],
  collected: Samples,
): StudyTask[] {
  const { label, machine } = SOURCES[workload]
  const row = `${label} ${machine}, ${mode}`
  // Cut when the first of the tasks runs, and kept for the others.
  let parts: readonly JobTable[] | null = null
  const windows = () => {
    parts ??= windowsOf(workload, jobsOf(trace, mode))
    return parts
  }
  const addAs = (
    table: string,
    name: string,
    column: string,
    published: number | null,
    values: Float64Array,
  ) => {
    const ours = values.length === 0 ? null : median(values)
    collected.add({ log, table, row: name, column, decimals: 2, published }, ours)
  }
  const add = (table: string, name: string, k: number, values: Float64Array, whole = false) =>
    addAs(table, name, COLUMN_NAMES[k], whole ? null : TABLE_4[workload][mode][k], values)
  /** A row of medians; `after` is told of the values of every cell, in ascending order. */
  const rowTask = (
    table: string,
    name: string,
    {
      whole = false,
      particularities,
      after,
    }: {
      readonly whole?: boolean
      /** Particularities of the released program, which schedules then; the kernel does where absent. */
      readonly particularities?: Particularities
      readonly after?: (column: number, values: Float64Array) => void
    } = {},
  ): StudyTask => ({
    label: name,
    run: () => {
      for (const [k, column] of COLUMN_NAMES.entries()) {
        const rules = rulesOf(column, whole)
        const policy = policyOf(column, mode, particularities)
        const slowdowns = windows().map((jobs) => {
          const simulation = { jobs, processors: machine, policy, rules }
          const schedule =
            particularities === undefined
              ? simulate(simulation)
              : simulateReleased(simulation, particularities)
          return slowdownFrom(schedule, rules.lead)
        })
        const values = ascending(slowdowns)
        add(table, name, k, values, whole)
        after?.(k, values)
      }
      if (particularities !== undefined) return
      for (const { name: column, order } of furtherColumns([...OWN, ...further], COLUMN_NAMES)) {
        const policy = policyBy(order, mode)
        const rules = rulesOf(null, whole)
        const slowdowns = windows().map((jobs) =>
          slowdownFrom(simulate({ jobs, processors: machine, policy, rules }), rules.lead),
        )
        addAs(table, name, column, null, ascending(slowdowns))
      }
    },
  })
  const leaveOut = (column: number, values: Float64Array) => {
    const kept = values.subarray(0, Math.max(0, values.length - CURIE_OUTLIERS[mode][column]))
    add(TABLES.steps, `${row}, + largest left out`, column, kept)
  }
  return [
    rowTask(TABLES.published, row),
    rowTask(TABLES.published, `${row}, whole queue`, { whole: true }),
    ...stepsOf(mode).map(({ name, particularities }, place, { length }) =>
      rowTask(TABLES.steps, `${row}, ${name}`, {
        particularities,
        ...(workload === 'Curie' && place === length - 1 ? { after: leaveOut } : {}),
      }),
    ),
  ]
}

/** The particularities of the released program, each added to those before it. */
function stepsOf(mode: Mode): { readonly name: string; readonly particularities: Particularities }[] {
  let particularities = PLAIN
  return STEPS.filter(({ only }) => only === null || only === mode).map(({ name, change }) => {
    particularities = { ...particularities, ...change }
    return { name, particularities }
  })
}

const STEPS: readonly {
  readonly name: string
  /** The only mode in which it can make a difference; null: all. */
  readonly only: Mode | null
  readonly change: Partial<Particularities>
}[] = [
  { name: '+ state waits', only: 'backfilling', change: { stateWaits: true } },
  { name: '+ ends one by one', only: 'backfilling', change: { oneByOne: true } },
  { name: '+ order left', only: null, change: { orderLeft: true } },
  { name: '+ messages', only: null, change: { messages: true } },
]

function jobsOf({ jobs }: Trace, mode: Mode): JobTable {
  const actual = mode === 'actual run times'
  const rows: number[] = []
  for (let row = 0; row < jobs.length; row++) {
    if (jobs.runtime[row] > 0 && jobs.size[row] > 0 && (actual || jobs.estimate[row] > 0)) rows.push(row)
  }
  const kept = selectJobs(jobs, Int32Array.from(rows))
  return actual ? replaceColumns(kept, { estimate: kept.runtime }) : kept
}

/** The windows that are judged, fewer where the log ends before; none without a job to judge. */
function windowsOf(workload: Workload, jobs: JobTable): readonly JobTable[] {
  const { lead } = DIALECTS.sc17
  const skipped = workload === 'Curie' ? CURIE_SKIPPED : []
  const found: JobTable[] = []
  let from = 0
  for (let k = 0; found.length < WINDOWS && from < jobs.length; k++) {
    const origin = jobs.submit[from]
    let to = Math.min(jobs.length, from + lead)
    while (to < jobs.length && jobs.submit[to] <= origin + DAYS) to++
    if (to - from > lead && !skipped.includes(k)) found.push(windowOf(jobs, from, to, origin))
    from = to
  }
  return found
}

/**
 * The rules of a column: of two equally long jobs the later goes first under SPT, nearest to what the released program
 * does.
 */
function rulesOf(column: Column | null, whole: boolean): Semantics {
  return {
    ...DIALECTS.sc17,
    ...(whole ? { sight: Number.POSITIVE_INFINITY } : {}),
    ...(column === 'SPT' ? { ties: 'latest' as const } : {}),
  }
}

function policyOf(column: Column, mode: Mode, particularities: Particularities | undefined): Policy {
  const order = column === 'UNI' && particularities?.orderLeft ? RELEASED_UNI : COLUMNS[column]
  return policyBy(order, mode)
}

function policyBy(order: string, mode: Mode): Policy {
  return plainPolicy(`${mode === 'backfilling' ? 'easy' : 'head'}:${order}`)
}
