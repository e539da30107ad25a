/**
 * Progress on standard error: drawn where that is a terminal, and removed when the work is done; in lines where it is none. What
 * took long leaves a line in both.
 */
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type cliProgress from 'cli-progress'
import { formatPercent, formatRoughSeconds } from '../../core/format.js'
import type { Parts, Ports, Reading, Running, Steps } from '../../lab/ports.js'
import type { TerminalStyle } from '../../report/terminal/terminal.js'

interface Drawn {
  readonly style: TerminalStyle
  readonly interactive: boolean
  /** Writes one line. */
  readonly notice: (text: string) => void
}

/** Progress on this terminal. */
export function progressOn(terminal: Drawn): Pick<Ports, 'steps' | 'parts' | 'reading' | 'running'> {
  return {
    steps: (title, steps) => progressBar(title, steps, terminal),
    parts: (title) => partProgress(title, terminal),
    reading: (file) => readingProgress(file, terminal),
    running: (title) => runBar(title, terminal),
  }
}

/** Milliseconds of work after which each step that is done leaves a line. */
const WORTH_A_LINE = 5_000
/** Milliseconds between lines about one step, and about a run, where no bar is drawn. */
const BETWEEN_LINES = 10_000
const BETWEEN_BATCHES = 30_000

/** A bar of `steps` steps, drawn at once. */
function progressBar(title: string, steps: number, terminal: Drawn): Steps {
  const from = performance.now()
  let done = 0
  const bar = terminal.interactive ? newBar(`${title} {bar} {value}/{total} {what}`, terminal) : null
  bar?.start(steps, 0, { what: '' })
  const line = atIntervals(BETWEEN_LINES, terminal)
  return {
    step: (what) => {
      done++
      const passed = performance.now() - from
      if (what !== '' && passed > WORTH_A_LINE) {
        bar?.stop()
        terminal.notice(`${title} ${done}/${steps}, ${formatRoughSeconds(passed / 1000)}: ${what}`)
        if (done < steps) bar?.start(steps, done, { what: '' })
      } else bar?.update(done, { what })
    },
    part: (what, share) => {
      const told = `${what} ${formatPercent(share)}`
      if (bar === null) line(() => `${title} ${done + 1}/${steps}: ${told}`)
      else bar.update(done, { what: told })
    },
    stop: () => bar?.stop(),
  }
}

/** Writes lines, the first after so many milliseconds, and each so long after the one before. */
function atIntervals(milliseconds: number, { notice }: Drawn): (text: () => string) => void {
  let last = performance.now()
  return (text) => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    notice(text())
  }
}

/** Milliseconds that reading and other work of unknown length takes before a bar is drawn. */
const PATIENCE = 1000

/** The part of a file that has been read; drawn once that has taken a second. */
function readingProgress(file: string, terminal: Drawn): Reading {
  const from = performance.now()
  let bar: cliProgress.SingleBar | null = null
  return {
    onRead: (read, total) => {
      if (!terminal.interactive || total === null) return
      if (bar !== null) bar.update(read)
      else if (performance.now() - from > PATIENCE && read < total) {
        bar = newBar(`reading ${basename(file)} {bar} {percentage} %, {eta_formatted} left`, terminal)
        bar.start(total, read)
      }
    },
    stop: () => bar?.stop(),
  }
}

/** Progress of work that tells what part of it, 0 to 1, is done; drawn once it has taken a second. */
function partProgress(title: string, terminal: Drawn): Parts {
  const from = performance.now()
  let bar: Steps | null = null
  let shown = 0
  const line = atIntervals(BETWEEN_LINES, terminal)
  return {
    observe: (done) => {
      if (!terminal.interactive) {
        line(() => `${title} ${formatPercent(done)}`)
        return
      }
      if (bar === null && performance.now() - from < PATIENCE) return
      bar ??= progressBar(`${title}, percent`, 100, terminal)
      for (; shown < Math.floor(100 * done); shown++) bar.step('')
    },
    stop: () => bar?.stop(),
  }
}

/** How far a run has come, drawn from its first batch on; without a bar where its end is not known. */
function runBar(title: string, terminal: Drawn): Running {
  let bar: cliProgress.SingleBar | null = null
  let stopped = false
  const line = atIntervals(BETWEEN_BATCHES, terminal)
  /** Work that was done when this process began, and the time when that was. */
  let first = 0
  let from = 0
  return {
    onProgress: ({ done, total, note, label, batchDone, batchTotal }) => {
      if (stopped) return
      const batch = batchTotal === 0 ? label : `${label} ${batchDone}/${batchTotal}`
      const what = note === '' ? batch : `${note}, ${batch}`
      if (!terminal.interactive) {
        line(() => `${title} ${total === null ? done : `${done}/${total}`}, ${what}`)
        return
      }
      if (bar === null) {
        first = done
        from = performance.now()
        const format =
          total === null ? '{value}, {what}, {duration_formatted}' : '{bar} {value}/{total}, {what}'
        bar = newBar(`${title} ${format}{left}`, terminal)
        bar.start(total ?? 0, done, { what, left: '' })
      }
      const seconds = (performance.now() - from) / 1000
      bar.update(done, { what, left: total === null ? '' : leftText(seconds, done - first, total - done) })
    },
    stop: () => {
      stopped = true
      bar?.stop()
    },
  }
}

/** The time that what is left will take, at the pace so far; empty before anything is done, and at the end. */
function leftText(seconds: number, done: number, left: number): string {
  if (done <= 0 || left <= 0) return ''
  return `, ${formatRoughSeconds((seconds / done) * left)} left`
}

/** The package is loaded when there is something to draw. */
function newBar(format: string, terminal: Drawn): cliProgress.SingleBar {
  const { SingleBar }: typeof cliProgress = createRequire(import.meta.url)('cli-progress')
  return new SingleBar({
    format,
    stream: process.stderr,
    clearOnComplete: true,
    // A hidden cursor and lines that do not wrap would stay so after Ctrl-C.
    hideCursor: false,
    linewrap: true,
    gracefulExit: false,
    barsize: 24,
    barCompleteChar: terminal.style.unicode ? '█' : '#',
    barIncompleteChar: terminal.style.unicode ? '░' : '-',
  })
}
