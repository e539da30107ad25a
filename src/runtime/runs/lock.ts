/**
 * `lock`: who works on a run. It is made whole or not at all, and only where there is none. A lock of a process of this
 * machine that has ended is taken over; of one on another machine nobody here can tell, so that takes the user's word.
 * Two who take a lock over at the same time cannot both have it: the writer looks, before each batch that it writes,
 * whether the lock is still its own.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { QueuewrightError } from '../../core/errors.js'
import { type Disk, nodeDisk, UNFINISHED } from './disk.js'
import { LOCK, placeIn } from './folder.js'

export interface Holder {
  /** The token of this lock alone. */
  readonly token: string
  readonly host: string
  /** Within which process numbers mean something, such as a container; null where that is not known. */
  readonly space: string | null
  readonly pid: number
  /** When the process began, as its system counts, which tells it from a later one of the same number. */
  readonly began: string | null
}

export interface Lock {
  /** @throws QueuewrightError `run-busy` where it was taken over, `run-damaged` where it is gone */
  confirm(): Promise<void>
  /** Removes it, where it is still ours. */
  release(): Promise<void>
}

const ATTEMPTS = 5

/**
 * @param takeOver also a lock whose holder may be alive
 * @throws QueuewrightError `run-busy`
 */
export async function takeLock(disk: Disk, folder: string, takeOver: boolean): Promise<Lock> {
  const path = placeIn(folder, LOCK)
  const own: Holder = { token: randomUUID(), ...thisProcess() }
  const text = `${JSON.stringify(own)}\n`
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await disk.create(path, text)) return lockOf(disk, folder, path, own.token)
    const found = await disk.read(path)
    if (found === null) continue
    const holder = holderOf(found)
    if (holder !== null && !takeOver && mayBeAlive(holder)) throw busy(folder, holder)
    await discard(disk, path, found, own.token)
  }
  throw busy(folder, await readHolder(disk, folder))
}

/** Who holds the lock of a run; null where nobody does, or an ended process of this machine. */
export async function readHolder(disk: Disk, folder: string): Promise<Holder | null> {
  const found = await disk.read(placeIn(folder, LOCK))
  const holder = found === null ? null : holderOf(found)
  return holder !== null && mayBeAlive(holder) ? holder : null
}

/**
 * Ends the work on a run in good order, as Ctrl-C does, where a process of this machine does it.
 * @returns false where there is none
 */
export async function interruptRun(folder: string, disk: Disk = nodeDisk): Promise<boolean> {
  const holder = await readHolder(disk, folder)
  // A number of another machine, or of another container, is somebody else's here.
  if (holder === null || holder.host !== hostname() || holder.space !== processSpace()) return false
  try {
    process.kill(holder.pid, 'SIGINT')
    return true
  } catch {
    return false
  }
}

/** Removes a lock that was found; not one that took its place since. */
async function discard(disk: Disk, path: string, found: Buffer, token: string): Promise<void> {
  const aside = `${path}.${token}${UNFINISHED}`
  if (!(await disk.move(path, aside))) return
  const moved = await disk.read(aside)
  if (moved !== null && !moved.equals(found)) await disk.create(path, moved.toString('utf8'))
  await disk.remove(aside)
}

function lockOf(disk: Disk, folder: string, path: string, token: string): Lock {
  return {
    confirm: async () => {
      const found = await disk.read(path)
      if (found === null) throw vanished(folder)
      const holder = holderOf(found)
      if (holder?.token !== token) throw busy(folder, holder)
    },
    release: async () => {
      const found = await disk.read(path)
      if (found !== null && holderOf(found)?.token === token) await disk.remove(path)
    },
  }
}

function holderOf(bytes: Buffer): Holder | null {
  try {
    const found: Partial<Holder> | null = JSON.parse(bytes.toString('utf8'))
    if (typeof found?.token !== 'string' || typeof found.host !== 'string') return null
    if (!Number.isSafeInteger(found.pid)) return null
    return found as Holder
  } catch {
    // What was cut off when the machine went down names nobody.
    return null
  }
}

let own: Omit<Holder, 'token'> | null = null

function thisProcess(): Omit<Holder, 'token'> {
  own ??= { host: hostname(), space: processSpace(), pid: process.pid, began: beganOf(process.pid) }
  return own
}

function mayBeAlive({ host, space, pid, began }: Holder): boolean {
  const here = thisProcess()
  if (host !== here.host || space !== here.space) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  const now = beganOf(pid)
  return began === null || now === null || now === began
}

/** Linux only. */
function processSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

/** Clock ticks since the machine began, and when that was: Linux only. `ended` for a process that only waits to go. */
function beganOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold anything; state is the first field after it, the start the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return null
  }
}

function vanished(folder: string): QueuewrightError {
  return new QueuewrightError('run-damaged', 'this run, or its lock, was removed while it went on', {
    file: folder,
    remedy: 'Where the folder is still there, go on with qw resume; else start the run anew',
  })
}

function busy(folder: string, holder: Holder | null): QueuewrightError {
  return new QueuewrightError('run-busy', 'another process works on this run', {
    file: folder,
    ...(holder === null ? {} : { value: `process ${holder.pid} on ${holder.host}` }),
    remedy: 'Wait for its end, or, where that process is certainly gone, take the run with --take-over',
  })
}
