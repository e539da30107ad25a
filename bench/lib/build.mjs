/** Compiles the contenders: the sources, module by module, by the TypeScript compiler, the C++ twin by g++. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export const BENCH = fileURLToPath(new URL('..', import.meta.url))
export const BUILD = join(BENCH, 'build')
const ROOT = join(BENCH, '..')

/** The package into dist/; its sources into bench/build/src, where benchmarks find any part of the house by its path. */
export function buildSources() {
  mkdirSync(BUILD, { recursive: true })
  const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')
  const where = ['--outDir', join(BUILD, 'src'), '--declaration', 'false']
  const built = spawnSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json'), ...where], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`the sources do not compile:\n${built.stdout}${built.stderr}`)
  const bundled = spawnSync(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')], { encoding: 'utf8' })
  if (bundled.status !== 0) throw new Error(`the sources cannot be bundled:\n${bundled.stderr}`)
}

/** One module of the house or of the benchmarks, with all that it needs, as a file of its own. @returns its path */
export async function buildModule(...source) {
  const bundle = await rolldown({
    input: join(ROOT, ...source),
    platform: 'node',
    external: /^node:|^piscina|^bullmq|^ioredis/,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  })
  const file = join(BUILD, `${source.at(-1)}.mjs`)
  await bundle.write({ file, codeSplitting: false })
  return file
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
