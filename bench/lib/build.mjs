/** Compiles the contenders: dist/ by the TypeScript compiler, the C++ twin by g++. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const BENCH = fileURLToPath(new URL('..', import.meta.url))
export const BUILD = join(BENCH, 'build')
const ROOT = join(BENCH, '..')

export function buildDist() {
  mkdirSync(BUILD, { recursive: true })
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const built = spawnSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json')], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`the sources do not compile:\n${built.stdout}${built.stderr}`)
}

/** Path of the compiled twin; null where there is no g++. */
export function buildTwin() {
  const twin = join(BUILD, 'easy')
  const flags = ['-std=c++17', '-O3', '-march=native', '-o', twin, join(BENCH, 'twin', 'easy.cpp')]
  const built = spawnSync('g++', flags, { encoding: 'utf8' })
  if (built.error?.code === 'ENOENT') return null
  if (built.status !== 0) throw new Error(`the twin does not compile:\n${built.stderr}`)
  return twin
}
