/**
 * Data on its way through the queue: a run's owner puts it there once, in parts; each worker takes it once and checks
 * its digest. If it is gone (evicted, Redis restarted), a worker asks for it, and the owner puts it there again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { QueuewrightError } from '../../../core/errors.js'
import { type Dataset, decodeDataset, encodeDataset } from '../../../trace/dataset.js'
import { DATA_TIME, dataKey, LEASE_TIME, wantedKey } from './keys.js'

/**
 * Bytes of a part. What else goes over the connection waits for it, such as the renewal of a lock that lives 5 s: a part
 * takes less than that on a line of 2 Mbit/s.
 */
const PART = 1 << 20
/** Milliseconds that a worker waits for data that is gone, and between two looks. */
const PATIENCE = 20_000
const PAUSE = 250

/** Puts `dataset` where the workers of `run` find it. */
export async function storeDataset(client: Redis, run: string, dataset: Dataset): Promise<void> {
  const bytes = encodeDataset(dataset)
  const key = dataKey(run, dataset.digest)
  const parts = Math.ceil(bytes.length / PART)
  for (let k = 0; k < parts; k++) {
    const part = bytes.subarray(k * PART, (k + 1) * PART)
    await client.set(`${key}:${k}`, Buffer.from(part.buffer, part.byteOffset, part.length), 'PX', DATA_TIME)
  }
  // Last: whoever finds it finds all parts.
  await client.set(key, parts, 'PX', DATA_TIME)
}

/** Lets the data of `run` live on. */
export async function renewData(client: Redis, run: string, digests: Iterable<string>): Promise<void> {
  for (const digest of digests) {
    const key = dataKey(run, digest)
    const parts = Number(await client.get(key))
    const pipeline = client.pipeline().pexpire(key, DATA_TIME)
    for (let k = 0; k < parts; k++) pipeline.pexpire(`${key}:${k}`, DATA_TIME)
    await pipeline.exec()
  }
}

/**
 * Takes data from the queue; where it is not there whole, asks for it and waits a while.
 * @throws QueuewrightError `data-missing`
 */
export async function fetchDataset(client: Redis, run: string, digest: string): Promise<Dataset> {
  let why = 'it is not in the queue'
  for (let waited = 0; waited <= PATIENCE; waited += PAUSE) {
    const bytes = await readParts(client, dataKey(run, digest))
    if (bytes !== null) {
      try {
        return decodeDataset(bytes, `data ${digest}`)
      } catch (error) {
        why = error instanceof Error ? error.message : String(error)
      }
    }
    await client.pipeline().sadd(wantedKey(run), digest).pexpire(wantedKey(run), LEASE_TIME).exec()
    await sleep(PAUSE)
  }
  throw new QueuewrightError('data-missing', `a worker cannot get the data that its tasks need: ${why}`, {
    field: 'digest',
    value: digest,
    remedy: 'Look whether Redis evicts keys or has too little memory (maxmemory), then go on with the run',
  })
}

/** The end of a wish: the data that workers missed is there again. */
export async function forgetWish(client: Redis, run: string, digest: string): Promise<void> {
  await client.srem(wantedKey(run), digest)
}

/** Null where a part is missing. */
async function readParts(client: Redis, key: string): Promise<Uint8Array | null> {
  const count = await client.get(key)
  if (count === null) return null
  const parts: Buffer[] = []
  for (let k = 0; k < Number(count); k++) {
    const part = await client.getBuffer(`${key}:${k}`)
    if (part === null) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
