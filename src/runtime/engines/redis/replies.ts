/** Replies of Redis as their commands have them: whatever listens at an address may answer anything. */
import { QueuewrightError } from '../../../core/errors.js'

/** @throws QueuewrightError `engine-refused` */
export function textsOf(reply: unknown): readonly string[] {
  if (!Array.isArray(reply) || !reply.every((each) => typeof each === 'string')) throw noRedis(reply)
  return reply
}

/**
 * @param count of the keys that were asked for
 * @throws QueuewrightError `engine-refused`
 */
export function valuesOf(reply: unknown, count: number): readonly (string | null)[] {
  const fits = (each: unknown) => each === null || typeof each === 'string'
  if (!Array.isArray(reply) || reply.length !== count || !reply.every(fits)) throw noRedis(reply)
  return reply
}

/**
 * A step of a walk over keys.
 * @throws QueuewrightError `engine-refused`
 */
export function stepOf(reply: unknown): readonly [cursor: string, keys: readonly string[]] {
  if (!Array.isArray(reply) || reply.length !== 2) throw noRedis(reply)
  const [cursor, keys] = reply
  if (typeof cursor !== 'string' || !/^\d+$/.test(cursor)) throw noRedis(reply)
  return [cursor, textsOf(keys)]
}

export function noRedis(reply: unknown): QueuewrightError {
  return new QueuewrightError(
    'engine-refused',
    'what listens at the address of the queue answers as no Redis does',
    {
      value: typeof reply === 'string' ? reply : JSON.stringify(reply),
      remedy: 'Look whether host and port are those of redis-server; what is done is not lost',
    },
  )
}
