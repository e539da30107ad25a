/** Progress on standard error, drawn only where that is a terminal. */
import cliProgress from 'cli-progress'
import type { Terminal } from './terminal.js'

export interface Progress {
  /** One more step is done. */
  readonly step: (what: string) => void
  readonly stop: () => void
}

export function progressBar(title: string, steps: number, terminal: Terminal): Progress {
  if (!terminal.interactive) return { step: () => {}, stop: () => {} }
  const bar = new cliProgress.SingleBar({
    format: `${title} {bar} {value}/{total} {what}`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    barCompleteChar: terminal.style.unicode ? '█' : '#',
    barIncompleteChar: terminal.style.unicode ? '░' : '-',
  })
  bar.start(steps, 0, { what: '' })
  return { step: (what) => bar.increment({ what }), stop: () => bar.stop() }
}
