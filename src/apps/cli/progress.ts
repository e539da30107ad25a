/** Progress on standard error, drawn only where that is a terminal, and removed when the work is done. */
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import type cliProgress from 'cli-progress'
import { formatRoughSeconds } from '../../core/format.js'
import type { Parts, Ports, Reading, Running, Steps } from '../../lab/ports.js'
import type { TerminalStyle } from '../../report/terminal.js'

interface Drawn {
  readonly style: TerminalStyle
  readonly interactive: boolean
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

/** A bar of `steps` steps, drawn at once. */
function progressBar(title: string, steps: number, terminal: Drawn): Steps {
  if (!terminal.interactive) return { step: () => {}, stop: () => {} }
  const bar = newBar(`${title} {bar} {value}/{total} {what}`, terminal)
  bar.start(steps, 0, { what: '' })
  return { step: (what) => bar.increment({ what }), stop: () => bar.stop() }
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
  return {
    observe: (done) => {
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
  let stopped = !terminal.interactive
  /** Work that was done when this process began, and the time when that was. */
  let first = 0
  let from = 0
  return {
    onProgress: ({ done, total, note, label, batchDone, batchTotal }) => {
      if (stopped) return
      const batch = batchTotal === 0 ? label : `${label} ${batchDone}/${batchTotal}`
      const what = note === '' ? batch : `${note}, ${batch}`
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
