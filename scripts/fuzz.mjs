/**
 * `npm run fuzz [-- --reader NAME] [--seed N] [--minutes M]`
 *
 * Gives readers damaged inputs for as long as it is let, all of them by turns or those that are named (`--reader` may be
 * given several times). What it finds is printed with its seed and its shrunk input, each kind once. `--seed` alone does
 * that case again; with `--minutes` it is where to begin. Ctrl-C ends it. Its exit code is 1 where something was found.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    reader: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const numberOf = (name) => {
  if (values[name] === undefined) return null
  const number = Number(values[name])
  if (number >= 0 && number < 2 ** 31) return number
  process.stderr.write(`--${name} takes a number from 0, not ${values[name]}\n`)
  process.exit(2)
}
const seed = numberOf('seed')
const minutes = numberOf('minutes')
const again = seed !== null && minutes === null
const end = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000

/** Milliseconds that a read may take, with all others that share the machine. */
const PATIENCE = 30_000
const MEGABYTES = 1024

/** Inside the package, which it looks for by its name, with the other traces of tests. */
const bundle = join(root, '.vitest', 'fuzz', 'work.mjs')
mkdirSync(join(bundle, '..'), { recursive: true })
const build = await rolldown({
  input: join(root, 'test', 'fuzz', 'work.ts'),
  platform: 'node',
  external: (id) => /^[^./]/.test(id) && !id.startsWith(root),
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
})
await build.write({ file: bundle, format: 'esm', sourcemap: true, codeSplitting: false })
await build.close()

const kinds = new Set()
const done = new Map()
let at = new Int32Array(new SharedArrayBuffer(12))
let worker = null
let last = -1
let since = Date.now()
let over = false
let names = []

function tell(reader, caseSeed, error, input) {
  // The same fault of another input differs in its numbers and in what it quotes.
  const kind = `${reader} ${error
    .split('\n')
    .slice(0, 2)
    .join(' ')
    .replace(/\d+|"[^"]*"/g, '')}`
  if (kinds.has(kind)) return
  kinds.add(kind)
  const once = `npm run fuzz -- --reader '${reader}' --seed ${caseSeed}`
  process.stdout.write(`\n== ${reader}, seed ${caseSeed}\n${error}\n   input: ${input}\n   again: ${once}\n`)
}

function start(from) {
  at = new Int32Array(new SharedArrayBuffer(12))
  last = -1
  since = Date.now()
  const cases = again ? 1 : 2 ** 30
  worker = new Worker(bundle, {
    workerData: { readers: values.reader, seed: from, cases, at },
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    execArgv: ['--enable-source-maps'],
  })
  worker.on('message', ({ names: all, done: reader, found, over: ended }) => {
    if (all !== undefined) begin(all)
    else if (ended) finish()
    else {
      done.set(reader, (done.get(reader) ?? 0) + 1)
      if (found !== null) tell(found.reader, found.seed, found.error, found.input)
    }
  })
  worker.on('error', (error) => next(String(error.stack ?? error)))
  worker.on('exit', () => next('the thread ended, waiting for what never comes'))
}

function begin(all) {
  names = all
  const stranger = values.reader.find((name) => !names.includes(name))
  if (stranger === undefined) return
  process.stderr.write(`no reader ${stranger}; there are ${names.join(', ')}\n`)
  process.exit(2)
}

/** What ended the thread itself is told, and a new one goes on behind it. */
function next(error) {
  if (over) return
  worker.removeAllListeners()
  const caseSeed = at[1]
  tell(names[at[0]], caseSeed, error, 'not shrunk')
  if (again && values.reader.length === 1) finish()
  else start(caseSeed + 1)
}

function finish() {
  if (over) return
  over = true
  clearInterval(watch)
  const cases = [...done.values()].reduce((sum, count) => sum + count, 0)
  process.stdout.write(`\n${cases} cases of ${done.size} readers, ${kinds.size} kinds of findings\n`)
  rmSync(join(bundle, '..'), { recursive: true, force: true })
  process.exit(kinds.size > 0 ? 1 : 0)
}

const watch = setInterval(() => {
  if (Date.now() >= end) finish()
  if (at[2] !== last) {
    last = at[2]
    since = Date.now()
  } else if (last > 0 && Date.now() - since > PATIENCE) {
    worker.removeAllListeners()
    worker.terminate().then(() => next(`a read that did not end within ${PATIENCE / 1000} s`))
    since = Date.now()
  }
}, 500)
process.on('SIGINT', finish)
process.on('SIGTERM', finish)
start(seed ?? (Math.floor(Date.now() / 1000) % 2 ** 20) * 1000)
