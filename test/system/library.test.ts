/**
 * The library as its users meet it: the entries of the package, small enough to be known and each with an example that has
 * its types and runs, and the programs of examples/.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeOutput } from '../../src/runtime/output.js'
import { scheduleAsTrace, writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { PROJECT_ROOT } from '../support/data.js'
import { typeErrorsIn, withoutTypes } from '../support/example-types.js'

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}
const manifest: Manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
/** Each entry by its name, with its source. */
const ENTRIES = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string'
    ? []
    : [{ name, source: join(PROJECT_ROOT, target.default.replace('./dist/', 'src/').replace(/js$/, 'ts')) }],
)
const EXAMPLES = readdirSync(join(PROJECT_ROOT, 'examples')).filter((name) => name.endsWith('.mjs'))

let folder: string
beforeAll(async () => {
  // Inside the project, so that `queuewright` is found as a package of that name.
  const cache = join(PROJECT_ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'queuewright-library-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(PROJECT_ROOT, join(folder, 'node_modules', 'queuewright'))
  cpSync(join(PROJECT_ROOT, 'examples'), folder, { recursive: true })
  const demo = demoTrace()
  await writeOutput(join(folder, 'LOG.swf.gz'), writeSwf(scheduleAsTrace(demo, demo.jobs.submit)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The example in the header of a source. */
function exampleIn(source: string): string {
  const [header] = readFileSync(source, 'utf8').split(' */\n', 1)
  const [, block = ''] = /^ \* ```ts\n([\s\S]*?)^ \* ```$/m.exec(header) ?? []
  return block.replace(/^ \* ?/gm, '')
}

function run(file: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout
}

describe('the entries of the package', () => {
  it('the root has at most 50 names, types included', () => {
    const source = readFileSync(join(PROJECT_ROOT, 'src', 'index.ts'), 'utf8')
    const names = parseSync('index.ts', source).program.body.flatMap((statement) => {
      if (statement.type === 'ExportAllDeclaration') return ['everything']
      if (statement.type !== 'ExportNamedDeclaration') return []
      return statement.specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value))
    })
    expect(names).not.toContain('everything')
    expect(names).toContain('open')
    expect(names.length).toBeLessThanOrEqual(50)
  })

  it('nothing but the registry of runs imports the published studies, and the root does not lead to their entry', () => {
    const sources = readdirSync(join(PROJECT_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    const importers = sources.filter(
      (name) =>
        name.endsWith('.ts') &&
        readFileSync(join(PROJECT_ROOT, 'src', name), 'utf8').includes("reproduce/index.js'"),
    )
    expect(importers).toEqual([])
  })

  it('are the rooms that have a door, and the reference has them all', () => {
    const sources = join(PROJECT_ROOT, 'src')
    const rooms = readdirSync(sources).filter((room) => existsSync(join(sources, room, 'index.ts')))
    expect(ENTRIES.map(({ name }) => name)).toEqual(expect.arrayContaining(rooms.map((room) => `./${room}`)))
    const { entryPoints } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'typedoc.json'), 'utf8'))
    expect(entryPoints.map((file: string) => join(PROJECT_ROOT, file))).toEqual(
      ENTRIES.map(({ source }) => source),
    )
  })

  it('have examples that have the types that they need, that of the README among them', () => {
    const [, shown = ''] =
      /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8')) ?? []
    expect(shown).toContain("'queuewright'")
    const files = [shown, ...ENTRIES.map(({ source }) => exampleIn(source))].map((example, k) => {
      const file = join(folder, `example-${k}.mts`)
      writeFileSync(file, `${example}\nexport {}\n`)
      return file
    })
    expect(typeErrorsIn(files, ENTRIES)).toEqual([])
  })

  it.each(ENTRIES)('$name exists, and its example runs', ({ name, source }) => {
    expect(existsSync(source)).toBe(true)
    const example = exampleIn(source)
    expect(example).toContain(`'queuewright${name.slice(1)}'`)
    const file = join(folder, 'entry.mjs')
    writeFileSync(file, withoutTypes(example))
    run(file)
  })
})

describe('examples', () => {
  it('are six or more', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(6)
  })

  it.each(EXAMPLES)('%s runs', (name) => {
    expect(run(join(folder, name))).not.toBe('')
  })
})
