/** The worker that simulates, as pages have it: a log is fetched and opened once, and then asked. */
import type { ServedLog } from '../../protocol/messages.js'
import { fetchBytes } from '../api.js'
import { served } from '../state.js'
import { startWorker } from '../trusted.js'
import type { Answer, Call, CallName, LogCalls } from './calls.js'
import type { AskedOf, Judged } from './judge.js'

type Settle = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
type Asked = Call extends infer Each ? (Each extends Call ? Omit<Each, 'id'> : never) : never

/** An answer that is no longer wanted: something else was asked for in its place. */
export class SupersededError extends Error {}

let worker: Worker | null = null
let calls = 0
const waiting = new Map<number, Settle>()
const opened = new Map<string, Promise<unknown>>()

/**
 * Has the log's trial do something. Calls are answered in their order.
 * @throws SupersededError where the same method was asked for again before it was begun, of methods that pages follow
 */
export async function ask<D extends CallName>(
  log: ServedLog,
  method: D,
  ...given: Parameters<LogCalls[D]>
): Promise<Awaited<ReturnType<LogCalls[D]>>> {
  await open(log)
  return (await send({ method, log: log.digest, given })) as Awaited<ReturnType<LogCalls[D]>>
}

/** Fetches and opens a log, so that what is asked of it next is answered at once. */
export function open(log: ServedLog): Promise<unknown> {
  let opening = opened.get(log.digest)
  if (opening === undefined) {
    const { digest, scenario, objectives } = log
    opening = fetchBytes(`/api/logs/${digest}/dataset`).then((bytes) =>
      send({ method: 'open', log: digest, bytes, scenario, objectives }, [bytes.buffer]),
    )
    // What failed is tried again when it is asked for again.
    opening.catch(() => opened.delete(digest))
    opened.set(digest, opening)
  }
  return opening
}

/** The judgement of what is wanted of a front; null where nothing is. */
export async function judge(asked: AskedOf): Promise<Judged | null> {
  return (await send({ method: 'judge', asked })) as Judged | null
}

function send(call: Asked, transferred: Transferable[] = []): Promise<unknown> {
  worker ??= begun()
  const id = calls++
  const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
  worker.postMessage({ ...call, id }, transferred)
  return answered
}

function begun(): Worker {
  const started = startWorker(served.value?.atSite ? 'site' : 'simulate')
  started.onmessage = ({ data }: MessageEvent<Answer>) => {
    const settle = waiting.get(data.id)
    waiting.delete(data.id)
    if ('superseded' in data) settle?.reject(new SupersededError())
    else if ('failure' in data) settle?.reject(new Error(data.failure))
    else settle?.resolve(data.value)
  }
  return started
}
