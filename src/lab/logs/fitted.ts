/** A generator fitted to a log, and what a reader should know of it. */
import type { Given } from '../../core/settings/index.js'
import {
  FIT_FIELDS,
  fitModel,
  fitNotices,
  MODEL_FIT,
  type WorkloadModel,
} from '../../workload/model/index.js'
import { named, optionNames } from '../failures.js'
import { type LogOptions, onMachine, readLog } from '../inputs/log.js'
import type { Ports } from '../ports.js'

/** A generator of workloads like a log. */
export async function fitWorkload(
  source: string | undefined,
  options: LogOptions,
  given: Given<typeof MODEL_FIT>,
  ports: Ports,
): Promise<WorkloadModel> {
  const { file, trace: read } = await readLog(source, options, FIT_FIELDS, ports)
  const trace = onMachine(read, options)
  const model = await ports.blocking(() => named(file, () => fitModel(trace, given), optionNames(MODEL_FIT)))
  for (const notice of [...trace.notices, ...fitNotices(trace, model)]) ports.note(notice)
  return model
}
