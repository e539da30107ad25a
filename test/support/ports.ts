/** Ports of this machine that are free. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port
}

/** As many different ones. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(servers.map(portOf))
  await Promise.all(
    servers.map((server) => {
      server.close()
      return once(server, 'close')
    }),
  )
  return ports
}

/** Has `server` listen, on a port that is free. */
export async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
