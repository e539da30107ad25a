/** Answers as they are written: JSON, bytes and files, compressed where that was asked for and pays. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { Asset } from './assets.js'
import type { OpenedFile } from './runs.js'

/** Shorter texts gain nothing. */
const WORTH_PACKING = 1000

export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  value: unknown,
  status = 200,
): void {
  sendText(request, response, JSON.stringify(value), status)
}

/** A document of JSON, as it is written. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  status = 200,
): void {
  const bytes = Buffer.from(text)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  const packed = bytes.length >= WORTH_PACKING && takesGzip(request)
  send(request, response, status, packed ? gzipSync(bytes, { level: 4 }) : bytes, packed)
}

/** Bytes that are kept compressed: they go as they are to whoever takes them so. */
export function sendPacked(request: IncomingMessage, response: ServerResponse, packed: Buffer): void {
  response.setHeader('content-type', 'application/octet-stream')
  // The address names the content.
  response.setHeader('cache-control', 'private, max-age=31536000, immutable')
  if (!takesGzip(request)) response.setHeader('content-type', 'application/gzip')
  send(request, response, 200, packed, takesGzip(request))
}

export function sendAsset(request: IncomingMessage, response: ServerResponse, asset: Asset): void {
  const { type, bytes, tag, lasting } = asset
  response.setHeader('etag', tag)
  response.setHeader('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('content-type', type)
  const packed = takesGzip(request) ? asset.packed : null
  send(request, response, 200, packed ?? bytes, packed !== null)
}

/** A file that the browser saves and never shows. @param name of harmless characters */
export async function sendFile(response: ServerResponse, name: string, file: OpenedFile): Promise<void> {
  response.setHeader('content-type', 'application/octet-stream')
  response.setHeader('content-disposition', `attachment; filename="${name}"`)
  response.setHeader('content-length', file.bytes)
  response.setHeader('cache-control', 'no-store')
  if (file.bytes === 0) response.end()
  else await pipeline(file.stream, response)
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  bytes: Buffer,
  packed: boolean,
): void {
  response.setHeader('vary', 'accept-encoding')
  if (packed) response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-length', bytes.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/i.test(String(headers['accept-encoding'] ?? ''))
}
