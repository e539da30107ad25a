/**
 * The connection to Redis: made once, kept alive by tries to connect again, closed by its owner. A queue that refuses us
 * (wrong password, no permission, a certificate that nobody vouches for) is not tried again: nothing would change.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { QueuewrightError } from '../../../core/errors.js'
import { type Credentials, credentialsOf, type Environment, type QueueAddress } from './address.js'
import type { IoRedis } from './libraries.js'
import { noRedis } from './replies.js'
import { within } from './within.js'

export interface ConnectionEvents {
  /** Something that the user should know and need not act on at once. */
  readonly notice: (text: string) => void
  /** The queue began to refuse us; nothing works from now on. */
  readonly refused: (failure: QueuewrightError) => void
  /** The connection was lost, and is there again. */
  readonly restored: () => void
}

/**
 * Milliseconds until a first connection has to stand and be checked: where tries fail, and where nothing at all is heard,
 * as from a machine too busy to answer; between two tries, and for a farewell.
 */
const FIRST_PATIENCE = 5000
const FIRST_SILENCE = 20_000
const RETRY_LEAST = 100
const RETRY_MOST = 2000
const FAREWELL = 2000

export interface QueueConnection {
  readonly client: Redis
  /** Ends it, and what was duplicated from it; commands that have no answer yet get a little time for it. */
  close(): Promise<void>
}

/** @throws QueuewrightError `engine-unreachable`, `engine-refused`, `input-unreadable` */
export async function connectQueue(
  { Redis }: IoRedis,
  address: QueueAddress,
  environment: Environment,
  { notice, refused, restored }: ConnectionEvents,
): Promise<QueueConnection> {
  const credentials = await credentialsOf(environment)
  let refusal: QueuewrightError | null = null
  let lastError: Error | null = null
  const client = endsWhenTold(
    new Redis({
      ...optionsOf(address, credentials),
      retryStrategy: (times) =>
        refusal === null ? Math.min(RETRY_LEAST * 2 ** (times - 1), RETRY_MOST) : null,
    }),
  )
  client.on('error', (error: Error) => {
    lastError = error
    refusal ??= refusalOf(error, address)
  })
  const begin = async () => {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve)
      client.once('end', () => reject(refusal))
      client.connect().catch(() => {})
    })
    // The library goes on in database 0 where it is refused another one.
    if (address.db !== 0) await client.select(address.db)
    await checkEcho(client)
    await checkServer(client, address, notice)
  }
  const late = async () => {
    await sleep(FIRST_PATIENCE, undefined, { ref: false })
    if (lastError === null) await sleep(FIRST_SILENCE - FIRST_PATIENCE, undefined, { ref: false })
    // On a busy machine the answer may be here, and not read yet: timers are served before what has come.
    await nextTurn()
    throw refusal ?? unreachable(address, lastError)
  }
  try {
    await Promise.race([begin(), late()])
  } catch (error) {
    client.disconnect()
    throw queueFailure(error, address)
  }
  let lost = false
  client.on('reconnecting', () => {
    if (!lost) notice(`lost the connection to ${address.text}; trying again`)
    lost = true
  })
  client.on('ready', () => {
    if (lost) notice(`connected to ${address.text} again`)
    lost = false
    restored()
  })
  client.on('end', () => {
    if (refusal !== null) refused(refusal)
  })
  const duplicates = duplicatesOf(client)
  return {
    client,
    close: async () => {
      if (client.status === 'ready') await within(client.quit(), FAREWELL)
      for (const each of [client, ...duplicates]) each.disconnect()
    },
  }
}

/**
 * Has a client end, and give up what it was asked, also when it is told to between two tries to connect: ioredis then forgets
 * the next try and says nothing, so that BullMQ waits for that end, and the process for BullMQ, for ever
 * (taskforcesh/bullmq#4656).
 */
function endsWhenTold(client: Redis): Redis {
  const disconnect = client.disconnect.bind(client)
  client.disconnect = (reconnect) => {
    // As one that has not tried yet, it ends at once.
    if (reconnect !== true && client.status === 'reconnecting') client.status = 'wait'
    disconnect(reconnect)
  }
  return client
}

/**
 * Clients that will be duplicated from `client`, without those that have ended. BullMQ makes connections of its own for
 * commands that block, and waits for an answer before it ends them; from a Redis that has fallen silent none comes.
 */
function duplicatesOf(client: Redis): ReadonlySet<Redis> {
  const duplicates = new Set<Redis>()
  const duplicate = client.duplicate.bind(client)
  client.duplicate = (options) => {
    const made = endsWhenTold(duplicate(options))
    duplicates.add(made)
    // BullMQ connects one that has ended again, where a command that blocks was not answered in time.
    made.on('end', () => duplicates.delete(made)).on('connecting', () => duplicates.add(made))
    return made
  }
  return duplicates
}

/** The meaning of an error of Redis, of its connection or of BullMQ to the user; others stay as they are. */
export function queueFailure(error: unknown, address: QueueAddress): unknown {
  if (error instanceof QueuewrightError || !(error instanceof Error)) return error
  return refusalOf(error, address) ?? (isConnectionError(error) ? unreachable(address, error) : error)
}

export function unreachable(address: QueueAddress, cause: Error | null, patience?: number): QueuewrightError {
  const why = cause === null ? 'no answer' : describe(cause)
  const time = patience === undefined ? '' : ` for ${patience} s`
  return new QueuewrightError(
    'engine-unreachable',
    `the queue ${address.text} cannot be reached${time}: ${why}`,
    {
      remedy: 'Look whether redis-server runs there and is reachable from here; what is done is not lost',
      cause,
    },
  )
}

function optionsOf({ host, port, db, tls }: QueueAddress, { tls: certificates, ...login }: Credentials) {
  return {
    host,
    port,
    db,
    ...login,
    ...(tls && { tls: certificates }),
    lazyConnect: true,
    // Commands wait for the next connection: who gives up, and when, is decided above.
    maxRetriesPerRequest: null,
    connectTimeout: FIRST_PATIENCE,
  }
}

const LOGIN_REMEDY =
  'Set QUEUEWRIGHT_REDIS_USERNAME and QUEUEWRIGHT_REDIS_PASSWORD; the user needs all commands on keys queuewright:*'
const TLS_REMEDY =
  "Name the authority's certificate with QUEUEWRIGHT_REDIS_CA, ours with QUEUEWRIGHT_REDIS_CERT and _KEY"

/** How refusals begin, what they mean, and what helps. */
const REFUSALS: readonly (readonly [start: RegExp, what: string, remedy: string])[] = [
  [/^(WRONGPASS|ERR invalid password|ERR AUTH)/, 'refuses user or password', LOGIN_REMEDY],
  [/^NOAUTH/, 'wants a password', LOGIN_REMEDY],
  [/^NOPERM/, 'does not permit what is needed', LOGIN_REMEDY],
  [/^OOM/, 'has no memory left', 'Give Redis more (maxmemory), or use fewer or smaller logs at a time'],
  [/^(MISCONF|READONLY|NOREPLICAS)/, 'takes no writes', 'Look at its log; name the primary, not a replica'],
  [
    // Scripts of the library also stop at numbers that are none.
    /^WRONGTYPE|^ERR (?:value is not|.* script: )/,
    'holds something else under a key of ours',
    'Remove the keys queuewright:* (redis-cli), or name another database as redis://HOST/1',
  ],
  [/^ERR DB index/, 'has no such database', 'Leave /db out of the address, or take a smaller number'],
]
const TLS_CODES = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/

/** Null where the error is none of a queue that refuses us. */
function refusalOf(error: Error, address: QueueAddress): QueuewrightError | null {
  const refuse = (what: string, remedy: string) =>
    new QueuewrightError('engine-refused', `the queue ${address.text} ${what}: ${describe(error)}`, {
      remedy,
      cause: error,
    })
  // An error inside a script of Redis has more words before it.
  const text = error.message.replace(/^ERR Error running script .*?: (?=[A-Z]+ )/, '')
  for (const [start, what, remedy] of REFUSALS) if (start.test(text)) return refuse(what, remedy)
  return TLS_CODES.test(codeOf(error)) ? refuse('is not trusted', TLS_REMEDY) : null
}

function isConnectionError(error: Error): boolean {
  return /^(E[A-Z]+)$/.test(codeOf(error)) || /connection (?:is closed|close$|timeout)/i.test(error.message)
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function describe(error: Error): string {
  // The library takes an answer that is none of a Redis for a defect of its own.
  if (/RESP/.test(error.message)) return 'it answers as no Redis does'
  // An attempt at several addresses of a host fails with an error without words, around one for each.
  return error.message.replace(/\.$/, '') || codeOf(error) || error.name
}

/** @throws QueuewrightError `engine-refused` for a server that does not say what it is told to */
async function checkEcho(client: Redis): Promise<void> {
  const word = randomUUID()
  const reply = await client.ping(word).catch((error: Error) => {
    // Who may not ask learns nothing.
    if (/^NOPERM/.test(error.message)) return word
    throw error
  })
  if (reply !== word) throw noRedis(reply)
}

/**
 * The check of the server's version; of a Redis that does not let us ask, nothing is said.
 * @throws QueuewrightError `engine-refused` for one that is too old
 */
async function checkServer(
  client: Redis,
  address: QueueAddress,
  notice: (text: string) => void,
): Promise<void> {
  const info = String(await client.info().catch(() => ''))
  const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  const version = fact('redis_version')
  if (version !== undefined && isOlder(version, LEAST_VERSION)) {
    throw new QueuewrightError('engine-refused', `the queue ${address.text} is of a Redis that is too old`, {
      value: version,
      expected: `${LEAST_VERSION.join('.')} or newer`,
    })
  }
  const policy = fact('maxmemory_policy') ?? 'noeviction'
  // Keys that Redis may evict are lost work: done again, but said once.
  if (policy === 'noeviction') return
  notice(
    `Redis may evict what is queued (maxmemory-policy ${policy}); it is done again then. noeviction is better`,
  )
}

const LEAST_VERSION = [6, 2] as const

/** Whether a version, as `7.0.15`, comes before another one. */
export function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [its = Number.NaN, part = 0] = version.split('.').map(Number)
  return its < major || (its === major && part < minor)
}
