/** Logs made of logs: split for a grid, merged, moved in time, thinned out, or of another load. */
import { Calendar } from '../../core/calendar.js'
import { formatDuration } from '../../core/duration.js'
import { QueuewrightError } from '../../core/errors.js'
import { formatCount, formatNumber, plural } from '../../core/format.js'
import { type Given, settled } from '../../core/settings/index.js'
import { droppedText } from '../../report/rows.js'
import { inputName, STANDARD_STREAM } from '../../runtime/index.js'
import { FURTHER_FIELDS, type Trace } from '../../trace/index.js'
import {
  changeLoad,
  LOAD_CHANGE,
  type LoadChange,
  lengthening,
  MERGING,
  mergeTraces,
  offeredLoad,
  parseGrid,
  SHIFT,
  SPLITTING,
  shiftTrace,
  siteTraces,
  splitTrace,
  THINNING,
  thinTrace,
} from '../../workload/transform/index.js'
import { misused, named, namedByOptions, optionNames, usage } from '../failures.js'
import { type LogOptions, onMachine, readLog } from '../inputs/log.js'
import type { Ports } from '../ports.js'

/** The log that was made. */
export interface Transformed {
  /** The name that messages have for the log it was made of. */
  readonly file: string
  readonly trace: Trace
}

/** @throws QueuewrightError as `readLog` and `splitTrace` */
export async function splitLog(
  path: string | undefined,
  options: LogOptions,
  given: Given<typeof SPLITTING>,
  ports: Ports,
): Promise<Transformed & { readonly sites: () => readonly Trace[] }> {
  const { sites, parts } = namedByOptions(SPLITTING, () => settled(SPLITTING, given))
  const grid = parseGrid(sites)
  const source = await readWhole(path, options, ports)
  const result = await ports.blocking(() =>
    named(source.file, () => splitTrace(source.trace, grid, parts), optionNames(SPLITTING)),
  )
  const { widerThanSite, trace } = result
  tell('split', [source.trace], trace, ports, [
    `${plural(result.split, 'job')} split for ${plural(grid.sites.length, 'site')}`,
    ...(widerThanSite > 0 ? [`${formatCount(widerThanSite)} wider than the site they arrive at`] : []),
  ])
  return { file: source.file, trace, sites: () => siteTraces(trace, grid) }
}

/**
 * @param options whose machine is the merged one
 * @throws QueuewrightError as `readLog` and `mergeTraces`
 */
export async function mergeLogs(
  paths: readonly string[],
  options: LogOptions,
  given: Given<typeof MERGING>,
  ports: Ports,
): Promise<Transformed> {
  if (paths.length < 2) {
    throw new QueuewrightError('usage', 'merging needs several logs', {
      value: paths.length,
      expected: 'two or more',
      remedy: 'To write one log anew, use qw convert',
    })
  }
  if (paths.filter((path) => path === STANDARD_STREAM).length > 1) {
    throw usage('LOGS', STANDARD_STREAM, 'standard input at most once')
  }
  const { machine: processors, ...reading } = options
  const merging = settled(MERGING, given)
  const traces: Trace[] = []
  for (const path of paths) traces.push((await readWhole(path, reading, ports)).trace)
  const names = { ...optionNames(MERGING), processors: '--machine' }
  const settings = { ...merging, ...(processors != null && { processors }) }
  const trace = await ports.blocking(() =>
    named(inputName(paths[0]), () => mergeTraces(traces, settings), names),
  )
  tell('merge', traces, trace, ports, [`clocks aligned by ${merging.align}`])
  return { file: paths.map(inputName).join(', '), trace }
}

/** @throws QueuewrightError as `readLog` and `shiftTrace` */
export async function shiftLog(
  path: string | undefined,
  options: LogOptions,
  given: Given<typeof SHIFT>,
  ports: Ports,
): Promise<Transformed> {
  const { by = null, date = null, keepWeekday = false, rebase = false } = given
  if (by === null && date === null && !rebase) {
    throw misused('nothing says where to shift the log', '--by TIME, --to DATE or --rebase')
  }
  if (by !== null && date !== null) throw misused('two ways to shift the log', 'either --by or --to')
  if (keepWeekday && date === null) {
    throw misused('no date whose weekday could be kept', '--keep-weekday only with --to')
  }
  const source = await readWhole(path, options, ports)
  const trace = await ports.blocking(() =>
    named(source.file, () => shiftTrace(source.trace, given), optionNames(SHIFT)),
  )
  const { jobs, clock } = trace
  const first = jobs.submit[0]
  const when = clock.unixStart === null ? 'at an unknown date' : `on ${new Calendar(clock).iso(first)}`
  tell('shift', [source.trace], trace, ports, [
    `the first submitted ${when}, ${first} s after the log's zero`,
  ])
  return { file: source.file, trace }
}

/** @throws QueuewrightError as `readLog` and `thinTrace` */
export async function thinLog(
  path: string | undefined,
  options: LogOptions,
  given: Given<typeof THINNING>,
  ports: Ports,
): Promise<Transformed> {
  const thinning = settled(THINNING, given)
  const { by, seed } = thinning
  const source = await readWhole(path, options, ports)
  const { trace, kept, units } = await ports.blocking(() =>
    named(source.file, () => thinTrace(source.trace, thinning), optionNames(THINNING)),
  )
  tell('thin', [source.trace], trace, ports, [
    `${formatCount(kept)} of ${formatCount(units)} ${by} kept by seed ${seed}`,
  ])
  return { file: source.file, trace }
}

/** @throws QueuewrightError as `readLog` and `changeLoad` */
export async function changeLogLoad(
  path: string | undefined,
  options: LogOptions,
  given: Given<typeof LOAD_CHANGE>,
  ports: Ports,
): Promise<Transformed> {
  const change = loadChangeOf(given)
  const { plain = false } = given
  const source = await readWhole(path, options, ports)
  const { trace, stretch } = await ports.blocking(() =>
    named(source.file, () => changeLoad(source.trace, change, { plain }), optionNames(LOAD_CHANGE)),
  )
  const { submit } = source.trace.jobs
  const span = submit[submit.length - 1] - submit[0]
  tell('load', [source.trace], trace, ports, [
    `${formatDuration(span)} of submits ${lengthening(stretch)} to ${formatDuration(stretch * span)}`,
    plain ? `daily cycle ${lengthening(stretch)} too` : 'daily and weekly cycle kept',
  ])
  return { file: source.file, trace }
}

function loadChangeOf({ to = null, by = null }: Given<typeof LOAD_CHANGE>): LoadChange {
  if (to !== null && by !== null) throw misused('two loads to come to', 'either --to or --by')
  if (to !== null) return { to }
  if (by !== null) return { by }
  throw misused('nothing says which load to come to', '--to LOAD or --by FACTOR')
}

/** The log with all its fields, on the machine that is named where one is. */
async function readWhole(path: string | undefined, options: LogOptions, ports: Ports): Promise<Transformed> {
  const { file, trace } = await readLog(path, options, FURTHER_FIELDS, ports)
  return { file, trace: onMachine(trace, options) }
}

/** Tells what was made, in one line: jobs and offered load before and after, and further `facts`. */
function tell(
  what: string,
  before: readonly Trace[],
  after: Trace,
  ports: Ports,
  facts: readonly string[],
): void {
  const jobs = before.map(({ jobs: { length } }) => formatCount(length)).join(' + ')
  const loads = before.map(loadText).join(' + ')
  const parts = [
    `jobs ${jobs} before, ${formatCount(after.jobs.length)} after`,
    ...facts,
    `offered load ${loads} before, ${loadText(after)} after`,
  ]
  if (Object.keys(after.dropped).length > 0) parts.push(`left out on reading: ${droppedText(after.dropped)}`)
  ports.note(`${what}: ${parts.join('; ')}`)
}

function loadText({ jobs, processors }: Trace): string {
  const load = offeredLoad(jobs, processors)
  const machine = processors === null ? 'a machine of unknown size' : plural(processors, 'processor')
  return load === null ? `unknown on ${machine}` : `${formatNumber(load)} on ${machine}`
}
