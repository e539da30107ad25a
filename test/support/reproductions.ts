/** Published studies that are runs, on stand-ins for their logs. */
import type { Json } from '../../src/core/json.js'
import { type ReproductionSpec, reproductionJson } from '../../src/study/reproduce/reproduction.js'
import type { RunStudy, RunStudyOptions } from '../../src/study/reproduce/study.js'
import type { Dataset } from '../../src/trace/dataset.js'
import { replaceColumns } from '../../src/trace/job-table.js'
import { traceWith } from '../../src/trace/select.js'
import type { Trace } from '../../src/trace/trace.js'
import { demoTrace } from '../../src/workload/demo.js'

/** The demonstration workload under the name of each log, with fewer jobs from log to log. */
export function reproduction(
  study: RunStudy,
  names: readonly string[],
  jobs: number,
  options: Partial<RunStudyOptions> = {},
): { readonly spec: ReproductionSpec; readonly json: Json; readonly datasets: ReadonlyMap<string, Dataset> } {
  const logs = study.logs.filter(({ name }) => names.includes(name))
  const traces = new Map(
    logs.map(({ name, machine }, k) => [
      name,
      dense(demoTrace({ jobs: jobs - 10 * k, processors: machine })),
    ]),
  )
  const asked: RunStudyOptions = {
    ...{ seed: 1, budget: study.usualBudget, scaled: false, methods: study.methods ?? [], version: '0' },
    missingEstimates: 'beta',
    greedyBudget: null,
    sources: [],
    unbounded: false,
    ...options,
  }
  const { datasets, ...prepared } = study.prepare(traces, asked)
  const spec = {
    ...asked,
    ...prepared,
    study: study.name,
    logs: logs.map(({ name, file, machine }) => ({
      ...{ name, file, machine },
      digest: traces.get(name)?.digest ?? '',
    })),
  }
  return { spec, json: reproductionJson(spec), datasets }
}

/** In a tenth of the time, so that jobs wait and orders matter. */
function dense(trace: Trace): Trace {
  const submit = trace.jobs.submit.map((instant) => Math.floor(instant / 10))
  return traceWith(trace, { jobs: replaceColumns(trace.jobs, { submit }) })
}
