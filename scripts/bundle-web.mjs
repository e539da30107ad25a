/**
 * Writes the pages of the workbench into `dist/web`: a document, a style sheet, and scripts whose names say their content, so
 * that browsers keep them. Workers are bundled first, each in one file, since a page names them.
 *
 *     node scripts/bundle-web.mjs
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = join(ROOT, 'src')
const CLIENT = join(SOURCES, 'apps', 'web', 'client')
export const WEB = join(ROOT, 'dist', 'web')

/** Workers by the names that pages have for them. */
const WORKERS = { simulate: 'workers/simulate.ts', events: 'workers/events.ts' }

export async function bundleWeb() {
  const files = new Map()
  const workers = {}
  for (const [name, file] of Object.entries(WORKERS)) {
    workers[name] = `/assets/${add(files, name, '.js', await script(join(CLIENT, file)))}`
  }
  const main = add(files, 'main', '.js', await script(join(CLIENT, 'main.tsx'), workers))
  const style = add(files, 'style', '.css', await styleSheet())
  const icon = add(files, 'icon', '.svg', readFileSync(join(CLIENT, 'icon.svg'), 'utf8'))
  files.set(
    'index.html',
    readFileSync(join(CLIENT, 'index.html'), 'utf8')
      .replace('MAIN_SCRIPT', `/assets/${main}`)
      .replace('ICON', `/assets/${icon}`)
      .replace('STYLE_SHEET', `/assets/${style}`),
  )
  mkdirSync(WEB, { recursive: true })
  // What stands there of other names is old; a server that runs has read it.
  for (const old of readdirSync(WEB)) if (!files.has(old)) rmSync(join(WEB, old))
  for (const [name, content] of files) writeFileSync(join(WEB, name), content)
}

/** Whether a source is newer than the pages. */
export function isStale() {
  try {
    const made = statSync(join(WEB, 'index.html')).mtimeMs
    const sources = readdirSync(SOURCES, { recursive: true }).map((name) => join(SOURCES, name))
    return [fileURLToPath(import.meta.url), SOURCES, ...sources].some((path) => statSync(path).mtimeMs > made)
  } catch {
    return true
  }
}

/** @returns its name */
function add(files, name, ending, content) {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  const file = `${name}-${digest}${ending}`
  files.set(file, content)
  return file
}

/** One script of all that `file` imports. */
async function script(file, workers = {}) {
  const build = await rolldown({
    cwd: ROOT,
    input: file,
    platform: 'browser',
    // A module of ours of which nothing is used does nothing: rooms below pages are pure.
    treeshake: { moduleSideEffects: (id) => id.includes('node_modules') },
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    transform: {
      jsx: { runtime: 'automatic', importSource: 'preact' },
      define: { WORKER_SCRIPTS: JSON.stringify(workers), 'process.env.NODE_ENV': '"production"' },
    },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  try {
    const { output } = await build.generate({ format: 'es', minify: true, codeSplitting: false })
    const [chunk] = output
    // What a browser would have to fetch from elsewhere, or does not have.
    if (output.length > 1 || chunk.imports.length > 0) {
      throw new Error(`${file} needs ${chunk.imports.join(', ')}`)
    }
    return chunk.code
  } finally {
    await build.close()
  }
}

/** That of the reports, so that plots have their inks, and the workbench's own. */
async function styleSheet() {
  const build = await rolldown({ input: join(SOURCES, 'report', 'style.ts') })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  const { STYLE } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
  return STYLE + readFileSync(join(CLIENT, 'style.css'), 'utf8')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleWeb()
