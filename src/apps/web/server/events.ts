/**
 * The stream of events (text/event-stream): of each topic the latest state, to every listener. Nothing queues: a listener that
 * reads slowly is told the latest state of what it missed when it has read the rest.
 */
import type { ServerResponse } from 'node:http'
import type { Topic, Topics } from '../protocol/messages.js'

/** Milliseconds between signs of life, by which connections are seen to be gone. */
const PULSE = 15_000

export interface Events {
  /** Streams that are open. */
  readonly streams: number
  publish<T extends Topic>(topic: T, state: Topics[T]): void
  /** Tells `response` the latest of each topic, and what comes; its head has been written. */
  listen(response: ServerResponse): void
  close(): void
}

interface Listener {
  readonly response: ServerResponse
  /** Topics that it has yet to be told of. */
  readonly due: Set<Topic>
  full: boolean
}

/** @param onChange told when the first listener comes and when the last one goes */
export function eventStreams(onChange: (listening: boolean) => void): Events {
  const latest = new Map<Topic, string>()
  const listeners = new Set<Listener>()
  const tell = (listener: Listener): void => {
    for (const topic of listener.due) {
      if (listener.full) return
      listener.due.delete(topic)
      listener.full = !listener.response.write(`event: ${topic}\ndata: ${latest.get(topic)}\n\n`)
    }
  }
  const pulse = setInterval(() => {
    for (const listener of listeners) {
      if (!listener.full) listener.full = !listener.response.write(':\n\n')
    }
  }, PULSE).unref()
  return {
    get streams() {
      return listeners.size
    },
    publish: (topic, state) => {
      const text = JSON.stringify(state)
      if (latest.get(topic) === text) return
      latest.set(topic, text)
      for (const listener of listeners) {
        listener.due.add(topic)
        tell(listener)
      }
    },
    listen: (response) => {
      const listener: Listener = { response, due: new Set(latest.keys()), full: false }
      listeners.add(listener)
      response.on('drain', () => {
        listener.full = false
        tell(listener)
      })
      response.on('close', () => {
        listeners.delete(listener)
        if (listeners.size === 0) onChange(false)
      })
      if (listeners.size === 1) onChange(true)
      tell(listener)
    },
    close: () => {
      clearInterval(pulse)
      for (const { response } of listeners) response.end()
    },
  }
}
