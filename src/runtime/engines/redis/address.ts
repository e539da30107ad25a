/**
 * Where a queue is: `redis://host[:port][/db]`, or `rediss://…` over TLS. Who may use it is said by the environment alone,
 * because a command line can be read by everybody on the machine and a run folder by whoever is given it.
 */
import { readFile } from 'node:fs/promises'
import { QueuewrightError } from '../../../core/errors.js'

export interface QueueAddress {
  /** The address as messages and files show it. */
  readonly text: string
  readonly host: string
  readonly port: number
  /** Number of the database. */
  readonly db: number
  readonly tls: boolean
}

export interface Credentials {
  readonly username?: string
  readonly password?: string
  /** Certificates in PEM: of the authority that signed the queue's; of ours, with its key. */
  readonly tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer }
}

export type Environment = Readonly<Record<string, string | undefined>>

const PORT = 6379
const EXPECTED = 'redis://host[:port][/db], or rediss:// for TLS'
const VARIABLES = {
  username: 'QUEUEWRIGHT_REDIS_USERNAME',
  password: 'QUEUEWRIGHT_REDIS_PASSWORD',
  ca: 'QUEUEWRIGHT_REDIS_CA',
  cert: 'QUEUEWRIGHT_REDIS_CERT',
  key: 'QUEUEWRIGHT_REDIS_KEY',
} as const

/** Seconds without an answer of the queue after which its work is given up. */
const PATIENCE = 30
const PATIENCE_VARIABLE = 'QUEUEWRIGHT_REDIS_PATIENCE'

/** Whether an engine's name is the address of a queue. */
export function isQueueAddress(text: string): boolean {
  return /^rediss?:/i.test(text)
}

/** @throws QueuewrightError `usage`; it does not repeat a password */
export function parseQueueAddress(text: string): QueueAddress {
  const bad = (what: string, remedy?: string) =>
    new QueuewrightError('usage', what, {
      field: '--engine',
      // Also of an address that is none, where a password may stand anywhere before the last @.
      value: text.replace(/:.*@/s, '://…@'),
      expected: EXPECTED,
      ...(remedy !== undefined && { remedy }),
    })
  if (!URL.canParse(text)) throw bad('unusable address of a queue')
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(text)
  if (username !== '' || password !== '') {
    throw bad(
      'the address of a queue with a user or a password',
      `Others can read command lines: set ${VARIABLES.username} and ${VARIABLES.password} in the environment`,
    )
  }
  const db = /^\/?$/.test(pathname) ? 0 : Number(/^\/(\d{1,5})$/.exec(pathname)?.[1] ?? Number.NaN)
  if (hostname === '' || Number.isNaN(db) || search !== '' || hash !== '') {
    throw bad('unusable address of a queue')
  }
  const tls = protocol === 'rediss:'
  const shown = port === '' ? PORT : Number(port)
  return {
    text: `${protocol}//${hostname}:${shown}${db === 0 ? '' : `/${db}`}`,
    // A URL writes an IPv6 address in brackets, a socket takes it without.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: shown,
    db,
    tls,
  }
}

/** @throws QueuewrightError `input-unreadable` for a file that is named and cannot be read */
export async function credentialsOf(environment: Environment): Promise<Credentials> {
  const username = environment[VARIABLES.username]
  const password = environment[VARIABLES.password]
  const tls: Record<string, Buffer> = {}
  for (const part of ['ca', 'cert', 'key'] as const) {
    const file = environment[VARIABLES[part]]
    if (file === undefined || file === '') continue
    tls[part] = await readFile(file).catch((cause: Error) => {
      throw new QueuewrightError('input-unreadable', `cannot be read: ${cause.message}`, {
        file,
        field: VARIABLES[part],
        cause,
      })
    })
  }
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    tls,
  }
}

/**
 * How many seconds a run waits for a queue that went away.
 * @throws QueuewrightError `usage`
 */
export function patienceOf(environment: Environment): number {
  const text = environment[PATIENCE_VARIABLE] ?? String(PATIENCE)
  const seconds = /^\d+$/.test(text) ? Number(text) : 0
  if (seconds >= 1) return seconds
  throw new QueuewrightError('usage', 'unusable time to wait for a queue', {
    field: PATIENCE_VARIABLE,
    value: text,
    expected: 'a whole number of seconds from 1',
  })
}
