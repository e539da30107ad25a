/** Small logs made on the spot, for tests of reading and writing. */
import { type SwfOptions, SwfParser } from '../../src/trace/swf/index.js'
import { SWF_FIELDS, type SwfField, type Trace } from '../../src/trace/trace.js'

/** A job line; fields not given are −1. */
export function jobLine(values: Partial<Record<SwfField, number | string>>): string {
  return SWF_FIELDS.map((field) => values[field] ?? -1).join(' ')
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Read a log in pieces of `size` bytes. */
export function readText(
  text: string | Uint8Array,
  options: Partial<SwfOptions> = {},
  size = Number.MAX_SAFE_INTEGER,
): Trace {
  const bytes = typeof text === 'string' ? bytesOf(text) : text
  const parser = new SwfParser(options)
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size))
  return parser.end()
}

/** Everything of a trace that can be compared by value. */
export function plain(trace: Trace) {
  const { id, submit, runtime, estimate, size, user, group } = trace.jobs
  return {
    processors: trace.processors,
    clock: trace.clock,
    header: trace.header,
    dropped: trace.dropped,
    notices: trace.notices,
    columns: [id, submit, runtime, estimate, size, user, group].map((column) => Array.from(column)),
    fields: Object.fromEntries(
      Object.entries(trace.fields).map(([name, column]) => [name, Array.from(column)]),
    ),
  }
}
