/**
 * Requests of pages to the server. The key comes in the fragment of the printed address, which no server and no log ever
 * sees, and is kept for this tab alone.
 */
import type { Refused } from '../protocol/messages.js'

const KEPT = 'queuewright-token'

/** Takes the key out of the address, so that it is in no history and no copied address. */
export function takeToken(): void {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? []
  if (token === undefined) return
  sessionStorage.setItem(KEPT, token)
  history.replaceState(history.state, '', location.pathname + location.search)
}

export function token(): string | null {
  return sessionStorage.getItem(KEPT)
}

/** The address of what the server has of a run, which is called as its folder is. */
export function runAddress(run: string): string {
  return `/api/runs/${encodeURIComponent(run)}`
}

/** A refusal, as the server says it. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The digest of the document that is there in place of the one that a change was based on; null: none. */
    readonly digest: string | null = null,
  ) {
    super(message)
  }
}

export async function fetchJson<Value>(path: string): Promise<Value> {
  return (await answered(path)).json() as Promise<Value>
}

export async function fetchBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await answered(path)).arrayBuffer())
}

export async function post<Value>(path: string, value: object): Promise<Value> {
  return (await answered(path, sending('POST', value))).json() as Promise<Value>
}

/**
 * Writes a document that others may have written meanwhile.
 * @param digest of what it is based on; null: it is not to be there
 */
export async function put<Value>(path: string, value: object, digest: string | null): Promise<Value> {
  const based = digest === null ? { 'if-none-match': '*' } : { 'if-match': digest }
  return (await answered(path, sending('PUT', value, based))).json() as Promise<Value>
}

function sending(method: string, value: object, based = {}): RequestInit {
  return { method, body: JSON.stringify(value), headers: { 'content-type': 'application/json', ...based } }
}

async function answered(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${token() ?? ''}` }
  const response = await fetch(path, { ...init, headers }).catch(() => {
    throw new RefusedError(0, 'the server does not answer: is qw serve still running?')
  })
  if (response.ok) return response
  const refused: Partial<Refused> = await response.json().catch(() => ({}))
  const said = refused.message ?? `the server answers ${response.status}`
  throw new RefusedError(response.status, said, response.headers.get('etag'))
}
