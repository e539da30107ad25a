/** The body of a request: JSON that says that it is, and no more than fits. */
import type { IncomingMessage } from 'node:http'
import { parseJson } from '../../../core/documents.js'
import { MOST_BODY } from '../protocol/messages.js'
import { Refusal } from './refusal.js'

const JSON_TYPE = /^application\/json\s*(;\s*charset=utf-8\s*)?$/i

/**
 * @throws Refusal 415 for what is no JSON by its type, or compressed; 413 for more than `MOST_BODY` bytes
 * @throws QueuewrightError `input-document`
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const { headers } = request
  // Forms and plain text can be sent by any page without asking.
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new Refusal(415, 'send application/json')
  if (headers['content-encoding'] !== undefined) throw new Refusal(415, 'send it uncompressed')
  if (Number(headers['content-length'] ?? 0) > MOST_BODY) throw tooLarge()
  const body = await collected(request)
  return parseJson(body.toString('utf8'), 'the request')
}

/** The bytes, as long as they are not too many: then no more are taken, and the connection stays for the refusal. */
function collected(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MOST_BODY) {
        request.pause()
        reject(tooLarge())
      } else parts.push(part)
    })
    request.on('end', () => resolve(Buffer.concat(parts)))
    request.on('error', reject)
    request.on('close', () => reject(new Refusal(400, 'the request was cut off')))
  })
}

function tooLarge(): Refusal {
  // Whoever sends more is not listened to any longer.
  return new Refusal(413, `a request holds at most ${MOST_BODY} bytes`, { connection: 'close' })
}
