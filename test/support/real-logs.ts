/** Real logs as most tests take them: cleaned, with waits and states; read once in a process, since nobody changes a trace. */
import { loadTrace } from '../../src/runtime/index.js'
import { cleanTrace } from '../../src/trace/clean.js'
import type { SwfOptions } from '../../src/trace/swf/index.js'
import type { Trace } from '../../src/trace/trace.js'
import { tracePath } from './data.js'

const known = new Map<string, Promise<Trace>>()

export function cleanLog(file: string, { size }: Pick<Partial<SwfOptions>, 'size'> = {}): Promise<Trace> {
  const key = `${file} ${size}`
  let log = known.get(key)
  if (log === undefined) {
    log = loadTrace(tracePath(file), { ...(size && { size }), fields: ['status', 'wait'] }).then(cleanTrace)
    known.set(key, log)
  }
  return log
}
