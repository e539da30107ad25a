/** Sites of slurm.conf and of what Slurm prints: what becomes of them, what is left out and said, and what is refused. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { slurmSiteOf } from '../../../src/lab/inputs/slurm-site.js'
import { processorsOf } from '../../../src/sim/facility/index.js'
import { missing, requirements, SLURM_RUNS } from '../../support/data.js'

const CONF = `# NodeName=ghost CPUs=4
ClusterName=lab
SlurmctldPort=6817
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PreemptType=preempt/qos
SchedulerParameters=bf_interval=5
TopologyPlugin=topology/none
AccountingStorageEnforce=limits
DefMemPerCPU=1000
NodeName=DEFAULT Sockets=2 CoresPerSocket=8 ThreadsPerCore=2 RealMemory=64000
NodeName=n[01-04] State=UNKNOWN
NodeName=g[1-2] Sockets=1 CoresPerSocket=4 Gres=gpu:a100:2(S:0),gpu:t4:1 \\
  Weight=10 MemSpecLimit=4000 CoreSpecCount=1
NodeName=later State=FUTURE
NodeName=spare
NodeSet=fast Nodes=g[1-2]
PartitionName=DEFAULT MaxTime=2-0
PartitionName=batch Nodes=n[01-04],later Default=YES AllowAccounts=bio,chem DenyQos=low
PartitionName=gpu Nodes=fast,n04 PriorityTier=5 OverSubscribe=EXCLUSIVE MaxNodes=2 DefMemPerCPU=500 LLN=YES
PartitionName=empty
ReservationName=maint StartTime=2026-01-05T08:00:00 EndTime=2026-01-05T12:00:00 Duration=04:00:00
   Nodes=n[01-02] NodeCnt=2 CoreCnt=64 Features=(null) PartitionName=(null) Flags=MAINT,SPEC_NODES
   Users=root,ann Groups=(null) Accounts=chem Licenses=(null) State=INACTIVE
`
const TREE = `Cluster|Account|User|Share|GrpJobs|GrpTRES|MaxJobs|GrpSubmit
lab|root|||50||||
lab| bio||1||cpu=64,mem=1G||100
lab|  genes||1|||3|
lab|   genes|ann|1|||5|
lab|   genes|ben|1||||
lab| chem||1|9|||
`
const QOS =
  'Name|Priority|GrpTRES|MaxTRESPU|MaxJobsPA|MaxWall\nhigh|10|gres/gpu=4|cpu=32|2|1-00:00:00\nlow|1||||\n'

const siteOf = (...texts: readonly string[]) =>
  slurmSiteOf(texts.map((text, k) => ({ file: `file${k + 1}`, text })))

describe('a site of slurm.conf', () => {
  const { document, notices } = siteOf(CONF, TREE, QOS)
  const { facility } = document

  it('has its nodes, partitions and who may use them', () => {
    expect(document.name).toBe('lab')
    expect(facility.nodes?.groups).toEqual([
      { names: 'n[01-04]', cores: 32, memory: 64_000, gpus: 0, weight: 1 },
      { names: 'g[1-2]', cores: 6, memory: 60_000, gpus: 3, weight: 10 },
    ])
    expect(facility.partitions).toEqual([
      {
        ...{ name: 'batch', processors: [[0, 3]], jobs: null, tier: 1, exclusive: false },
        ...{ 'max-time': 172_800, 'memory-per-core': 1000 },
        ...{ allow: { groups: ['bio', 'chem'] }, deny: { queues: ['low'] } },
      },
      {
        ...{ name: 'gpu', processors: [[3, 5]], jobs: { queues: [], partitions: [], names: ['gpu'] } },
        ...{ tier: 5, exclusive: true, 'max-nodes': 2, 'max-time': 172_800, 'memory-per-core': 500 },
      },
    ])
  })

  it.each([
    ['', null],
    ['SchedulerType=sched/backfill\n', 'slurm:fcfs'],
    ['PriorityType=priority/multifactor\n', 'slurm:multifactor'],
    ['SchedulerType=sched/builtin\nPriorityType=priority/basic\n', 'head:fcfs'],
  ])('goes by what it says: %j', (settings, policy) => {
    expect(siteOf(`${CONF}${settings}`).document.scheduling.policy).toBe(policy)
  })

  it('has its reservations', () => {
    expect(facility.reservations).toEqual([
      {
        ...{ name: 'maint', nodes: [[0, 1]], start: '2026-01-05T08:00:00', end: '2026-01-05T12:00:00' },
        ...{ users: ['ann'], groups: ['chem'] },
      },
    ])
  })

  it('has the limits of accounts with all below, of users and of QOS', () => {
    expect(facility.limits).toEqual(
      [
        { kind: 'running', jobs: 50 },
        { kind: 'running', groups: ['bio', 'genes'], processors: 64 },
        { kind: 'running', users: ['ann'], groups: ['genes'], jobs: 5 },
        { kind: 'running', groups: ['chem'], jobs: 9 },
        { kind: 'running', users: ['ben'], groups: ['genes'], each: 'user', jobs: 3 },
        { kind: 'running', queues: ['high'], gpus: 4 },
        { kind: 'running', queues: ['high'], each: 'user', processors: 32 },
        { kind: 'running', queues: ['high'], each: 'group', jobs: 2 },
      ].filter(Boolean),
    )
  })

  it('tells all that it does not simulate', () => {
    expect(notices).toEqual([
      'spare: this node is in no partition and left out',
      'later: this node is still to come and left out',
      'partition empty has no nodes and is left out',
      'file1:20: partition gpu: lln=YES is not simulated',
      'file1:23: reservation maint: flags=MAINT,SPEC_NODES is not simulated',
      'file1:6: preempttype=preempt/qos is not simulated',
      'account bio: GrpSubmit=100 is not simulated',
      'account bio: mem of GrpTRES is not simulated',
      'QOS high: MaxWall=1-00:00:00 is not simulated',
      'the document says which policy Slurm goes by, not its settings: --slurm-conf FILE has them (schedulerparameters)',
      'settings that say nothing of which job starts when: slurmctldport',
    ])
  })

  it('has no limits where none are enforced', () => {
    const { document, notices } = siteOf(CONF.replace('=limits', '=associations'), TREE)
    expect(document.facility.limits).toEqual([])
    expect(notices.join()).toContain('AccountingStorageEnforce has no limits')
  })

  it.each<[string, number]>([
    ['CPUs=32 Sockets=2 CoresPerSocket=16 ThreadsPerCore=2 CoreSpecCount=2', 30],
    ['Sockets=2 CoresPerSocket=16 ThreadsPerCore=2 CoreSpecCount=2', 60],
    ['CPUs=8 CpuSpecList=0-3', 4],
    ['Sockets=1 CoresPerSocket=4 ThreadsPerCore=2 CpuSpecList=0,1,7', 4],
    ['CPUs=8 CPUEfctv=6 CpuSpecList=0-3', 6],
  ])('has the cores that Slurm gives to jobs: %s', (said, cores) => {
    const { facility } = siteOf(`NodeName=n1 ${said}\nPartitionName=a Nodes=n1\n`).document
    expect(facility.nodes?.groups.map((group) => group.cores)).toEqual([cores])
  })

  it('leaves out reservations that no partition of nodes between users can be, and says so', () => {
    const text = `NodeName=n[1-2] CPUs=4
PartitionName=a Nodes=ALL
ReservationName=cores StartTime=2026-01-05T08:00:00 EndTime=2026-01-05T12:00:00
   Nodes=n1 NodeCnt=1 CoreCnt=2 Features=(null)
     NodeName=n1 CoreIDs=0-1
   TRES=cpu=2
   Users=amy Accounts=(null)
ReservationName=most StartTime=2026-01-05T08:00:00 EndTime=2026-01-05T12:00:00
   Nodes=n2 NodeCnt=1
   Users=-amy Accounts=(null)
`
    const { document, notices } = siteOf(text)
    expect(document.facility.reservations).toBeUndefined()
    expect(document.facility.nodes?.groups).toMatchObject([{ names: 'n[1-2]' }])
    expect(notices).toEqual([
      'reservation cores is left out, its nodes are open to all: it has some cores of its nodes (CoreIDs=0-1)',
      'reservation most is left out, its nodes are open to all: it is for all but those of users=-amy',
    ])
  })

  it('tells values that it does not simulate of keys that it reads', () => {
    const text = `SelectTypeParameters=CR_Socket,CR_LLN
CompleteWait=60
KillWait=30
SchedulerTimeSlice=30
NodeName=n1 CPUs=4 Gres=gpu:2,tmp:100G
PartitionName=a Nodes=n1 OverSubscribe=FORCE:4 MaxTime=-1 MaxNodes=-1 Default=YES
PartitionName=b Nodes=n1 OverSubscribe=FORCE:1 Default=YES
`
    const { document, notices } = siteOf(text)
    expect(notices).toEqual([
      'file1:5: node n1: gres=tmp:107374182400 is not simulated',
      'file1:6: partition a: oversubscribe=FORCE:4 is not simulated',
      'file1:1: selecttypeparameters=CR_Socket,CR_LLN is not simulated',
      'file1:2: completewait=60 is not simulated',
      'the document says which policy Slurm goes by, not its settings: --slurm-conf FILE has them (killwait)',
      'settings that say nothing of which job starts when: schedulertimeslice',
    ])
    expect(document.facility.nodes?.groups[0].gres).toBeUndefined()
    expect(document.facility.partitions.map(({ jobs }) => jobs?.names ?? null)).toEqual([['a'], null])
    expect(document.facility.partitions[0]).not.toHaveProperty('max-time')
  })

  it.each([
    ['a table for people', '      Name   Priority\n---------- ----------\n    normal          0 cpu=1\n'],
    ['another file', 'root:x:0:0:root:/root:/bin/bash\n'],
  ])('is not read from %s', (_, text) => {
    expect(() => siteOf(CONF, text)).toThrow(
      expect.objectContaining({ kind: 'input-document', detail: expect.objectContaining({ file: 'file2' }) }),
    )
  })

  it('has no reservations where scontrol prints that there are none', () => {
    expect(siteOf(CONF, 'No reservations in the system\n').document).toEqual(siteOf(CONF).document)
  })

  it.each<[string, string, string, Record<string, unknown>]>([
    ['ClusterName=lab\n', '', 'no node', { file: 'file1, file2' }],
    ['ClusterName=lab\nInclude nodes.conf\n', '', 'name them beside it, in their order (nodes.conf)', {}],
    [
      'NodeName=n[1-2] CPUs=4\n',
      'PartitionName=a Nodes=n[1-3]\n',
      'no such node',
      { file: 'file2', line: 1 },
    ],
    ['\nNodeName=n[2-1] CPUs=4\n', '', 'no list of hosts', { file: 'file1', line: 2 }],
    ['NodeName=n1 CPUs=four\n', '', 'Slurm would not take', { file: 'file1', line: 1, field: 'cpus' }],
    ['NodeName=n1\nPartitionName=a Nodes=n1 MaxNodes=0\n', '', 'no job may use', { file: 'file1', line: 2 }],
    ['NodeName=n1 Weight=4294967295\n', '', 'larger number than', { file: 'file1', line: 1 }],
    ['NodeName=n1\nPartitionName=a MaxTime=soon\n', '', 'would not take', { file: 'file1', line: 2 }],
  ])('is refused with its line: %j %j', (first, second, message, detail) => {
    const read = () => siteOf(first, second)
    expect(read).toThrow(QueuewrightError)
    expect(read).toThrow(message)
    expect(read).toThrow(expect.objectContaining({ detail: expect.objectContaining(detail) }))
  })
})

describe.skipIf(missing(requirements.slurmRuns))('the machine of a real run', () => {
  const text = (run: string, name: string) => readFileSync(join(SLURM_RUNS ?? '', run, name), 'utf8')
  const forms = [['slurm.conf'], ['slurm.txt', 'scontrol-node.txt'], ['scontrol-node.txt', 'slurm.conf']]

  it.each(['B', 'D'])('%s: 512 cores, and the same from all that Slurm prints', (run) => {
    const limits = ['assoc-tree.psv', 'qos-all.psv']
    const found = forms.map((names) => siteOf(...[...names, ...limits].map((name) => text(run, name))))
    for (const { document } of found) {
      expect(processorsOf(document.facility)).toBe(512)
      expect(document.facility).toEqual(found[0].document.facility)
    }
    expect(found[0].document.facility.limits).toHaveLength(run === 'B' ? 0 : 3)
  })

  it('has the same limits from sacctmgr dump', () => {
    const [tree, dump] = ['assoc-tree.psv', 'sacctmgr-dump.cfg'].map((name) =>
      siteOf(text('D', 'slurm.conf'), text('D', name)),
    )
    expect(dump.document.facility.limits).toEqual(tree.document.facility.limits)
    expect(dump.document.facility.limits).toHaveLength(2)
  })
})
