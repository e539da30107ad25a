/**
 * The pure rooms, bundled as for a browser, in a realm that has what a browser's worker has and nothing of Node: the
 * same bytes as here, where memory can be shared between threads and where it cannot.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'
import * as here from '../support/realm/work.js'

/** Rooms from `runtime` on. */
const WITH_EFFECTS = ['live', 'runtime']
/** Loaded by the first call that needs them; not part of what a page has to have. */
const ON_DEMAND = ['@resvg/resvg-js', 'hyparquet-writer']
/** Of what a worker has beside the language itself, all that pure rooms may use. */
const WORKER = { TextDecoder, TextEncoder, URL, atob, btoa, console, performance, queueMicrotask, setTimeout }

type Work = Pick<typeof here, 'answers' | 'registry' | 'searches' | 'workloads'>

let known: Readonly<Record<keyof Work, string>>
let bundle: string
let imports: readonly string[]
let demanded: readonly string[]
beforeAll(async () => {
  const build = await rolldown({
    input: join(PROJECT_ROOT, 'test', 'support', 'realm', 'work.ts'),
    platform: 'browser',
    external: ON_DEMAND,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await build.generate({
    format: 'iife',
    name: 'work',
    exports: 'named',
    codeSplitting: false,
  })
  await build.close()
  const [chunk] = output
  bundle = chunk.code
  imports = chunk.imports
  demanded = chunk.dynamicImports
  known = {
    ...{ answers: here.answers(), registry: here.registry() },
    ...{ workloads: await here.workloads(), searches: await here.searches() },
  }
})

function otherRealm(shared: boolean): Work {
  const context = createContext({ ...WORKER })
  if (!shared) runInContext('delete globalThis.SharedArrayBuffer', context)
  const absent = runInContext('[typeof process, typeof Buffer, typeof require].join()', context)
  if (absent !== 'undefined,undefined,undefined') throw new Error('a realm with something of Node')
  return runInContext(`${bundle}\nwork`, context)
}

it('a bundle of the pure rooms, of which none is missing, imports nothing', () => {
  const sources = join(PROJECT_ROOT, 'src')
  const rooms = readdirSync(sources).filter((room) => existsSync(join(sources, room, 'index.ts')))
  expect(Object.keys(here.ROOMS).sort()).toEqual(rooms.filter((room) => !WITH_EFFECTS.includes(room)))
  expect(imports).toEqual([])
  expect(ON_DEMAND).toEqual(expect.arrayContaining([...demanded]))
})

describe.each([
  ['shared memory', true],
  ['no shared memory', false],
])('a realm without Node, with %s', (_, shared) => {
  let there: Work
  beforeAll(() => {
    there = otherRealm(shared)
  })

  it('schedules alike under every algorithm and order', () => {
    expect(there.registry()).toBe(known.registry)
  })

  it('makes, models, writes and draws the same logs', async () => {
    expect(await there.workloads()).toBe(known.workloads)
  })

  it('calibrates, exports and prefers alike', () => {
    expect(there.answers()).toBe(known.answers)
  })

  it('explains, searches and learns the same', async () => {
    expect(await there.searches()).toBe(known.searches)
  })
})
