/** `qw serve`: the workbench in the browser, until Ctrl-C. */
import { QueuewrightError } from '../../../core/errors.js'
import type { ScenarioOptions } from '../../../lab/inputs/prepare.js'
import { secretFile } from '../../../runtime/index.js'
import { serve } from '../../web/server/start.js'
import type { Terminal } from '../terminal.js'

export interface ServeOptions extends ScenarioOptions {
  readonly port: number
  readonly host?: string
  readonly socket?: string
  readonly tokenFile?: string
  readonly runs: string
  readonly preferences: string
  readonly readOnly?: true
}

const USUAL_HOST = '127.0.0.1'

export async function serveCommand(
  files: readonly string[],
  options: ServeOptions,
  terminal: Terminal,
): Promise<void> {
  const { port, host: named, socket, tokenFile, runs, preferences, readOnly = false, ...reading } = options
  const host = named ?? USUAL_HOST
  if (socket !== undefined && named !== undefined) {
    throw new QueuewrightError('usage', 'a socket has no address', { field: '--host', value: host })
  }
  const token = tokenFile === undefined ? undefined : await tokenIn(tokenFile, terminal)
  const serving = await serve(
    {
      ...{ files, reading, runsFolder: runs, preferencesFolder: preferences, readOnly },
      at: socket === undefined ? { host, port } : { socket },
      ...(token !== undefined && { token }),
    },
    terminal,
  )
  try {
    if (host !== USUAL_HOST) {
      terminal.note(`whoever reaches ${host} and has the address below can use this server, unencrypted`)
    }
    terminal.print(serving.address)
    if (socket !== undefined) terminal.note(`listens on ${socket}: lead a port to it and open it by that`)
    await terminal.interruptible(async (signal) => {
      const interrupted = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.race([interrupted, serving.ready])
      await interrupted
    })
  } finally {
    await serving.close()
  }
}

async function tokenIn(file: string, terminal: Terminal): Promise<string> {
  const { secret, open } = await secretFile(file)
  if (open) terminal.note(`others may read ${file}, the key to this server: chmod 600 ${file}`)
  if (/^[\w-]+$/.test(secret)) return secret
  throw new QueuewrightError('usage', 'this key cannot stand in an address', {
    file,
    expected: 'letters, digits, - and _',
    remedy: 'Name a file that does not exist: it is made with a random key',
  })
}
