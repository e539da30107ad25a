/**
 * Brings the JavaScript of `dist/` up to date before the tests, once for all of them, where a source is newer: it is
 * bundled anew. Nothing is checked, so it takes a moment; after a build there is nothing to do.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { programIn } from './compiled.js'
import { PROJECT_ROOT } from './data.js'

const BUNDLER = join(PROJECT_ROOT, 'scripts', 'bundle.mjs')
const SOURCES = join(PROJECT_ROOT, 'src')

export function setup(): void {
  const program = programIn(PROJECT_ROOT)
  // A folder is newer where a source was added or removed.
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(SOURCES, name),
  )
  const newest = Math.max(...[BUNDLER, SOURCES, ...sources].map((path) => statSync(path).mtimeMs))
  if (existsSync(program) && statSync(program).mtimeMs >= newest) return
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the sources cannot be bundled:\n${stderr}`)
}
