/**
 * Messages in the queue: JSON, deflated, in base64, because BullMQ keeps strings. The tasks of a batch share most of
 * their text (a scenario, the names of objectives) and shrink to about a tenth; that takes some 2 ms a megabyte.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Higher levels take several times longer for a few per cent. */
const LEVEL = 1
/** Bytes of a message, unpacked. */
const MOST_BYTES = 256 << 20

export function pack(message: unknown): string {
  return deflateRawSync(JSON.stringify(message), { level: LEVEL }).toString('base64')
}

/** The packed value; whoever reads it knows what it is, as both ends are of the same build. */
export function unpack(text: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES }).toString())
}
