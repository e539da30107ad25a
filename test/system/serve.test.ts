/** The server of the workbench, asked as strangers ask: whom it answers, what it gives away, how much it takes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventStreams } from '../../src/apps/web/server/events.js'
import { HEADERS } from '../../src/apps/web/server/headers.js'
import type { Limits } from '../../src/apps/web/server/limits.js'
import { answerTo } from '../../src/apps/web/server/refusal.js'
import type { Serving, serve } from '../../src/apps/web/server/start.js'
import { QueuewrightError } from '../../src/core/errors.js'
import { decodeDataset } from '../../src/trace/dataset.js'
import { COMPILED_URL } from '../support/compiled.js'
import { QUIET } from '../support/quiet.js'
import { useSandbox } from '../support/sandbox.js'

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const RUN = 'run-1'
const READING = {
  size: 'requested',
  badLines: 'error',
  groupBy: 'share',
  estimates: 'user',
  overrun: 'extend',
  oversize: 'error',
  dialect: 'default',
} as const
let folder: string
let begin: typeof serve
let serving: Serving
let port: number
const box = useSandbox(async (made) => {
  const small = ['--method', 'random', '--evaluations', '4', '--first', '200']
  await made.good('learn', 'greedy', '--objective', 'AWRT1', ...small, '--run', `runs/${RUN}`)
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-serve-'))
  const assets = join(folder, 'web')
  mkdirSync(assets)
  writeFileSync(join(assets, 'index.html'), '<!DOCTYPE html><title>Queuewright</title>')
  writeFileSync(join(assets, 'main-0123.js'), 'export {}\n')
  writeFileSync(join(folder, 'secret.txt'), 'not to be served')
  symlinkSync(folder, join(box.path('runs'), 'elsewhere'))
  const start = `${COMPILED_URL}apps/web/server/start.js`
  begin = (await import(/* @vite-ignore */ start)).serve
  serving = await started({})
  port = Number(new URL(serving.address).port)
})
afterAll(async () => {
  await serving?.close()
  rmSync(folder, { recursive: true, force: true })
})

function started({
  socket,
  at = 0,
  host = '127.0.0.1',
  limits,
}: {
  socket?: string | undefined
  at?: number
  host?: string
  limits?: Limits
}) {
  return begin(
    {
      files: [],
      reading: READING,
      at: socket === undefined ? { host, port: at } : { socket },
      runsFolder: box.path('runs'),
      preferencesFolder: box.path('preferences'),
      readOnly: false,
      assets: join(folder, 'web'),
      ...(limits && { limits }),
    },
    QUIET,
  )
}

/** What comes of it when another user of the machine connects; only the system itself can try that. */
function stranger(socket: string): string {
  if (process.getuid?.() !== 0) return ''
  chmodSync(folder, 0o755)
  const tried = `require('node:net').connect(${JSON.stringify(socket)})
    .on('error', ({ code }) => console.log(code)).on('connect', () => process.exit(console.log('connected')))`
  return execFileSync(process.execPath, ['-e', tried], { uid: 65_534, gid: 65_534, encoding: 'utf8' }).trim()
}

function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const key = () => ({ authorization: `Bearer ${serving.token}` })
const json = { 'content-type': 'application/json' }
const text = ({ body }: Answered) => body.toString()
const parsed = ({ body }: Answered) => JSON.parse(body.toString())

/** What comes back to bytes that no client would send, until it has `enough`: headers, unless it is told. */
function raw(bytes: string, enough = /\r\n\r\n/): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1')
      if (enough.test(answer)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(bytes)
  })
}

describe('who is answered', () => {
  it.each(['evil.example', 'evil.example:PORT', '127.0.0.1', 'localhost:1', '127.0.0.1.evil:PORT'])(
    'not who asks by the name %j',
    async (name) => {
      const host = name.replace('PORT', `${port}`)
      const answer = await ask('/', { headers: { host } })
      expect(answer.status).toBe(421)
      expect(text(answer)).not.toContain('DOCTYPE')
    },
  )

  it('not who says no name', async () => {
    expect(await raw('GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 421/)
    expect(await raw('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 421/)
  })

  it.each(['127.0.0.1', 'localhost', '[::1]'])('who asks by %s and the port', async (name) => {
    expect((await ask('/', { headers: { host: `${name}:${port}` } })).status).toBe(200)
  })

  it('no page of another origin, whatever it knows', async () => {
    for (const origin of [
      'null',
      'http://127.0.0.1:1',
      'https://evil.example',
      `https://127.0.0.1:${port}`,
    ]) {
      const answer = await ask('/api/served', { headers: { ...key(), origin } })
      expect(answer.status, origin).toBe(403)
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask('/', { headers: { 'sec-fetch-site': site } })).status).toBe(403)
    }
    const own = { ...key(), origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' }
    const answer = await ask('/api/served', { headers: own })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('nobody without the key, nor with it in a query or a cookie', async () => {
    expect(serving.token).toMatch(/^[\da-f]{64}$/)
    const wrong = `${serving.token.slice(0, -1)}${serving.token.endsWith('0') ? '1' : '0'}`
    const tries: Asked[] = [
      {},
      { headers: { authorization: `Bearer ${wrong}` } },
      { headers: { authorization: `Basic ${serving.token}` } },
      { headers: { cookie: `token=${serving.token}` } },
    ]
    for (const asked of tries) expect((await ask('/api/served', asked)).status).toBe(401)
    expect((await ask(`/api/served?token=${serving.token}`)).status).toBe(401)
    expect((await ask('/api/nothing')).status).toBe(401)
    expect((await ask('/api/served', { headers: key() })).headers['set-cookie']).toBeUndefined()
  })
})

describe('what every answer says', () => {
  it.each([
    ['/', 200],
    ['/assets/main-0123.js', 200],
    ['/nothing', 404],
    ['/api/served', 401],
    ['/try?log=x', 200],
    [`/${'a'.repeat(5000)}`, 414],
    ['/', 405, { method: 'DELETE' }],
    ['/', 421, { headers: { host: 'evil.example' } }],
    ['/', 403, { headers: { origin: 'null' } }],
    ['/api/explain', 415, { method: 'POST', body: '{}' }],
    ['/api/explain', 413, { method: 'POST', body: 'x'.repeat(70_000), headers: json }],
  ] as const)('%s: the same headers, status %i', async (path, status, asked: Asked = {}) => {
    const answer = await ask(path, { ...asked, headers: { ...(status > 404 && key()), ...asked.headers } })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(HEADERS)
    expect(answer.headers['content-security-policy']).toMatch(
      /default-src 'none'.*require-trusted-types-for 'script'/,
    )
  })

  it('failures in a sentence, defects without what is behind them', async () => {
    expect(parsed(await ask('/nothing'))).toEqual({
      kind: 'refused',
      message: 'there is nothing at this address',
    })
    const told: unknown[] = []
    const defect = answerTo(new Error('at /secret/path'), (error) => told.push(error))
    expect(defect).toMatchObject({ status: 500, body: { kind: 'internal' } })
    expect(defect.body.message).not.toContain('secret')
    expect(told).toHaveLength(1)
    const failure = answerTo(new QueuewrightError('run-busy', 'another process works on this run'), () => {})
    expect(failure).toMatchObject({ status: 409, body: { kind: 'run-busy' } })
  })

  it('also what is no request', async () => {
    const endless = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`
    for (const [bytes, status] of [
      ['no request\r\n\r\n', 400],
      [endless, 431],
    ] as const) {
      const [first, ...lines] = (await raw(bytes)).trim().split('\r\n')
      expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`))
      for (const [name, value] of Object.entries(HEADERS)) expect(lines).toContain(`${name}: ${value}`)
    }
  })

  it('405 to other methods, with the one that there is', async () => {
    const posted = await ask('/api/served', { method: 'POST', headers: { ...key(), ...json }, body: '{}' })
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET'])
    expect((await ask('/', { method: 'DELETE' })).status).toBe(405)
    expect((await ask('/', { method: 'HEAD' })).body).toHaveLength(0)
  })
})

describe('files', () => {
  it.each([
    '/../secret.txt',
    '/assets/../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '//assets/main-0123.js',
    '/assets/main-0123.js%00',
    '/assets/',
    '/index.html',
    `/assets/${'a'.repeat(3000)}`,
  ])('none at %s', async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(text(answer)).not.toContain('not to be served')
  })

  it('none that came later', async () => {
    writeFileSync(join(folder, 'web', 'late-0123.js'), 'export {}\n')
    expect((await ask('/assets/late-0123.js')).status).toBe(404)
  })

  it('no endless address', async () => {
    expect((await ask(`/${'a'.repeat(5000)}`)).status).toBe(414)
    expect(await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431/,
    )
  })

  it('of a run: those that it left, to be saved and not shown', async () => {
    const listed = parsed(await ask('/api/runs', { headers: key() }))
    expect(listed).toMatchObject([{ id: RUN, state: 'finished', kind: 'learn' }])
    const artefacts: string[] = listed[0].artefacts
    expect(artefacts).toContain('strategy.json')
    const answer = await ask(`/api/runs/${RUN}/files/strategy.json`, { headers: key() })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="strategy.json"')
    expect(text(answer)).toBe(box.text(`runs/${RUN}/strategy.json`))
  })

  it.each([
    `${RUN}/files/manifest.json`,
    `${RUN}/files/..%2fstrategy.json`,
    `${RUN}/files/%00`,
    '..',
    '%2e%2e',
    'elsewhere',
    `..%2fruns%2f${RUN}`,
  ])('of a run: not %s', async (path) => {
    expect((await ask(`/api/runs/${path}`, { headers: key() })).status).toBe(404)
  })

  it.each([
    ['links', (file: string) => symlinkSync(join(folder, 'secret.txt'), file)],
    ['pipes', (file: string) => execFileSync('mkfifo', [file])],
    ['folders', (file: string) => mkdirSync(file)],
  ])('of a run: no %s', async (_, put) => {
    const file = box.path(`runs/${RUN}/strategy.json`)
    renameSync(file, `${file}.aside`)
    put(file)
    try {
      const answer = await ask(`/api/runs/${RUN}/files/strategy.json`, { headers: key() })
      expect(answer.status).toBe(404)
      expect(text(answer)).not.toContain('not to be served')
    } finally {
      rmSync(file, { recursive: true })
      renameSync(`${file}.aside`, file)
    }
  })

  it('of runs whose folders somebody called otherwise', async () => {
    for (const name of ['<script>alert(1)<\\script>', 'my run', '%2e%2e', '…']) {
      const own = box.path(`runs/${name}`)
      cpSync(box.path(`runs/${RUN}`), own, { recursive: true })
      const at = `/api/runs/${encodeURIComponent(name)}`
      expect(parsed(await ask(at, { headers: key() })).run.id).toBe(name)
      const { status } = await ask(`${at}/files/strategy.json`, { headers: key() })
      rmSync(own, { recursive: true })
      expect(status).toBe(200)
    }
    expect((await ask('/api/runs/%ff', { headers: key() })).status).toBe(404)
  })

  it('of a damaged run: what is wrong with it', async () => {
    mkdirSync(box.path('runs/broken'))
    box.write('runs/broken/run.json', '{"format": "queuewright-run", "version"')
    const listed = parsed(await ask('/api/runs', { headers: key() }))
    const answer = await ask('/api/runs/broken', { headers: key() })
    rmSync(box.path('runs/broken'), { recursive: true })
    expect(listed).toContainEqual(expect.objectContaining({ id: 'broken', state: 'damaged' }))
    expect([answer.status, parsed(answer).kind]).toEqual([422, 'run-damaged'])
    expect(parsed(answer).message).toMatch(/run\.json/)
  })
})

describe('what is posted', () => {
  const post = (body: string | Buffer, headers: Record<string, string>) =>
    ask('/api/explain', { method: 'POST', body, headers: { ...key(), ...headers } })

  it('is JSON that says so, uncompressed', async () => {
    const body = '{"policy":"easy:saf"}'
    expect((await post(body, {})).status).toBe(415)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json',
      'application/json5',
    ]) {
      expect((await post(body, { 'content-type': type })).status, type).toBe(415)
    }
    expect((await post(body, { ...json, 'content-encoding': 'gzip' })).status).toBe(415)
    const answer = await post(body, json)
    expect(answer.status).toBe(200)
    expect(parsed(answer)).toMatchObject({
      policy: 'easy:saf',
      page: { title: expect.stringContaining('easy:saf') },
    })
    const found = parsed(await post(`{"run":"${RUN}"}`, json))
    expect(found.page.sections.length).toBeGreaterThan(1)
    expect((await post('{}', json)).status).toBe(400)
    expect((await post('{"run":"../run-1"}', json)).status).toBe(404)
  })

  it('holds 64 KiB at most, said or not', async () => {
    const large = JSON.stringify({ policy: `easy:${'('.repeat(10_000_000)}` })
    expect((await post(large, json)).status).toBe(413)
    const chunks = `${(70_000).toString(16)}\r\n${'['.repeat(70_000)}\r\n`
    const head = `POST /api/explain HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${key().authorization}`
    const answer = await raw(
      `${head}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 413/)
  })

  it('is read as everything is read here', async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['', 'input-document'],
      ['['.repeat(60_000), 'input-document'],
      ['{"policy": 7}', 'input-document'],
      ['{"policy":"@/etc/passwd"}', 'unknown-policy'],
      ['{"policy":"easy:nothing"}', 'unknown-policy'],
      [JSON.stringify({ policy: `easy:${'('.repeat(50_000)}` }), 'formula-syntax'],
    ]
    for (const [body, kind] of wrong) {
      const answer = await post(body, json)
      expect([answer.status, parsed(answer).kind], body.slice(0, 40)).toEqual([400, kind])
    }
  })

  it('stops and resumes nothing that is not under way', async () => {
    for (const act of ['stop', 'resume']) {
      const answer = await ask(`/api/runs/${RUN}/${act}`, {
        method: 'POST',
        headers: { ...key(), ...json },
        body: '{}',
      })
      expect(answer.status).toBe(409)
    }
  })
})

describe('logs', () => {
  it('are given as the data that they are simulated by', async () => {
    const { logs } = parsed(await ask('/api/served', { headers: key() }))
    expect(logs).toHaveLength(1)
    const [{ digest, jobs, machine, scenario, objectives }] = logs
    const packed = await ask(`/api/logs/${digest}/dataset`, {
      headers: { ...key(), 'accept-encoding': 'gzip' },
    })
    expect(packed.headers['content-encoding']).toBe('gzip')
    const dataset = decodeDataset(gunzipSync(packed.body), 'dataset')
    expect(dataset.digest).toBe(scenario.data)
    expect([dataset.jobs.length, dataset.processors]).toEqual([jobs, machine])
    expect(objectives).toContain('AWRT1')
    const profile = parsed(await ask(`/api/logs/${digest}/profile`, { headers: key() }))
    expect(profile.sections.map(({ heading }: { heading: string }) => heading)).toContain('The log')
    expect((await ask(`/api/logs/${'0'.repeat(64)}/dataset`, { headers: key() })).status).toBe(404)
    expect((await ask('/api/logs/zz/dataset', { headers: key() })).status).toBe(404)
  })
})

describe('events', () => {
  it('tell the latest of each topic', async () => {
    const head = `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${key().authorization}\r\n\r\n`
    const runs = /event: runs\ndata: \[\{.*"id":"run-1"/
    const answer = await raw(head, runs)
    expect(answer).toMatch(/content-type: text\/event-stream/i)
    expect(answer).toMatch(runs)
  })

  it('queue nothing for who never reads', async () => {
    const events = eventStreams(() => {})
    let written = 0
    const deaf = Object.assign(Object.create(null), {
      write: (said: string) => {
        written += said.length
        return false
      },
      on: () => {},
      end: () => {},
    })
    events.listen(deaf)
    for (let k = 0; k < 200_000; k++) events.publish('runs', [{ id: `${k}` } as never])
    expect(events.streams).toBe(1)
    expect(written).toBeLessThan(100)
    events.close()
  })
})

describe('who takes his time', () => {
  const LIMITS: Limits = { headersMs: 500, requestMs: 1000, idleMs: 400, connections: 3 }
  let patient: Serving
  let at: number
  beforeAll(async () => {
    patient = await started({ limits: LIMITS })
    at = Number(new URL(patient.address).port)
  })
  afterAll(() => patient.close())

  /** Says one byte of `bytes` now and then, after `first` at once; returns what was answered before the end. */
  async function slowly(first: string, bytes: string): Promise<string> {
    const socket = connect(at, '127.0.0.1')
    let answer = ''
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1')
    })
    socket.on('error', () => {})
    socket.write(first)
    let next = 0
    const drip = setInterval(() => next < bytes.length && socket.write(bytes[next++]), 20)
    await once(socket, 'close')
    clearInterval(drip)
    return answer
  }
  const head = () => `POST /api/explain HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\n`

  it('is not waited for: headers', async () => {
    const answer = await slowly(head(), `X: ${'a'.repeat(10_000)}`)
    expect(answer).toMatch(/^HTTP\/1.1 408 .*content-security-policy/s)
  })

  it('is not waited for: a body', async () => {
    const type = `Content-Type: application/json\r\nAuthorization: Bearer ${patient.token}`
    const answer = await slowly(`${head()}${type}\r\nContent-Length: 10000\r\n\r\n`, '['.repeat(10_000))
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is not waited for: nothing at all, before a request and after one', async () => {
    await slowly('', '')
    const answer = await slowly(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\n\r\n`, '')
    expect(answer).toMatch(/^HTTP\/1.1 200 .*keep-alive/is)
  })

  it('is one of few', async () => {
    const streams = Array.from({ length: LIMITS.connections }, () => {
      const stream = connect(at, '127.0.0.1')
      stream.write(
        `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\nAuthorization: Bearer ${patient.token}\r\n\r\n`,
      )
      return stream
    })
    await Promise.all(streams.map((stream) => once(stream, 'data')))
    expect(await slowly(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\n\r\n`, '')).toBe('')
    for (const stream of streams) stream.destroy()
    while (patient.events.streams > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const after = await slowly(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\nConnection: close\r\n\r\n`, '')
    expect(after).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('how it begins and ends', () => {
  it('listens on this machine alone', async () => {
    expect(new URL(serving.address).hostname).toBe('127.0.0.1')
    expect(new URL(serving.address).hash).toBe(`#token=${serving.token}`)
    const others = Object.values(networkInterfaces()).flatMap((each = []) => each)
    const addresses = others.filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address)
    for (const address of new Set(['127.0.0.2', ...addresses])) {
      if (address === '127.0.0.1') continue
      const [error] = await once(connect(port, address), 'error')
      expect(['ECONNREFUSED', 'EADDRNOTAVAIL']).toContain(error.code)
    }
  })

  it('a socket is its owner’s, is taken once, and one that was left behind is replaced', async () => {
    const socket = join(folder, 'workbench.sock')
    const first = await started({ socket })
    expect(lstatSync(socket).mode & 0o777).toBe(0o600)
    await expect(started({ socket })).rejects.toThrow('there is something of this name already')
    const name = await new Promise<number>((resolve) => {
      request({ socketPath: socket, path: '/', headers: { host: 'localhost:9999' } }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }).end()
    })
    expect(name).toBe(200)
    expect(stranger(socket)).toMatch(process.getuid?.() === 0 ? /^EACCES$/ : /^$/)
    await first.close()
    writeFileSync(socket, 'a file')
    await expect(started({ socket })).rejects.toThrow('there is something of this name already')
    rmSync(socket)
    await expect(started({ socket: join(folder, 'none', 'x.sock') })).rejects.toMatchObject({
      kind: 'output-unwritable',
    })
  })

  it('a port that is taken, an address that is not here', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const taken = (other.address() as { port: number }).port
    await expect(started({ at: taken })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/another program listens.*--port 0/),
    })
    other.close()
    await expect(started({ host: '192.0.2.1' })).rejects.toMatchObject({ kind: 'usage' })
  })

  it('ends with streams open, and answers no more', async () => {
    const short = await started({})
    const at = Number(new URL(short.address).port)
    const stream = connect(at, '127.0.0.1')
    stream.on('error', () => {})
    stream.write(
      `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\nAuthorization: Bearer ${short.token}\r\n\r\n`,
    )
    await once(stream, 'data')
    expect(short.events.streams).toBe(1)
    const closed = once(stream, 'close')
    await short.close()
    await closed
    const refused = connect(at, '127.0.0.1')
    const [error] = await once(refused, 'error')
    expect(error.code).toBe('ECONNREFUSED')
  })
})

describe('the command', () => {
  it('prints one address, and Ctrl-C ends it', async () => {
    const child = spawn(process.execPath, [box.qw.program, 'serve', '--port', '0'], { cwd: box.cwd })
    const [line] = await once(child.stdout, 'data')
    expect(String(line)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\da-f]{64}\n$/)
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
  })

  it('warns where others can reach it', async () => {
    const words = ['serve', '--port', '0', '--host', '127.0.0.2']
    const child = spawn(process.execPath, [box.qw.program, ...words], { cwd: box.cwd })
    let told = ''
    child.stderr.on('data', (part: Buffer) => {
      told += part
    })
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    await once(child, 'close')
    expect(told).toContain(
      'whoever reaches 127.0.0.2 and has the address below can use this server, unencrypted',
    )
  })

  it('fails in a line where there is nothing to serve', async () => {
    const missing = await box.run('serve', 'no-such-log.swf', '--port', '0')
    expect(missing.code).toBe(20)
    expect(missing.stderr).toMatch(/no-such-log\.swf/)
    box.write('short.key', 'short')
    expect((await box.run('serve', '--token-file', 'short.key')).code).toBe(2)
    box.write('odd.key', 'sixteen characters & more')
    expect((await box.run('serve', '--token-file', 'odd.key')).stderr).toMatch(/cannot stand in an address/)
    chmodSync(box.path('odd.key'), 0o600)
    expect((await box.run('serve', '--socket', 'x.sock', '--host', '::')).code).toBe(2)
  })
})
