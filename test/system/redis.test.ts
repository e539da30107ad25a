/**
 * The engine of a Redis queue, with workers as processes of their own: the same bytes as the calling thread, and each way
 * in which it can be refused, explained.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineEvaluator } from '../../src/evaluation/inline-evaluator.js'
import { readAnswer } from '../../src/runtime/engines/redis/messages.js'
import { missing, requirements } from '../support/data.js'
import { DATASETS, failingTasks, longTasks, mixedTasks, saidOf, sitesTasks } from '../support/engine-tasks.js'
import { failureOf as thrownBy } from '../support/failures.js'
import {
  copiedCommand,
  keysOf,
  type RedisServer,
  type Rig,
  redisServer,
  rig,
  startWorker,
  until,
  untilEmpty,
} from '../support/redis.js'

const absent = missing(requirements.redis)
let our: Rig
let server: RedisServer

beforeAll(async () => {
  if (absent) return
  our = await rig()
  server = await redisServer()
})
afterAll(async () => {
  await our?.remove()
  await server?.remove()
})

/** The owner of a run whose work nobody does; it says so when all of it is in the queue. */
const OWNER = `
const [engine, engines] = process.argv.slice(1)
const { openEngine } = await import(engines)
const queue = await openEngine({ engine, notice: console.log, environment: process.env }, new Map())
await queue.evaluate([{ kind: 'simulate', payload: null, data: [] }])`

/** Studies over several machines, and the market that one of them names. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'market.yaml': [
    'format: queuewright-market',
    'version: 1',
    'domains:',
    '  - {name: north, machines: [8], knows: [south]}',
    '  - {name: south, machines: [4, 4], machine-function: NumberOfProcessors*RunTime + before}',
  ],
  'sites.yaml': [
    'traces: [{demo: {jobs: 60, machine: 16}}]',
    'machines: [{sites: 2x8}, {sites: market.yaml}]',
    'policies: [local, sharing, {adaptive: {overhead: 10}}, {market: {machine-function: MF3}}]',
    'objectives: [AWRT, worstGain, unplacedJobs]',
    'baseline: local',
  ],
  'clusters.yaml': [
    'traces: [{demo: {jobs: 40, machine: 16}}]',
    'machines: [{clusters: paper}]',
    'policies: [jpr, metl, {ga-mf: {population: 6, generations: 3}}]',
    'objectives: [makespan, splitJobs]',
    'seed: [1, 2]',
    'baseline: jpr',
  ],
}

describe.skipIf(absent)('a queue with two workers', () => {
  let two: RedisServer
  beforeAll(async () => {
    two = await redisServer()
    // Where they take long to begin, the engine says that it waits.
    await Promise.all([our.worker(two), our.worker(two)].map((each) => each.says('worker ready')))
  })
  afterAll(() => two.remove())

  it('gives what the calling thread gives, each result told once, and leaves nothing behind', async () => {
    const notices: string[] = []
    const queue = await our.engine(two, notices)
    const inline = inlineEvaluator(DATASETS)
    for (const tasks of [mixedTasks(300), sitesTasks(40), failingTasks(), mixedTasks(1), []]) {
      expect(JSON.stringify(await saidOf(queue, tasks))).toBe(JSON.stringify(await saidOf(inline, tasks)))
    }
    expect((await saidOf(queue, failingTasks())).failure).toContain('larger than the machine')
    await until(() => queue.width === 2)
    await queue.close()
    await untilEmpty(two)
    expect(notices).toEqual([])
  })

  it.each<[string, readonly string[]]>([
    [
      'a search',
      ['tune', '--policy', 'easy:({a}*wait/estimate + size)', '--over', 'a=-5..5', '--evaluations', '30'],
    ],
    ['a study of grids and markets', ['study', 'run', 'sites.yaml']],
    ['a study of clusters', ['study', 'run', 'clusters.yaml']],
  ])('leaves a run with the bytes that threads leave: %s', async (_, words) => {
    const folder = mkdtempSync(join(tmpdir(), 'queuewright-runs-'))
    for (const [name, lines] of Object.entries(SEVERAL)) writeFileSync(join(folder, name), lines.join('\n'))
    for (const [run, engine] of [
      ['by-threads', 'threads'],
      ['by-queue', two.engine],
    ]) {
      const { code, stderr } = await our.qw.run([...words, '--engine', engine, '--run', run], {
        cwd: folder,
        env: two.env,
      })
      expect({ stderr, code }).toMatchObject({ code: 0 })
    }
    const files = (run: string) =>
      readdirSync(join(folder, run), { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, run, name)).isFile())
        .sort()
    expect(files('by-queue')).toEqual(files('by-threads'))
    for (const name of files('by-threads').filter((each) => each !== 'log.jsonl')) {
      const [a, b] = ['by-threads', 'by-queue'].map((run) => readFileSync(join(folder, run, name)))
      expect(a.equals(b), name).toBe(true)
    }
    const [log] = files('by-queue').filter((name) => name === 'log.jsonl')
    expect(readFileSync(join(folder, 'by-queue', log), 'utf8')).not.toContain(two.password)
    rmSync(folder, { recursive: true, force: true })
  })

  it('serves several runs at once', async () => {
    const [a, b] = await Promise.all([our.engine(two), our.engine(two)])
    const inline = inlineEvaluator(DATASETS)
    const of = await Promise.all([
      saidOf(a, mixedTasks(90)),
      saidOf(b, longTasks(20)),
      saidOf(a, mixedTasks(40)),
    ])
    expect(of[0]).toEqual(await saidOf(inline, mixedTasks(90)))
    expect(of[1]).toEqual(await saidOf(inline, longTasks(20)))
    expect(of[2]).toEqual(await saidOf(inline, mixedTasks(40)))
    await Promise.all([a.close(), b.close()])
    await untilEmpty(two)
  })

  it('stops when it is told to, and goes on with other work', async () => {
    const queue = await our.engine(two)
    const control = new AbortController()
    const onResult = () => control.abort(new Error('enough'))
    const stopped = queue.evaluate(longTasks(200), { onResult, signal: control.signal })
    await expect(stopped).rejects.toThrow('enough')
    expect((await queue.evaluate(mixedTasks(20))).length).toBe(20)
    await queue.close()
    await untilEmpty(two)
  })

  it('gives the failure of whoever is told of a result', async () => {
    const queue = await our.engine(two)
    const onResult = () => {
      throw new Error('the disk is full')
    }
    await expect(queue.evaluate(mixedTasks(20), { onResult })).rejects.toThrow('the disk is full')
    await queue.close()
  })
})

describe.skipIf(absent).concurrent('workers', () => {
  it('may come after the work, and end when there is none', async () => {
    const own = await redisServer()
    const notices: string[] = []
    const queue = await our.engine(own, notices)
    const said = saidOf(queue, mixedTasks(30))
    await until(() => notices.length > 0)
    expect(notices).toEqual([`waiting for workers: start them with qw worker --engine ${own.engine}`])
    // Longer than the owner takes to look up a batch of which it heard nothing.
    const late = our.worker(own, ['--idle', '10s'])
    expect(await said).toEqual(await saidOf(inlineEvaluator(DATASETS), mixedTasks(30)))
    expect(await late.ended).toBe(0)
    expect(late.text).toMatch(/^worker ends, nothing to do for 10s: 30 evaluations done$/m)
    await queue.close()
    expect(late.text).not.toContain(own.password)
    await own.remove()
  })

  it('do not end for want of work while work waits that they cannot take', async () => {
    const own = await redisServer()
    const notices: string[] = []
    const queue = await our.engine(own, notices)
    const said = saidOf(queue, mixedTasks(30))
    await until(() => notices.length > 0)
    const admin = await own.admin()
    const [waiting] = await admin.keys('queuewright:run-*:wait')
    const keyOf = (name: string) => waiting.replace(/wait$/, name)
    await admin.hset(keyOf('meta'), 'paused', 1)
    const worker = our.worker(own, ['--idle', '1s'])
    await worker.says('serving a run')
    await sleep(3000)
    // Nor where it has not run for longer itself, and the last that it knows is as old.
    worker.signal('SIGSTOP')
    await sleep(2500)
    worker.signal('SIGCONT')
    await sleep(1500)
    expect(worker.text).not.toContain('worker ends')
    await admin.hdel(keyOf('meta'), 'paused')
    // Batches that were sent in the meantime stand in a list of their own.
    while ((await admin.rpoplpush(keyOf('paused'), waiting)) !== null);
    await admin.zadd(keyOf('marker'), 0, '0')
    expect(await said).toEqual(await saidOf(inlineEvaluator(DATASETS), mixedTasks(30)))
    expect(await worker.ended).toBe(0)
    expect(worker.text).toContain('worker ends, nothing to do for 1s: 30 evaluations done')
    await queue.close()
    await own.remove()
  })

  it('end for want of work, too, where nobody answers any more', async () => {
    const own = await redisServer()
    const worker = our.worker(own, ['--idle', '3s'])
    await worker.says('worker ready')
    await own.remove()
    expect(await worker.ended).toBe(0)
    expect(worker.text).toContain('worker ends, nothing to do for 3s: 0 evaluations done')
  })

  it('that are told to end give back what they have not done', async () => {
    const own = await redisServer()
    const [first, second] = [our.worker(own), our.worker(own)]
    await Promise.all([first, second].map((each) => each.says('worker ready')))
    const queue = await our.engine(own)
    const tasks = longTasks(100)
    let told = 0
    const onResult = () => {
      if (++told === 20) first.end('SIGTERM')
    }
    const results = await queue.evaluate(tasks, { onResult })
    expect(JSON.stringify(results)).toBe(JSON.stringify(await inlineEvaluator(DATASETS).evaluate(tasks)))
    expect(await first.ended).toBe(0)
    await queue.close()
    await second.end('SIGINT')
    const done = [first, second].map(({ text }) => Number(/stopped: (\d+) evaluations done/.exec(text)?.[1]))
    // Nothing was done twice, which it is where a lock expires.
    expect(done[0] + done[1]).toBe(tasks.length)
    expect(done[0]).toBeLessThan(tasks.length)
    const admin = await own.admin()
    expect(await admin.keys('*')).toEqual([])
    await own.remove()
  })

  it('of another version are not used, and both sides say so', async () => {
    const own = await redisServer()
    const other = copiedCommand()
    const manifest = JSON.parse(readFileSync(join(other.folder, 'package.json'), 'utf8'))
    writeFileSync(join(other.folder, 'package.json'), JSON.stringify({ ...manifest, version: '9.9.9' }))
    try {
      const stranger = our.worker(own, [], other.program)
      await stranger.says('worker ready')
      const notices: string[] = []
      const queue = await our.engine(own, notices)
      const said = await saidOf(queue, mixedTasks(3))
      expect(said.failure).toMatch(
        /^engine-workers: .*"9\.9\.9 \(build [0-9a-f]{12}\)", expected \d+\.\d+\.\d+ \(build /,
      )
      expect(said.told).toEqual([])
      expect(notices.join()).toMatch(/waiting for workers of queuewright .*; there are some of 9\.9\.9/)
      await stranger.says(/waits for workers of queuewright .*; this is 9\.9\.9/)
      await queue.close()
      await stranger.end('SIGTERM')
    } finally {
      await own.remove()
      rmSync(other.folder, { recursive: true, force: true })
    }
  })
})

describe.skipIf(absent).concurrent('a queue refuses', () => {
  const failureOf = (env: Record<string, string>, on = server) =>
    our.engine(on, [], env).catch((error: Error) => error)

  it('a wrong password, a missing one, an unknown user', async () => {
    for (const env of [
      { QUEUEWRIGHT_REDIS_PASSWORD: 'guessed' },
      { QUEUEWRIGHT_REDIS_PASSWORD: '' },
      { QUEUEWRIGHT_REDIS_USERNAME: 'nobody' },
    ]) {
      const failure = await failureOf(env)
      expect(failure).toMatchObject({ kind: 'engine-refused' })
      expect(String(failure)).toMatch(/refuses user or password|wants a password/)
      expect(String(failure)).toContain('QUEUEWRIGHT_REDIS_PASSWORD')
      expect(String(failure)).not.toMatch(/guessed|not-to-be-shown/)
    }
    const { code, stderr } = await our.qw.run(['worker', '--engine', server.engine], {
      env: { QUEUEWRIGHT_REDIS_PASSWORD: 'guessed' },
    })
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 52, lines: 1 })
    expect(stderr).not.toContain('guessed')
  })

  it('a user without the permissions', async () => {
    const admin = await server.admin()
    await admin.acl('SETUSER', 'reader', 'on', '>reads', '~*', '&*', '+@read', '+@connection', '+info')
    const failure = await failureOf({
      QUEUEWRIGHT_REDIS_USERNAME: 'reader',
      QUEUEWRIGHT_REDIS_PASSWORD: 'reads',
    })
    expect(failure).toMatchObject({ kind: 'engine-refused' })
    expect(String(failure)).toContain('does not permit')
  })

  it('nobody who may use the keys of Queuewright alone', async () => {
    const admin = await server.admin()
    await admin.acl(
      'SETUSER',
      'queuewright',
      'on',
      '>works',
      '~queuewright:*',
      '+@all',
      '-@admin',
      '-@dangerous',
      '+info',
    )
    const env = { QUEUEWRIGHT_REDIS_USERNAME: 'queuewright', QUEUEWRIGHT_REDIS_PASSWORD: 'works' }
    const one = startWorker(our.qw.program, server.engine, env)
    const queue = await our.engine(server, [], env)
    expect(await saidOf(queue, mixedTasks(10))).toEqual(
      await saidOf(inlineEvaluator(DATASETS), mixedTasks(10)),
    )
    await queue.close()
    expect(await one.end('SIGTERM')).toBe(0)
  })

  it('a database that there is not', async () => {
    const failure = await our
      .engine({ ...server, engine: `${server.engine}/99` })
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ kind: 'engine-refused' })
    expect(String(failure)).toContain('has no such database')
  })

  it('whoever is not there', async () => {
    const { code, stderr } = await our.qw.run(['worker', '--engine', 'redis://127.0.0.1:1'])
    expect(code).toBe(51)
    expect(stderr).toMatch(
      /^queuewright: the queue redis:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
    )
  })
})

describe.skipIf(absent)('a server that answers OK to everything', () => {
  it('is no Redis', async () => {
    const forged = createServer((socket) => {
      socket.on('error', () => {})
      // As many answers as commands.
      socket.on('data', (asked) =>
        socket.write('+OK\r\n'.repeat(String(asked).split(/^\*\d+\r$/m).length - 1)),
      )
    }).listen(0, '127.0.0.1')
    await once(forged, 'listening')
    const { port } = forged.address() as AddressInfo
    await expect(our.engine({ ...server, engine: `redis://127.0.0.1:${port}` })).rejects.toMatchObject({
      kind: 'engine-refused',
      message: expect.stringContaining('answers as no Redis does'),
    })
    forged.close()
  })
})

describe.skipIf(absent).concurrent('keys', () => {
  it('that may be evicted are a reason for a notice', async () => {
    const own = await redisServer(['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'])
    const notices: string[] = []
    const queue = await our.engine(own, notices)
    expect(notices.join()).toMatch(/evict .*allkeys-lru/)
    await queue.close()
    await own.remove()
  })

  it('of a run whose owner is gone are removed by a worker', async () => {
    const own = await redisServer()
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, own.engine, our.engines], {
      env: { ...process.env, ...own.env },
    })
    await once(owner.stdout, 'data')
    owner.kill('SIGKILL')
    const left = await keysOf(own)
    expect(left.filter((key) => key.endsWith(':wait'))).toHaveLength(1)
    const admin = await own.admin()
    await admin.set('queuewright:run-other:batch-1', 'of somebody else')
    // What a worker wrote when a run had ended, and was killed.
    await admin.hset('queuewright:run-ended:meta', 'opts.maxLenEvents', 1)
    // Its lease has expired, as it does a minute later.
    await admin.del(left.filter((key) => key.startsWith('queuewright:lease:')))
    const sweeper = our.worker(own)
    await until(async () => (await keysOf(own)).length === 1)
    expect(await keysOf(own)).toEqual(['queuewright:run-other:batch-1'])
    await sweeper.end('SIGTERM')
    await own.remove()
  })
})

describe.skipIf(absent).concurrent('what others put into the queue', () => {
  it('records that are none of ours are of nobody: runs go on', async () => {
    const own = await redisServer()
    const admin = await own.admin()
    await admin.sadd('queuewright:runs', 'foreign', 'other')
    await admin.set('queuewright:lease:foreign', '{"host": 7}')
    await admin.set('queuewright:lease:other', 'not JSON')
    await admin.sadd('queuewright:workers', 'foreign')
    await admin.set('queuewright:worker:foreign', '[null]')
    our.worker(own)
    const queue = await our.engine(own)
    expect(await saidOf(queue, mixedTasks(8))).toEqual(await saidOf(inlineEvaluator(DATASETS), mixedTasks(8)))
    await queue.close()
    await own.remove()
  })

  it('under a key of ours is said', async () => {
    const own = await redisServer()
    await (await own.admin()).set('queuewright:runs', 'text')
    await expect(our.engine(own)).rejects.toMatchObject({
      kind: 'engine-refused',
      message: expect.stringContaining('holds something else under a key of ours'),
    })
    await own.remove()
  })
})

describe('an answer in the queue', () => {
  const failure = { kind: 'usage', what: 'x', detail: { field: 'y', line: 3 } }

  it('is read as a worker wrote it', () => {
    const done = { outcomes: [{ result: [1, null] }, null, { failure }], took: 12.5 }
    expect(readAnswer({ done }, 3)).toEqual({ done })
    expect(readAnswer({ failure }, 3)).toEqual({ failure })
  })

  it.each([
    [null],
    ['text'],
    [{ done: { outcomes: [null], took: 1 } }],
    [{ done: { outcomes: [{ result: 1 }, {}, null], took: 1 } }],
    [{ done: { outcomes: [null, null, null], took: '1' } }],
    [{ failure: { ...failure, kind: 'unheard-of' } }],
    [{ failure: { ...failure, detail: { field: {} } } }],
    [{ failure: { ...failure, kind: '__proto__' } }],
  ])('that is none is refused: %j', (value) => {
    expect(thrownBy(() => readAnswer(value, 3))).toMatchObject({ kind: 'input-document' })
  })
})

describe.skipIf(missing(requirements.redis, requirements.openssl)).concurrent('TLS', () => {
  it('is used with the certificate of the authority, and refused without', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'queuewright-tls-'))
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name))
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const subject = ['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const made = spawnSync('openssl', [...words, ...subject, '-keyout', key, '-out', cert])
    expect(made.status).toBe(0)
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert]
    // Redis wants a certificate of its clients too, unless told otherwise.
    const own = await redisServer([...files, '--tls-auth-clients', 'no'], readFileSync(cert))
    try {
      const refused = await our.engine(own).catch((error: Error) => error)
      expect(refused).toMatchObject({ kind: 'engine-refused' })
      expect(String(refused)).toContain('QUEUEWRIGHT_REDIS_CA')
      const env = { ...own.env, QUEUEWRIGHT_REDIS_CA: cert }
      const one = startWorker(our.qw.program, own.engine, env)
      const queue = await our.engine(own, [], env)
      expect(await saidOf(queue, mixedTasks(10))).toEqual(
        await saidOf(inlineEvaluator(DATASETS), mixedTasks(10)),
      )
      await queue.close()
      expect(await one.end('SIGTERM')).toBe(0)
      const unread = await our
        .engine(own, [], { QUEUEWRIGHT_REDIS_CA: join(folder, 'absent') })
        .catch((e: Error) => e)
      expect(unread).toMatchObject({ kind: 'input-unreadable' })
    } finally {
      await own.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
