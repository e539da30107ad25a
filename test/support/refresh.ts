/**
 * Brings `dist/` up to date before the tests, once for all of them: files whose source is newer are stripped of their
 * types, those without a source are removed. Nothing is checked, so it takes a moment where `npm run build` takes half
 * a minute; after a build there is nothing to do.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMPILED } from './compiled.js'
import { PROJECT_ROOT } from './data.js'

const SOURCES = join(PROJECT_ROOT, 'src')
const SOURCE = /(?<!\.d)\.ts$/

export async function setup(): Promise<void> {
  const sources = filesIn(SOURCES).filter((name) => SOURCE.test(name))
  const stale = sources.filter((name) => isStale(name))
  if (stale.length > 0) await compile(stale)
  const known = new Set(sources.map((name) => name.replace(SOURCE, '')))
  for (const name of filesIn(COMPILED).filter((each) => /\.(d\.ts|js|js\.map)$/.test(each))) {
    if (!known.has(name.replace(/\.(d\.ts|js|js\.map)$/, ''))) rmSync(join(COMPILED, name))
  }
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
}

function isStale(name: string): boolean {
  const target = join(COMPILED, name.replace(SOURCE, '.js'))
  return !existsSync(target) || statSync(target).mtimeMs < statSync(join(SOURCES, name)).mtimeMs
}

async function compile(names: readonly string[]): Promise<void> {
  const { default: ts } = await import('typescript')
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    verbatimModuleSyntax: true,
  }
  for (const name of names) {
    const target = join(COMPILED, name.replace(SOURCE, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    const source = readFileSync(join(SOURCES, name), 'utf8')
    writeFileSync(target, ts.transpileModule(source, { compilerOptions }).outputText)
  }
}
