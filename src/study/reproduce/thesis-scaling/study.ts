/**
 * The scaling of logs to 1,024 processors in C. Franke's doctoral thesis (Dortmund 2006, chapter 5), the article of
 * Ernemann, Song and Yahyapour (JSSPP 2003) in full: tables 5.2 to 5.5 and A.1, and the adjusted factors.
 *
 * For every draw each log is scaled at d = 1, 50, 99 with whole and with precise numbers of copies, and at d = 50 by the
 * published adjusted factors and by every other one that was tried (table A.1), and simulated under EASY and FCFS; then the
 * factor is searched anew for either policy (match-scale.ts). Estimates that a log lacks are run times; what those that the
 * thesis draws change has a table of its own (thesis-estimates.ts). Jobs of run time 0 are left out, as there. KTH and NASA are at hand in the editions of the thesis
 * (of KTH one job is missing), the others in later, cleaned ones.
 */
import { DEFAULT_PREPARATION, prepareJobs } from '../../../sim/prepare.js'
import { cleanTrace } from '../../../trace/clean.js'
import type { JobTable } from '../../../trace/job-table.js'
import type { Trace } from '../../../trace/trace.js'
import {
  drawScale,
  type ScaleOptions,
  scaleJobs,
  scalePlan,
  USUAL_COPIED,
  withoutZeroRuntime,
} from '../../../workload/scale.js'
import { matchScale } from '../../match-scale.js'
import { MATCH_POLICIES, type MatchPolicy, type MeasuredRun, measuredRun } from '../../measured-run.js'
import { type Samples, samples } from '../samples.js'
import type { PublishedStudy, StudyLog, StudyOptions, StudyRun, StudyTask } from '../study.js'
import { withMissingEstimates } from '../thesis-estimates.js'
import { thesisLog } from '../thesis-logs.js'
import { TRIED } from './factors.js'
import {
  ADJUSTED,
  FINAL_JOBS,
  ORIGINALS,
  PERCENTAGES,
  PRECISE,
  type PublishedRun,
  STUDY_LOGS,
  type StudyLogName,
  UNSCALED,
  WHOLE,
  WHOLE_COPIES,
} from './tables.js'

/** Processors of the machine that all logs are scaled to. */
const TO = 1024

const LOGS: Readonly<Record<StudyLogName, Omit<StudyLog, 'name'>>> = {
  CTC: { file: 'CTC-SP2-1996-3.1-cln.swf.gz', size: 'requested', machine: 430 },
  // Its published resource consumption is that of the allocated processors.
  KTH: { file: 'KTH-SP2-1996-2.swf.gz', size: 'allocated', machine: 100 },
  NASA: { file: 'NASA-iPSC-1993-3.swf.gz', size: 'requested', machine: 128 },
  SDSC00: { file: 'SDSC-SP2-1998-4.2-cln.swf.gz', size: 'requested', machine: 128 },
  SDSC96: { file: 'SDSC-Par-1996-3.1-cln.swf.gz', size: 'requested', machine: 416 },
}

/** The heads of the tables: what the rows of one kind have in common. */
const TABLES = {
  original: 'originals',
  whole: '5.2 whole copies',
  precise: '5.3 precise copies',
  adjusted: '5.4 adjusted f',
  tried: 'A.1 tried f',
  drawn: 'drawn estimates',
  final: '5.5 jobs',
  matched: 'f by --match',
} as const

export const THESIS_SCALING: PublishedStudy = {
  name: 'thesis-scaling',
  title: 'Scaling of workload traces to 1,024 processors',
  source: 'C. Franke, doctoral thesis, Dortmund 2006, chapter 5, tables 5.2 to 5.5 and A.1',
  logs: [...STUDY_LOGS.map((name) => ({ name, ...LOGS[name] })), thesisLog(UNSCALED.log)],
  origin: 'They are in the Parallel Workloads Archive',
  chance: true,
  uniqueRows: false,
  fields: ['status'],
  begin,
}

function begin(logs: ReadonlyMap<string, Trace>, { seed, draws }: StudyOptions): StudyRun {
  const collected = samples()
  const seeds = Array.from({ length: draws }, (_, k) => seed + k)
  const tasks = STUDY_LOGS.flatMap((name) => {
    const raw = logs.get(name)
    return raw === undefined ? [] : logTasks(studied(name, raw), seeds, collected)
  })
  const unscaled = logs.get(UNSCALED.log)
  const counted = unscaled === undefined ? [] : [unscaledTask(unscaled, collected)]
  return { tasks: [...tasks, ...counted], values: () => collected.values(Object.values(TABLES)) }
}

/** The log that is on a machine of 1,024 processors as it is: its jobs are counted. */
function unscaledTask(raw: Trace, collected: Samples): StudyTask {
  const { log, jobs } = UNSCALED
  return {
    label: `${log}, original`,
    run: () => {
      const ours = withoutZeroRuntime(cleanTrace(raw)).jobs.length
      collected.add({ log, table: TABLES.final, row: log, column: 'n', published: jobs, decimals: 0 }, ours)
    },
  }
}

/** A log as the thesis scaled it. */
interface Studied {
  readonly name: StudyLogName
  readonly trace: Trace
  readonly machine: number
  /** Ready to be simulated, scaled or not. */
  readonly jobs: JobTable
}

function studied(name: StudyLogName, raw: Trace): Studied {
  return withTrace(name, withoutZeroRuntime(cleanTrace(raw)))
}

function withTrace(name: StudyLogName, trace: Trace): Studied {
  const { machine } = LOGS[name]
  const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: machine })
  return { name, trace, machine, jobs }
}

/** The original, then for each seed all that depends on its draw. */
function logTasks(log: Studied, seeds: readonly number[], collected: Samples): StudyTask[] {
  const { name } = log
  const drawn = (seed: number): StudyTask[] => [
    ...PERCENTAGES.flatMap((copied, k) => [
      {
        label: `${name}, draw ${seed}, whole copies, d = ${copied}`,
        run: () => {
          const scaled = scaledJobs(log, seed, { copied, copies: WHOLE_COPIES[name] })
          for (const policy of MATCH_POLICIES) {
            const published = WHOLE[name][policy][k]
            const ours = measuredRun(scaled, TO, policy)
            addRun(collected, TABLES.whole, name, rowOf(name, policy, `d=${copied}`), published, ours)
          }
        },
      },
      {
        label: `${name}, draw ${seed}, precise copies, d = ${copied}`,
        run: () => {
          const scaled = scaledJobs(log, seed, { copied })
          for (const policy of MATCH_POLICIES) {
            const published = PRECISE[name][policy][k]
            const ours = measuredRun(scaled, TO, policy)
            addRun(collected, TABLES.precise, name, rowOf(name, policy, `d=${copied}`), published, ours)
          }
        },
      },
    ]),
    ...MATCH_POLICIES.flatMap((policy) => [
      {
        label: `${name}, draw ${seed}, adjusted for ${policy}`,
        run: () => adjusted(log, seed, policy, collected),
      },
      ...[...TRIED[name][policy]].map(([factor, published]) => ({
        label: `${name}, draw ${seed}, ${policy}, f = ${factor}`,
        run: () => tried(log, seed, policy, factor, published, collected),
      })),
      {
        label: `${name}, draw ${seed}, matching ${policy}`,
        run: () => matched(log, seed, policy, collected),
      },
    ]),
    ...(log.trace.jobs.estimate.every((seconds) => seconds >= 0)
      ? []
      : [
          {
            label: `${name}, draw ${seed}, drawn estimates`,
            run: () => drawnEstimates(log, seed, collected),
          },
        ]),
  ]
  return [{ label: `${name}, original`, run: () => original(log, collected) }, ...seeds.flatMap(drawn)]
}

function original({ name, jobs, machine }: Studied, collected: Samples): void {
  for (const policy of MATCH_POLICIES) {
    const ours = measuredRun(jobs, machine, policy)
    addRun(collected, TABLES.original, name, rowOf(name, policy), ORIGINALS[name][policy], ours)
  }
}

/** At the published factor. */
function adjusted(log: Studied, seed: number, policy: MatchPolicy, collected: Samples): void {
  const { name } = log
  const { factor, run } = ADJUSTED[name][policy]
  const scaled = scaledJobs(log, seed, { factor, copied: USUAL_COPIED })
  const row = rowOf(name, policy, `f=${factor}`)
  addRun(collected, TABLES.adjusted, name, row, run, measuredRun(scaled, TO, policy))
  if (policy !== 'easy') return
  const final = { log: name, table: TABLES.final, row: name, column: 'n' }
  collected.add({ ...final, published: FINAL_JOBS[name], decimals: 0 }, scaled.length)
}

/** At one of the factors that the thesis tried. */
function tried(
  log: Studied,
  seed: number,
  policy: MatchPolicy,
  factor: number,
  published: PublishedRun,
  collected: Samples,
): void {
  const scaled = scaledJobs(log, seed, { factor, copied: USUAL_COPIED })
  const row = rowOf(log.name, policy, `f=${factor}`)
  addRun(collected, TABLES.tried, log.name, row, published, measuredRun(scaled, TO, policy))
}

/** Ends the names of rows that say the same of a log as others, with estimates in place of run times. */
const DRAWN = 'estimates drawn'

/** The original and the log at the published factor under EASY, with estimates where the log has none. */
function drawnEstimates({ name, trace }: Studied, seed: number, collected: Samples): void {
  const log = withTrace(name, withMissingEstimates(trace, seed))
  const { factor, run } = ADJUSTED[name].easy
  const own = measuredRun(log.jobs, log.machine, 'easy')
  addRun(collected, TABLES.drawn, name, rowOf(name, 'easy', DRAWN), ORIGINALS[name].easy, own)
  const scaled = scaledJobs(log, seed, { factor, copied: USUAL_COPIED })
  const row = rowOf(name, 'easy', `f=${factor}`, DRAWN)
  addRun(collected, TABLES.drawn, name, row, run, measuredRun(scaled, TO, 'easy'))
}

/** At the factor that a search of our own finds. */
function matched(
  { name, trace, machine }: Studied,
  seed: number,
  policy: MatchPolicy,
  collected: Samples,
): void {
  const search = matchScale(trace, { to: TO, from: machine, policy, seed })
  let step = search.next()
  while (!step.done) step = search.next()
  const { factor, deviation } = step.value.best
  const cell = { log: name, table: TABLES.matched, row: rowOf(name, policy), decimals: 2 }
  collected.add({ ...cell, column: 'f', published: ADJUSTED[name][policy].factor }, factor)
  collected.add({ ...cell, column: 'deviation %', published: null }, 100 * deviation)
}

function scaledJobs(
  log: Studied,
  seed: number,
  options: Pick<ScaleOptions, 'factor' | 'copies' | 'copied'>,
): JobTable {
  const plan = scalePlan(log.trace, { to: TO, from: log.machine, ...options })
  return scaleJobs(log.jobs, plan, drawScale(log.jobs.length, seed)).jobs
}

function addRun(
  collected: Samples,
  table: string,
  log: string,
  row: string,
  [n, lastEnd, UTIL, AWWT, AWRT, RC]: PublishedRun,
  ours: MeasuredRun,
): void {
  const add = (column: string, published: number, value: number | null, decimals = 0) =>
    collected.add({ log, table, row, column, published, decimals }, value)
  add('n', n, ours.jobs)
  add('Cmax', lastEnd, ours.lastEnd)
  add('UTIL %', UTIL, ours.UTIL === null ? null : 100 * ours.UTIL, 1)
  add('AWWT', AWWT, ours.AWWT)
  add('AWRT', AWRT, ours.AWRT)
  add('RC', RC, ours.work)
}

function rowOf(log: string, policy: MatchPolicy, ...setting: readonly string[]): string {
  return [log, policy.toUpperCase(), ...setting].join(' ')
}
