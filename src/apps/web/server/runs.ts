/**
 * The runs that are served: those of a folder, whoever began them. They are looked at where somebody listens; stopped and
 * resumed as on the command line, by processes of their own, so that they outlive pages and server.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QueuewrightError } from '../../../core/errors.js'
import type { Ports } from '../../../lab/ports.js'
import { runPage } from '../../../lab/shown-run.js'
import { packageFile } from '../../../runtime/package.js'
import { inspectRun, interruptRun, listRuns, type RunSummary } from '../../../runtime/runs/index.js'
import type { ServedRun, ShownRun } from '../protocol/messages.js'
import { Refusal } from './refusal.js'

/** Runs that this server has under way at a time. */
const MOST_UNDER_WAY = 2
/** Names of runs and of files in them, as the house gives them. */
const NAME = /^\w[\w.-]{0,199}$/

export interface Runs {
  list(): Promise<readonly ServedRun[]>
  show(id: string): Promise<ShownRun>
  /** A file that the run left, to be closed by whoever reads it. */
  file(id: string, name: string): Promise<OpenedFile>
  stop(id: string): Promise<void>
  resume(id: string): Promise<void>
}

export interface OpenedFile {
  readonly bytes: number
  readonly stream: NodeJS.ReadableStream
}

export function servedRuns(folder: string, ports: Ports): Runs {
  const underWay = new Set<string>()
  const runIn = async (id: string): Promise<ServedRun> => {
    if (NAME.test(id)) {
      const place = join(folder, id)
      const isFolder = await lstat(place).then(
        (found) => found.isDirectory(),
        () => false,
      )
      const run = isFolder ? await inspectRun(place) : null
      if (run !== null) return served(run)
    }
    throw new QueuewrightError('data-missing', 'no such run', { field: 'run', value: id })
  }
  const place = (id: string) => join(folder, id)
  return {
    list: async () => ((await listRuns(folder)) ?? []).map(served),
    show: async (id) => {
      const run = await runIn(id)
      if (run.damage !== null) throw new QueuewrightError('run-damaged', run.damage)
      return { run, page: await runPage(place(id)) }
    },
    file: async (id, name) => {
      const { artefacts } = await runIn(id)
      if (!NAME.test(name) || !artefacts.includes(name)) {
        throw new QueuewrightError('data-missing', 'the run has no such file', { field: 'file', value: name })
      }
      return openPlain(join(place(id), name), name)
    },
    stop: async (id) => {
      await runIn(id)
      if (!(await interruptRun(place(id)))) {
        throw new Refusal(409, 'nobody on this machine works on this run')
      }
    },
    resume: async (id) => {
      const { state } = await runIn(id)
      if (state === 'finished') throw new Refusal(409, 'this run is finished')
      if (state === 'running' || underWay.has(id)) throw new Refusal(409, 'this run is under way')
      if (underWay.size >= MOST_UNDER_WAY) {
        throw new Refusal(409, `${MOST_UNDER_WAY} runs are under way: wait for one, or stop it`)
      }
      underWay.add(id)
      const onEnd = (failure: string) => {
        underWay.delete(id)
        if (failure !== '') ports.note(`${id}: ${failure}`)
      }
      startApart(['resume', place(id)], onEnd)
    },
  }
}

function served(run: RunSummary): ServedRun {
  return { ...run, id: basename(run.folder) }
}

/** A file without following links; devices and pipes are none. */
async function openPlain(path: string, name: string): Promise<OpenedFile> {
  const missing = new QueuewrightError('data-missing', 'the file cannot be read', { file: name })
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  )
  if (handle === null) throw missing
  const found = await handle.stat()
  if (!found.isFile()) {
    await handle.close()
    throw missing
  }
  // What is appended meanwhile is left out: the length has been told.
  const stream = handle.createReadStream({ start: 0, end: Math.max(0, found.size - 1) })
  return { bytes: found.size, stream }
}

/** The command as a process that stays when this one ends. @param onEnd told its last line where it failed */
function startApart(words: readonly string[], onEnd: (failure: string) => void): void {
  const program = fileURLToPath(packageFile('dist/apps/cli/main.js'))
  const child = spawn(process.execPath, [program, ...words], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let last = ''
  child.stderr.on('data', (chunk: Buffer) => {
    last = `${last}${chunk}`.trimEnd().split('\n').at(-1)?.slice(-500) ?? ''
  })
  child.on('error', ({ message }) => onEnd(message))
  child.on('close', (code) => onEnd(code === 0 || code === null ? '' : last))
  child.unref()
}
