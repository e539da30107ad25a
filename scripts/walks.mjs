/**
 * Five ways through the house, counted by what runs: every function that one room calls of another, once for each pair of
 * rooms. What is called is seen by running the commands: the sources are translated with a note at each call of a function
 * that was imported from another room. Calls of methods are not seen, nor what is handed over to be called back. Rooms are the
 * folders of `src/`; `core` is none of them, nor is a room itself.
 *
 *     node scripts/walks.mjs             the table of docs/architecture.md, "A reader's walk"
 *     node scripts/walks.mjs --calls     and the names of what is called
 *     node scripts/walks.mjs FOLDER      of another checkout
 */
import { execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values, positionals } = parseArgs({
  options: { calls: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = resolve(positionals[0] ?? ROOT)
const sources = join(root, 'src')
const made = mkdtempSync(join(tmpdir(), 'queuewright-walks-'))

/** The room of a source, as lint has it: `apps/cli`, else the first folder. */
function roomOf(file) {
  const [first, second] = relative(sources, file).split(/[\\/]/)
  return first === 'apps' ? `apps/${second}` : first
}

/** `src` in JavaScript, below `made`. */
function translate() {
  for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    // The workbench's own code is for browsers.
    if (
      !entry.isFile() ||
      !entry.name.endsWith('.ts') ||
      entry.name.endsWith('.d.ts') ||
      file.includes(join('web', 'client'))
    )
      continue
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ES2022,
        verbatimModuleSyntax: true,
      },
      transformers: { before: [noting(file)] },
    })
    const output = join(made, 'src', relative(sources, file).replace(/\.ts$/, '.js'))
    mkdirSync(dirname(output), { recursive: true })
    writeFileSync(output, outputText)
  }
  for (const name of readdirSync(root)) {
    if (name !== 'src' && name !== '.git') symlinkSync(join(root, name), join(made, name))
  }
  writeFileSync(join(made, 'note.mjs'), NOTE)
}

/** Before anything else is loaded; a walk's calls are written when it ends. */
const NOTE = `
import { appendFileSync } from 'node:fs'
const seen = new Set()
globalThis.__enters = (from, to, name) => {
  const line = from + '\\t' + to + '\\t' + name + '\\n'
  if (seen.has(line)) return
  seen.add(line)
  if (process.env.WALK) appendFileSync(process.env.WALK, line)
}
`

/** Puts a note in front of each call of what was imported from another room. */
function noting(file) {
  const from = roomOf(file)
  return (context) => (source) => {
    const rooms = importedRooms(source, file)
    const { factory } = context
    let functions = 0
    const visit = (node) => {
      const inside = ts.isFunctionLike(node) ? 1 : 0
      functions += inside
      const visited = ts.visitEachChild(node, visit, context)
      functions -= inside
      // What is made when a file is loaded is no part of a walk.
      if (functions === 0) return visited
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return visited
      const to = rooms.get(node.expression.text)
      if (to === undefined || to === from || to === 'core') return visited
      const note = factory.createCallExpression(factory.createIdentifier('globalThis.__enters'), undefined, [
        factory.createStringLiteral(from),
        factory.createStringLiteral(to),
        factory.createStringLiteral(node.expression.text),
      ])
      const callee = factory.createParenthesizedExpression(factory.createComma(note, visited.expression))
      return factory.updateCallExpression(visited, callee, visited.typeArguments, visited.arguments)
    }
    return ts.visitNode(source, visit)
  }
}

/** Rooms of the names that a file imports, also where that is done on the way: `const { f } = await import(…)`. */
function importedRooms(source, file) {
  const rooms = new Map()
  const add = (name, specifier) => {
    if (specifier.startsWith('.')) rooms.set(name, roomOf(resolve(dirname(file), specifier)))
  }
  const look = (node) => {
    const { importClause, moduleSpecifier } = node
    if (ts.isImportDeclaration(node) && importClause?.namedBindings && !importClause.isTypeOnly) {
      for (const { name } of importClause.namedBindings.elements ?? []) add(name.text, moduleSpecifier.text)
    }
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
      const { initializer } = node
      const call = initializer && ts.isAwaitExpression(initializer) ? initializer.expression : initializer
      if (call && ts.isCallExpression(call) && call.expression.kind === ts.SyntaxKind.ImportKeyword) {
        for (const { name } of node.name.elements) add(name.text, call.arguments[0].text)
      }
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return rooms
}

const MAIN = ['--import', join(made, 'note.mjs'), join(made, 'src', 'apps', 'cli', 'main.js')]
const box = join(made, 'box')

async function qw(words, calls = '') {
  const env = { ...process.env, WALK: calls }
  await promisify(execFile)(process.execPath, [...MAIN, ...words], { cwd: box, env, maxBuffer: 1 << 28 })
}

/** Begins a run and ends it, as Ctrl-C does, once it has done something. */
async function interrupted(words, folder) {
  const child = spawn(process.execPath, [...MAIN, ...words, '--run', folder], { cwd: box, stdio: 'ignore' })
  const gone = new Promise((done) => child.on('exit', done))
  const begun = () => existsSync(join(box, folder)) && readdirSync(join(box, folder)).length > 2
  while (!begun() && child.exitCode === null) await new Promise((later) => setTimeout(later, 20))
  child.kill('SIGINT')
  await gone
}

const STUDY = `name: cell
traces: [log.swf]
policies: [easy]
estimates: [actual]
objectives: [AWRT]
`
const LONG = ['learn', 'greedy', 'log.swf', '--evaluations', '4000', '--engine', 'inline']

const WALKS = [
  ['a log to a report', 'qw simulate LOG --report FILE', ['simulate', 'log.swf', '--report', 'report.html']],
  [
    'a weight to a strategy',
    'qw learn greedy LOG',
    ['learn', 'greedy', 'log.swf', '--evaluations', '20', '--engine', 'inline', '--run', 'learnt'],
  ],
  ['a rule base', 'qw explain RULES LOG', ['explain', 'rules.json', 'log.swf']],
  [
    'a study cell',
    'qw study run FILE',
    ['study', 'run', 'study.yaml', '--engine', 'inline', '--run', 'cell'],
  ],
  ['a resumed run', 'qw resume FOLDER', ['resume', 'begun', '--engine', 'inline']],
]

/** Names of what was called, by pairs of rooms. */
function callsIn(file) {
  const pairs = new Map()
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [from, to, name] = line.split('\t')
    const pair = `${from} > ${to}`
    pairs.set(pair, (pairs.get(pair) ?? new Set()).add(name))
  }
  return pairs
}

function countsFrom(pairs, room) {
  return [...pairs]
    .filter(([pair]) => pair.startsWith(`${room} > `))
    .map(([pair, names]) => [pair.split(' > ')[1], names.size])
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}

function row([what, shown], pairs) {
  const app = countsFrom(pairs, 'apps/cli')
  const sum = app.reduce((total, [, count]) => total + count, 0)
  const text = (counts) => counts.map(([room, count]) => `${room} ${count}`).join(', ')
  const lab = countsFrom(pairs, 'lab')
  return `| ${what}: \`${shown}\` | ${sum} into ${app.length} rooms: ${text(app)} | ${text(lab)} |`
}

try {
  translate()
  mkdirSync(box)
  await qw(['generate', 'lublin', '--jobs', '400', '--users', '20', '-o', 'log.swf'])
  writeFileSync(join(box, 'study.yaml'), STUDY)
  writeFileSync(join(box, 'rules.json'), readFileSync(join(ROOT, 'examples', 'rules.json')))
  await interrupted(LONG, 'begun')
  const lines = ['| walk | calls from the app | from the lab |', '|---|---|---|']
  const details = []
  for (const [k, walk] of WALKS.entries()) {
    const file = join(made, `walk-${k}`)
    await qw(walk[2], file)
    const pairs = callsIn(file)
    lines.push(row(walk, pairs))
    for (const [pair, names] of [...pairs].sort())
      details.push(`${walk[0]}: ${pair}: ${[...names].sort().join(', ')}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
  if (values.calls) process.stdout.write(`\n${details.join('\n')}\n`)
} finally {
  rmSync(made, { recursive: true, force: true })
}
