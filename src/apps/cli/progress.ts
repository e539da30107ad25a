/** Progress on standard error, drawn only where that is a terminal, and removed when the work is done. */
import { basename } from 'node:path'
import cliProgress from 'cli-progress'
import { formatRoughSeconds } from '../../core/format.js'
import type { ReadObserver } from '../../runtime/index.js'
import type { RunProgress } from '../../runtime/runs/index.js'
import type { Terminal } from './terminal.js'

export interface Progress {
  /** One more step is done. */
  readonly step: (what: string) => void
  readonly stop: () => void
}

/** A bar of `steps` steps, drawn at once. */
export function progressBar(title: string, steps: number, terminal: Terminal): Progress {
  if (!terminal.interactive) return { step: () => {}, stop: () => {} }
  const bar = newBar(`${title} {bar} {value}/{total} {what}`, terminal)
  bar.start(steps, 0, { what: '' })
  return { step: (what) => bar.increment({ what }), stop: () => bar.stop() }
}

export interface ReadingProgress {
  readonly onRead: ReadObserver
  readonly stop: () => void
}

/** Milliseconds that reading takes before a bar is drawn. */
const PATIENCE = 1000

/** The part of a file that has been read; drawn once that has taken a second. */
export function readingProgress(file: string, terminal: Terminal): ReadingProgress {
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

export interface RunBar {
  readonly onProgress: (progress: RunProgress) => void
  readonly stop: () => void
}

/** How far a run has come, drawn from its first batch on; without a bar where its end is not known. */
export function runBar(title: string, terminal: Terminal): RunBar {
  let bar: cliProgress.SingleBar | null = null
  let stopped = !terminal.interactive
  /** What was done when this process began, and when that was. */
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

function newBar(format: string, terminal: Terminal): cliProgress.SingleBar {
  return new cliProgress.SingleBar({
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
