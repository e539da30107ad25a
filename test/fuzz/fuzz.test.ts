/**
 * Fuzz tests of all readers with fixed seeds; `npm run fuzz` goes on with others for as long as it is let. What the
 * readers of the house are is not told but found in the sources, and that each was run, in what the tests have run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'
import { judge } from './reader.js'
import { FUZZED_READERS } from './readers/index.js'

const SEED = 20261123
const VALID = 4
const DAMAGED = 16

const session = new Session()
beforeAll(async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(() => session.disconnect())

describe.each(FUZZED_READERS.map((reader) => [reader.name, reader] as const))('%s', (_, reader) => {
  it('is read', async () => {
    await fc.assert(
      fc.asyncProperty(reader.valid, (input) => judge(reader, input, true)),
      { seed: SEED, numRuns: VALID },
    )
  })
  const { damaged } = reader
  if (damaged === null) return
  it('damaged is read soundly or refused', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, (input) => judge(reader, input, false)),
      { seed: SEED, numRuns: DAMAGED },
    )
  })
})

it('names of readers are different', () => {
  expect(new Set(FUZZED_READERS.map(({ name }) => name)).size).toBe(FUZZED_READERS.length)
})

/** A function of the sources that reads, by its name or by what it calls. */
const HEAD = /^(?:export )?(?:async )?function\*? (\w+)/
const NAMED = /^(?:read|parse|decode|load|restore)[A-Z]/
const CALLING = /\b(?:JSON\.parse|readDocument|readKept|stateOf|SNAPSHOTS\.read)\(/
/** Rooms of faces, which read through those below, and call what they do after what they do it with. */
const FACES = /^(?:apps|lab)\//

/** What is called like a reader, or calls one, and reads nothing that anybody else has written. */
const NO_READERS: Readonly<Record<string, string>> = {
  'runtime/package.ts manifest': 'the package itself',
  'sim/bounds/load.ts loadOf': 'the load of a machine',
}

function readersOf(file: string, text: string): string[] {
  const found = new Set<string>()
  let within = ''
  for (const line of text.split('\n')) {
    const head = HEAD.exec(line)?.[1]
    if (head !== undefined) within = head
    else if (/^\S/.test(line) && !/^[)}\]]/.test(line)) within = ''
    if (head !== undefined && NAMED.test(head) && line.startsWith('export')) found.add(`${file} ${head}`)
    if (within !== '' && head === undefined && CALLING.test(line)) found.add(`${file} ${within}`)
  }
  return [...found]
}

it('every reader of the house was run', { retry: 0 }, async () => {
  const source = join(PROJECT_ROOT, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const readers = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !FACES.test(file))
    .flatMap((file) => readersOf(file, readFileSync(join(source, file), 'utf8')))
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const run = new Set<string>()
  for (const { url, functions } of result) {
    const [, file] = /\/src\/(.*)$/.exec(url) ?? []
    for (const { functionName, ranges } of functions) {
      // Node loads sources without their types.
      if (ranges[0].count > 0) run.add(`${file?.replace(/\.js$/, '.ts')} ${functionName}`)
    }
  }
  expect(readers.length).toBeGreaterThan(60)
  expect(readers.filter((reader) => !run.has(reader) && !(reader in NO_READERS)).sort()).toEqual([])
  // An exception that is none is taken from the list.
  expect(Object.keys(NO_READERS).filter((reader) => run.has(reader) || !readers.includes(reader))).toEqual([])
})
