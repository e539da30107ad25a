/** Progress on standard error, drawn only where that is a terminal, and removed when the work is done. */
import { basename } from 'node:path'
import cliProgress from 'cli-progress'
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
  return {
    onProgress: ({ done, total, note, label, batchDone, batchTotal }) => {
      if (stopped) return
      const batch = batchTotal === 0 ? label : `${label} ${batchDone}/${batchTotal}`
      const what = note === '' ? batch : `${note}, ${batch}`
      if (bar === null) {
        const known = total !== null
        bar = newBar(
          known
            ? `${title} {bar} {value}/{total}, {what}, {eta_formatted} left`
            : `${title} {value}, {what}, {duration_formatted}`,
          terminal,
        )
        bar.start(total ?? 0, done, { what })
      }
      bar.update(done, { what })
    },
    stop: () => {
      stopped = true
      bar?.stop()
    },
  }
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
