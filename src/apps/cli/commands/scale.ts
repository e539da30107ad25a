/** `qw scale`: a log for a machine of another size, by a given factor or by one that is searched. */
import { type ScaleLogOptions, scaleLog } from '../../../lab/logs/scale.js'
import { formatOf } from '../../../lab/logs/written-log.js'
import { STANDARD_STREAM } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { usage } from '../options.js'
import { type FormatOptions, noteLeftOut, writeTrace } from '../output.js'
import { printExhibit, writeExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export type ScaleCommandOptions = ScaleLogOptions &
  FormatOptions & {
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
  const { file, trace, scaled, facts, match } = await scaleLog(path, options, terminal)
  if (match !== null && (options.report !== undefined || !options.json)) {
    const { matchPage } = await import('../../../report/pages/match.js')
    const page = matchPage({ trace, match, provenance: { version: version(), command: commandLine } })
    if (options.report !== undefined) await writeExhibit(options.report, page)
    // Standard output is the log's where that is written there.
    const notice: Terminal = {
      ...terminal,
      print: terminal.notice,
      style: { ...terminal.style, colour: false },
    }
    if (!options.json) await printExhibit(out === STANDARD_STREAM ? notice : terminal, page)
  }
  if (out !== null) {
    const quiet: Terminal = { ...terminal, print: (text) => terminal.note(text) }
    await writeTrace(out, scaled, options, file, options.json ? quiet : terminal, options.size)
    if (out === STANDARD_STREAM) noteLeftOut(scaled.dropped, terminal)
  }
  if (options.json) {
    const original = { trace: trace.name, digest: trace.digest, dropped: trace.dropped }
    const result = { ...original, scaling: { ...facts, digest: scaled.digest }, match }
    terminal.print(JSON.stringify(result, null, 2))
  }
}

function checkOptions({ match, report, json, out }: ScaleCommandOptions): void {
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
