/** What a watched Slurm printed of its jobs, its log and its nodes. */
import { describe, expect, it } from 'vitest'
import {
  parseAssociationLimits,
  parseControllerLog,
  parseQosLimits,
  parseSlurmConf,
  parseSlurmMachine,
  parseWatchedJobs,
  TimeReader,
  totalsOf,
  unreadLimits,
} from '../../../src/trace/index.js'
import { MOST_SECONDS } from '../../../src/trace/limits.js'
import { failureOf } from '../../support/failures.js'

describe('scontrol show job, again and again', () => {
  const line = (state: string, nodes: string, more = '') =>
    `JobId=7 ArrayJobId=5 ArrayTaskId=2-9%3 JobState=${state} Reason=Priority TimeLimit=1-00:02:00 Partition=a,b NumNodes=${nodes} NumCPUs=16 CPUs/Task=2 TRES=cpu=16,mem=16000M,node=2 NtasksPerN:B:S:C=4:0:*:* MinMemoryCPU=2G OverSubscribe=NO${more} TresPerNode=gres:gpu:1 `

  it('says which jobs have to start or to end before it', () => {
    const text = `## 10.0 10.1\n${line('PENDING', '2', ' Dependency=afterok:48_3(unfulfilled),after:12(unfulfilled)')}\n`
    expect(parseWatchedJobs(text).get(7)?.dependencies).toEqual([
      { job: 48, until: 'end' },
      { job: 12, until: 'start' },
    ])
  })

  it('says what a job asked for while it waited, and its states', () => {
    const text = ['## 10.0 10.1', line('RUNNING', '4'), '## 20.0 20.1', line('PENDING', '2-2'), ''].join('\n')
    const job = parseWatchedJobs(text).get(7)
    expect(job).toMatchObject({
      array: 5,
      het: Number.NaN,
      throttle: 3,
      partitions: ['a', 'b'],
      cores: 16,
      leastNodes: 2,
      mostNodes: 2,
      coresPerTask: 2,
      tasksPerNode: 4,
      memoryPerCore: 2048,
      memoryPerNode: 0,
      gpusPerNode: 1,
      exclusive: true,
    })
    expect(job?.states.map(({ at, state, limit }) => [at, state, limit])).toEqual([
      [10, 'RUNNING', 86_520],
      [20, 'PENDING', 86_520],
    ])
  })
})

it('the log tells starts by scheduler, holds, nodes that went down and cycles of backfill', () => {
  const log = parseControllerLog(
    [
      '[2026-11-22T19:00:52.601] _slurm_rpc_submit_batch_job: JobId=1 InitPrio=13030 usec=968',
      '[2026-11-22T19:00:55.332] sched: Allocate JobId=1 NodeList=n[1-2] #CPUs=16 Partition=batch',
      '[2026-11-22T19:01:05.500] sched/backfill: _attempt_backfill: beginning',
      '[2026-11-22T19:01:05.750] sched/backfill: _start_job: Started JobId=36_1(60) in large on n[3,5]',
      '[2026-11-22T19:01:35.856] sched: _hold_job_rec: hold on JobId=39 by uid 0',
      '[2026-11-22T19:04:12.500] update_node: node n20 state set to DOWN',
      '[2026-11-22T19:04:52.500] update_node: node n20 state set to IDLE',
    ].join('\n'),
    new TimeReader('UTC'),
  )
  const second = Date.UTC(2026, 10, 22, 19) / 1000
  expect(log.starts).toEqual([
    { at: second + 55.332, job: 1, scheduler: 'main', partition: 'batch', nodes: 'n[1-2]' },
    { at: second + 65.75, job: 60, scheduler: 'backfill', partition: 'large', nodes: 'n[3,5]' },
  ])
  expect(log.backfillCycles).toEqual([second + 65.5])
  expect(log.nodes).toEqual([
    { at: second + 252.5, node: 'n20', up: false },
    { at: second + 292.5, node: 'n20', up: true },
  ])
  expect([...log.firstPriorities]).toEqual([[1, { at: expect.closeTo(1795374052.601, 3), priority: 13030 }]])
  expect(log.events.map(({ kind }) => kind)).toEqual(['submit', 'start', 'start', 'hold'])
})

it('nodes have processors, memory, GPUs and partitions, and no more of them than a node can have', () => {
  const { nodes } = parseSlurmMachine(
    'NodeName=n1 CPUTot=8 Gres=gpu:a100:2 RealMemory=16000 Partitions=a,b \nNodeName=n2 CPUTot=8 Gres=(null) RealMemory=16000 Partitions=b \n',
  )
  expect(nodes).toMatchObject([
    { name: 'n1', cpus: 8, memory: 16000, gpus: 2, partitions: ['a', 'b'] },
    { name: 'n2', cpus: 8, memory: 16000, gpus: 0, partitions: ['b'] },
  ])
  expect(totalsOf(nodes)).toEqual({ nodes: 2, cores: 16 })
  for (const [line, field] of [
    ['NodeName=n3 CPUTot=-4', 'cputot'],
    ['NodeName=n3 CPUTot=65537', 'cputot'],
    ['NodeName=n3 CPUTot=99999999999999999999', 'cputot'],
    ['NodeName=n3 Sockets=1000 CoresPerSocket=1000', 'corespersocket'],
    ['NodeName=n3 CPUTot=8 RealMemory=1e9', 'realmemory'],
    ['NodeName=n3 CPUTot=8 Gres=gpu:99999999999', 'gres'],
    ['NodeName=n3 CPUTot=8 Gres=gpu:a:65536,gpu:b:1', 'gres'],
  ]) {
    const failure = failureOf(() => parseSlurmMachine(`NodeName=n1 CPUTot=8\n${line}\n`))
    expect(failure).toMatchObject({ kind: 'line-value', detail: { line: 2, field } })
  }
})

it('limits beyond what any machine runs are none, as are those that Slurm prints for none', () => {
  const none = Number.POSITIVE_INFINITY
  const qos =
    'Name|GrpTRES|MaxTRESPU|MaxTRESPA|GrpJobs|MaxJobsPU\nhigh|cpu=99999999999|cpu=NONE,gres/gpu=4|cpu=1K,gres/gpu=-1|4294967295|7\n'
  expect(parseQosLimits(qos).get('high')).toEqual({
    together: { jobs: none, cores: none, gpus: none },
    ofUser: { jobs: 7, cores: none, gpus: 4 },
    ofAccount: { jobs: none, cores: 1024, gpus: none },
  })
  expect(unreadLimits(qos, 'qos')).toEqual([])
})

it('a limit that cannot be read takes no other with it', () => {
  const qos = 'Name|GrpTRES\nhigh|cpu=256,license/matlab@flex=10,node=many\n'
  expect(parseQosLimits(qos).get('high')?.together.cores).toBe(256)
  expect(unreadLimits(qos, 'qos')).toEqual([
    'QOS high: license/matlab@flex of GrpTRES is not simulated',
    'QOS high: node=many of GrpTRES is not simulated',
  ])
})

it.each([
  ['tree', 'Account|User|Partition|GrpJobs|MaxJobs|MaxWall\n bio|||||\n bio|gus||9|5|\n bio|gus|gpu||1|60\n'],
  [
    'dump',
    "Cluster - 'lab'\nParent - 'root'\nAccount - 'bio'\nParent - 'bio'\nUser - 'gus':GrpJobs=9:MaxJobs=5\nUser - 'gus':Partition='gpu':MaxJobs=1:MaxWall=60\n",
  ],
])('limits of a user in one partition are none of the others, and told: %s', (_, text) => {
  const of = parseAssociationLimits(text).filter(({ user }) => user === 'gus')
  expect(of.map(({ together, jobsOfUser }) => [together.jobs, jobsOfUser])).toEqual([[9, 5]])
  const told = unreadLimits(text, 'associations').map((sentence) => sentence.toLowerCase())
  expect(told).toEqual([
    'user gus of bio: maxjobs=1 of partition gpu alone is not simulated',
    'user gus of bio: maxwall=60 of partition gpu alone is not simulated',
  ])
})

it('limits are those of associations and of QOS', () => {
  const limits = parseAssociationLimits(
    'Account|User|GrpJobs|GrpTRES|MaxJobs\n bio|||cpu=256|\n bio|amy|||6\n',
  )
  const none = Number.POSITIVE_INFINITY
  expect(limits).toEqual([
    { account: 'bio', user: null, together: { jobs: none, cores: 256, gpus: none }, jobsOfUser: none },
    { account: 'bio', user: 'amy', together: { jobs: none, cores: none, gpus: none }, jobsOfUser: 6 },
  ])
  expect(parseQosLimits('Name|MaxTRESPU|MaxJobsPA\nhigh|cpu=200|3\n').get('high')).toEqual({
    together: { jobs: none, cores: none, gpus: none },
    ofUser: { jobs: none, cores: 200, gpus: none },
    ofAccount: { jobs: 3, cores: none, gpus: none },
  })
})

it('SchedulerParameters are read with the defaults of Slurm', () => {
  const { scheduler, notices } = parseSlurmConf(
    'SchedulerParameters=bf_resolution=5,bf_window=60,defer,constructor\n',
  )
  expect(scheduler).toMatchObject({ resolution: 5, window: 3600, depth: 100, mostTested: 500 })
  expect(notices).toEqual(['line 1: SchedulerParameters: constructor is not simulated'])
  expect(parseSlurmConf('PriorityWeightAge=1\n').scheduler).toMatchObject({ resolution: 60, window: 86_400 })
})

it('SchedulerParameters that Slurm does not take are its defaults, with a word', () => {
  const { scheduler, notices } = parseSlurmConf(
    'SchedulerParameters=bf_resolution=0,bf_max_job_test=0,bf_window=long,assoc_limit_stop,bf_max_time=5\n',
  )
  expect(scheduler).toMatchObject({ resolution: 60, mostTested: 500, window: 86_400 })
  expect(notices.map((notice) => notice.replace(/^line 1: SchedulerParameters: /, ''))).toEqual([
    'bf_resolution=0 is not from 1 to 3600: Slurm says so in its log and goes by its default, 60',
    'bf_max_job_test=0 is not from 1 to 1000000: Slurm says so in its log and goes by its default, 500',
    'bf_window=long is not from 1 to 43200: Slurm says so in its log and goes by its default, 1440',
    'assoc_limit_stop is not simulated',
  ])
})

it('cycles that SchedulerParameters switch off come after all jobs, and none are without time between them', () => {
  const { scheduler, notices } = parseSlurmConf('SchedulerParameters=bf_interval=-1,sched_interval=-1\n')
  expect(scheduler).toMatchObject({ interval: MOST_SECONDS, fullInterval: MOST_SECONDS })
  expect(notices).toEqual([])
  expect(parseSlurmConf('SchedulerParameters=sched_interval=0\n').scheduler.fullInterval).toBe(1)
})
