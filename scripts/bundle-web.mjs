/**
 * Writes the pages of the workbench into `dist/web`: a document, a style sheet, and scripts whose names say their content, so
 * that browsers keep them. What the page and its workers have in common is in a chunk of its own, and so is what is loaded when
 * somebody asks for it.
 *
 *     node scripts/bundle-web.mjs
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = join(ROOT, 'src')
const CLIENT = join(SOURCES, 'apps', 'web', 'client')
export const WEB = join(ROOT, 'dist', 'web')

/** The page's script and its workers, which share what they have in common. */
const SCRIPTS = { main: 'main.tsx', simulate: 'workers/simulate.ts', events: 'workers/events.ts' }

/** The worker of logs that are served with a site, which has the rooms that others do without. */
const AT_SITE = { site: 'workers/simulate.ts' }

/** Rooms that no page needs without a site; what pages have in their place is in one file. */
const ABSENT =
  /\/((facility|estimates|sessions)\/index|early-stop|simulable|slurm\/machine|why-on-site|class-names)\.js$/

const substitutes = {
  name: 'substitutes',
  resolveId: (id, importer) => (ABSENT.test(id) && importer !== undefined ? join(CLIENT, 'absent.ts') : null),
}

export async function bundleWeb() {
  const { files, entries, shared } = await scripts(SCRIPTS, [substitutes])
  const atSite = await scripts(AT_SITE, [])
  for (const [name, code] of atSite.files) files.set(name, code)
  const named = {
    MAIN: entries.main,
    SIMULATE: entries.simulate,
    SITE: atSite.entries.site,
    EVENTS: entries.events,
    STYLE: add(files, 'style', '.css', await styleSheet()),
    ICON: add(files, 'icon', '.svg', readFileSync(join(CLIENT, 'icon.svg'), 'utf8')),
  }
  const page = readFileSync(join(CLIENT, 'index.html'), 'utf8')
  const linked = page.replace(/^.*\{SHARED\}.*\n/m, (line) =>
    shared.map((chunk) => line.replace('{SHARED}', `/assets/${chunk}`)).join(''),
  )
  files.set(
    'index.html',
    linked.replace(/\{(\w+)\}/g, (_, name) => `/assets/${named[name]}`),
  )
  // Compressed here, once and well: the first page does not wait for it.
  for (const [name, content] of [...files]) files.set(`${name}.gz`, compressed(content))
  mkdirSync(WEB, { recursive: true })
  // What stands there of other names is old; a server that runs has read it.
  for (const old of readdirSync(WEB)) if (!files.has(old)) rmSync(join(WEB, old))
  for (const [name, content] of files) writeFileSync(join(WEB, name), content)
}

/** The shortest of several: how often the codes of symbols change, which `memLevel` bounds, suits now one file and now another. */
function compressed(content) {
  const all = [5, 6, 7, 8].map((memLevel) => gzipSync(content, { level: 9, memLevel }))
  return all.reduce((shortest, each) => (each.length < shortest.length ? each : shortest))
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

/** All scripts, the names of those that are entries, and of the chunks that several have in common. */
async function scripts(inputs, plugins) {
  const isAlone = Object.keys(inputs).length === 1
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(Object.entries(inputs).map(([name, file]) => [name, join(CLIENT, file)])),
    platform: 'browser',
    plugins,
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    // A module of ours of which nothing is used does nothing: rooms below pages are pure. Of a declaration that nobody reads
    // nothing stays, as the functions that make it are marked (@__NO_SIDE_EFFECTS__).
    treeshake: {
      moduleSideEffects: (id) => id.includes('node_modules'),
      propertyReadSideEffects: false,
      unknownGlobalSideEffects: false,
    },
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    transform: {
      jsx: { runtime: 'automatic', importSource: 'preact' },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  try {
    const { output } = await build.generate({
      format: 'es',
      minify: true,
      comments: false,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: ({ name, isDynamicEntry }) => `${isDynamicEntry ? name : 'shared'}-[hash].js`,
      codeSplitting: !isAlone,
    })
    const names = output.map(({ fileName }) => fileName)
    const strange = output.flatMap(({ imports = [] }) => imports.filter((name) => !names.includes(name)))
    // What a browser would have to fetch from elsewhere, or does not have.
    if (strange.length > 0) throw new Error(`the pages need ${strange.join(', ')}`)
    const entries = output.filter(({ isEntry }) => isEntry).map(({ name, fileName }) => [name, fileName])
    const chunks = output
      .filter(({ isEntry, isDynamicEntry }) => !isEntry && !isDynamicEntry)
      .map(({ fileName }) => fileName)
    return {
      files: new Map(output.map(({ fileName, code }) => [fileName, code])),
      shared: chunks,
      entries: Object.fromEntries(entries),
    }
  } finally {
    await build.close()
  }
}

/** That of the reports, so that plots have their inks, and the workbench's own. */
async function styleSheet() {
  const build = await rolldown({ input: join(SOURCES, 'report', 'render', 'style.ts') })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  const { STYLE } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
  return STYLE + readFileSync(join(CLIENT, 'style.css'), 'utf8')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleWeb()
