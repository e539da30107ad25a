/**
 * A line to a port of this machine that may fall silent: its connections stand, and nothing comes through. In a thread of
 * its own, since a test that computes would delay what comes through.
 */
import { type AddressInfo, connect, createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const { port, words }: { readonly port: number; readonly words: number } = workerData
/** Packets that still go to that port. */
let left = words

const line = createServer((near) => {
  const far = connect(port, '127.0.0.1')
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('error', () => {})
    from.on('close', () => to.destroy())
  }
  near.on('data', (packet) => {
    if (left-- > 0) far.write(packet)
  })
  far.on('data', (packet) => {
    if (left >= 0) near.write(packet)
  })
})
parentPort?.on('message', () => {
  left = -1
  parentPort?.postMessage('silent')
})
line.listen(0, '127.0.0.1', () => parentPort?.postMessage((line.address() as AddressInfo).port))
