/** A Redis of a test's own, workers as processes, as their users start them, and the engine as it is shipped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import { Redis } from 'ioredis'
import type { Evaluator } from '../../src/optimize/evaluator.js'
import type { openEngine } from '../../src/runtime/engines/index.js'
import type { Dataset } from '../../src/trace/dataset.js'
import { COMMAND, type Command } from './command.js'
import { COMPILED_URL, packageCopy, programIn } from './compiled.js'
import { DATASETS } from './engine-tasks.js'
import { freePort } from './ports.js'

export interface RedisServer {
  /** Its address, as `--engine` takes it. */
  readonly engine: string
  /** What a process needs to be let in. */
  readonly env: Readonly<Record<string, string>>
  readonly password: string
  /** A connection with all rights; only while the server runs. */
  admin(): Promise<Redis>
  /** Ends it at once. */
  kill(): Promise<void>
  /** Starts it again, on the same port, empty. */
  start(): Promise<void>
  remove(): Promise<void>
}

const PASSWORD = 'not-to-be-shown'

/** @param options further options of redis-server; `--tls-port` makes the port one of TLS */
export async function redisServer(
  options: readonly string[] = [],
  tls: Buffer | null = null,
): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-redis-'))
  const ports = tls === null ? ['--port', `${port}`] : ['--port', '0', '--tls-port', `${port}`]
  const plain = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--requirepass', PASSWORD]
  let admin: Redis | null = null
  let child: ChildProcess | null = null
  const connect = () =>
    new Redis({
      host: '127.0.0.1',
      port,
      password: PASSWORD,
      ...(tls && { tls: { ca: tls } }),
      maxRetriesPerRequest: null,
    })
  const start = async () => {
    child = spawn('redis-server', [...ports, ...plain, ...options], { stdio: 'ignore' })
    const first = connect().on('error', () => {})
    await first.ping()
    first.disconnect()
  }
  const kill = async () => {
    admin?.disconnect()
    admin = null
    await killed(child, 'SIGKILL')
    child = null
  }
  await start()
  return {
    engine: `${tls === null ? 'redis' : 'rediss'}://127.0.0.1:${port}`,
    env: { QUEUEWRIGHT_REDIS_PASSWORD: PASSWORD },
    password: PASSWORD,
    admin: async () => {
      admin ??= connect()
      await admin.ping()
      return admin
    },
    kill,
    start,
    remove: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What may fall silent between a Redis and who talks with it: connections stand, and nothing comes through. */
export interface Line {
  /** The address of the Redis by this line, as `--engine` takes it. */
  readonly engine: string
  /** Lets nothing through any more. */
  silence(): Promise<void>
  /** Ends all connections, and takes no others. */
  remove(): Promise<void>
}

/** @param words packets that go to the Redis before the line falls silent */
export async function lineTo(on: RedisServer, words = Number.POSITIVE_INFINITY): Promise<Line> {
  const workerData = { port: Number(new URL(on.engine).port), words }
  const line = new Thread(new URL('./line-worker.js', import.meta.url), { workerData })
  const [port] = await once(line, 'message')
  return {
    engine: `redis://127.0.0.1:${port}`,
    silence: async () => {
      line.postMessage('silence')
      await once(line, 'message')
    },
    remove: async () => {
      await line.terminate()
    },
  }
}

export interface Worker {
  /** All that it wrote so far. */
  readonly text: string
  /** Settles when its text has `part`; fails when it ends without. */
  says(part: string | RegExp): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Its exit code, null after a signal. */
  readonly ended: Promise<number | null>
}

/** Starts `qw worker`. */
export function startWorker(
  program: string,
  engine: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Worker {
  const words = [program, 'worker', '--engine', engine, '--workers', '1', ...args]
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const more = new EventTarget()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      more.dispatchEvent(new Event('text'))
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    get text() {
      return text
    },
    says: async (part) => {
      const has = () => (typeof part === 'string' ? text.includes(part) : part.test(text))
      let over = false
      ended.then(() => {
        over = true
        more.dispatchEvent(new Event('text'))
      })
      while (!has()) {
        if (over) throw new Error(`the worker ended without saying ${part}:\n${text}`)
        await new Promise((resolve) => more.addEventListener('text', resolve, { once: true }))
      }
    },
    signal: (signal) => {
      child.kill(signal)
    },
    end: async (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

export interface Rig {
  readonly qw: Command
  /** URL of the compiled engines. */
  readonly engines: string
  /** Starts a worker of one thread, which ends with the rig. */
  worker(on: RedisServer, args?: readonly string[], program?: string): Worker
  /** @param notices gathers what the engine says */
  engine(
    on: RedisServer,
    notices?: string[],
    env?: Readonly<Record<string, string>>,
    datasets?: ReadonlyMap<string, Dataset>,
  ): Promise<Evaluator>
  /** Ends all workers. */
  remove(): Promise<void>
}

export async function rig(): Promise<Rig> {
  const engines = `${COMPILED_URL}runtime/engines/index.js`
  const open: typeof openEngine = (await import(/* @vite-ignore */ engines)).openEngine
  const workers: Worker[] = []
  return {
    qw: COMMAND,
    engines,
    worker: (on, args = [], program = COMMAND.program) => {
      const started = startWorker(program, on.engine, on.env, args)
      workers.push(started)
      return started
    },
    engine: (on, notices = [], env = {}, datasets = DATASETS) => {
      const notice = (text: string) => notices.push(text)
      return open({ engine: on.engine, notice, environment: { ...on.env, ...env } }, datasets)
    },
    remove: async () => {
      for (const worker of workers) await worker.end('SIGKILL')
    },
  }
}

/** A copy of the compiled package that the test may change; for `program` of a worker. */
export function copiedCommand(): { readonly folder: string; readonly program: string } {
  const folder = packageCopy()
  return { folder, program: programIn(folder) }
}

/** Keys in a queue, without those of workers. */
export async function keysOf(on: RedisServer): Promise<readonly string[]> {
  const admin = await on.admin()
  const keys = await admin.keys('*')
  return keys.filter((key) => !/^queuewright:workers?(:|$)/.test(key)).sort()
}

/** Settles when a run has left nothing: a worker removes what it wrote while its owner removed all, within a second. */
export async function untilEmpty(on: RedisServer): Promise<void> {
  let keys: readonly string[] = []
  for (let tries = 0; tries < 200; tries++) {
    keys = await keysOf(on)
    if (keys.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`left in Redis: ${keys.join(', ')}`)
}

export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}

async function killed(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const end = once(child, 'close')
  child.kill(signal)
  await end
}
