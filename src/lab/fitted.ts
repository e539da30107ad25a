/** Models fitted to logs, and what a reader should know of each. */
import { plural } from '../core/format.js'
import { type Given, settled } from '../core/settings/index.js'
import { inputName } from '../runtime/index.js'
import type { Trace } from '../trace/index.js'
import { FEWEST } from '../workload/estimates/beta.js'
import { BETA_FIT, type BetaModel, fitBeta } from '../workload/estimates/index.js'
import { FIT_FIELDS, fitModel, fitNotices, MODEL_FIT, type WorkloadModel } from '../workload/model/index.js'
import { named, optionNames, withOptionName } from './failures.js'
import { type LogOptions, onMachine, readLog } from './log.js'
import type { Ports } from './ports.js'

/** A generator of workloads like a log. */
export async function fitWorkload(
  source: string | undefined,
  options: LogOptions,
  given: Given<typeof MODEL_FIT>,
  ports: Ports,
): Promise<WorkloadModel> {
  const { file, trace: read } = await readLog(source, options, FIT_FIELDS, ports)
  const trace = onMachine(read, options)
  const model = await ports.blocking(() =>
    named(file, () => {
      try {
        return fitModel(trace, given)
      } catch (error) {
        throw withOptionName(error, optionNames(MODEL_FIT))
      }
    }),
  )
  for (const notice of [...trace.notices, ...fitNotices(trace, model)]) ports.note(notice)
  return model
}

/** The Beta model of the estimates of several logs. */
export async function fitEstimates(
  paths: readonly string[],
  options: LogOptions,
  given: Given<typeof BETA_FIT>,
  ports: Ports,
): Promise<BetaModel> {
  const settings = settled(BETA_FIT, given)
  const traces: Trace[] = []
  for (const path of paths) traces.push((await readLog(path, options, [], ports)).trace)
  for (const trace of traces) {
    for (const notice of trace.notices) ports.note(`${trace.name}: ${notice}`)
  }
  const files = paths.map(inputName).join(', ')
  const model = await ports.blocking(() => named(files, () => fitBeta(traces, settings)))
  const { groups } = model
  if (groups.length < settings.groups) {
    ports.note(
      `${groups.length} of ${settings.groups} groups: those with too few jobs, or with the same run times, were joined`,
    )
  }
  const below = groups.reduce((sum, { jobs, atLimit }) => sum + Math.round(jobs * (1 - atLimit)), 0)
  if (below > 0 && below < FEWEST) {
    const found = plural(below, 'job')
    ports.note(`a distribution of ${found} below the limit says little; ${FEWEST} or more are wanted`)
  }
  return model
}
