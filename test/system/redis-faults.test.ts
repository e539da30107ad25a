/**
 * What goes wrong around a queue, with workers as processes of their own: workers killed in the middle of tasks, tasks that
 * kill their workers, Redis gone or restarted, data evicted. Nothing is lost, and nothing counts twice.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.js'
import { Random } from '../../src/core/random.js'
import { inlineEvaluator } from '../../src/evaluation/inline-evaluator.js'
import { simulateTask } from '../../src/evaluation/tasks/simulate.js'
import { parseQueueAddress } from '../../src/runtime/engines/redis/address.js'
import { connectQueue } from '../../src/runtime/engines/redis/connection.js'
import { queueLibraries } from '../../src/runtime/engines/redis/libraries.js'
import { datasetOf } from '../../src/trace/dataset.js'
import { demoTrace } from '../../src/workload/demo.js'
import { missing, requirements } from '../support/data.js'
import { DATASETS, longTasks, mixedTasks, saidOf, sitesTasks } from '../support/engine-tasks.js'
import {
  copiedCommand,
  keysOf,
  lineTo,
  type RedisServer,
  type Rig,
  redisServer,
  rig,
  until,
  untilEmpty,
} from '../support/redis.js'
import { scenarioOn } from '../support/scenarios.js'

const absent = missing(requirements.redis)
let our: Rig
const servers: RedisServer[] = []

beforeAll(async () => {
  if (absent) return
  our = await rig()
  // Before the tests, which run at once: what is computed meanwhile keeps them from the answers that they wait for.
  const inline = inlineEvaluator(DATASETS)
  known = await inline.evaluate(longTasks(MOST))
  several = await inline.evaluate(SITES)
})
afterAll(async () => {
  await our?.remove()
  for (const server of servers) await server.remove()
})

async function newServer(options: readonly string[] = []): Promise<RedisServer> {
  const server = await redisServer(options)
  servers.push(server)
  return server
}

/** A connection of the test's own, which nobody is told about. */
async function connectionTo({ engine, env }: RedisServer) {
  const { ioredis } = await queueLibraries()
  const silent = { notice: () => {}, refused: () => {}, restored: () => {} }
  return connectQueue(ioredis, parseQueueAddress(engine), env, silent)
}

const MOST = 60
const SITES = sitesTasks(MOST / 3)
let known: readonly Json[]
let several: readonly Json[]
/** What the calling thread makes of the first long tasks. */
const expected = (count: number) => JSON.stringify(known.slice(0, count))

/** Seed of the task that the sabotaged threads die with. */
const DEADLY = 666

/** In place of the compiled pool-worker.js: ends `what` when the deadly task comes. */
function sabotage(
  end: 'process.exit()' | "process.kill(process.pid, 'SIGKILL')",
): ReturnType<typeof copiedCommand> {
  const copy = copiedCommand()
  const engines = join(dirname(copy.program), '..', '..', 'runtime', 'engines')
  renameSync(join(engines, 'pool-worker.js'), join(engines, 'honest-worker.js'))
  writeFileSync(
    join(engines, 'pool-worker.js'),
    `import chunk from './honest-worker.js'
     export default (message) => {
       const deadly = message.tasks.some(({ payload }) => payload.scenario.seed === ${DEADLY})
       if (deadly) ${end}
       return deadly ? new Promise(() => {}) : chunk(message)
     }`,
  )
  return copy
}

function withDeadly(count: number, place: number) {
  const tasks = mixedTasks(count)
  const [, dataset] = [...DATASETS.values()]
  tasks[place] = simulateTask(scenarioOn(dataset, { seed: DEADLY }), 'easy', ['AWRT'])
  return tasks
}

/** Dozens of processes are started at once, beside other tests. */
describe.skipIf(absent).concurrent('where', { timeout: 400_000 }, () => {
  // The longest ones first: they wait most of their time.
  it('Redis falls silent, workers that are told to end do so', async () => {
    const server = await newServer()
    const line = await lineTo(server)
    const worker = our.worker({ ...server, engine: line.engine })
    const queue = await our.engine(server)
    const said = saidOf(queue, longTasks(MOST))
    await worker.says('serving a run')
    await line.silence()
    expect(await worker.end('SIGTERM')).toBe(0)
    await line.remove()
    // Another one takes over what it had in hand.
    our.worker(server)
    expect(JSON.stringify((await said).results)).toBe(expected(MOST))
    await queue.close()
  })

  it('workers die with one of the tasks, that task fails and the others are done', async () => {
    const server = await newServer()
    const copy = sabotage("process.kill(process.pid, 'SIGKILL')")
    const queue = await our.engine(server)
    const tasks = withDeadly(40, 17)
    let over = false
    let deaths = 0
    let worker = our.worker(server, [], copy.program)
    // As systemd does: a new one for each that died.
    const supervisor = (async () => {
      while ((await worker.ended) === null) {
        deaths++
        if (!over) worker = our.worker(server, [], copy.program)
      }
    })()
    const { told, failure } = await saidOf(queue, tasks)
    over = true
    await queue.close()
    await worker.end('SIGTERM')
    await supervisor
    rmSync(copy.folder, { recursive: true, force: true })
    expect(failure).toMatch(/^task-failed: every worker that began this evaluation died with it/)
    expect(told.map(([index]) => index)).toEqual(tasks.map((_, k) => k).filter((k) => k !== 17))
    // Once with its batch, and twice alone.
    expect(deaths).toBe(3)
  })

  it('Redis never has the data, the work ends with that cause', async () => {
    const server = await newServer()
    // Under the digests that tasks name, the owner has data with another one.
    const other = datasetOf(demoTrace({ jobs: 10 }))
    const queue = await our.engine(
      server,
      [],
      {},
      new Map([...DATASETS.keys()].map((digest) => [digest, other])),
    )
    our.worker(server)
    const { failure, told } = await saidOf(queue, mixedTasks(5))
    expect(failure).toMatch(
      /^data-missing: a worker cannot get the data that its tasks need: it is not in the queue/,
    )
    expect(told).toEqual([])
    await queue.close()
  })

  it('Redis goes away, a run can be resumed to the same bytes', async () => {
    const server = await newServer()
    const folder = mkdtempSync(join(tmpdir(), 'queuewright-runs-'))
    const env = { ...server.env, QUEUEWRIGHT_REDIS_PATIENCE: '2' }
    const tune = (run: string, engine: string) => {
      const search = ['tune', '--policy', 'head:(-wait ^ 2 / estimate - {a}*queue)', '--over', 'a=-5..5']
      const words = [...search, '--first', '1200', '--evaluations', '120', '--engine', engine, '--run', run]
      return our.qw.run(words, { cwd: folder, env })
    }
    const one = our.worker(server)
    const broken = tune('broken', server.engine)
    await one.says('serving a run')
    const journal = join(folder, 'broken', 'journal.jsonl')
    await until(() => existsSync(journal) && readFileSync(journal).length > 0)
    await server.kill()
    const { code, stderr } = await broken
    expect({ code, stderr }).toMatchObject({ code: 51, stderr: expect.stringContaining('cannot be reached') })
    await server.start()
    const resumed = await our.qw.run(['resume', 'broken', '--engine', server.engine], { cwd: folder, env })
    expect({ code: resumed.code, stderr: resumed.stderr }).toMatchObject({ code: 0 })
    expect((await tune('whole', 'threads')).code).toBe(0)
    for (const file of ['journal.jsonl', 'strategy.json', 'results.csv']) {
      expect(readFileSync(join(folder, 'broken', file), 'utf8')).toBe(
        readFileSync(join(folder, 'whole', file), 'utf8'),
      )
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it('workers die in the middle of tasks, nothing is lost and nothing counts twice', async () => {
    const server = await newServer()
    const queue = await our.engine(server)
    // Tasks of several machines stand among the others.
    const among = <Item>(of: readonly Item[], others: readonly Item[]) =>
      of.flatMap((each, k) => (k % 3 === 0 ? [others[k / 3], each] : [each]))
    const tasks = among(longTasks(MOST), SITES)
    const random = new Random(5)
    const workers = [our.worker(server), our.worker(server)]
    const said = saidOf(queue, tasks)
    await Promise.all(workers.map((each) => each.says('serving a run')))
    let killed = 0
    const killer = (async () => {
      while (killed < 4) {
        await new Promise((resolve) => setTimeout(resolve, 300 + random.int(900)))
        const place = random.int(workers.length)
        await workers[place].end('SIGKILL')
        workers[place] = our.worker(server)
        killed++
      }
    })()
    const [{ results, told, failure }] = await Promise.all([said, killer])
    await queue.close()
    expect(failure).toBe(null)
    expect(told.map(([index]) => index)).toEqual(tasks.map((_, k) => k))
    expect(JSON.stringify(results)).toBe(JSON.stringify(among(known, several)))
    await untilEmpty(server)
  })

  it('threads die with one of the tasks, that task fails and the others are done', async () => {
    const copy = sabotage('process.exit()')
    const { openEngine } = await import(
      /* @vite-ignore */ join(dirname(copy.program), '..', '..', 'runtime', 'engines', 'index.js')
    )
    const threads = await openEngine({ engine: 'threads', workers: 2, notice: () => {} }, DATASETS)
    const { told, failure } = await saidOf(threads, withDeadly(200, 101))
    await threads.close()
    rmSync(copy.folder, { recursive: true, force: true })
    expect(failure).toMatch(/^task-failed: an evaluation broke its worker thread down/)
    expect(told.map(([index]) => index)).toEqual(
      Array.from({ length: 200 }, (_, k) => k).filter((k) => k !== 101),
    )
  })

  it('Redis goes away, the work ends in bounded time, with its cause', async () => {
    const server = await newServer()
    const notices: string[] = []
    const queue = await our.engine(server, notices, { QUEUEWRIGHT_REDIS_PATIENCE: '3' })
    const [one, two] = [our.worker(server), our.worker(server)]
    const said = saidOf(queue, longTasks(2000))
    await one.says('serving a run')
    await two.says('serving a run')
    await server.kill()
    expect((await said).failure).toMatch(
      /^engine-unreachable: the queue redis:\/\/127\.0\.0\.1:\d+ cannot be reached for 3 s/,
    )
    expect(notices.join()).toContain('lost the connection')
    await expect(queue.evaluate(mixedTasks(1))).rejects.toThrow('cannot be reached')
    await queue.close()
    // Workers wait for Redis, and say so; told to end, they end, whether it is there again or not.
    await one.says('trying again')
    expect(await one.end('SIGTERM')).toBe(0)
    await server.start()
    await two.says('connected to')
    expect(await two.end('SIGTERM')).toBe(0)
  })

  it('Redis falls silent while a run begins, wherever, that ends in bounded time', async () => {
    const server = await newServer()
    // More than a beginning has.
    const ALL = 1000
    const beginning = async (words: number) => {
      const line = await lineTo(server, words)
      const env = { QUEUEWRIGHT_REDIS_PATIENCE: words === ALL ? '60' : '1' }
      const said = await our.engine({ ...server, engine: line.engine }, [], env).then(
        async (queue) => {
          await queue.close()
          return 'begun'
        },
        ({ message }) => message.replace(/127[^ ]*/, 'HOST'),
      )
      await line.remove()
      return said
    }
    // A beginning takes a dozen packets; how many of them are of which step is the libraries' business.
    const said = await Promise.all([...Array(25).keys(), ALL].map(beginning))
    const ends = ['', ' for 1 s'].map((time) => `the queue redis://HOST cannot be reached${time}: no answer.`)
    expect(new Set(said.map((each) => each.replace(/ Look.*/, '')))).toEqual(new Set([...ends, 'begun']))
    expect(said[0]).toContain('reached: no answer')
    expect(said.at(-1)).toBe('begun')
  })

  it('Redis goes away, clients that are told to end between two tries do so, and give up what they were asked', async () => {
    const server = await newServer()
    const connection = await connectionTo(server)
    const clients = [connection.client, connection.client.duplicate()]
    const asked = clients.map((client) => client.blpop('nothing', 0).catch(({ message }) => message))
    await until(
      async () => String(await (await server.admin()).client('LIST')).match(/cmd=blpop/g)?.length === 2,
    )
    await server.kill()
    await until(() => clients.every(({ status }) => status === 'reconnecting'))
    const ends = clients.map((client) => once(client, 'end'))
    await connection.close()
    await Promise.all(ends)
    expect(await Promise.all(asked)).toEqual(['Connection is closed.', 'Connection is closed.'])
  })

  it('clients ended and were connected again, they end with the connection', async () => {
    const connection = await connectionTo(await newServer())
    const client = connection.client.duplicate()
    await client.ping()
    client.disconnect()
    await once(client, 'end')
    await client.connect()
    const end = once(client, 'end')
    await connection.close()
    await end
  })

  it('Redis is restarted and has forgotten everything, the work goes on', async () => {
    const server = await newServer()
    const notices: string[] = []
    const queue = await our.engine(server, notices)
    const one = our.worker(server)
    const tasks = longTasks(MOST)
    let told = 0
    let restarted: Promise<void> | null = null
    const onResult = () => {
      if (++told === 20) restarted = server.kill().then(server.start)
    }
    const results = await queue.evaluate(tasks, { onResult })
    expect(restarted).not.toBe(null)
    expect(told).toBe(tasks.length)
    expect(JSON.stringify(results)).toBe(expected(tasks.length))
    expect(notices.join()).toMatch(/lost the connection.*connected to/)
    await queue.close()
    expect(await one.end('SIGTERM')).toBe(0)
    await untilEmpty(server)
  })

  it('Redis evicts data and jobs, they are put there again', async () => {
    const server = await newServer()
    const queue = await our.engine(server)
    const tasks = longTasks(30)
    const said = saidOf(queue, tasks)
    await until(async () => (await keysOf(server)).some((key) => key.endsWith(':batch-1')))
    const admin = await server.admin()
    await admin.del((await keysOf(server)).filter((key) => /:data:|:batch-\d+$/.test(key)))
    our.worker(server)
    expect(JSON.stringify((await said).results)).toBe(expected(tasks.length))
    await queue.close()
  })
})
