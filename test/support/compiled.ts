/**
 * The compiled package as it is shipped, for tests that start threads or processes of their own, where vitest's
 * transformer does not reach. `refresh.ts` brings it up to date before the first test.
 */
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from './data.js'

/** The folder that mirrors src/. */
export const COMPILED = join(PROJECT_ROOT, 'dist')
/** Its URL, with a slash at its end. */
export const COMPILED_URL = `${pathToFileURL(COMPILED).href}/`

/** The command's file in a package. */
export function programIn(folder: string): string {
  return join(folder, 'dist', 'apps', 'cli', 'main.js')
}

/** A copy of the package that a test may change and has to remove; inside node_modules, so that it finds what it imports. */
export function packageCopy(): string {
  const cache = join(PROJECT_ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const copy = mkdtempSync(join(cache, 'queuewright-copy-'))
  cpSync(join(PROJECT_ROOT, 'package.json'), join(copy, 'package.json'))
  cpSync(COMPILED, join(copy, 'dist'), { recursive: true })
  return copy
}
