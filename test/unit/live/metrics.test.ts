/** Figures for Prometheus: their text, as a file that appears whole, and on a port that answers nothing else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Metric, metricsText, openMetrics } from '../../../src/live/index.js'
import { freePort } from '../../support/ports.js'

const FIGURES: readonly Metric[] = [
  { name: 'queuewright_live_waiting_jobs', help: 'Waiting jobs.', kind: 'gauge', value: 12.5 },
  { name: 'queuewright_live_writes_total', help: 'Site factors written.', kind: 'counter', value: 3 },
]
const TEXT = `# HELP queuewright_live_waiting_jobs Waiting jobs.
# TYPE queuewright_live_waiting_jobs gauge
queuewright_live_waiting_jobs 12.5
# HELP queuewright_live_writes_total Site factors written.
# TYPE queuewright_live_writes_total counter
queuewright_live_writes_total 3
`
const [WAITING] = FIGURES

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-metrics-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('metrics', () => {
  it('are text of a name, its meaning, its kind and its value', () => {
    expect(metricsText(FIGURES)).toBe(TEXT)
  })

  it('are a file with the last figures alone, and nothing beside it', async () => {
    const file = join(folder, 'queuewright.prom')
    const metrics = await openMetrics(file)
    expect(readdirSync(folder)).toEqual([])
    await metrics.publish([{ ...WAITING, value: 99 }])
    await metrics.publish(FIGURES)
    await metrics.close()
    expect(readFileSync(file, 'utf8')).toBe(TEXT)
    expect(readdirSync(folder)).toEqual(['queuewright.prom'])
  })

  it.each(['', '127.0.0.1:', 'localhost:'])(
    'are at /metrics of a port of this machine: %sPORT',
    async (address) => {
      const port = await freePort()
      const metrics = await openMetrics(`${address}${port}`)
      try {
        const asked = (path: string, method = 'GET') =>
          fetch(`http://${address === 'localhost:' ? 'localhost' : '127.0.0.1'}:${port}${path}`, { method })
        expect(await (await asked('/metrics')).text()).toBe('')
        await metrics.publish(FIGURES)
        const answer = await asked('/metrics')
        expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
        expect(await answer.text()).toBe(TEXT)
        expect([(await asked('/')).status, (await asked('/metrics', 'POST')).status]).toEqual([404, 404])
      } finally {
        await metrics.close()
      }
      await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
    },
  )

  it('refuse a port that is taken, and one that there is not', async () => {
    const port = await freePort()
    const metrics = await openMetrics(`${port}`)
    try {
      const usage = { kind: 'usage', detail: { field: '--metrics', expected: 'a free port' } }
      await expect(openMetrics(`${port}`)).rejects.toMatchObject(usage)
      await expect(openMetrics('65536')).rejects.toMatchObject({ kind: 'usage', detail: { value: '65536' } })
      await expect(openMetrics('192.0.2.1:9815')).rejects.toMatchObject({ kind: 'usage' })
    } finally {
      await metrics.close()
    }
  })
})
