import { describe, expect, it } from 'vitest'
import { pseudonyms } from '../../src/trace/sacct/names.js'
import { complaints, type Finished } from '../support/command.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  for (const [name, text] of Object.entries(FILES)) sandbox.write(name, text)
})

const NAMES = [' User: 1 alice', ' User: 2 bob', ' User: 3 carol', ' Group: 1 physics', ' Group: 2 chemistry']
const SECRET = '0123456789abcdef0123456789abcdef'
const [ALICE, BOB, CAROL] = pseudonyms(['alice', 'bob', 'carol'], 'user', SECRET)
const [PHYSICS, CHEMISTRY] = pseudonyms(['physics', 'chemistry'], 'account', SECRET)

/**
 * A machine of 4 processors that job 1, of user 1 of account 1, has to itself for an hour; meanwhile jobs 2 to 5 come,
 * each as large as the machine.
 */
function log(
  header: readonly string[],
  [alice, bob, carol]: readonly number[] = [1, 2, 3],
  [physics, chemistry]: readonly number[] = [1, 2],
): string {
  const jobs = [
    { run: 3_600, user: alice, unixGroup: physics, queue: 1, partition: 1 },
    { run: 60, user: alice, unixGroup: physics, queue: 1, partition: 1 },
    { run: 60, user: bob, unixGroup: physics, queue: 2, partition: 1 },
    { run: 60, user: carol, unixGroup: chemistry, queue: 1, partition: 2 },
    { run: 60, user: alice, unixGroup: chemistry, queue: 3, partition: 3 },
  ]
  return [
    '; MaxProcs: 4',
    ...header.map((line) => `;${line}`),
    ...jobs.map((job, k) =>
      jobLine({
        ...job,
        job: k + 1,
        submit: k * 10,
        wait: 0,
        allocatedProcessors: 4,
        requestedProcessors: 4,
        requestedTime: job.run,
        status: 1,
      }),
    ),
    '',
  ].join('\n')
}

const WHAT = [
  ' Queue: 1 normal',
  ' Queue: 2 high',
  ' Queue: 3 low',
  ' Partition: 1 batch',
  ' Partition: 2 gpu',
  ' Partition: 3 night,gpu',
]

const FILES: Readonly<Record<string, string>> = {
  'named.swf': log([...WHAT, ...NAMES]),
  'anonymous.swf': log(WHAT, [ALICE, BOB, CAROL], [PHYSICS, CHEMISTRY]),
  'numbers.swf': log([]),
  'qos.psv': 'Name|Priority|UsageFactor\nnormal|10|1\nhigh|100|1\nlow|50|1\n',
  'qos.conf': 'PriorityWeightQOS=1000\n',
  'partitions.conf':
    'PriorityWeightPartition=1000\nPartitionName=batch PriorityJobFactor=10\n' +
    'PartitionName=gpu PriorityJobFactor=5\nPartitionName=night PriorityJobFactor=1 PriorityTier=2\n',
  'fair.conf': 'PriorityWeightFairshare=1000\nPriorityFlags=NO_FAIR_TREE\nPriorityWeightTRES=CPU=5\n',
  // Carol, who would be first with a share, has none.
  'shares.psv':
    'Cluster|Account|User|Par Name|Share\nlab|root|||1\nlab|physics||root|90\nlab|physics|alice||1\n' +
    'lab|physics|bob||99\nlab|chemistry||root|10\nlab|chemistry|carol||0\nlab|chemistry|alice||1\n',
  'physics.psv': 'Account|User|Share\nphysics||90\nphysics|alice|1\nphysics|bob|99\n',
  'numbered.psv': 'Account|User|Share\n1||90\n1|1|1\n1|2|99\n2||10\n2|3|0\n2|1|1\n',
  secret: `${SECRET}\n`,
  'bad.conf': '# site\nPriorityWeightAge=lots\n',
  'bad.psv': 'Name Priority\n',
}

async function run(file: string, policy: string, ...args: string[]): Promise<Finished> {
  return box.run('simulate', file, '--policy', policy, '--out', 'out.swf', ...args)
}

/** Jobs 2 to 5 in the order in which they started, and the notes of the simulation. */
async function orderOf(file: string, policy: string, ...args: string[]) {
  const done = await run(file, policy, ...args)
  expect(complaints(done)).toEqual([])
  expect(done.code).toBe(0)
  const order = box
    .text('out.swf')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(' ').map(Number))
    .map(([job, submit, wait]) => ({ job, start: submit + wait }))
    .sort((a, b) => a.start - b.start)
    .map(({ job }) => job)
  expect(order[0]).toBe(1)
  const notes = done.stderr.split('\n').flatMap((line) => (line.startsWith('note: ') ? [line.slice(6)] : []))
  return { order: order.slice(1), notes }
}

describe('policies', () => {
  it('without files go by age, fair share and size', async () => {
    // Account 1 has used everything: its users come last, and of them the one who has used it.
    expect(await orderOf('named.swf', 'easy:multifactor')).toEqual({ order: [4, 5, 3, 2], notes: [] })
    expect(await orderOf('named.swf', 'easy:multifactor(fairshare=0)')).toEqual({
      order: [2, 3, 4, 5],
      notes: [],
    })
  })

  it('are listed with their parameters', async () => {
    const { stdout } = await box.run('policies', '--json')
    const { parameters } = JSON.parse(stdout).orders.find(
      ({ name }: { name: string }) => name === 'multifactor',
    )
    expect(parameters.map(({ name }: { name: string }) => name)).toContain('halflife')
  })

  it('say what they lack for the weights that they were given', async () => {
    const { notes } = await orderOf('numbers.swf', 'easy:multifactor(qos=5)')
    expect(notes).toEqual(['the priority of each QOS is not known (--slurm-qos): its factor is 0'])
  })
})

describe('the files of a site', () => {
  it('give QOS their priorities', async () => {
    const { order, notes } = await orderOf(
      ...(['named.swf', 'easy:multifactor', '--slurm-conf', 'qos.conf', '--slurm-qos', 'qos.psv'] as const),
    )
    expect(order).toEqual([3, 5, 2, 4])
    expect(notes).toEqual([])
  })

  it('give partitions their tiers, and then their factors', async () => {
    const { order } = await orderOf('named.swf', 'easy:multifactor', '--slurm-conf', 'partitions.conf')
    expect(order).toEqual([5, 2, 3, 4])
  })

  it('leave the last word to the policy', async () => {
    const conf = ['--slurm-conf', 'qos.conf', '--slurm-qos', 'qos.psv']
    const { order } = await orderOf('named.swf', 'easy:multifactor(qos=0)', ...conf)
    expect(order).toEqual([2, 3, 4, 5])
  })

  it('give users and accounts their shares, by name, by pseudonym or by number', async () => {
    const conf = ['--slurm-conf', 'fair.conf', '--slurm-shares']
    const named = await orderOf('named.swf', 'easy:multifactor(period=60)', ...conf, 'shares.psv')
    expect(named.notes).toEqual([
      'what partitions have is not known (scontrol show partition): PriorityWeightTRES counts as 0',
    ])
    const salt = ['--salt-file', 'secret']
    const anonymous = await orderOf('anonymous.swf', 'easy:multifactor', ...conf, 'shares.psv', ...salt)
    const numbered = await orderOf('numbers.swf', 'easy:multifactor', ...conf, 'numbered.psv')
    // In the one computation of the hour accounts are settled before anything is charged: nobody's has used anything.
    expect(named.order).toEqual([3, 5, 2, 4])
    for (const { order } of [anonymous, numbered]) expect(order).toEqual([5, 3, 2, 4])
    // Without the secret nobody is found: all have one share beside the hundred that nobody uses.
    const { order, notes } = await orderOf('anonymous.swf', 'easy:multifactor', ...conf, 'shares.psv')
    expect(order).toEqual([4, 5, 2, 3])
    expect(notes.join()).toMatch(/no user of the log is in the file of --slurm-shares.*--salt-file/)
    const few = await orderOf('named.swf', 'easy:multifactor', ...conf, 'physics.psv')
    expect(few.notes).toContain(
      '2 users in their accounts are not in the file of --slurm-shares, with one share each',
    )
  })

  it('are compared with others, and give the same again', async () => {
    const args = [
      'compare',
      'named.swf',
      '--policies',
      'easy, cons:multifactor',
      '--slurm-conf',
      'fair.conf',
      '--json',
    ]
    const first = await box.run(...args)
    expect(complaints(first)).toEqual([])
    const objectives = ({ stdout }: Finished) =>
      JSON.parse(stdout).policies.map((policy: { objectives: unknown }) => policy.objectives)
    expect(objectives(await box.run(...args))).toEqual(objectives(first))
    expect(JSON.parse(first.stdout).notices).toEqual([
      'what partitions have is not known (scontrol show partition): PriorityWeightTRES counts as 0',
    ])
  })
})

const SITE = (partitions: string, more = '') =>
  `format: queuewright-site\nversion: 2\nname: x\nnodes: [{names: 'n[1-4]', cores: 2, memory: 100}]\npartitions:\n${partitions}${more}`
const ALL = "  - {name: a, nodes: 'n[1-4]'}\n"

describe('a document of a site that cannot be', () => {
  it.each([
    ["  - {name: a, nodes: 'n[1-2]'}\n", '', ':4: a node in no partition (field nodes, value "n3"). Name it'],
    [
      `${ALL}  - {name: b, nodes: ''}\n`,
      '',
      ':7: a partition without nodes (field partitions[1].nodes, value "", expected a list of hosts, such as n[1-4]). Name its nodes',
    ],
    [
      ALL,
      'reservations: [{name: old, nodes: n1, start: -20, end: -10}]\n',
      ":7: a reservation in the past (field reservations[0].end, value -10, expected an end after the log's zero)",
    ],
    [
      "  - {name: a, nodes: 'n[1-4]', memory-per-core: 200}\n",
      '',
      'named.swf:13: job 1 is more than the nodes of its partition, a, can ever hold (field size, value "4 processors on 1 or more nodes with 200 MB for each"',
    ],
  ])('%j%s is refused by one line', async (partitions, more, words) => {
    box.write('site.yaml', SITE(partitions, more))
    const done = await run('named.swf', 'slurm:fcfs', '--site', 'site.yaml')
    expect(done.stderr).toContain(words.startsWith(':') ? `site.yaml${words}` : words)
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
    expect(done.code).toBeGreaterThan(1)
  })
})

describe('what cannot be', () => {
  it.each([
    [
      ['--slurm-conf', 'bad.conf'],
      26,
      'bad.conf:2: a value that Slurm would not take (field priorityweightage',
    ],
    [['--slurm-qos', 'bad.psv'], 27, 'bad.psv: no column Name, Priority'],
    [['--slurm-shares', 'none.psv'], 20, 'none.psv'],
    [['--salt-file', 'secret'], 2, 'only with --slurm-shares'],
  ])('%j', async (args, code, words) => {
    const done = await run('named.swf', 'easy:multifactor', ...args)
    expect(done.code).toBe(code)
    expect(done.stderr).toContain(words)
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
  })

  it('files that no policy follows', async () => {
    const done = await run('named.swf', 'easy', '--slurm-conf', 'qos.conf')
    expect(done.code).toBe(2)
    expect(done.stderr).toContain('only with the order multifactor')
  })

  it('parameters out of range', async () => {
    const done = await run('named.swf', 'easy:multifactor(tree=2)')
    expect(done.code).toBe(13)
    expect(done.stderr).toContain('parameter tree of multifactor out of range')
  })
})
