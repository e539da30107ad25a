/** User estimates of run times: described, compared, fitted, and given to logs by a model. */
import { plural } from '../../core/format.js'
import { type Given, settled } from '../../core/settings/index.js'
import { inputName, readInput, STANDARD_STREAM } from '../../runtime/index.js'
import { FURTHER_FIELDS, type Trace } from '../../trace/index.js'
import { FEWEST } from '../../workload/estimates/beta.js'
import {
  APPLYING,
  applyEstimates,
  BETA_FIT,
  type BetaModel,
  describeEstimates,
  type EstimateDistance,
  type EstimateFacts,
  type EstimateModel,
  estimateDistance,
  fitBeta,
  namedModel,
  readBetaModel,
} from '../../workload/estimates/index.js'
import { named, namedByOptions, optionNames, usage } from '../failures.js'
import { type LogOptions, onMachine, readLog } from '../inputs/log.js'
import type { Ports } from '../ports.js'
import type { Transformed } from './transform.js'

/** The estimates of a log. */
export async function describedEstimates(
  path: string | undefined,
  options: LogOptions,
  ports: Ports,
): Promise<EstimateFacts> {
  const { trace, facts } = await described(path, options, ports)
  for (const notice of trace.notices) ports.note(notice)
  return facts
}

export interface ComparedEstimates {
  readonly first: EstimateFacts
  readonly others: readonly { readonly facts: EstimateFacts; readonly distance: EstimateDistance }[]
}

/** The estimates of several logs beside those of the first. */
export async function comparedEstimates(
  paths: readonly string[],
  options: LogOptions,
  ports: Ports,
): Promise<ComparedEstimates> {
  const logs: Awaited<ReturnType<typeof described>>[] = []
  for (const path of paths) logs.push(await described(path, options, ports))
  for (const { trace } of logs) for (const notice of trace.notices) ports.note(`${trace.name}: ${notice}`)
  const [first, ...others] = logs
  return {
    first: first.facts,
    others: others.map(({ trace, facts }) => ({ facts, distance: estimateDistance(first.trace, trace) })),
  }
}

async function described(path: string | undefined, options: LogOptions, ports: Ports) {
  const { file, trace } = await readLog(path, options, [], ports)
  return {
    trace,
    facts: path === undefined ? describeEstimates(trace) : named(file, () => describeEstimates(trace)),
  }
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

/**
 * A log with modelled estimates in the place of its own.
 * @throws QueuewrightError `usage` for settings that do not go together; as `readLog`, `readBetaModel` and `applyEstimates`
 */
export async function applyEstimateModel(
  path: string | undefined,
  options: LogOptions,
  given: Given<typeof APPLYING>,
  ports: Ports,
): Promise<Transformed> {
  const settings = namedByOptions(APPLYING, () => settled(APPLYING, given))
  if (path === STANDARD_STREAM && settings.model === `beta:${STANDARD_STREAM}`) {
    throw usage('--model', settings.model, 'a file, as the log comes from standard input')
  }
  const model = await modelOf(settings.model)
  const popular = settings.popular === null ? {} : { popular: settings.popular }
  const { file, trace: read } = await readLog(path, options, FURTHER_FIELDS, ports)
  const log = onMachine(read, options)
  const trace = await ports.blocking(() =>
    named(
      file,
      () =>
        applyEstimates(
          log,
          model.kind === 'tsafrir' ? { ...model, ...popular } : model,
          settings.seed,
          settings,
        ),
      optionNames(APPLYING),
    ),
  )
  return { file, trace }
}

async function modelOf(text: string): Promise<EstimateModel> {
  const model = namedModel(text)
  if (model.kind !== 'beta') return model
  const { kind, file } = model
  return { kind, beta: readBetaModel(await readInput(file), inputName(file)) }
}
