/** Runs and preferences by the workbench's server: the same runs and documents as the command line's. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServedRun, StartedRun, StoredPreference } from '../../src/apps/web/protocol/messages.js'
import type { RunForm } from '../../src/apps/web/protocol/starting.js'
import type { Serving, serve } from '../../src/apps/web/server/start.js'
import { COMPILED_URL } from '../support/compiled.js'
import { QUIET } from '../support/quiet.js'
import { filesOf } from '../support/run-files.js'
import { useSandbox } from '../support/sandbox.js'

const READING = {
  size: 'requested',
  badLines: 'error',
  groupBy: 'share',
  estimates: 'user',
  overrun: 'extend',
  oversize: 'error',
  dialect: 'default',
} as const
const REGION = {
  name: 'short',
  panel: ['AWRT', 'UTIL'],
  vertices: [
    [0, 0],
    [1e9, 0],
    [1e9, 1],
    [0, 1],
  ],
}

const box = useSandbox(async (made) => {
  made.write('small.swf', smallLog())
  await made.good('front', 'small.swf', '--evaluations', '30', '--engine', 'inline', '--run', 'runs/front')
})
let assets: string
let begin: typeof serve
let serving: Serving
let showing: Serving
let log: string

/** Jobs that wait for each other. */
function smallLog(): string {
  const lines = Array.from({ length: 150 }, (_, k) => {
    const run = 60 + ((k * 7919) % 3000)
    return `${k + 1} ${k * 400} 0 ${run} ${1 + ((k * 31) % 24)} -1 -1 ${1 + ((k * 31) % 24)} ${run * 2} -1 1 ${k % 9} 1 -1 -1 -1 -1 -1`
  })
  return ['; Version: 2.2', '; MaxProcs: 32', ...lines, ''].join('\n')
}

beforeAll(async () => {
  assets = mkdtempSync(join(tmpdir(), 'queuewright-pages-'))
  writeFileSync(join(assets, 'index.html'), '<!DOCTYPE html><title>Queuewright</title>')
  begin = (await import(/* @vite-ignore */ `${COMPILED_URL}apps/web/server/start.js`)).serve
  serving = await started(false)
  showing = await started(true)
  log = (await ask('served')).body.logs[0].digest
})
afterAll(async () => {
  await serving?.close()
  await showing?.close()
  rmSync(assets, { recursive: true, force: true })
})

function started(readOnly: boolean, runsFolder = box.path('runs')) {
  const folders = { runsFolder, preferencesFolder: box.path('preferences') }
  const at = { host: '127.0.0.1', port: 0 }
  const reading = { ...READING, first: '120' }
  return begin({ files: [box.path('small.swf')], reading, at, ...folders, readOnly, assets }, QUIET)
}

interface Answered {
  readonly status: number
  readonly etag: string | null
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says is looked at by the tests
  readonly body: any
}

async function ask(
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  server = serving,
): Promise<Answered> {
  const { body, headers, method = body === undefined ? 'GET' : 'POST' } = init
  const answer = await fetch(new URL(`/api/${path}`, server.address), {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    etag: answer.headers.get('etag'),
    body: text === '' ? null : JSON.parse(text),
  }
}

/** What the stream of events tells of a topic, as soon as it is as wanted. */
async function told<State>(topic: string, wanted: (state: State) => boolean): Promise<State> {
  const headers = { authorization: `Bearer ${serving.token}` }
  const stream = await fetch(new URL('/api/events', serving.address), { headers })
  let rest = ''
  for await (const bytes of stream.body ?? []) {
    const events = `${rest}${Buffer.from(bytes).toString()}`.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? []
      if (name !== topic || !wanted(JSON.parse(data))) continue
      return JSON.parse(data)
    }
  }
  throw new Error('the stream has ended')
}

const finished = (id: string) =>
  told<readonly ServedRun[]>('runs', (runs) => runs.some((run) => run.id === id && run.state === 'finished'))
const failureOf = async (id: string) => {
  const list = await told<readonly StartedRun[]>('started', (all) =>
    all.some((run) => run.id === id && !run.goesOn),
  )
  return list.find((run) => run.id === id)?.failure
}

describe('a run that is begun from a page', () => {
  it('is asked for by what commands declare', async () => {
    const { body } = await ask('forms')
    const forms: readonly RunForm[] = body
    expect(forms.map(({ command }) => command)).toEqual(
      expect.arrayContaining(['learn greedy --method own', 'learn michigan', 'tune', 'front']),
    )
    const own = forms.find(({ command }) => command === 'learn greedy --method own')
    expect(own?.fields.find(({ option }) => option === 'seed')).toMatchObject({ usual: '1', repeated: false })
    expect(own?.fields.find(({ option }) => option === 'window-jobs')?.only).toEqual({ windows: true })
    expect(own?.fields.map(({ option }) => option)).not.toContain('test')
    const front = forms.find(({ command }) => command === 'front')
    expect(front?.fields.find(({ option }) => option === 'plan')?.schema).toEqual({
      enum: ['own', 'published', 'random-starts'],
    })
    const tune = forms.find(({ command }) => command === 'tune')
    expect(tune?.fields.find(({ option }) => option === 'policy')?.usual).toBeNull()
  })

  it('is the run of the same command, byte by byte', async () => {
    const filledIn = { objective: 'AWRT1', evaluations: '6', 'early-stop': 'no' }
    const command = 'learn greedy --method random'
    const { status, body } = await ask('runs', { body: { command, log, filledIn } })
    expect([status, body]).toEqual([202, { id: 'learn-greedy-small-1' }])
    await finished(body.id)
    const options = ['--first', '120', '--objective', 'AWRT1', '--evaluations', '6', '--no-early-stop']
    const words = ['greedy', '--method', 'random', 'small.swf', ...options, '--run', 'runs/typed']
    await box.good('learn', ...words)
    const typed = filesOf(box.path('runs/typed'))
    expect(filesOf(box.path(`runs/${body.id}`))).toEqual(typed)
    expect(Object.keys(typed)).toContain('/strategy.json')
    const { body: found } = await ask('explain', { body: { run: body.id } })
    expect(found.policy).toMatch(/^head:/)
  })

  it('says why it could not begin, in the command’s words, and leaves nothing', async () => {
    const filledIn = { objective: 'AWRT1', evaluations: '0' }
    const { body } = await ask('runs', { body: { command: 'front', log, filledIn: { evaluations: '0' } } })
    expect(await failureOf(body.id)).toMatch(/--evaluations, value "0"/)
    expect(readdirSync(box.path('runs'))).not.toContain(body.id)
    const wrong = [
      { command: 'rm', log, filledIn },
      { command: 'front', log: '0'.repeat(64), filledIn: {} },
      { command: 'front', log, filledIn: { run: '/tmp/elsewhere' } },
      { command: 'front', log, filledIn: { compare: 'easy,@/etc/passwd' } },
      { command: 'front', log, filledIn: { compare: 'easy\0' } },
      { command: 'learn greedy --method random', log, filledIn: { objective: '@/etc/passwd' } },
      {
        command: 'learn greedy --method random',
        log,
        filledIn: { objective: `@${box.path('preferences/../x')}` },
      },
      { command: 'front', log },
      {},
    ]
    for (const body of wrong) {
      const answer = await ask('runs', { body })
      expect([400, 404], JSON.stringify(body)).toContain(answer.status)
    }
  })

  it('says that its log is gone, or that there is no place for runs', async () => {
    renameSync(box.path('small.swf'), box.path('aside.swf'))
    const asked = { command: 'front', log, filledIn: { evaluations: '4' } }
    const { body } = await ask('runs', { body: asked })
    const failure = await failureOf(body.id)
    renameSync(box.path('aside.swf'), box.path('small.swf'))
    expect(failure).toMatch(/small\.swf/)
    expect(readdirSync(box.path('runs'))).not.toContain(body.id)
    const blocked = await started(false, box.path('small.swf'))
    const answer = await ask('runs', { body: asked }, blocked)
    await blocked.close()
    expect([answer.status, answer.body.kind]).toEqual([507, 'output-unwritable'])
    expect(answer.body.message).toMatch(/small\.swf/)
  })

  it('is stopped and resumed, two at a time', async () => {
    const filledIn = { objective: 'AWRT1', evaluations: '100000' }
    const body = { command: 'learn greedy --method random', log, filledIn }
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => ask('runs', { body })))
    expect([first, second, third].map(({ status }) => status).sort()).toEqual([202, 202, 409])
    const begun = [first, second, third]
      .filter(({ status }) => status === 202)
      .map((answer) => answer.body.id)
    const running = (id: string) =>
      told<readonly ServedRun[]>('runs', (all) => all.some((run) => run.id === id && run.state === 'running'))
    const stopped = (id: string) =>
      told<readonly ServedRun[]>('runs', (all) =>
        all.some((run) => run.id === id && run.state === 'interrupted' && run.holder === null),
      )
    for (const id of begun) await running(id)
    for (const id of begun) expect((await ask(`runs/${id}/stop`, { body: {} })).status).toBe(202)
    for (const id of begun) await stopped(id)
    expect(await failureOf(begun[0])).toBeNull()
    expect((await ask(`runs/${begun[0]}/resume`, { body: {} })).status).toBe(202)
    expect((await ask(`runs/${begun[0]}/resume`, { body: {} })).status).toBe(409)
    await running(begun[0])
    await ask(`runs/${begun[0]}/stop`, { body: {} })
    await stopped(begun[0])
  })
})

describe('a preference that is kept', () => {
  const document = (more: object = {}) => ({
    ...{ format: 'queuewright-preference', version: 1, name: 'preference on small', objective: null },
    ...{ subjectTo: [], regions: [REGION], front: { run: 'front' } },
    settings: { bound: 'farthest', measure: 'hyperplane', measuredOn: 'independent', planes: 'all' },
    ...more,
  })
  const put = (name: string, body: unknown, headers: Record<string, string>) =>
    ask(`preferences/${name}`, { method: 'PUT', body, headers })

  it('is the file that qw prefer writes, and can be learnt for', async () => {
    const kept = await put('owner', document(), { 'if-none-match': '*' })
    expect(kept.status).toBe(200)
    await box.good(
      'prefer',
      'runs/front',
      '--region',
      'short=AWRT,UTIL: 0,0 1e9,0 1e9,1 0,1',
      '-o',
      'typed.json',
    )
    expect(box.text('preferences/owner.json')).toBe(box.text('typed.json'))
    const { body } = await ask('preferences')
    const [stored]: readonly StoredPreference[] = body
    expect(stored).toMatchObject({ name: 'owner', digest: kept.etag, regions: [REGION] })
    expect((await ask('preferences/owner')).etag).toBe(kept.etag)
    const filledIn = { objective: `@${stored.file}`, evaluations: '4' }
    const begun = await ask('runs', { body: { command: 'learn greedy --method random', log, filledIn } })
    await finished(begun.body.id)
    expect(box.text(`runs/${begun.body.id}/preference.json`)).toBe(box.text('typed.json'))
  })

  it('is changed by who has seen it, and by nobody else', async () => {
    const first = (await ask('preferences/owner')).etag ?? ''
    expect((await put('owner', document({ name: 'a' }), {})).status).toBe(428)
    expect((await put('owner', document({ name: 'a' }), { 'if-none-match': '*' })).status).toBe(412)
    const both = await Promise.all(
      ['a', 'b'].map((name) => put('owner', document({ name }), { 'if-match': first })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const [winner] = both.filter(({ status }) => status === 200)
    const [loser] = both.filter(({ status }) => status === 412)
    expect(loser.etag).toBe(winner.etag)
    // A command writes it meanwhile.
    await box.good('prefer', 'runs/front', '--objective', 'AWRT', '-o', 'preferences/owner.json')
    expect((await put('owner', document(), { 'if-match': winner.etag ?? '' })).status).toBe(412)
    expect((await put('gone', document(), { 'if-match': winner.etag ?? '' })).status).toBe(412)
    expect(existsSync(box.path('preferences/gone.json'))).toBe(false)
    const [stored] = await told<readonly StoredPreference[]>(
      'preferences',
      ([each]) => each?.objective === 'AWRT',
    )
    expect(stored.regions).toEqual([])
  })

  it('is a preference, under a plain name', async () => {
    const anew = { 'if-none-match': '*' }
    for (const name of ['..%2fx', '%2e%2e', '.hidden', 'a%00', 'x'.repeat(101)]) {
      expect([400, 404], name).toContain((await put(name, document(), anew)).status)
    }
    const wrong = [
      [],
      { regions: [] },
      document({ front: { run: '../front' } }),
      document({ front: { run: 'none' } }),
      document({ front: null }),
      document({ regions: [], objective: null }),
    ]
    for (const body of wrong)
      expect([400, 404], JSON.stringify(body)).toContain((await put('x', body, anew)).status)
    writeFileSync(box.path('secret.json'), box.text('typed.json'))
    symlinkSync(box.path('secret.json'), box.path('preferences/link.json'))
    writeFileSync(box.path('preferences/other.json'), '{}')
    expect((await put('link', document(), anew)).status).toBe(409)
    expect((await ask('preferences/link')).status).toBe(409)
    const { body } = await ask('preferences')
    expect(body.map(({ name }: StoredPreference) => name)).toEqual(['owner'])
    expect(readFileSync(box.path('secret.json'), 'utf8')).toBe(box.text('typed.json'))
  })
})

it('a server that only shows changes nothing', async () => {
  const body = {}
  const refused = [
    await ask('runs', { body: { command: 'front', log, filledIn: {} } }, showing),
    await ask('runs/front/stop', { body }, showing),
    await ask('runs/front/resume', { body }, showing),
    await ask('preferences/x', { method: 'PUT', body, headers: { 'if-none-match': '*' } }, showing),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await ask('served', {}, showing)).body.readOnly).toBe(true)
  expect((await ask('explain', { body: { policy: 'easy' } }, showing)).status).toBe(200)
  expect((await ask('runs/front/files/front.json', { method: 'DELETE' }, showing)).status).toBe(405)
})
