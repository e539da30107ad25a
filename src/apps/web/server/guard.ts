/**
 * Who may ask: only pages that this server gave to a browser of its user. A browser runs pages of strangers too, on the same
 * machine, and on a login node every user reaches 127.0.0.1. Hence the name by which the server was asked has to be its own
 * (names of strangers may point here: DNS rebinding), the page that asks has to be its own, and whoever asks for data
 * has to know a secret that only the printed address holds.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.js'

/** Names of this machine for itself. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'] as const

export interface Guard {
  /** @throws Refusal where the request came by a foreign name or of a foreign page */
  requireOwn(request: IncomingMessage): void
  /** @throws Refusal where the request does not know the secret */
  requireToken(request: IncomingMessage): void
}

export interface Guarded {
  readonly token: string
  /** The port; null where the server listens on a Unix socket, to which any port of its user's may be led. */
  readonly port: number | null
  /** A further name, where the server listens on another address. */
  readonly host: string | null
}

export function guardOf({ token, port, host }: Guarded): Guard {
  const names: readonly string[] =
    host === null ? LOOPBACK : [...LOOPBACK, host.includes(':') ? `[${host}]` : host.toLowerCase()]
  const isOwn = (authority: string): boolean => {
    const [, name = '', at = ''] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/.exec(authority) ?? []
    return names.includes(name) && (port === null || at === String(port))
  }
  const secret = digestOf(token)
  return {
    requireOwn: ({ headers }) => {
      const authority = headers.host ?? ''
      if (!isOwn(authority)) {
        throw new Refusal(421, 'this server was asked by a name that is not its own')
      }
      const { origin } = headers
      if (origin !== undefined && origin !== `http://${authority}`) {
        throw new Refusal(403, 'another page may not ask this server')
      }
      const site = headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none') {
        throw new Refusal(403, 'another page may not ask this server')
      }
    },
    requireToken: ({ headers }) => {
      const [, given = ''] = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '') ?? []
      // Digests are of equal length, and comparing them tells nothing of where texts begin to differ.
      if (!timingSafeEqual(digestOf(given), secret)) {
        throw new Refusal(401, 'open the address that qw serve printed: it holds the key to this server', {
          'www-authenticate': 'Bearer',
        })
      }
    },
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
