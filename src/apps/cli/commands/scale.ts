/** `qw scale`: a log for a machine of another size, by a given factor or by one that is searched. */
import { QueuewrightError } from '../../../core/errors.js'
import { withOptionName } from '../../../lab/failures.js'
import { type LogOptions, machineOf, readLog } from '../../../lab/log.js'
import type { Steps } from '../../../lab/ports.js'
import type { MatchInfo } from '../../../report/match.js'
import { inputName, STANDARD_STREAM } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { type MatchStep, matchScale, type ScaleMatch } from '../../../study/match-scale.js'
import type { MatchPolicy } from '../../../study/measured-run.js'
import { FURTHER_FIELDS, type Trace } from '../../../trace/index.js'
import { SCALING, scaleTrace, withoutZeroRuntime } from '../../../workload/scale.js'
import { usage } from '../options.js'
import { type FormatOptions, formatOf, writeTrace } from '../output.js'
import { writeExhibit } from '../report-file.js'
import { optionNames } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface ScaleCommandOptions extends LogOptions, FormatOptions {
  readonly to: number
  readonly factor?: number
  readonly match?: MatchPolicy
  readonly copied: number
  readonly dropZeroRuntime?: true
  readonly seed: number
  readonly out?: string
  readonly report?: string
  readonly json?: true
}

export async function scaleCommand(
  path: string | undefined,
  options: ScaleCommandOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  checkOptions(options)
  const out = options.out ?? (options.json ? null : STANDARD_STREAM)
  // A name that says no format is found out before a long search.
  if (out !== null && options.format === undefined) formatOf(out)
  const log = await readLog(path, options, FURTHER_FIELDS, terminal)
  const trace = options.dropZeroRuntime ? withoutZeroRuntime(log.trace) : log.trace
  const file = path === undefined ? trace.name : inputName(path)
  const { to, copied, seed } = options
  const scaling = { to, from: machineOf(trace, options, file), copied, seed }

  const match =
    options.match === undefined ? null : await searched(trace, scaling, options.match, file, terminal)
  const factor = match?.best.factor ?? options.factor
  const { trace: scaled, facts } = await terminal.blocking(() =>
    explained(file, () => scaleTrace(trace, { ...scaling, ...(factor === undefined ? {} : { factor }) })),
  )

  if (options.report !== undefined && match !== null) {
    const { matchPage } = await import('../../../report/pages/match.js')
    const provenance = { version: version(), command: commandLine }
    await writeExhibit(options.report, matchPage({ trace, match, provenance }))
  }
  if (match !== null && !options.json) {
    const { matchText } = await import('../../../report/match.js')
    // Standard output is the log's where that is written there.
    if (out === STANDARD_STREAM) terminal.notice(matchText(match, { ...terminal.style, colour: false }))
    else terminal.print(`${matchText(match, terminal.style)}\n`)
  }
  if (out !== null) {
    const quiet: Terminal = { ...terminal, print: (text) => terminal.note(text) }
    await writeTrace(out, scaled, options, file, options.json ? quiet : terminal, options.size)
  }
  if (options.json) {
    const original = { trace: trace.name, digest: trace.digest, dropped: trace.dropped }
    const result = { ...original, scaling: { ...facts, digest: scaled.digest }, match }
    terminal.print(JSON.stringify(result, null, 2))
  }
}

function checkOptions({ match, factor, report, json, out }: ScaleCommandOptions): void {
  if (match !== undefined && factor !== undefined) {
    throw usage(
      '--factor',
      String(factor),
      'no factor beside --match, which searches it',
      'Leave out one of them',
    )
  }
  if (report !== undefined && match === undefined) {
    throw usage('--report', report, 'only with --match', 'A report shows the search for the factor')
  }
  if (json && out === STANDARD_STREAM) {
    throw usage(
      '--json',
      out,
      'a file by --out, or none',
      'Standard output takes the JSON or the log, not both',
    )
  }
}

async function searched(
  trace: Trace,
  scaling: Readonly<Record<'to' | 'from' | 'copied' | 'seed', number>>,
  policy: MatchPolicy,
  file: string,
  terminal: Terminal,
): Promise<MatchInfo> {
  const search = matchScale(trace, { ...scaling, policy })
  const bars = levelBars(terminal)
  try {
    for (;;) {
      const step: IteratorResult<MatchStep, ScaleMatch> = await terminal.blocking(() =>
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
function levelBars(terminal: Terminal) {
  let level = ''
  let bar: Steps | null = null
  return {
    show: ({ point, most }: MatchStep) => {
      if (point.level !== level) {
        bar?.stop()
        bar = terminal.steps(`searching f, ${point.level}`, most)
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
