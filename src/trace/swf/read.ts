/** Reading a whole log from a stream of bytes. */
import type { Trace } from '../trace.js'
import { type SwfOptions, SwfParser } from './parser.js'

/**
 * The log in `chunks`, bytes of Standard Workload Format in pieces of any size.
 * @throws QueuewrightError `line-fields`, `line-number`, `line-value` for a bad line (unless those are dropped),
 *   `input-empty` where there is no job; and whatever the stream itself throws.
 */
export async function readSwf(
  chunks: AsyncIterable<Uint8Array>,
  options: Partial<SwfOptions> = {},
): Promise<Trace> {
  const parser = new SwfParser(options)
  for await (const chunk of chunks) parser.push(chunk)
  return parser.end()
}
