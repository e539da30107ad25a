/**
 * The worker that all pages of a browser share: it holds the one stream of events, so that any number of tabs takes one
 * connection of the few that a browser opens to a server.
 */
import type { Topic } from '../../protocol/messages.js'

/** The first message of a page. */
export interface Joined {
  readonly token: string
}

/** Messages to pages. */
export type Told = { readonly topic: Topic; readonly state: string } | { readonly lost: string }

/** Milliseconds before a lost stream is asked for again. */
const AGAIN = 2000

const pages = new Set<MessagePort>()
const latest = new Map<Topic, string>()
let token: string | null = null
let open = false

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  port.onmessage = ({ data }: MessageEvent<Joined>) => {
    token = data.token
    pages.add(port)
    for (const [topic, state] of latest) port.postMessage({ topic, state } satisfies Told)
    if (!open) void stream()
  }
})

function tell(told: Told): void {
  for (const page of pages) page.postMessage(told)
}

async function stream(): Promise<void> {
  open = true
  try {
    const response = await fetch('/api/events', { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = `${rest}${read.value}`.split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) take(event)
    }
    throw new Error('the server has ended')
  } catch (error) {
    tell({ lost: error instanceof Error ? error.message : String(error) })
  }
  setTimeout(stream, AGAIN)
}

function take(event: string): void {
  const [, topic, state] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? []
  if (state === undefined) return
  latest.set(topic as Topic, state)
  tell({ topic: topic as Topic, state })
}
