/**
 * Runs as processes of their own: the command that anybody can type, in a session of its own, so that nothing of it waits for
 * the server or ends with it. What a run is told and says lies in its folder; of the process only how it ended is of interest.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EXIT_CODES } from '../../../core/errors.js'
import { shellLine } from '../../../core/shell.js'
import { packageFile } from '../../../runtime/package.js'
import type { StartedRun } from '../protocol/messages.js'

/** Most characters of the last line of a failure. */
const LONGEST_LINE = 2000
/** Runs that are remembered. */
const MOST_KEPT = 50

export interface Processes {
  /** Those that were begun last, the latest last. */
  readonly list: readonly StartedRun[]
  /** @param words of the command @param tidy after a process that failed, before anybody is told that it did */
  begin(id: string, words: readonly string[], tidy?: () => Promise<void>): void
  goesOn(id: string): boolean
  /** Ends it in good order, as Ctrl-C does. @returns false where there is none */
  interrupt(id: string): boolean
}

/** @param onChange told of each that begins or ends */
export function processes(onChange: (list: readonly StartedRun[]) => void): Processes {
  const started = new Map<string, StartedRun>()
  const running = new Map<string, ChildProcess>()
  const list = () => [...started.values()]
  const tell = (run: StartedRun): void => {
    started.delete(run.id)
    started.set(run.id, run)
    for (const id of [...started.keys()].slice(0, -MOST_KEPT)) started.delete(id)
    onChange(list())
  }
  return {
    get list() {
      return list()
    },
    begin: (id, words, tidy = async () => {}) => {
      const command = shellLine(['qw', ...words])
      const child = spawnApart(words, async (failure) => {
        if (failure !== null) await tidy()
        running.delete(id)
        tell({ id, command, failure, goesOn: false })
      })
      running.set(id, child)
      tell({ id, command, failure: null, goesOn: true })
    },
    goesOn: (id) => running.has(id),
    interrupt: (id) => running.get(id)?.kill('SIGINT') ?? false,
  }
}

/** @param onEnd told the last line of its standard error where it failed; null where it did not */
function spawnApart(words: readonly string[], onEnd: (failure: string | null) => void): ChildProcess {
  const program = fileURLToPath(packageFile('dist/apps/cli/main.js'))
  const child = spawn(process.execPath, [program, ...words], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let rest = ''
  let ended = false
  child.stderr?.on('data', (chunk: Buffer) => {
    rest = `${rest}${chunk}`.slice(-2 * LONGEST_LINE)
  })
  const end = (failure: string | null): void => {
    if (!ended) onEnd(failure)
    ended = true
  }
  child.on('error', ({ message }) => end(message))
  child.on('close', (code, signal) => {
    const last =
      rest
        .trimEnd()
        .split('\n')
        .at(-1)
        ?.replace(/^queuewright: /, '')
        .slice(0, LONGEST_LINE) ?? ''
    // Whoever ends it knows.
    if (code === 0 || code === EXIT_CODES.interrupted) end(null)
    else end(signal === null ? last || `it ended with ${code}` : `it was ended by ${signal}`)
  })
  child.unref()
  return child
}
