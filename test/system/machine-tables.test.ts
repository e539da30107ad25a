/**
 * What works where: the tables of docs/machine.md, cell by cell. A command that takes a machine's description simulates with it,
 * and reads it: a bad one is refused. What a table calls impossible is refused by the words that stand below the table.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command as Declared } from 'commander'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'
import { declaredProgram } from '../support/declared-program.js'
import { useSandbox } from '../support/sandbox.js'

const PROCESSORS = `format: queuewright-site
version: 1
name: processors
partitions:
  - {name: small, processors: 0-7, queues: [1]}
  - {name: large, processors: 4-15}
limits:
  - {kind: user-jobs, value: 9}
`
const NODES = `format: queuewright-site
version: 2
name: nodes
nodes:
  - {names: 'n[1-4]', cores: 4}
partitions:
  - {name: small, nodes: 'n[1-2]', queues: [1]}
  - {name: large, nodes: 'n[2-4]'}
`
const SLURM_CONF = `ClusterName=lab
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PriorityType=priority/multifactor
PriorityWeightAge=100
NodeName=n[1-4] CPUs=4
PartitionName=all Nodes=n[1-4] Default=YES
`

const LOG = [
  '; MaxProcs: 16',
  '; UnixStartTime: 1700000000',
  ...Array.from({ length: 48 }, (_, k) => {
    const submit = Math.floor(k / 4) * 115_200 + (k % 4) * 40
    const [run, size] = [3600 + ((k * 997) % 9000), 1 + ((k * 5) % 7)]
    const known = `${k + 1} ${submit} ${(k * 13) % 90} ${run} ${size} -1 -1 ${size} ${run + 600} -1 1`
    return `${known} ${1 + (k % 3)} ${1 + (k % 2)} -1 ${1 + (k % 2)} -1 -1 -1`
  }),
  // Cancelled when it had waited for a minute.
  '49 200000 60 0 3 -1 -1 3 900 -1 5 1 1 -1 1 -1 -1 -1',
  '',
].join('\n')

const box = useSandbox(async ({ write, good }) => {
  write('log.swf', LOG)
  write('processors.yaml', PROCESSORS)
  write('nodes.yaml', NODES)
  write('empty.yaml', `${PROCESSORS}maintenance: {every: 7d, start: 61h, duration: 2h}\n`)
  write('slurm.conf', SLURM_CONF)
  write('bad.yaml', NODES.replace("'n[2-4]'", "'n[3-4]'").replace("'n[1-2]'", "'n1'"))
  write('bad.conf', SLURM_CONF.replace('CPUs=4', 'CPUs=many').replace('Age=100', 'Age=much'))
  for (const name of ['strategy.json', 'rules.json'])
    write(name, readFileSync(join(PROJECT_ROOT, 'examples', name)))
  await good('front', 'log.swf', '--evaluations', '10', '--run', 'front')
})

/** A short call of each command that takes a machine's description; a policy has its place in it. */
const CALLS: Readonly<Record<string, (policy: string) => string>> = {
  info: () => 'info log.swf',
  simulate: (policy) => `simulate log.swf --check --policy ${policy}`,
  compare: (policy) => `compare log.swf --policies fcfs,${policy}`,
  why: (policy) => `why log.swf 4 --policy ${policy}`,
  bounds: (policy) => `bounds log.swf --policies ${policy}`,
  evaluate: (policy) => `evaluate strategy.json log.swf --compare ${policy}`,
  explain: (policy) => `explain ${policy} log.swf`,
  advise: (policy) => `advise log.swf --minutes 0 --seeds 1 --policies fcfs,${policy}`,
  tune: (policy) =>
    `tune log.swf --policy easy:(wait*{a}-estimate) --over a=0..9 --evaluations 4 --compare ${policy}`,
  'learn greedy': (policy) => `learn greedy log.swf --evaluations 4 --compare ${policy}`,
  'learn score': (policy) => `learn score log.swf --evaluations 4 --compare ${policy}`,
  'learn mixture': (policy) => `learn mixture log.swf --evaluations 4 --compare ${policy}`,
  'learn iterative': (policy) => `learn iterative log.swf --classes sd:2 --first 8 --compare ${policy}`,
  'learn probabilistic': (policy) =>
    `learn probabilistic log.swf --classes sd:2 --first 8 --compare ${policy}`,
  'learn michigan': (policy) => `learn michigan log.swf --first 8 --generations 1 --compare ${policy}`,
  'learn pittsburgh': (policy) => `learn pittsburgh log.swf --first 8 --generations 1 --compare ${policy}`,
  'learn cca': (policy) => `learn cca log.swf --first 8 --generations 1 --compare ${policy}`,
  'learn random': (policy) => `learn random log.swf --first 8 --evaluations 4 --compare ${policy}`,
  front: (policy) => `front log.swf --evaluations 10 --compare ${policy}`,
  prefer: (policy) => `prefer front log.swf --objective AWRT --policies ${policy}`,
  'export-policy': (policy) => `export-policy ${policy} log.swf`,
  'live predict': (policy) =>
    `live predict --log log.swf --at 5d --futures 10 --hindsight 0 --policy ${policy}`,
}

/** The descriptions of a machine, and what is refused in the place of each. */
const MACHINES = [
  { option: '--site processors.yaml', bad: '--site bad.yaml', policy: 'easy:fcfs' },
  { option: '--site nodes.yaml', bad: '--site bad.yaml', policy: 'easy:fcfs' },
  { option: '--site slurm.conf', bad: '--site bad.conf', policy: 'easy:multifactor' },
  { option: '--slurm-conf slurm.conf', bad: '--slurm-conf bad.conf', policy: 'easy:multifactor' },
]

/** Options of `qw simulate` on each kind of machine, by the first cell of their row. */
const SIMULATED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['fcfs', 'list', 'easy', 'easy:wfp3', 'easy:fairshare', 'easy:multifactor', 'easy:(wait/estimate)'],
    ...['easy:fcfs/spt', 'cons', 'slurm:fcfs', 'slurm', '@strategy.json', '@rules.json', 'recorded'],
  ]
    .map((policy) => [policy, `--policy ${policy}`])
    .concat(
      [
        ...[
          '--policy cons --compress none',
          '--estimates predicted:last2',
          '--feedback',
          '--pass-interval 30',
        ],
        ...['--window 5', '--ties latest', '--events single', '--commit', '--lead 3', '--resort'],
        ...['--admit before-shadow', '--overrun kill', '--cancelled press'],
      ].map((words) => [words, words]),
    ),
)
const KINDS = ['', '--site processors.yaml', '--site nodes.yaml', '--site empty.yaml']

const SECTION: string | undefined = readFileSync(join(PROJECT_ROOT, 'docs', 'machine.md'), 'utf8')
  .split('\n## ')
  .find((text) => text.startsWith('What works where\n'))

/** Rows of the tables of the section, by the first cell; the words of their reasons, by letter. */
const [COMMANDS, POLICIES] = (SECTION?.split('\n### ').slice(1) ?? []).map((text) => ({
  rows: new Map(
    text
      .split('\n')
      .filter((line) => /^\| .*`/.test(line))
      .slice(1)
      .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
      .map(([name, ...cells]) => [name.replaceAll('`', '').trim(), cells.map((cell) => cell.trim())]),
  ),
  reasons: new Map(
    [...text.matchAll(/^- \*\*([a-z])\*\*: .*?`([^`]+)`/gm)].map(([, letter, words]) => [letter, words]),
  ),
}))

/** A policy may have blanks. */
const wordsOf = (call: string) => call.split(' ').filter((word) => word !== '')

/** A cell as the program has it: `yes`, the letter of the reason for which it refuses, or what it said. */
async function cellOf(call: string, { reasons }: typeof COMMANDS): Promise<string> {
  const { code, stderr } = await box.run(...wordsOf(call))
  if (code === 0) return 'yes'
  if (/unknown option '--(site|slurm-conf)'/.test(stderr)) return '–'
  return [...reasons].find(([, reason]) => stderr.includes(reason))?.[0] ?? stderr.split('\n').at(-2) ?? ''
}

function declared(command: Declared): Declared[] {
  return [command, ...command.commands.flatMap(declared)]
}

const has = (command: Declared, option: string) => command.options.some(({ long }) => long === option)

function nameOf(command: Declared): string {
  const { parent } = command
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`
}

describe('the commands that take a machine', () => {
  it.each(Object.entries(CALLS))('%s', async (name, call) => {
    const cells: string[] = []
    for (const { option, bad, policy } of MACHINES) {
      const cell = await cellOf(`${call(policy)} ${option}`, COMMANDS)
      cells.push(cell)
      // What is simulated with is understood: in its place a bad one is refused.
      if (cell === 'yes') expect((await box.run(...wordsOf(`${call(policy)} ${bad}`))).code).not.toBe(0)
    }
    expect(`${name}: ${cells.join(' | ')}`).toBe(`${name}: ${COMMANDS.rows.get(name)?.join(' | ')}`)
  })

  it('are all that have --site or --slurm-conf', async () => {
    const program = await declaredProgram()
    const commands = declared(program)
    const named = commands.filter((each) => has(each, '--site') || has(each, '--slurm-conf')).map(nameOf)
    // A server goes on until somebody ends it; fidelity has the site in its first argument; what looks on asks a Slurm. All have tests of their own.
    const others = ['serve', 'fidelity', 'live shadow', 'live report']
    expect(new Set(named)).toEqual(new Set([...COMMANDS.rows.keys(), ...others]))
  })
})

describe('what is simulated on a machine', () => {
  it.each(Object.entries(SIMULATED))('%s', async (name, words) => {
    const cells: string[] = []
    for (const kind of KINDS) cells.push(await cellOf(`simulate log.swf ${words} ${kind}`.trim(), POLICIES))
    expect(`${name}: ${cells.join(' | ')}`).toBe(`${name}: ${POLICIES.rows.get(name)?.join(' | ')}`)
  })
})
