/** What spreading evaluations costs and brings: the calling thread, worker threads, and workers of a Redis queue. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BENCH } from './build.mjs'
import { askTask, askTaskAside, median, printTable, rounded } from './report.mjs'

const EVALUATIONS = 1000
const MAIN = join(BENCH, '..', 'dist', 'apps', 'cli', 'main.js')

export const engines = {
  async measure({ workloads, rounds, say }) {
    const workload = workloads.find(({ name }) => name === 'CTC') ?? workloads[0]
    const queue = await startQueue()
    if (queue === null) say('no redis-server here: the queue is left out (apt-get install redis-server)')
    const contenders = [
      { name: 'inline', engine: 'inline', threads: 1 },
      { name: 'threads, 1', engine: 'threads', threads: 1 },
      { name: 'threads, 2', engine: 'threads', threads: 2 },
      ...(queue === null ? [] : [{ name: 'Redis, a worker of 2 threads', engine: queue.engine, threads: 2 }]),
    ]
    try {
      const answers = contenders.map(() => [])
      const pairs = []
      for (let round = 0; round < rounds; round++) {
        for (const [k, { engine, threads }] of contenders.entries()) {
          const worker = engine.startsWith('redis:') ? startWorker(engine, threads) : null
          answers[k].push(askTask('engines', workload.dump, engine, threads, EVALUATIONS))
          await worker?.end()
        }
        pairs.push(await sideBySide(workload.dump))
      }
      const results = new Set([...answers.flat(), ...pairs].map(({ result }) => result))
      if (results.size !== 1) throw new Error(`the engines differ: ${[...results].join(', ')}`)
      const rows = contenders.map(({ name, threads }, k) => {
        const ms = median(answers[k].map((answer) => answer.ms))
        return { engine: name, threads, ms, msEach: ms / EVALUATIONS, perSecond: EVALUATIONS / (ms / 1000) }
      })
      const [, one, two, redis] = rows.map(({ ms }) => ms)
      return {
        workload: workload.name,
        evaluations: EVALUATIONS,
        rows,
        speedUp: one / two,
        ceiling: one / median(pairs.map(({ ms }) => ms)),
        queueOverhead: redis === undefined ? null : redis / two - 1,
      }
    } finally {
      await queue?.end()
    }
  },
  print({ workload, evaluations, rows, speedUp, ceiling, queueOverhead }) {
    printTable(
      `${evaluations} evaluations of ${workload} under EASY (medians of fresh processes)`,
      ['engine', 'ms', 'ms each', 'evaluations/s'],
      rows.map((row) => [row.engine, rounded(row.ms), rounded(row.msEach), rounded(row.perSecond)]),
    )
    printTable(
      'Two threads',
      ['', 'value'],
      [
        ['speed-up over one', rounded(speedUp)],
        ['that of two processes side by side, each with half', rounded(ceiling)],
        ['time of Redis over threads', queueOverhead === null ? null : `${rounded(queueOverhead * 100)} %`],
      ],
    )
  },
}

/** What the machine allows: two processes that know nothing of each other, each doing half in its only thread. */
async function sideBySide(dump) {
  const halves = await Promise.all(
    [0, 1].map(() => askTaskAside('engines', dump, 'inline', 1, EVALUATIONS / 2)),
  )
  const [{ result }] = halves
  return { ms: Math.max(...halves.map(({ ms }) => ms)), result }
}

/** A Redis of our own; null where there is none to start. */
async function startQueue() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-bench-'))
  const port = await freePort()
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const server = spawn('redis-server', options.map(String), { stdio: 'ignore' })
  return {
    engine: `redis://127.0.0.1:${port}`,
    async end() {
      const closed = once(server, 'close')
      server.kill()
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startWorker(engine, threads) {
  const worker = spawn(process.execPath, [MAIN, 'worker', '--engine', engine, '--workers', String(threads)], {
    stdio: 'ignore',
  })
  return {
    async end() {
      const closed = once(worker, 'close')
      worker.kill()
      await closed
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
