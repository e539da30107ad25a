/** How long the server waits for whom, and for how many; and what is answered to requests that never came to be one. */
import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { HEADERS } from './headers.js'

export interface Limits {
  /** Milliseconds in which a request has to say its headers, and all of itself. */
  readonly headersMs: number
  readonly requestMs: number
  /** Milliseconds for which a connection is kept without a request. */
  readonly idleMs: number
  readonly connections: number
}

/** More connections than a browser of one user needs. */
export const USUAL_LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 5_000,
  connections: 128,
}

const MOST_HEADER_BYTES = 16 * 1024
/** Looks for slow requests within the least time that is granted; Node looks twice a minute. */
const LOOKS = 10

/** Statuses by Node's codes; whatever else is no HTTP is a bad request. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export function limitedServer({ headersMs, requestMs, idleMs, connections }: Limits): Server {
  const server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    // Who names no host is refused as who names a foreign one.
    requireHostHeader: false,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.ceil(headersMs / LOOKS),
  })
  server.maxConnections = connections
  server.on('clientError', refuse)
  return server
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  // In the middle of another answer nothing can be said.
  if (!socket.writable || ('bytesWritten' in socket && socket.bytesWritten !== 0)) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ''] ?? 400
  const headers = Object.entries({ ...HEADERS, connection: 'close', 'content-length': '0' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((each) => each.join(': '))]
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy())
}
