/** A log for a machine of another size, by a given factor or by one that is searched. */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { type Given, settled } from '../../core/settings/index.js'
import type { MatchInfo } from '../../report/match.js'
import { type MatchStep, matchScale, type ScaleMatch } from '../../study/match-scale.js'
import type { MatchPolicy } from '../../study/measured-run.js'
import { FURTHER_FIELDS, selectRows, type Trace } from '../../trace/index.js'
import { SCALING, type ScaleFacts, scalePlan, scaleTrace, withoutZeroRuntime } from '../../workload/scale.js'
import { optionNames, usage, withOptionName } from '../failures.js'
import { type LogOptions, machineOf, readLog } from '../inputs/log.js'
import type { Ports, Steps } from '../ports.js'
import { SCALE_SEARCH } from './scale-settings.js'

export type ScaleLogOptions = LogOptions &
  Given<typeof SCALE_SEARCH> & {
    /** Processors of the machine to scale to. */
    readonly to: number
    readonly factor?: number
    /** Percent of the jobs that are copied; absent: as usual. */
    readonly copied?: number
    /** Absent: as usual. */
    readonly seed?: number
  }

export interface ScaledLog {
  /** The user's name for the log. */
  readonly file: string
  readonly trace: Trace
  readonly scaled: Trace
  readonly facts: ScaleFacts
  /** The search for the factor; null where none was asked for. */
  readonly match: MatchInfo | null
}

/** @throws QueuewrightError `usage` for a factor beside a search for one; as `readLog` and `scaleTrace` */
export async function scaleLog(
  path: string | undefined,
  options: ScaleLogOptions,
  ports: Ports,
): Promise<ScaledLog> {
  const { to } = options
  const { seed, match: by, dropZeroRuntime } = settled({ seed: SCALING.seed, ...SCALE_SEARCH }, options)
  if (by !== null && options.factor !== undefined) {
    const expected = 'no factor beside --match, which searches it'
    throw usage('--factor', String(options.factor), expected, 'Leave out one of them')
  }
  const log = await readLog(path, options, FURTHER_FIELDS, ports)
  const { file } = log
  const from = machineOf(log.trace, options, file)
  const own = withinMachine(log.trace, from, ports)
  const trace = dropZeroRuntime ? withoutZeroRuntime(own) : own
  const { copied } = explained(file, () => scalePlan(trace, { to, from, copied: options.copied }))
  const scaling = { to, from, copied, seed }
  const match = by === null ? null : await searched(trace, scaling, by, file, ports)
  const factor = match?.best.factor ?? options.factor
  const { trace: scaled, facts } = await ports.blocking(() =>
    explained(file, () => scaleTrace(trace, { ...scaling, ...(factor !== undefined && { factor }) })),
  )
  return { file, trace, scaled, facts, match }
}

/** The share of jobs that may be larger than the machine: of more, its size is in doubt. */
const MOST_STRANGE = 0.01

/** The log without jobs that cannot have run on its own machine, where these are few. */
function withinMachine(trace: Trace, machine: number, ports: Ports): Trace {
  const { size } = trace.jobs
  const rows = Int32Array.from(size.keys()).filter((row) => size[row] <= machine)
  const strange = size.length - rows.length
  if (strange === 0 || strange > MOST_STRANGE * size.length) return trace
  ports.note(
    `${plural(strange, 'job')} larger than the log's own machine of ${plural(machine, 'processor')} left out: --machine N, if it is larger`,
  )
  return selectRows(trace, rows)
}

async function searched(
  trace: Trace,
  scaling: Readonly<Record<'to' | 'from' | 'copied' | 'seed', number>>,
  policy: MatchPolicy,
  file: string,
  ports: Ports,
): Promise<MatchInfo> {
  const search = matchScale(trace, { ...scaling, policy })
  const bars = levelBars(ports)
  try {
    for (;;) {
      const step: IteratorResult<MatchStep, ScaleMatch> = await ports.blocking(() =>
        explained(file, () => search.next()),
      )
      if (step.done) return { ...scaling, ...step.value }
      bars.show(step.value)
    }
  } finally {
    bars.stop()
  }
}

/** One bar after the other, one a level of the search. */
function levelBars(ports: Ports) {
  let level = ''
  let bar: Steps | null = null
  return {
    show: ({ point, most }: MatchStep) => {
      if (point.level !== level) {
        bar?.stop()
        bar = ports.steps(`searching f, ${point.level}`, most)
        level = point.level
      }
      bar?.step(`f = ${point.factor.toFixed(2)}: ${(100 * point.deviation).toFixed(1)} %`)
    },
    stop: () => bar?.stop(),
  }
}

/** Options by the names that scaling knows them by. */
const OPTIONS = { ...optionNames(SCALING), from: '--machine', match: '--match' }

/** Failures of scaling with the names of files and options, and what to do. */
function explained<Result>(file: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    if (error.kind === 'job-oversize') {
      const remedy = 'See --machine N, the size of its own machine; --sizes 1-N leaves larger jobs out'
      throw error.with({ file, remedy })
    }
    throw withOptionName(error.with({ file }), OPTIONS)
  }
}
