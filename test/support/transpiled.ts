/**
 * A plugin of Vitest by which tests import the sources, and what they share, as JavaScript that Node loads itself: each
 * file without its types, in `.vitest/`. Vitest would fetch every module by a call to its main process, anew for each
 * process of tests, and would have every use of an import look it up. Nothing is checked.
 *
 * Only what test files import is led there. Those that have modules evaluated anew need them from Vitest, all of them;
 * so does everybody where files are watched or coverage is counted.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { transform } from 'rolldown/utils'
import type { Plugin } from 'vitest/config'

/** Where a source, named from the root of the project, is found without its types. */
const FOLDER = '.vitest'
/** What is transpiled, in folders of the same names; test files are left to Vitest. */
const ROOTS = ['src', 'test']

/** Paths that Node is to load. */
export const TRANSPILED = /\/\.vitest\/(src|test)\//

export function transpiledSources(root: string): Plugin {
  let ready: Promise<unknown> | null = null
  return {
    name: 'transpiled-sources',
    enforce: 'pre',
    // Called for each project.
    async configureVitest({ vitest: { config } }) {
      if (config.watch || config.coverage.enabled) return
      ready ??= bringUpToDate(root)
      await ready
    },
    resolveId(name, importer) {
      if (ready === null || importer === undefined || !takesTranspiled(importer)) return null
      if (!name.startsWith('.')) return null
      const path = resolve(dirname(importer), name.replace(/\.js$/, '.ts'))
      const source = relative(root, path)
      return isTranspiled(source) && existsSync(path) ? transpiledPath(root, source) : null
    },
  }
}

const takers = new Map<string, boolean>()

function takesTranspiled(importer: string): boolean {
  if (!importer.endsWith('.test.ts')) return false
  const known = takers.get(importer) ?? !readFileSync(importer, 'utf8').includes('vi.resetModules(')
  takers.set(importer, known)
  return known
}

function transpiledPath(root: string, source: string): string {
  return join(root, FOLDER, source.replace(/\.ts$/, '.js'))
}

async function bringUpToDate(root: string): Promise<void> {
  const sources = ROOTS.flatMap((folder) => filesIn(join(root, folder)))
    .map((path) => relative(root, path))
    .filter(isTranspiled)
  const kept = new Set(sources.map((source) => transpiledPath(root, source)))
  for (const made of ROOTS.flatMap((folder) => filesIn(join(root, FOLDER, folder)))) {
    if (!kept.has(made.replace(/(\.map)?(\.\d+)?$/, ''))) rmSync(made, { force: true })
  }
  await Promise.all(
    sources
      .map((source) => [join(root, source), transpiledPath(root, source)] as const)
      .filter(([from, to]) => isOlder(to, from))
      .map(([from, to]) => transpile(from, to)),
  )
}

function isTranspiled(source: string): boolean {
  return ROOTS.some((folder) => source.startsWith(folder + sep)) && /(?<!\.test|\.d)\.ts$/.test(source)
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

function isOlder(made: string, source: string): boolean {
  return !existsSync(made) || statSync(made).mtimeMs < statSync(source).mtimeMs
}

async function transpile(from: string, to: string): Promise<void> {
  const { code, map, errors } = await transform(from, readFileSync(from, 'utf8'), {
    target: 'es2022',
    sourcemap: true,
  })
  if (errors.length > 0) throw new Error(`${from}: ${errors[0].message}`)
  mkdirSync(dirname(to), { recursive: true })
  writeWhole(`${to}.map`, JSON.stringify(map))
  writeWhole(to, `${code}\n//# sourceMappingURL=${basename(to)}.map\n`)
}

/** Another run of tests may be about the same file. */
function writeWhole(path: string, text: string): void {
  const part = `${path}.${process.pid}`
  writeFileSync(part, text)
  renameSync(part, path)
}
