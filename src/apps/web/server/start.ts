/** The server from its beginning to its end: where it listens, what it is made of, and how it goes. */

import { lstat, unlink } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { QueuewrightError } from '../../../core/errors.js'
import type { ScenarioOptions } from '../../../lab/inputs/prepare.js'
import type { Ports } from '../../../lab/ports.js'
import { hasSlurmClients } from '../../../live/commands.js'
import { outputFailure, randomSecret } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { answer } from './app.js'
import { readAssets } from './assets.js'
import { type Events, eventStreams } from './events.js'
import { guardOf } from './guard.js'
import { type Limits, limitedServer, USUAL_LIMITS } from './limits.js'
import { readLogs } from './logs.js'
import { storedPreferences } from './preferences.js'
import { processes } from './processes.js'
import { servedRuns } from './runs.js'

/** Milliseconds between looks at the folder of runs, while a page listens. */
const LOOK = 1000
const OWNER_ONLY = 0o177

export interface ServeOptions {
  readonly files: readonly string[]
  readonly reading: ScenarioOptions
  /** An address, or the path of a Unix socket. */
  readonly at: { readonly host: string; readonly port: number } | { readonly socket: string }
  readonly runsFolder: string
  readonly preferencesFolder: string
  /** Whether nothing is to be begun, stopped or kept. */
  readonly readOnly: boolean
  /** By which pages are let in; one of chance where absent. */
  readonly token?: string
  /** Where the pages lie; those of the package where absent. */
  readonly assets?: string
  readonly limits?: Limits
}

export interface Serving {
  /** The address to open in a browser; of a Unix socket, by whatever port leads to it. */
  readonly address: string
  readonly token: string
  readonly events: Events
  /** Fails where nothing can be served. */
  readonly ready: Promise<unknown>
  close(): Promise<void>
}

/**
 * @throws QueuewrightError `usage` where the address is taken or may not be used; `output-unwritable` where the socket cannot be
 *   made; `input-unreadable` where the pages are not there
 */
export async function serve(options: ServeOptions, ports: Ports): Promise<Serving> {
  const { at, runsFolder, preferencesFolder, readOnly, token = randomSecret() } = options
  const assets = readAssets(options.assets)
  const begun = processes((list) => events.publish('started', list))
  const runs = servedRuns(runsFolder, begun)
  const preferences = storedPreferences(preferencesFolder, (run) => runs.place(run, 'front.json'))
  const watch = watching(async () => {
    events.publish('runs', await runs.list())
    events.publish('preferences', await preferences.list())
  })
  const events = eventStreams(watch)
  // Pages that stayed open know runs of the server before, which are no longer its own.
  events.publish('started', begun.list)
  const server = limitedServer(options.limits ?? USUAL_LIMITS)
  const port = await listen(server, at)
  const guard = guardOf({ token, port, host: 'host' in at ? at.host : null })
  const logs = readLogs(options.files, options.reading, ports)
  const bench = {
    ...{ guard, assets, logs, runs, preferences, events, runsFolder, readOnly },
    atSite: options.reading.site !== undefined,
    hasSlurm: hasSlurmClients(),
    explain: async (asked: unknown) => (await import('./explain.js')).explaining(runs)(asked),
    foretell: loadedOnce(async () => (await import('./starts.js')).foretelling(logs, options.reading)),
    version: version(),
    onDefect: (error: unknown) =>
      ports.note(`a defect, please report it: ${error instanceof Error ? error.stack : String(error)}`),
  }
  server.on('request', (request, response) => void answer(request, response, bench))
  return {
    address: `http://${port === null ? 'localhost:PORT' : authorityOf(at, port)}/#token=${token}`,
    ...{ token, events },
    ready: logs.read,
    close: async () => {
      watch(false)
      events.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A function that is there once it is called. */
function loadedOnce<Asked, Result>(
  load: () => Promise<(asked: Asked) => Promise<Result>>,
): (asked: Asked) => Promise<Result> {
  let loaded: ReturnType<typeof load> | null = null
  return async (asked) => {
    loaded ??= load()
    return (await loaded)(asked)
  }
}

/** The name by which browsers ask: they take a page of 127.0.0.1 for one of this machine. */
function authorityOf(at: ServeOptions['at'], port: number): string {
  const host = 'host' in at && at.host !== '0.0.0.0' && at.host !== '::' ? at.host : '127.0.0.1'
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Looks again and again, one look after the other, from when it is told true until it is told false. */
function watching(look: () => Promise<void>): (on: boolean) => void {
  let timer: NodeJS.Timeout | null = null
  let on = false
  const round = async (): Promise<void> => {
    await look().catch(() => {})
    if (on) timer = setTimeout(round, LOOK).unref()
  }
  return (wanted) => {
    if (wanted === on) return
    on = wanted
    if (timer !== null) clearTimeout(timer)
    if (on) void round()
  }
}

/** @returns the port; null of a Unix socket */
async function listen(server: Server, at: ServeOptions['at']): Promise<number | null> {
  if ('socket' in at) await removeStale(at.socket)
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', resolve)
  })
  // The socket is its owner's from the instant that it is there.
  const mask = 'socket' in at ? process.umask(OWNER_ONLY) : null
  try {
    if ('socket' in at) server.listen(at.socket)
    else server.listen(at.port, at.host)
    await listening
  } catch (error) {
    throw listenFailure(at, error)
  } finally {
    if (mask !== null) process.umask(mask)
  }
  const address = server.address()
  return address === null || typeof address === 'string' ? null : address.port
}

/** A socket that nobody listens on any more. */
async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null || !found.isSocket()) return
  const answered = await new Promise<boolean>((resolve) => {
    const probe = connect(path)
    probe.on('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.on('error', () => resolve(false))
  })
  if (!answered) await unlink(path).catch(() => {})
}

function listenFailure(at: ServeOptions['at'], error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if ('socket' in at) {
    if (code !== 'EADDRINUSE') return outputFailure(at.socket, error)
    return new QueuewrightError('usage', 'there is something of this name already', {
      field: '--socket',
      value: at.socket,
      remedy: 'Name another file, or end the server that listens there',
    })
  }
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens on this port',
    EACCES: 'only the system may listen on this port',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'this machine has no such address',
  }
  const what = why[String(code)]
  if (what === undefined) return error
  const isPort = code === 'EADDRINUSE' || code === 'EACCES'
  return new QueuewrightError('usage', what, {
    field: isPort ? '--port' : '--host',
    value: isPort ? at.port : at.host,
    remedy: isPort ? '--port 0 takes one that is free' : 'Leave --host away',
    cause: error,
  })
}
