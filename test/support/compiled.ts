/**
 * The sources as plain JavaScript, for tests that start threads or processes of their own, where vitest's
 * transformer does not reach. Each file is stripped of its types, nothing is checked: about a second.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { PROJECT_ROOT } from './data.js'

export interface Compiled {
  /** The folder that mirrors src/, beside a package.json, as in the package. */
  readonly folder: string
  /** Its URL, with a slash at its end. */
  readonly url: string
  remove(): void
}

/** All rooms but the command line, lowest first. */
export const LIBRARY_ROOMS: readonly string[] = [
  'core',
  'trace',
  'optimize',
  'sim',
  'workload',
  'strategy',
  'report',
  'evaluation',
  'front',
  'learn',
  'study',
  'runtime',
]

/** @param rooms folders of src/ to compile, with all they import */
export function compileSources(rooms: readonly string[] = ['core', 'trace', 'sim']): Compiled {
  // Inside node_modules, so that the sources find the packages they import.
  const cache = join(PROJECT_ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'queuewright-'))
  copyFileSync(join(PROJECT_ROOT, 'package.json'), join(root, 'package.json'))
  const folder = join(root, 'dist')
  for (const room of rooms) {
    const files = readdirSync(join(PROJECT_ROOT, 'src', room), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(PROJECT_ROOT, 'src', room, file), 'utf8')
      const target = join(folder, room, file.replace(/\.ts$/, '.js'))
      mkdirSync(dirname(target), { recursive: true })
      const compilerOptions = {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ES2022,
        verbatimModuleSyntax: true,
      }
      writeFileSync(target, ts.transpileModule(source, { compilerOptions }).outputText)
    }
  }
  return {
    folder,
    url: `${pathToFileURL(folder).href}/`,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
