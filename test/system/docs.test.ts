/**
 * The documents: links lead somewhere, command lines and the library's example run on the demonstration workload and
 * give the output shown, and tables agree with the code that they describe.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Command as Declared } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../../src/core/errors.js'
import { FUNCTIONS } from '../../src/core/expression/functions.js'
import { formatCount, formatValue } from '../../src/core/format.js'
import { Place } from '../../src/core/place.js'
import { JOBS_CSV_COLUMNS } from '../../src/report/formats/jobs-csv.js'
import { writeOutput } from '../../src/runtime/output.js'
import { ALGORITHMS, SLURM_ALGORITHM } from '../../src/sim/algorithms/index.js'
import { CLASS_VARIABLES, measure, OBJECTIVES, requireObjective } from '../../src/sim/objectives/index.js'
import { FORMULA_VARIABLES, ORDERS } from '../../src/sim/orders/index.js'
import { parsePolicy, RULE_BASE } from '../../src/sim/policy.js'
import { FEATURES } from '../../src/sim/rule-based/index.js'
import { DIALECTS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { isRun, requireStudy, STUDIES } from '../../src/study/reproduce/registry.js'
import { scheduleAsTrace, writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { COMMAND, complaints, type Finished } from '../support/command.js'
import { COMPILED_URL } from '../support/compiled.js'
import { PROJECT_ROOT } from '../support/data.js'
import { declaredProgram } from '../support/declared-program.js'
import { withoutTypes } from '../support/example-types.js'
import { failureOf } from '../support/failures.js'
import { callHere, wordsOf } from '../support/here.js'
import { quoted, section, tableRows } from '../support/markdown.js'
import { plainPolicy } from '../support/policies.js'

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...markdownIn('docs')]

function markdownIn(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'api')
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? markdownIn(path) : path.endsWith('.md') ? [path] : []
    })
}

function read(document: string): string {
  return readFileSync(join(PROJECT_ROOT, document), 'utf8')
}

interface Block {
  readonly document: string
  readonly language: string
  readonly text: string
}

function blocksOf(document: string): Block[] {
  return [...read(document).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    document,
    language,
    text,
  }))
}

describe('links', () => {
  it.each(DOCUMENTS)('of %s lead to files', (document) => {
    const targets = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target)
    const dead = targets.filter((target) => {
      if (/^https:\/\//.test(target)) return false
      return !existsSync(join(PROJECT_ROOT, dirname(document), target.replace(/#.*/, '')))
    })
    expect(dead).toEqual([])
  })

  it('reach every document from the README', () => {
    const reached = new Set(['README.md'])
    for (const document of reached) {
      for (const [, target] of read(document).matchAll(/\]\(([^)\s#]+\.md)\)/g)) {
        if (!target.startsWith('https:')) reached.add(join(dirname(document), target))
      }
    }
    expect(DOCUMENTS.filter((document) => !reached.has(document))).toEqual([])
  })

  it('of decisions: numbered without gaps, each listed', () => {
    const decisions = DOCUMENTS.map((document) => relative(join('docs', 'decisions'), document)).filter(
      (name) => /^\d{4}-/.test(name),
    )
    expect(decisions.length).toBeGreaterThan(0)
    decisions.sort().forEach((name, k) => {
      expect(name.slice(0, 4)).toBe(String(k + 1).padStart(4, '0'))
      expect(read('docs/decisions/README.md')).toContain(`(${name})`)
    })
  })
})

describe('the picture of the README', () => {
  it('shows what the policies give on the demonstration workload', () => {
    const svg = read('docs/images/comparison.svg')
    const [, objectives, policies] = /aria-label="([^"]*) of the policies ([^"]*)"/.exec(svg) ?? []
    const { jobs, processors } = demoTrace()
    for (const written of policies.split(', ')) {
      const schedule = simulate({ jobs, processors: processors!, policy: plainPolicy(written) })
      for (const [name, value] of Object.entries(measure(schedule, null, objectives.split(', ')))) {
        const { unit } = requireObjective(name).objective
        expect(svg, `${name} of ${written}`).toContain(`>${formatValue(value, unit)}</text>`)
      }
    }
  })
})

const SHELL_BLOCKS = DOCUMENTS.flatMap(blocksOf).filter(({ language }) => language === 'sh')
const LINES = SHELL_BLOCKS.flatMap(({ document, text }) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ document, line: line.replace(/\s+# .*$/, '').trim() })),
)
const COMMANDS = LINES.filter(({ line }) => /^(qw|queuewright) /.test(line))

let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-docs-'))
  cpSync(join(PROJECT_ROOT, 'examples'), join(folder, 'examples'), { recursive: true })
  const demo = demoTrace()
  // A log with recorded waits, as LOG.swf.gz of the examples.
  await writeOutput(join(folder, 'LOG.swf.gz'), writeSwf(scheduleAsTrace(demo, demo.jobs.submit)))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Commands of the README that have run as its readers run them: in a shell, in a process of their own. */
const started = new Set<string>()

/** The first line of each command of the README runs so, and every line that needs a shell. */
function ran(document: string, line: string): Promise<Finished> {
  const [, ...words] = wordsOf(line) ?? []
  const inShell = words.length === 0 || (document === 'README.md' && !started.has(words[0]))
  if (!inShell) return callHere(words, folder)
  started.add(words[0])
  return COMMAND.shell(line, { cwd: folder })
}

/** What came of a command line; lines that documents share, and those whose output they show, run once. */
const done = (() => {
  const runs = new Map<string, Promise<Finished>>()
  return (document: string, line: string): Promise<Finished> => {
    const known = runs.get(line)
    if (known !== undefined) return known
    const run = ran(document, line.replace(/^queuewright /, 'qw '))
    runs.set(line, run)
    return run
  }
})()

describe('command lines', () => {
  it('are there', () => {
    expect(COMMANDS.length).toBeGreaterThan(10)
  })

  it.each(COMMANDS)('of $document run: $line', async ({ document, line }) => {
    const { code, stdout, stderr } = await done(document, line)
    expect(complaints({ stderr })).toEqual([])
    expect(code).toBe(0)
    expect(stdout).not.toBe('')
    for (const [, file] of line.matchAll(/ (?:--(?:report|gantt|csv|out)|-o) (\S+)/g)) {
      expect(existsSync(join(folder, file.replace('%s', '1'))), file).toBe(true)
    }
  })

  it('other than ours name scripts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    for (const { line } of LINES.filter((candidate) => !COMMANDS.includes(candidate))) {
      const [first, second = '', third = ''] = line.split(/\s+/)
      if (first === 'npm') expect(scripts, line).toHaveProperty([second === 'run' ? third : second])
      else if (first.startsWith('./')) expect(existsSync(join(PROJECT_ROOT, first)), line).toBe(true)
      else expect(line).toMatch(/^alias qw="node \$PWD\/dist\/apps\/cli\/main\.js"$/)
    }
  })
})

/** Each command whose output is shown: a block of one line, then a block of text. */
const SHOWN = DOCUMENTS.flatMap((document) => {
  const blocks = blocksOf(document)
  return blocks.flatMap((block, k) =>
    block.language === 'text' && k > 0
      ? [{ document, line: blocks[k - 1].text.trim(), shown: block.text }]
      : [],
  )
})

describe('shown output', () => {
  it('is there', () => {
    expect(SHOWN.length).toBeGreaterThan(1)
  })

  it.each(SHOWN)('of $line is what it prints', async ({ document, line, shown }) => {
    const { stdout } = await done(document, line)
    const printed = stdout.split('\n').map((text) => text.trimEnd())
    // Lines stand in this order; further ones may stand between them.
    let from = 0
    for (const text of shown.split('\n').map((each) => each.trimEnd())) {
      if (text === '' || text === '…') continue
      const at = printed.indexOf(text, from)
      expect(at, `no line "${text}" from line ${from + 1} on in\n${stdout}`).toBeGreaterThanOrEqual(0)
      from = at + 1
    }
  })
})

describe('the library example of the README', () => {
  const example = () => {
    const found = blocksOf('README.md').filter(({ language }) => language === 'ts')
    expect(found).toHaveLength(1)
    return found[0].text
  }

  it('runs and prints what the command prints', async () => {
    const file = join(folder, 'example.mjs')
    writeFileSync(file, withoutTypes(example().replace("'queuewright'", `'${COMPILED_URL}index.js'`)))
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    for (const policy of ['easy', 'easy:saf']) {
      const json = await COMMAND.run(['simulate', 'LOG.swf.gz', '--policy', policy, '--json'], {
        cwd: folder,
      })
      const { AVEbsld } = JSON.parse(json.stdout).objectives
      expect(stdout).toMatch(new RegExp(`^${policy} \\{[^}]*AVEbsld: ${AVEbsld}\\b`, 'm'))
    }
  })
})

/** The commands as they are declared. */
const PROGRAM = await declaredProgram()

/** Options of other programs, of our benchmarks and of the fuzzer. */
const OF_OTHERS = [
  '--exclusive',
  '--only',
  '--instants',
  '--past',
  '--rounds',
  '--seconds',
  '--large',
  '--reader',
  '--array',
  '--cpus-per-task',
  '--mem-per-cpu',
  '--mem',
  '--nice',
  '--ntasks-per-node',
  '--constraint',
  '--time',
  '--requeue',
  '--wrap',
]

function commandsOf(one: Declared): Declared[] {
  return [one, ...one.commands.flatMap(commandsOf)]
}

function optionsOf({ options }: Declared): string[] {
  return options.flatMap(({ long }) => long ?? []).filter((long) => long !== '--version')
}

function optionsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option)
}

describe('tables', () => {
  it('exit-codes.md has every kind with its code', () => {
    const rows = tableRows(read('docs/exit-codes.md')).filter(([code]) => /^\d+$/.test(code))
    expect(Object.fromEntries(rows.map(([code, kind]) => [quoted(kind)[0], Number(code)]))).toEqual(
      EXIT_CODES,
    )
  })

  const policies = read('docs/policies.md')
  const names = (heading: string) => tableRows(section(policies, heading)).flatMap(([cell]) => quoted(cell))

  it('policies.md has every algorithm', () => {
    expect(names('## Algorithms')).toEqual([...Object.keys(ALGORITHMS), SLURM_ALGORITHM.name])
  })

  it('policies.md has every order with its other names and its formula', () => {
    const orders = section(policies, '## Orders').split('\n### ')[0]
    const rows = tableRows(orders).slice(1)
    expect(rows.map(([name]) => quoted(name)[0])).toEqual(ORDERS.map(({ name }) => name))
    for (const [k, { aliases, formula }] of ORDERS.entries()) {
      expect(quoted(rows[k][1])).toEqual(aliases)
      expect(rows[k][2]).toContain(formula)
    }
  })

  it('policies.md has every parameter with its range and default', () => {
    const rows = ['lxf', 'fairshare', 'the greedy orders', 'multifactor'].flatMap((orders) =>
      tableRows(section(policies, `### Parameters of ${orders}`)).slice(1),
    )
    const parameters = new Map(
      ORDERS.flatMap((order) => order.parameters.map((parameter) => [parameter.name, parameter])),
    )
    expect(rows.map(([name]) => quoted(name)[0].replace(/\d+$/, '')).sort()).toEqual(
      [...parameters.keys()].sort(),
    )
    for (const [name, , range, usual] of rows) {
      const parameter = parameters.get(quoted(name)[0].replace(/\d+$/, ''))
      expect(range).toBe(`${parameter?.least} to ${parameter?.most}`)
      expect(Number(usual)).toBe(parameter?.default)
    }
  })

  it('policies.md has every variable and function of formulas', () => {
    const words = names('## Formulas')
    const variables = words.filter((word) => !word.includes('('))
    const functions = words.filter((word) => word.includes('(')).map((word) => word.replace(/\(.*/, ''))
    expect(variables).toEqual(Object.keys(FORMULA_VARIABLES))
    expect(functions.sort()).toEqual(Object.keys(FUNCTIONS).sort())
  })

  it('policies.md has everything that classes of jobs know', () => {
    const rows = tableRows(section(policies, '## Classes of jobs')).slice(1)
    const known = Object.entries(CLASS_VARIABLES).map(([name, meaning]) => [`\`${name}\``, meaning])
    expect(rows).toEqual(known)
  })

  it('policies.md has every objective with its formula and sense', () => {
    const rows = tableRows(section(policies, '## Objectives')).slice(1)
    expect(rows.map(([name]) => quoted(name)[0])).toEqual(OBJECTIVES.map(({ name }) => name))
    for (const [k, { description, sense, unit, perGroup }] of OBJECTIVES.entries()) {
      expect(rows[k][1]).toContain(description)
      expect(rows[k].slice(2)).toEqual([unit, sense === 'min' ? 'less' : 'more'])
      expect(quoted(rows[k][0]).length > 1).toBe(perGroup === true)
    }
  })

  it('rules.md has every feature with its unit and range', () => {
    const rows = tableRows(section(read('docs/rules.md'), '## Features')).slice(1)
    expect(rows.map(([name]) => quoted(name).join(', '))).toEqual(FEATURES.map(({ form }) => form))
    for (const [k, { title, unit, least, most }] of FEATURES.entries()) {
      expect(rows[k][1]).toContain(title)
      expect(rows[k].slice(2)).toEqual([unit, `${least} to ${formatCount(most)}`])
    }
  })

  it('rules.md has the members of every kind of base', () => {
    for (const [kind, heading] of [
      ['rigid', '## Rigid bases'],
      ['fuzzy', '## Fuzzy bases'],
      ['pair', '## Pair bases'],
    ]) {
      const rows = tableRows(section(read('docs/rules.md'), heading)).slice(1)
      const members = rows.map(([name]) => quoted(name)[0])
      const lacking = failureOf(() => RULE_BASE.decode({ kind }, Place.of('x')))
      expect(lacking.message).toContain(`expected ${members.join(', ')})`)
    }
  })

  it('policies.md has only policies that can be read', () => {
    const written = tableRows(section(policies, '## Notation'))
      .slice(1)
      .map(([policy]) => quoted(policy)[0])
    expect(written.length).toBeGreaterThan(5)
    for (const policy of written) expect(parsePolicy(policy).name).toBe(policy)
  })

  it('dialects.md has every preset with its values', () => {
    const [head, ...rows] = tableRows(section(read('docs/dialects.md'), '## The presets').split('\n### ')[0])
    expect(head.slice(1).flatMap(quoted)).toEqual(Object.keys(DIALECTS))
    const shown = (value: unknown) =>
      value === true
        ? 'yes'
        : value === false
          ? 'no'
          : value === Number.POSITIVE_INFINITY
            ? 'infinite'
            : String(value)
    const presets = Object.values(DIALECTS).map(({ backfill, ...rules }) => ({
      ...rules,
      'backfill.admit': backfill.admit,
      'backfill.resort': backfill.resort,
    }))
    const fields = rows.map(([field]) => quoted(field)[0])
    expect([...fields].sort()).toEqual(Object.keys(presets[0]).sort())
    for (const [k, row] of rows.entries()) {
      const values = presets.map((preset) => shown(new Map(Object.entries(preset)).get(fields[k])))
      expect(row.slice(1).map((cell) => cell.replaceAll('**', ''))).toEqual(values)
    }
  })

  it.each(DOCUMENTS)('%s names options that there are', (document) => {
    const known = new Set(['--help', ...commandsOf(PROGRAM).flatMap(optionsOf)])
    const unknown = optionsIn(read(document)).filter((option) => !known.has(option))
    expect(unknown.filter((option) => !OF_OTHERS.includes(option))).toEqual([])
  })

  it.each(commandsOf(PROGRAM).filter(({ commands }) => commands.length === 0))(
    'some document names every option of $_name',
    (one) => {
      const named = new Set(DOCUMENTS.flatMap((document) => optionsIn(read(document))))
      const usual = ['--groups', '--partitions', '--queues', '--first', '--last', '--repeat']
      expect(optionsOf(one).filter((option) => !named.has(option) && !usual.includes(option))).toEqual([])
    },
  )

  it('output.md has the columns of jobs.csv', () => {
    const rows = tableRows(section(read('docs/output.md'), '## CSV')).slice(1)
    expect(rows.flatMap(([column]) => quoted(column))).toEqual(JOBS_CSV_COLUMNS)
  })

  it.each([
    ['simulate', 0],
    ['compare', 1],
    ['info', 2],
    ['policies', 3],
  ])('output.md has the keys of %s --json', async (name, place) => {
    const { stdout } = await callHere([name, '--json'], folder)
    const parts = section(read('docs/output.md'), '## JSON').split(/^`qw \w+ --json`/m)
    const words = new Set(quoted(parts[place + 1]).flatMap((text) => text.match(/\w+/g) ?? []))
    expect(Object.keys(JSON.parse(stdout)).filter((key) => !words.has(key))).toEqual([])
  })
})

/** `I.1-I.6` and `7.2-7.4` as their numbers, `I` to `III` among them as they stand. */
function numbersOf(text: string): string[] {
  return text.split(/, | and /).flatMap((each) => {
    const word = each.replace(/^(tables?|figures?|appendi(x|ces)) /, '')
    const [, prefix, from, to] = /^((?:[A-Z]|\d+)\.|)(\d+)-(?:(?:[A-Z]|\d+)\.)?(\d+)$/.exec(word) ?? []
    if (from === undefined) return word === 'I-II' ? ['I', 'II'] : [word]
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, k) => `${prefix}${Number(from) + k}`)
  })
}

/** The numbers of the tables and figures of each source; a table and a figure may share one. A finding may stand in the text alone. */
const SOURCES: Readonly<Record<string, string>> = {
  "Franke's thesis (Dortmund 2006)":
    '4.1, 5.1-5.5, 6.1, 7.1, 8.1, 9.1, 10.1-10.2, 11.1-11.3, A.1, F.1, G.1, H.1-H.4, I.1-I.6, J.1-J.6, K.1-K.6, L.1-L.10, M.1-M.6, 3.1-3.7, 6.1-6.3, 7.1-7.5, 8.1-8.8, 9.1-9.6, 10.1-10.14, 11.1-11.19, B, C, D, E',
  'Fuzzy rules (Franke, Hoffmann, Lepping, Schwiegelshohn 2008)': '1-4, 1-7, the text',
  'Greedy scheduling (Franke, Lepping, Schwiegelshohn 2007)': 'I-II, III, 1-5',
  'Score functions (Carastan-Santos, de Camargo, SC 2017)': '1-5, 1-9',
  'Multi-clusters (MULTI)': '1-2, 1-10',
}

/** A command that there is, with options that it has; of a study its methods, of an example its file. */
function expectCommand(text: string): void {
  const [, ...words] = text.split(' ')
  let called = PROGRAM
  for (;;) {
    const next = called.commands.find((each) => each.name() === words[0])
    if (next === undefined) break
    called = next
    words.shift()
  }
  expect(called.commands, text).toEqual([])
  const options = words.filter((word) => word.startsWith('--'))
  expect(
    options.filter((option) => !optionsOf(called).includes(option)),
    text,
  ).toEqual([])
  if (called.name() === 'reproduce') {
    const study = requireStudy(words[0])
    const methods = words[words.indexOf('--methods') + 1]
    if (words.includes('--methods')) {
      expect(isRun(study) ? study.methods : [], text).toEqual(expect.arrayContaining(methods.split(',')))
    }
  }
  for (const word of words.filter((each) => each.startsWith('examples/'))) {
    expect(existsSync(join(PROJECT_ROOT, word)), word).toBe(true)
  }
}

it('published.md begins with every study that there is', () => {
  const [head] = read('docs/published.md').split('\n## ')
  const named = tableRows(head)
    .slice(1)
    .flatMap(([names]) => quoted(names))
  expect(named.sort()).toEqual(STUDIES.map(({ name }) => name).sort())
})

describe('the tables and figures of the five sources in published.md', () => {
  const all = section(read('docs/published.md'), '## Every table and figure of the five sources')
  const rows = Object.keys(SOURCES).flatMap((source) =>
    tableRows(section(all, `### ${source}`))
      .slice(1)
      .map(([number, , how]) => ({ source, number, how })),
  )

  it.each(Object.entries(SOURCES))('%s: each has a row, once', (source, numbers) => {
    const named = rows.filter((row) => row.source === source).flatMap(({ number }) => numbersOf(number))
    expect(named.sort()).toEqual(numbersOf(numbers).sort())
  })

  it('are computed by commands, studies, methods, options and files that there are', () => {
    const commands = rows.flatMap(({ how }) => quoted(how)).filter((text) => text.startsWith('qw '))
    expect(commands.length).toBeGreaterThan(20)
    for (const text of commands) expectCommand(text)
  })

  it('that no command computes have the reason', () => {
    for (const { number, how } of rows) {
      if (!how.includes('`')) expect([number, /^(drawings|input)/.test(how)]).toEqual([number, true])
    }
  })
})

/** Heads of tables that have no figures of ours: settings, files, names, what stands for what. */
const NO_FIGURES = ['option', 'file', 'name', 'step', 'method', 'table or figure']

/** `Figures: ` and the commands, then the seed, then the version that they were made with. */
const FIGURES = /^Figures: (?:.*`qw [^`]+`.*); (?:seeds? \d.*|nothing is drawn); version \d+\.\d+\.\d+\.$/

describe('figures', () => {
  it.each(['docs/published.md', 'docs/scores.md'])('of %s have command, seed and version', (page) => {
    const lines = read(page).split('\n')
    const bare: string[] = []
    let told = false
    for (const [k, line] of lines.entries()) {
      if (line.startsWith('## ')) told = false
      if (line.startsWith('Figures:')) {
        expect(line).toMatch(FIGURES)
        told = true
        for (const text of quoted(line).filter((each) => each.startsWith('qw '))) expectCommand(text)
      }
      const isHead = line.startsWith('|') && /^\|[-|: ]+\|$/.test(lines[k + 1] ?? '')
      if (isHead && !told && !NO_FIGURES.includes(tableRows(line)[0][0])) bare.push(`${k + 1}: ${line}`)
    }
    expect(bare).toEqual([])
  })
})

describe('NOTICE', () => {
  it('names the packages used at run time, each with its licence', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const notice = read('NOTICE')
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const manifest = join(PROJECT_ROOT, 'node_modules', name, 'package.json')
      const line = notice.split('\n').find((text) => text.split(/\s+/)[0] === name)
      expect(line, name).toBeDefined()
      if (existsSync(manifest)) expect(line).toContain(JSON.parse(readFileSync(manifest, 'utf8')).license)
    }
  })
})
