/** Ports of this machine that are free. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that a system hands out, so that no client has one before the server does that it is for. */
const LEAST = 10_000
const BEHIND = 32_000

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port
}

/** As many different ones. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(LEAST, BEHIND)
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
