/**
 * Who is there: runs and workers say so in Redis, each under a key that expires unless it is renewed, by the clock of
 * Redis alone. What a run left behind that nobody renews any more is removed by whoever notices.
 */
import type { Redis } from 'ioredis'
import type { Codec } from '../../../core/codec.js'
import { Place } from '../../../core/place.js'
import {
  isKeyOf,
  LEASE_TIME,
  leaseKey,
  PREFIX,
  queueName,
  RUN_INFO,
  RUNS,
  type RunInfo,
  runOf,
  WORKER_INFO,
  WORKER_TIME,
  WORKERS,
  type WorkerInfo,
  wantedKey,
  workerKey,
} from './keys.js'
import { stepOf, textsOf, valuesOf } from './replies.js'

export interface Present<Info> {
  readonly id: string
  /** Null where it has not renewed its key for too long, or where the key holds something else. */
  readonly info: Info | null
}

/** Keys that one step of a walk over all keys looks at. */
const SCAN_STEP = 1000

/**
 * Renews the lease of a run.
 * @returns the workers that there are, and digests of data that they miss
 */
export async function renewRun(
  client: Redis,
  run: string,
  info: RunInfo,
): Promise<{ readonly workers: readonly WorkerInfo[]; readonly wanted: readonly string[] }> {
  await client.set(leaseKey(run), JSON.stringify(info), 'PX', LEASE_TIME)
  await client.sadd(RUNS, run)
  const wanted = textsOf(await client.smembers(wantedKey(run)))
  const there = await membersOf(client, WORKERS, workerKey, WORKER_INFO)
  const gone = there.filter((worker) => worker.info === null)
  if (gone.length > 0) await client.srem(WORKERS, ...gone.map(({ id }) => id))
  return { workers: there.flatMap((worker) => worker.info ?? []), wanted }
}

/** Says that a worker is there. */
export async function renewWorker(client: Redis, worker: string, info: WorkerInfo): Promise<void> {
  await client.set(workerKey(worker), JSON.stringify(info), 'PX', WORKER_TIME)
  await client.sadd(WORKERS, worker)
}

export async function dismissWorker(client: Redis, worker: string): Promise<void> {
  await client.srem(WORKERS, worker)
  await client.del(workerKey(worker))
}

export function runsOf(client: Redis): Promise<readonly Present<RunInfo>[]> {
  return membersOf(client, RUNS, leaseKey, RUN_INFO)
}

/** Ends a run: its workers leave it, and nothing of it stays. */
export async function endRun(client: Redis, run: string): Promise<void> {
  await client.del(leaseKey(run))
  await removeEnded(client, run)
}

/**
 * Removes all keys of a run that has ended, or whose owner is gone. If the owner comes back (it was suspended, or cut
 * off from Redis), it makes anew what it needs.
 */
export async function removeEnded(client: Redis, run: string): Promise<void> {
  if ((await client.exists(leaseKey(run))) === 1) return
  for await (const keys of keysUnder(client, `${PREFIX}:*`)) {
    const own = keys.filter((key) => isKeyOf(run, key))
    if (own.length > 0) await client.unlink(...own)
  }
  await client.srem(RUNS, run)
}

/**
 * Removes keys of runs that nobody knows any more: what a worker wrote of its own accord just when the run ended, if it
 * was killed before it could remove it.
 */
export async function removeOrphans(client: Redis): Promise<void> {
  const known = new Set(textsOf(await client.smembers(RUNS)))
  const orphans = new Set<string>()
  for await (const keys of keysUnder(client, `${PREFIX}:${queueName('*')}:meta`)) {
    for (const key of keys) {
      const run = runOf(key)
      if (run !== null && !known.has(run)) orphans.add(run)
    }
  }
  for (const run of orphans) await removeEnded(client, run)
}

/** All keys that match, some at a time. */
async function* keysUnder(client: Redis, pattern: string): AsyncGenerator<readonly string[]> {
  let cursor = '0'
  do {
    const [next, keys] = stepOf(await client.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_STEP))
    yield keys
    cursor = next
  } while (cursor !== '0')
}

async function membersOf<Info>(
  client: Redis,
  set: string,
  keyOf: (id: string) => string,
  codec: Codec<Info>,
): Promise<readonly Present<Info>[]> {
  const ids = textsOf(await client.smembers(set))
  if (ids.length === 0) return []
  const texts = valuesOf(await client.mget(...ids.map(keyOf)), ids.length)
  return ids.map((id, k) => {
    const text = texts[k]
    return { id, info: text === null ? null : readOrNull(text, codec) }
  })
}

/** A queue may hold anything; what is no record of ours is of nobody. */
function readOrNull<Info>(text: string, codec: Codec<Info>): Info | null {
  try {
    return codec.decode(JSON.parse(text), Place.of('the queue'))
  } catch {
    return null
  }
}
