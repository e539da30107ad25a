/**
 * The logs of Franke's thesis (Dortmund 2006) that are at hand, as `thesis-*` simulate them: in cleaned editions, where the
 * thesis had older ones; on the machines that the thesis names; without jobs of run time 0; with estimates where the log has
 * none (thesis-estimates.ts); users in five groups by their share of the consumption.
 */

import type { LearntLog } from '../../evaluation/searches/final-measurement.js'
import { DEFAULT_PREPARATION } from '../../sim/prepare.js'
import { DEFAULT_SEMANTICS } from '../../sim/semantics.js'
import { cleanTrace } from '../../trace/clean.js'
import { type Dataset, datasetOf } from '../../trace/dataset.js'
import { DEFAULT_GROUPING, groupTrace } from '../../trace/groups.js'
import type { Trace } from '../../trace/trace.js'
import { scaleTrace, withoutZeroRuntime } from '../../workload/scale.js'
import type { RunStudyOptions, StudyLog } from './study.js'
import { withMissingEstimates } from './thesis-estimates.js'
import { ADJUSTED } from './thesis-scaling/tables.js'

export const THESIS_LOGS = ['CTC', 'KTH', 'LANL', 'SDSC00', 'SDSC96'] as const
export type ThesisLog = (typeof THESIS_LOGS)[number]

const FILES: Readonly<Record<ThesisLog, Pick<StudyLog, 'file' | 'machine'>>> = {
  CTC: { file: 'CTC-SP2-1996-3.1-cln.swf.gz', machine: 430 },
  KTH: { file: 'KTH-SP2-1996-2.1-cln.swf.gz', machine: 100 },
  LANL: { file: 'LANL-CM5-1994-4.1-cln.swf.gz', machine: 1024 },
  SDSC00: { file: 'SDSC-SP2-1998-4.2-cln.swf.gz', machine: 128 },
  SDSC96: { file: 'SDSC-Par-1996-3.1-cln.swf.gz', machine: 416 },
}

export function thesisLog(name: ThesisLog): StudyLog {
  return { name, size: 'requested', ...FILES[name] }
}

/** Where they can be had. */
export const ORIGIN = 'They are in the Parallel Workloads Archive'

/** Processors of the machine that the published figures are for. */
export const SCALED_TO = 1024

/** The factor of sizes, which is the mean number of copies: as the thesis adjusted it for EASY; null: not scaled. */
export function scaleFactor(name: ThesisLog): number | null {
  return name === 'LANL' ? null : ADJUSTED[name].easy.factor
}

/** How logs are prepared; the seed is that of scaling, and of estimates. */
export type LogOptions = Pick<RunStudyOptions, 'scaled' | 'seed' | 'missingEstimates'>

export interface PreparedLog {
  /** All of its jobs are learnt from. */
  readonly log: LearntLog
  readonly dataset: Dataset
}

/**
 * @param raw as read
 * @throws QueuewrightError as `scaleTrace`
 */
export function preparedLog(name: ThesisLog, raw: Trace, options: LogOptions): PreparedLog {
  const { scaled, seed, missingEstimates } = options
  const own = withoutZeroRuntime(cleanTrace(raw))
  const cleaned = missingEstimates === 'beta' ? withMissingEstimates(own, seed) : own
  const factor = scaled ? scaleFactor(name) : null
  const from = FILES[name].machine
  const { trace } =
    factor === null
      ? groupTrace(cleaned, DEFAULT_GROUPING)
      : scaleTrace(cleaned, { to: SCALED_TO, from, factor, seed })
  const dataset = datasetOf(trace)
  const jobs = trace.jobs.length
  const scenario = {
    ...DEFAULT_PREPARATION,
    data: dataset.digest,
    window: null,
    machine: factor === null ? from : SCALED_TO,
    seed,
    rules: DEFAULT_SEMANTICS,
    trimming: {},
  }
  return { log: { name, scenario, train: jobs, jobs }, dataset }
}

/**
 * Those of the logs that were read, in the order of `THESIS_LOGS`, and their data by digest.
 * @throws QueuewrightError as `scaleTrace`
 */
export function preparedLogs(
  traces: ReadonlyMap<string, Trace>,
  options: LogOptions,
): { readonly logs: readonly LearntLog[]; readonly datasets: ReadonlyMap<string, Dataset> } {
  const prepared = THESIS_LOGS.flatMap((name) => {
    const raw = traces.get(name)
    return raw === undefined ? [] : [preparedLog(name, raw, options)]
  })
  return {
    logs: prepared.map(({ log }) => log),
    datasets: new Map(prepared.map(({ dataset }) => [dataset.digest, dataset])),
  }
}
