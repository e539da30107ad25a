/**
 * The runs that are served: those of a folder, whoever began them. They are looked at where somebody listens; begun, stopped and
 * resumed as on the command line, by processes of their own, so that they outlive pages and server.
 */
import { constants } from 'node:fs'
import { lstat, open, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { freeFolder } from '../../../lab/runs/folder.js'
import { inspectRun, listRuns, type RunSummary } from '../../../runtime/runs/inspect.js'
import { interruptRun } from '../../../runtime/runs/lock.js'
import { isRunName, type ServedRun, type ShownRun } from '../protocol/messages.js'
import type { Processes } from './processes.js'
import { Refusal } from './refusal.js'
import { inTurn } from './turns.js'

/** Runs that are under way at a time, whoever began them. */
const MOST_UNDER_WAY = 2
/** Names of files in runs, as the house gives them. */
const NAME = /^\w[\w.-]{0,199}$/

export interface Runs {
  list(): Promise<readonly ServedRun[]>
  show(id: string): Promise<ShownRun>
  /** Where a file lies that the run left. */
  place(id: string, name: string): Promise<string>
  /** The same, to be read, and to be closed by whoever reads it. */
  file(id: string, name: string): Promise<OpenedFile>
  /**
   * @param words of the command
   * @param log its name
   * @returns the name of the run, which is there once its log has been read
   */
  begin(words: readonly string[], log: string): Promise<string>
  stop(id: string): Promise<void>
  resume(id: string): Promise<void>
}

export interface OpenedFile {
  readonly bytes: number
  readonly stream: NodeJS.ReadableStream
}

export function servedRuns(folder: string, processes: Processes): Runs {
  const runIn = async (id: string): Promise<ServedRun> => {
    if (isRunName(id)) {
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
  const list = async () => ((await listRuns(folder)) ?? []).map(served)
  const place = async (id: string, name: string): Promise<string> => {
    const { artefacts } = await runIn(id)
    if (NAME.test(name) && artefacts.includes(name)) return join(folder, id, name)
    throw new QueuewrightError('data-missing', 'the run has no such file', { field: 'file', value: name })
  }
  const requireRoom = async (): Promise<void> => {
    const seen = (await list()).filter(({ state }) => state === 'running').map(({ id }) => id)
    const begun = processes.list.filter(({ goesOn }) => goesOn).map(({ id }) => id)
    if (new Set([...seen, ...begun]).size < MOST_UNDER_WAY) return
    throw new Refusal(409, `${MOST_UNDER_WAY} runs are under way: wait for one, or stop it`)
  }
  // Two who ask at once are not both told that there is room.
  const starting = inTurn()
  return {
    list,
    place,
    show: async (id) => {
      const run = await runIn(id)
      if (run.damage !== null) throw new QueuewrightError('run-damaged', run.damage)
      const { runPage } = await import('../../../lab/runs/shown.js')
      return { run, page: await runPage(join(folder, id)) }
    },
    file: async (id, name) => openPlain(await place(id, name), name),
    begin: (words, log) =>
      starting(async () => {
        await requireRoom()
        const made = await freeFolder(folder, `${stemOf(words)}-${log}`)
        const id = basename(made)
        // Of what failed before it was a run nothing is to stay; a folder that holds anything does.
        processes.begin(id, [...words, '--run', made], () => rmdir(made).catch(() => {}))
        return id
      }),
    stop: async (id) => {
      if (processes.interrupt(id)) return
      await runIn(id)
      if (!(await interruptRun(join(folder, id)))) {
        throw new Refusal(409, 'nobody on this machine works on this run')
      }
    },
    resume: (id) =>
      starting(async () => {
        const { state } = await runIn(id)
        if (state === 'finished') throw new Refusal(409, 'this run is finished')
        if (state === 'running' || processes.goesOn(id)) throw new Refusal(409, 'this run is under way')
        await requireRoom()
        processes.begin(id, ['resume', join(folder, id)])
      }),
  }
}

/** As the command calls the folder of a run, in front of the log's name. */
function stemOf([command, learner]: readonly string[]): string {
  return command === 'learn' ? `${command}-${learner}` : command
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
