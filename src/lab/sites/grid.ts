/** Several sites that share the work of their users, on the log of one machine or a log for each: what `qw grid` does. */

import { QueuewrightError } from '../../core/errors.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import {
  GRID_FIELDS,
  type GridStage,
  gridNotices,
  gridStageOf,
} from '../../evaluation/scenarios/grid-case.js'
import { inputName } from '../../runtime/index.js'
import { parsePolicy } from '../../sim/policy.js'
import {
  type Arrivals,
  fieldValues,
  type Gain,
  GRID_DOCUMENT,
  type GridMeasures,
  type GridPolicy,
  type GridSchedule,
  gainsOf,
  gridPolicy,
  measureGrid,
  validateGrid,
  type WrittenSite,
  writtenSite,
} from '../../sites/index.js'
import { type DropCounts, datasetOf, readingOf, type Trace } from '../../trace/index.js'
import { numbersByName } from '../../trace/slurm-conf/index.js'
import type { DemoOptions } from '../../workload/demo.js'
import { mergeTraces, parseGrid } from '../../workload/transform/index.js'
import { named, optionNames, usage, withOptionName } from '../failures.js'
import { type LogOptions, loadShown, machineOf, narrowed, readLog } from '../inputs/log.js'
import { namedPolicy } from '../inputs/policies.js'
import { readNamed } from '../inputs/written.js'
import type { Ports } from '../ports.js'
import { GRID_LAB_SETTINGS } from './grid-settings.js'

export interface GridOptions extends LogOptions, Given<typeof GRID_LAB_SETTINGS> {
  /** A published grid, sizes of sites, or a file; absent: the machines of the logs. */
  readonly sites?: string
  /** The policy of all sites, in place of what the file says; `@FILE`: a strategy. */
  readonly sitePolicy?: string
  readonly check?: true
}

/** One way of sharing, and what it is worth to whom. */
export interface GridOutcome {
  readonly policy: GridPolicy
  readonly schedule: GridSchedule
  readonly measures: GridMeasures
  readonly gains: readonly Gain[]
}

export interface GridComparison {
  readonly trace: Trace
  readonly file: string
  readonly sites: readonly WrittenSite[]
  readonly stage: GridStage
  readonly outcomes: readonly GridOutcome[]
  readonly dropped: DropCounts
  readonly notices: readonly string[]
  readonly checked: boolean
}

/** @throws QueuewrightError for what cannot be read, does not fit together, or has no place in the grid */
export async function compareGrid(
  paths: readonly string[],
  options: GridOptions,
  ports: Ports,
): Promise<GridComparison> {
  try {
    return await compared(paths, options, settled(GRID_LAB_SETTINGS, options), ports)
  } catch (error) {
    throw withOptionName(error, optionNames(GRID_LAB_SETTINGS))
  }
}

async function compared(
  paths: readonly string[],
  options: GridOptions,
  settings: Values<typeof GRID_LAB_SETTINGS>,
  ports: Ports,
): Promise<GridComparison> {
  const several = paths.length > 1
  if (settings.arrivals === 'log' && !several) {
    throw usage(
      ...(['--arrivals', 'log', 'a log for each site'] as const),
      'Name several logs; of one that qw merge --sites has made take --arrivals partition',
    )
  }
  const written = options.sites === undefined ? null : await readSites(options.sites)
  const read = await readLogs(paths, options, settings.align, written === null, ports)
  const { trace, file, machines } = read
  if (written === null && machines === null) {
    throw usage(
      ...(['--sites', 'nothing', 'a grid such as m128-4, sizes such as 2x128,64, or a file'] as const),
      'Name the sites, as in --sites 4x64',
    )
  }
  const unnamed = written?.sites ?? (machines ?? []).map(writtenSite)
  if (several && unnamed.length !== paths.length && options.arrivals === undefined) {
    throw usage(
      '--sites',
      `${unnamed.length} sites`,
      `one for each of ${paths.length} logs, or --arrivals turn`,
    )
  }
  const arrivals = several && options.arrivals === undefined ? 'log' : settings.arrivals
  const names = written?.named ? [] : homeNames(arrivals, trace, read.names)
  const sites = await withPolicies(calledAfter(unnamed, names), options.sitePolicy)
  const dataset = datasetOf(trace, GRID_FIELDS)
  const stage = named(file, () =>
    gridStageOf(
      {
        ...{ data: dataset.digest, window: null, estimates: settings.estimates },
        ...{ sites, arrivals, parts: settings.parts },
      },
      dataset,
    ),
  )
  const notices = [...trace.notices, ...gridNotices(stage, settings.parts)]
  for (const notice of notices) ports.note(notice)

  const bar = ports.steps('simulating', settings.policy.length)
  const alone = localOrNull(stage)
  const outcomes: GridOutcome[] = []
  const refusals: QueuewrightError[] = []
  const left: string[] = []
  try {
    for (const kind of settings.policy) {
      const policy = gridPolicy(kind, settings)
      const leaves = (refusal: QueuewrightError) => {
        refusals.push(refusal)
        left.push(`without ${kind}: ${refusalText(refusal)}`)
      }
      const found = await ports.blocking(() =>
        named(file, () =>
          unlessRefused(options.policy === undefined ? leaves : null, () =>
            outcome(stage, policy, alone, options),
          ),
        ),
      )
      if (found !== null) outcomes.push(found)
      bar.step(kind)
    }
  } finally {
    bar.stop()
  }
  if (outcomes.length === 0) throw named(file, () => refusals[0])
  for (const notice of left) ports.note(notice)
  return {
    ...{ trace, file, sites, stage, outcomes, notices: [...notices, ...left] },
    dropped: trace.dropped,
    checked: options.check === true,
  }
}

function outcome(
  stage: GridStage,
  policy: GridPolicy,
  alone: GridSchedule | null,
  { check }: GridOptions,
): GridOutcome {
  const schedule = policy.kind === 'local' && alone !== null ? alone : stage.run(policy)
  if (check) requireSound(schedule, stage, policy)
  return { policy, schedule, measures: measureGrid(schedule), gains: gainsOf(schedule, alone) }
}

/**
 * The result of `run`; null where sites or jobs refuse what nobody asked for by name.
 * @param leaves told of what is refused; null: it was asked for, and the error is thrown
 */
export function unlessRefused<Result>(
  leaves: ((refusal: QueuewrightError) => void) | null,
  run: () => Result,
): Result | null {
  try {
    return run()
  } catch (error) {
    const refused =
      error instanceof QueuewrightError && (error.kind === 'job-oversize' || error.kind === 'usage')
    if (!refused || leaves === null) throw error
    leaves(error)
    return null
  }
}

/** A refusal as a notice says it, with what would not be refused. */
export function refusalText({ what, detail: { expected } }: QueuewrightError): string {
  return expected === undefined ? what : `${what} (expected ${expected})`
}

/** The schedule that everybody would have alone; null where a job has no place at home. */
function localOrNull(stage: GridStage): GridSchedule | null {
  try {
    return stage.run({ kind: 'local' })
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'job-oversize') return null
    throw error
  }
}

function requireSound(schedule: GridSchedule, { sites }: GridStage, policy: GridPolicy): void {
  const broken = validateGrid(schedule, sites, policy)
  if (broken.length === 0) return
  const [first] = broken
  const times = broken.length > 1 ? ` (${broken.length} times)` : ''
  throw new QueuewrightError(
    'check-failed',
    `${policy.kind} breaks a rule of grids${times}: ${first.message}`,
    {
      job: first.job,
      field: first.rule,
      remedy: 'Please report this: it is a defect of Queuewright',
    },
  )
}

/**
 * The log of one machine whose jobs come from all sites, or a log for each site.
 * @param own whether the machines of several logs are the sites
 * @param demo the demonstration workload where no log is named
 */
export function readLogs(
  paths: readonly string[],
  options: LogOptions,
  align: 'clock' | 'start' | 'first',
  own: boolean,
  ports: Ports,
  demo: DemoOptions = {},
) {
  return paths.length > 1
    ? mergedLog(paths, options, align, own, ports)
    : singleLog(paths[0], options, ports, demo)
}

async function singleLog(path: string | undefined, options: LogOptions, ports: Ports, demo: DemoOptions) {
  const { trace, file } = await readLog(path, options, GRID_FIELDS, ports, demo)
  return { trace, file, names: [], machines: null }
}

/** A log for each site, each with its own machine. */
async function mergedLog(
  paths: readonly string[],
  options: LogOptions,
  align: 'clock' | 'start' | 'first',
  own: boolean,
  ports: Ports,
) {
  const traces: Trace[] = []
  const machines: number[] = []
  for (const path of paths) {
    const { size, badLines } = readingOf(options)
    const fields = [...GRID_FIELDS, 'status'] as const
    const trace = await loadShown(path, { size, badLines, fields: fields as never }, ports)
    if (own) machines.push(machineOf(trace, {}, inputName(path)))
    traces.push(trace)
  }
  const file = paths.map(inputName).join(', ')
  const merged = named(file, () => mergeTraces(traces, { align, same: [], sites: true }))
  const names = traces.map(({ name }) => name)
  return { ...narrowed(merged, options, file), file, names, machines: own ? machines : null }
}

/** A grid by name, sizes, or file, which alone names its sites. */
async function readSites(text: string) {
  const found = await readNamed(text, '--sites', GRID_DOCUMENT, parseGrid)
  return 'known' in found
    ? { sites: found.known.sites.map(writtenSite), named: false }
    : { sites: found.value.sites, named: true }
}

/** The names that a log has for the sites that its jobs come from; empty where it does not say. */
function homeNames(
  arrivals: Arrivals,
  { header, fields }: Trace,
  logs: readonly string[],
): readonly (string | undefined)[] {
  if (arrivals === 'log') return logs
  if (arrivals !== 'partition' && arrivals !== 'queue') return []
  const names = new Map<number, string>()
  for (const [name, numbers] of numbersByName(header, arrivals === 'queue' ? 'Queue' : 'Partition')) {
    for (const number of numbers) names.set(number, name)
  }
  return fieldValues(fields[arrivals] ?? new Float64Array(0)).map((value) => names.get(value))
}

/** Sites under names that are known of them, unless two would be called the same. */
function calledAfter(
  sites: readonly WrittenSite[],
  names: readonly (string | undefined)[],
): readonly WrittenSite[] {
  const called = sites.map((site, k) => ({ ...site, name: names[k] ?? site.name }))
  return new Set(called.map(({ name }) => name)).size === sites.length ? called : sites
}

/** Sites whose policies are texts: `@FILE` is the policy that a strategy amounts to. */
export async function withPolicies(
  sites: readonly WrittenSite[],
  all: string | undefined,
): Promise<readonly WrittenSite[]> {
  if (all !== undefined) {
    const policy = await sitePolicyText(all)
    return sites.map((site) => ({ ...site, policy }))
  }
  const texts = new Map<string, string>()
  const textOf = async (written: string, field: string): Promise<string> => {
    try {
      const known = texts.get(written) ?? (await namedPolicy(written)).text
      texts.set(written, known)
      return known
    } catch (error) {
      throw error instanceof QueuewrightError ? error.with({ field }) : error
    }
  }
  const read: WrittenSite[] = []
  for (const [k, site] of sites.entries()) {
    read.push({ ...site, policy: await textOf(site.policy, `sites[${k}].policy`) })
  }
  return read
}

/** The text of what `--site-policy` says, which no document has checked. */
async function sitePolicyText(written: string): Promise<string> {
  const { text } = await namedPolicy(written)
  try {
    parsePolicy(text)
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ field: '--site-policy', value: written }) : error
  }
  return text
}

/** The comparison for other programs. */
export function gridJson({ trace, sites, stage, outcomes, dropped, notices }: GridComparison) {
  return {
    trace: trace.name,
    digest: trace.digest,
    sites,
    jobs: stage.jobs,
    parts: stage.workload.jobs.length,
    dropped,
    notices,
    policies: outcomes.map(({ policy, measures, gains }) => ({ ...policy, ...measures, gains })),
  }
}
