/** A command's ways to the outside besides files: print results, print notices, know the terminal. */
import { shortened } from '../../core/visible.js'
import type { Ports } from '../../lab/ports.js'
import { type TerminalStyle, terminalText } from '../../report/terminal/terminal.js'
import { progressOn } from './progress.js'
import type { Signals } from './signals.js'

export interface Terminal extends Ports {
  /** Writes results to standard output, as they are but for what would steer the terminal. */
  readonly print: (text: string) => void
  /** Writes one line to standard error. */
  readonly notice: (text: string) => void
  /** The look of standard output. */
  readonly style: TerminalStyle
  /** Whether standard error is a terminal, where progress may be drawn. */
  readonly interactive: boolean
}

/** The facts of a stream: a terminal says that it is one, and its width. */
export interface Stream {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Notes that are written, and characters of each: files may give rise to any number. */
const MOST_NOTES = 100
const LONGEST_NOTE = 1500

/** Columns where there is no terminal to say. */
const USUAL_WIDTH = 100

export function terminalOf(
  output: Stream,
  errors: Stream,
  environment: Readonly<Record<string, string | undefined>>,
  { blocking, interruptible }: Signals,
): Terminal {
  const colours =
    output.isTTY === true && environment['NO_COLOR'] === undefined && environment['TERM'] !== 'dumb'
  const locale = environment['LC_ALL'] ?? environment['LC_CTYPE'] ?? environment['LANG'] ?? ''
  const line = (text: string, colour: boolean) =>
    terminalText(text.endsWith('\n') ? text : `${text}\n`, { colour })
  const style: TerminalStyle = {
    // A terminal that does not know its width says 0.
    width: Math.max(40, output.columns || USUAL_WIDTH),
    // A pipe or a file takes UTF-8; a terminal takes what its locale says.
    unicode: output.isTTY !== true || /utf-?8/i.test(locale),
    colour: colours,
  }
  const interactive = errors.isTTY === true
  const notice = (text: string) => void errors.write(line(text, false))
  let notes = 0
  return {
    print: (text) => void output.write(line(text, colours)),
    notice,
    note: (text) => {
      notes++
      if (notes <= MOST_NOTES) notice(`note: ${shortened(text, LONGEST_NOTE)}`)
      else if (notes === MOST_NOTES + 1) notice('note: further notes are not shown')
    },
    ...{ style, interactive, blocking, interruptible },
    ...progressOn({ style, interactive, notice }),
    clock: () => performance.now(),
  }
}
