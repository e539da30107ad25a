/**
 * Writes the JavaScript of `dist/`: the sources without their types, in some two hundred files instead of eight hundred,
 * since Node takes longer to find a module than to read it. Each entry of the package, the command and the threads'
 * worker are files of the same path as their sources; what they share lies in `dist/chunks`, and what only one command
 * needs is in a chunk of its own. Packages stay outside. Nothing is checked; declarations are the compiler's.
 *
 *     node scripts/bundle.mjs
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = join(ROOT, 'src')
const DIST = join(ROOT, 'dist')

/** What Node, a thread, a script or a test loads by its path, beside the entries of the package. */
const LOADED = [
  'apps/cli/call',
  'apps/cli/main',
  'apps/web/server/start',
  'lab/sites/instances',
  'lab/calibrate/planted',
  'runtime/engines/pool-worker',
]
/** Modules that so many entries and commands share are in one file. */
const SHARED_BY = 50

/** With escapes for letters beyond ASCII: V8 keeps a text that has some in twice the memory, and takes longer to read it. */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Names of the entries, as paths below `src` and `dist` without their endings. */
function entryNames() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = Object.values(exports).flatMap(({ default: file }) => file?.slice('./dist/'.length, -3) ?? [])
  return [...named, ...LOADED]
}

export async function bundle() {
  const codeDigest = await digestOfSources()
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entryNames().map((name) => [name, join(SOURCES, `${name}.ts`)])),
    platform: 'node',
    external: /^[^./]/,
    preserveEntrySignatures: 'strict',
    transform: { define: { BUNDLED_CODE: JSON.stringify(codeDigest) } },
    onLog: (level, log) => {
      // What several commands import in passing is with one that needs it at once.
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
    },
  })
  try {
    removeOld()
    const { output } = await build.write({
      dir: DIST,
      format: 'es',
      sourcemap: true,
      // The package has no sources, and its maps need none to name the lines.
      sourcemapExcludeSources: true,
      chunkFileNames: 'chunks/[name].js',
      codeSplitting: {
        groups: [{ name: 'shared', minShareCount: SHARED_BY }],
      },
    })
    for (const { type, fileName, code } of output)
      if (type === 'chunk') writeFileSync(join(DIST, fileName), inAscii(code))
  } finally {
    await build.close()
  }
}

/** By the function that computes it where nothing is bundled. */
async function digestOfSources() {
  const build = await rolldown({ input: join(SOURCES, 'runtime', 'code-digest.ts'), platform: 'node' })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  const { codeDigest } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
  return codeDigest(SOURCES)
}

function removeOld() {
  if (!existsSync(DIST)) return
  for (const name of readdirSync(DIST, { recursive: true })) {
    // The pages of the workbench are another script's (bundle-web.mjs).
    if (/\.js(\.map)?$/.test(name) && !name.startsWith(`web${sep}`)) rmSync(join(DIST, name))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle()
