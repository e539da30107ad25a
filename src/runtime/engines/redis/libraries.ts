/** The optional packages that speak with the queue, loaded when an engine or a worker needs them. */
import { createRequire } from 'node:module'
import { QueuewrightError } from '../../../core/errors.js'

export type BullMq = Pick<typeof import('bullmq'), 'Queue' | 'QueueEvents' | 'Worker'>
export type IoRedis = Pick<typeof import('ioredis'), 'Redis'>

export interface QueueLibraries {
  readonly bullmq: BullMq
  readonly ioredis: IoRedis
}

/** @throws QueuewrightError `usage` where they are not installed */
export async function queueLibraries(
  load: () => Promise<QueueLibraries> = loadLibraries,
): Promise<QueueLibraries> {
  return load().catch((cause: unknown) => {
    throw new QueuewrightError('usage', 'a queue needs the optional packages bullmq and ioredis', {
      remedy: 'Install them (npm install bullmq ioredis) or use --engine threads',
      cause,
    })
  })
}

/** By `require`: each is hundreds of small files, which Node looks through twice where they are imported. */
async function loadLibraries(): Promise<QueueLibraries> {
  const require = createRequire(import.meta.url)
  return { bullmq: require('bullmq'), ioredis: require('ioredis') }
}
