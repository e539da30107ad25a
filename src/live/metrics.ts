/**
 * Figures for Prometheus, in its text format: a file for the collector of node_exporter, which appears whole, or `/metrics` on a
 * port, of this machine alone unless an address is named.
 */
import { createServer } from 'node:http'
import { QueuewrightError } from '../core/errors.js'
import { writeOutput } from '../runtime/index.js'

export interface Metric {
  readonly name: string
  readonly help: string
  readonly kind: 'gauge' | 'counter'
  readonly value: number
}

export interface Metrics {
  publish(metrics: readonly Metric[]): Promise<void>
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
const MOST_PORT = 65_535
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(
      ({ name, help, kind, value }) => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${name} ${value}\n`,
    )
    .join('')
}

/**
 * @param where a port, ADDRESS:PORT, or a file
 * @throws QueuewrightError `usage` where nobody can listen there
 */
export async function openMetrics(where: string): Promise<Metrics> {
  const match = /^(?:([\w.-]+|\[[\da-fA-F:]+\]):)?(\d{1,5})$/.exec(where)
  if (match === null) {
    return { publish: (metrics) => writeOutput(where, [metricsText(metrics)]), close: async () => {} }
  }
  let text = ''
  const server = createServer((request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(found ? 200 : 404, { 'content-type': TYPE })
    response.end(found ? text : '')
  })
  const [, address = LOOPBACK, port] = match
  const fault = (what: string, expected: string, cause?: unknown) =>
    new QueuewrightError('usage', what, { field: '--metrics', value: where, expected, cause })
  if (Number(port) > MOST_PORT) throw fault('there is no such port', `a port up to ${MOST_PORT}`)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(fault(error.message, 'a free port', error)))
    server.listen(Number(port), address.replace(/^\[|\]$/g, ''), resolve)
  })
  return {
    publish: async (metrics) => {
      text = metricsText(metrics)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
