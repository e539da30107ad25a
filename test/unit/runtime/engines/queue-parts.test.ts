import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Build } from '../../../../src/runtime/build.js'
import {
  credentialsOf,
  isQueueAddress,
  parseQueueAddress,
  patienceOf,
} from '../../../../src/runtime/engines/redis/address.js'
import { pack, unpack } from '../../../../src/runtime/engines/redis/codec.js'
import { isOlder, queueFailure } from '../../../../src/runtime/engines/redis/connection.js'
import { gate } from '../../../../src/runtime/engines/redis/gate.js'
import { heartbeat } from '../../../../src/runtime/engines/redis/heartbeat.js'
import { isKeyOf, queueName, runOf } from '../../../../src/runtime/engines/redis/keys.js'
import { queueLibraries } from '../../../../src/runtime/engines/redis/libraries.js'
import { workersWatch } from '../../../../src/runtime/engines/redis/workers-watch.js'
import { failureOf } from '../../../support/failures.js'

describe('the address of a queue', () => {
  it.each([
    ['redis://host', { text: 'redis://host:6379', host: 'host', port: 6379, db: 0, tls: false }],
    ['rediss://host:7000/3', { text: 'rediss://host:7000/3', host: 'host', port: 7000, db: 3, tls: true }],
    ['redis://[::1]:6380/', { text: 'redis://[::1]:6380', host: '::1', port: 6380, db: 0, tls: false }],
  ])('%s', (text, address) => {
    expect(isQueueAddress(text)).toBe(true)
    expect(parseQueueAddress(text)).toEqual(address)
  })

  it.each(['redis://', 'redis://host/x', 'redis://host?db=1', 'redis://host#a', 'redis://host:99999'])(
    '%s is refused',
    (text) => {
      expect(failureOf(() => parseQueueAddress(text))).toMatchObject({ kind: 'usage' })
    },
  )

  it.each(['redis:user:secret@host', 'redis:/user:se@secret@host'])('%s repeats nothing of it', (text) => {
    const { kind, message } = failureOf(() => parseQueueAddress(text))
    expect(kind).toBe('usage')
    expect(message).not.toContain('secret')
  })

  it.each(['redis://:secret@host', 'redis://user:secret@host:1', 'rediss://secret@host'])(
    'with a user or a password is refused, and neither is repeated',
    (text) => {
      const { kind, message } = failureOf(() => parseQueueAddress(text))
      expect(kind).toBe('usage')
      expect(message).not.toContain('secret')
      expect(message).toContain('QUEUEWRIGHT_REDIS_PASSWORD')
    },
  )

  it('of other engines is none', () => {
    expect(['threads', 'inline', 'redis', 'http://host'].map(isQueueAddress)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('the environment', () => {
  it('says who we are', async () => {
    const environment = { QUEUEWRIGHT_REDIS_USERNAME: 'u', QUEUEWRIGHT_REDIS_PASSWORD: 'p' }
    expect(await credentialsOf(environment)).toEqual({ username: 'u', password: 'p', tls: {} })
    expect(await credentialsOf({ QUEUEWRIGHT_REDIS_PASSWORD: '' })).toEqual({ tls: {} })
  })

  it('names certificates that can be read', async () => {
    const { tls } = await credentialsOf({ QUEUEWRIGHT_REDIS_CA: 'package.json' })
    expect(String(tls.ca)).toContain('"queuewright"')
    const environment = { QUEUEWRIGHT_REDIS_KEY: '/absent/key.pem' }
    await expect(credentialsOf(environment)).rejects.toMatchObject({
      kind: 'input-unreadable',
      detail: { file: '/absent/key.pem', field: 'QUEUEWRIGHT_REDIS_KEY' },
    })
  })

  it('says how long to wait', () => {
    expect(patienceOf({})).toBe(30)
    expect(patienceOf({ QUEUEWRIGHT_REDIS_PATIENCE: '300' })).toBe(300)
    for (const text of ['0', '-1', '1.5', 'long', '']) {
      expect(failureOf(() => patienceOf({ QUEUEWRIGHT_REDIS_PATIENCE: text })).kind).toBe('usage')
    }
  })
})

describe('what Redis says', () => {
  const address = parseQueueAddress('redis://host')
  const meaning = (message: string, code?: string) =>
    queueFailure(Object.assign(new Error(message), code === undefined ? {} : { code }), address)

  it.each([
    ['WRONGPASS invalid username-password pair or user is disabled.', 'refuses user or password'],
    ['NOAUTH Authentication required.', 'wants a password'],
    ['NOPERM User x has no permissions to run the "set" command', 'does not permit'],
    ["OOM command not allowed when used memory > 'maxmemory'.", 'has no memory left'],
    ["READONLY You can't write against a read only replica.", 'takes no writes'],
    ['MISCONF Redis is configured to save RDB snapshots, but …', 'takes no writes'],
    ['ERR DB index is out of range', 'has no such database'],
  ])('%s', (message, words) => {
    expect(meaning(message)).toMatchObject({
      kind: 'engine-refused',
      message: expect.stringContaining(words),
    })
  })

  it('a certificate that nobody vouches for is a refusal, no answer is not', () => {
    expect(meaning('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')).toMatchObject({
      kind: 'engine-refused',
    })
    expect(meaning('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')).toMatchObject({
      kind: 'engine-unreachable',
    })
    // Several addresses of a host were tried: the error that gathers theirs has no words.
    expect(meaning('', 'ECONNREFUSED')).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') })
  })

  it('answers that break off between two commands are of a connection that is lost', async () => {
    const half = createServer((socket) => socket.once('data', () => socket.end('+OK\r\n'))).listen(
      0,
      '127.0.0.1',
    )
    await once(half, 'listening')
    const { port } = half.address() as AddressInfo
    const client = new Redis({
      ...{
        host: '127.0.0.1',
        port,
        protocol: 2,
        enableReadyCheck: false,
        disableClientInfo: true,
        retryStrategy: () => null,
      },
    })
    const answers = await client.pipeline().set('a', 1).set('b', 2).exec()
    expect(answers?.[0]).toEqual([null, 'OK'])
    expect(queueFailure(answers?.[1][0], address)).toMatchObject({ kind: 'engine-unreachable' })
    half.close()
  })

  it('other errors stay what they are', () => {
    const error = new TypeError('a defect')
    expect(queueFailure(error, address)).toBe(error)
  })
})

describe('a message', () => {
  it('comes back as it was, as JSON goes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(unpack(pack(value)))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('shrinks where tasks share their text', () => {
    const tasks = Array.from({ length: 100 }, (_, k) => ({
      scenario: { a: 'x'.repeat(300) },
      policy: `p${k}`,
    }))
    expect(pack(tasks).length).toBeLessThan(JSON.stringify(tasks).length / 10)
  })
})

describe('keys', () => {
  it('belong to one run', () => {
    const keys = ['run-a:wait', 'run-a:batch-1:lock', 'lease:a', 'wanted:a', 'data:a:d', 'data:a:d:0']
    for (const key of keys) {
      expect(isKeyOf('a', `queuewright:${key}`)).toBe(true)
      expect(isKeyOf('b', `queuewright:${key}`)).toBe(false)
    }
    expect(isKeyOf('a', 'queuewright:run-ab:wait')).toBe(false)
    expect(isKeyOf('a', 'queuewright:runs')).toBe(false)
  })
})

describe('the gate', () => {
  it('lets nothing else be under way beside what has to be alone', async () => {
    const turns = gate()
    const events: string[] = []
    const work = (name: string) => async () => {
      events.push(`+${name}`)
      await new Promise((resolve) => setImmediate(resolve))
      events.push(`-${name}`)
      if (name === 'b') throw new Error('fails')
      return name
    }
    const all = await Promise.allSettled([
      turns.shared(work('a')),
      turns.shared(work('b')),
      turns.alone(work('c')),
      turns.shared(work('d')),
      turns.shared(work('e')),
      turns.alone(work('f')),
      turns.alone(work('g')),
    ])
    expect(events.join(' ')).toBe('+a +b -a -b +c -c +d +e -d -e +f -f +g -g')
    expect(all.map(({ status }) => status)[1]).toBe('rejected')
  })
})

describe('the heartbeat', () => {
  afterEach(() => vi.useRealTimers())

  it('beats at once and then after each pause, and leaves out what takes too long', async () => {
    vi.useFakeTimers()
    const missed: number[] = []
    const ends: (() => void)[] = []
    const failed = vi.fn()
    const beat = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
    const beating = heartbeat(1000, beat, { missed: (count) => missed.push(count), failed })
    await vi.advanceTimersByTimeAsync(2500)
    expect({ beats: beat.mock.calls.length, missed }).toEqual({ beats: 1, missed: [1, 2] })
    ends[0]()
    await vi.advanceTimersByTimeAsync(1000)
    expect(beat).toHaveBeenCalledTimes(2)
    beat.mockImplementation(() => Promise.reject(new Error('no')))
    ends[1]()
    await vi.advanceTimersByTimeAsync(1000)
    expect(failed).toHaveBeenCalledTimes(1)
    beating.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(beat).toHaveBeenCalledTimes(3)
  })
})

describe('the watch over workers', () => {
  const ours: Build = { version: '1.0.0', digest: 'aaaaaaaaaaaa' }
  const worker = (build: Build) => ({ host: 'h', pid: 1, threads: 2, build })
  const mine = worker(ours)
  const strange = worker({ version: '2.0.0', digest: 'bbbbbbbbbbbb' })

  it('says once that there are none, and waits', () => {
    const judge = workersWatch('redis://host:6379', ours)
    const verdicts = Array.from({ length: 100 }, () => judge([]))
    expect(verdicts.filter(({ kind }) => kind === 'notice')).toEqual([
      { kind: 'notice', text: 'waiting for workers: start them with qw worker --engine redis://host:6379' },
    ])
    expect(verdicts.some(({ kind }) => kind === 'failure')).toBe(false)
    expect(judge([mine])).toEqual({ kind: 'work' })
  })

  it('gives up where there are only those of another version', () => {
    const judge = workersWatch('redis://host:6379', ours)
    const verdicts = Array.from({ length: 10 }, () => judge([strange]))
    expect(verdicts.map(({ kind }) => kind)).toEqual([
      ...['wait', 'wait', 'notice'],
      ...Array.from({ length: 6 }, () => 'wait'),
      'failure',
    ])
    expect(verdicts[9]).toMatchObject({
      failure: {
        kind: 'engine-workers',
        detail: { value: '2.0.0 (build bbbbbbbbbbbb)', expected: '1.0.0 (build aaaaaaaaaaaa)' },
      },
    })
  })

  it('waits for ours to come again where there were some', () => {
    const judge = workersWatch('redis://host:6379', ours)
    judge([mine, strange])
    const kinds = Array.from({ length: 30 }, () => judge([strange]).kind)
    expect(kinds.filter((kind) => kind === 'notice')).toHaveLength(1)
    expect(kinds).not.toContain('failure')
  })
})

describe('the optional packages', () => {
  it('are asked for where they are absent', async () => {
    const absent = queueLibraries(() => Promise.reject(new Error('Cannot find package bullmq')))
    await expect(absent).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('npm install bullmq ioredis'),
    })
  })

  it('are there', async () => {
    const { bullmq, ioredis } = await queueLibraries()
    expect([typeof bullmq.Worker, typeof ioredis.Redis]).toEqual(['function', 'function'])
  })
})

describe('a Redis', () => {
  it.each([
    ['6.0.16', true],
    ['5.9.9', true],
    ['6.2.0', false],
    ['6.10', false],
    ['7.0.15', false],
    ['10.1', false],
    ['unstable', false],
  ])('of version %s is too old: %s', (version, expected) => {
    expect(isOlder(version, [6, 2])).toBe(expected)
  })
})

describe('the run that a key belongs to', () => {
  it('is found in the keys of its queue alone', () => {
    expect(runOf(`queuewright:${queueName('a-b')}:meta`)).toBe('a-b')
    expect(runOf('queuewright:lease:a-b')).toBe(null)
    expect(runOf('other:run-a:meta')).toBe(null)
    expect(runOf('queuewright')).toBe(null)
  })
})
