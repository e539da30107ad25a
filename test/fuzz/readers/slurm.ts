/** Readers of what Slurm prints: accounting in all its forms, and the configuration of a site. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { LedgerState, parseLedger, parseShadowLog, queueOf, shadowState } from '../../../src/live/index.js'
import { siteOfSlurm } from '../../../src/sim/facility/slurm-site.js'
import { featureConstraint } from '../../../src/sim/nodes/index.js'
import { siteOf } from '../../../src/sim/site.js'
import { readSite, siteJson } from '../../../src/sim/site-codec.js'
import {
  parseAssociationLimits,
  parseAssociations,
  parseControllerLog,
  parseQos,
  parseQosLimits,
  parseSlurmConf,
  parseSlurmMachine,
  parseSprio,
  parseSshare,
  parseWatchedJobs,
  readSacct,
  type SacctOptions,
  SacctParser,
  TimeReader,
  unreadLimits,
} from '../../../src/trace/index.js'
import { parseSubmitLine } from '../../../src/trace/sacct/job-request.js'
import { parseSchedulerParameters } from '../../../src/trace/slurm-conf/scheduler.js'
import {
  parseAccounted,
  parseJobDetails,
  parsePartitionNodes,
  parseSiteFactors,
  parseSqueue,
} from '../../../src/trace/slurm-run/index.js'
import { bytesOf } from '../../support/logs.js'
import { imported, jobsOf, type PlainJob, SALT } from '../../unit/trace/sacct/support.js'
import { jsonDamage, lineDamage } from '../damage.js'
import { fuzzed } from '../reader.js'
import { soundTrace } from './logs.js'

/** A job of the account, whatever the form in which it is written. */
interface AccountedJob {
  readonly id: number
  readonly user: string
  readonly account: string
  readonly partition: string
  readonly qos: string
  readonly state: string
  readonly submit: number
  readonly held: number
  readonly waited: number
  readonly ran: number
  /** Minutes. */
  readonly limit: number
  readonly cores: number
  readonly nodes: number
  /** Megabytes. */
  readonly memory: number
}

/** In winter, when no clock is put back or forward. */
const BEGIN = Date.UTC(2025, 11, 1) / 1000

const name = fc.constantFrom('ada', 'bob', 'zoë', 'o=brien', 'x y', '1234')
const accounted: fc.Arbitrary<readonly AccountedJob[]> = fc
  .array(
    fc.record({
      user: name,
      account: fc.constantFrom('maths', 'physics', ''),
      partition: fc.constantFrom('batch', 'gpu'),
      qos: fc.constantFrom('normal', 'high'),
      state: fc.constantFrom('COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'NODE_FAIL'),
      submit: fc.nat(5_000_000).map((second) => BEGIN + second),
      held: fc.nat(300),
      waited: fc.nat(100_000),
      ran: fc.integer({ min: 1, max: 200_000 }),
      limit: fc.integer({ min: 1, max: 10_000 }),
      cores: fc.integer({ min: 1, max: 4000 }),
      nodes: fc.integer({ min: 1, max: 40 }),
      memory: fc.integer({ min: 1, max: 500_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((jobs) => jobs.map((job, k) => ({ ...job, id: 100 + k })))

type Clock = (second: number) => string

const unixClock: Clock = String
/** As the clocks of a zone of this offset show it. */
const localClock =
  (offset: number): Clock =>
  (second) =>
    new Date((second + offset) * 1000).toISOString().slice(0, 19)

const clockText = (seconds: number) => {
  const two = (value: number) => String(value).padStart(2, '0')
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24]
  return `${days > 0 ? `${days}-` : ''}${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function columnsOf(job: AccountedJob, clock: Clock): Readonly<Record<string, string>> {
  const eligible = job.submit + job.held
  const start = eligible + job.waited
  const tres = `billing=${job.cores},cpu=${job.cores},mem=${job.memory}M,node=${job.nodes}`
  return {
    JobID: String(job.id),
    JobIDRaw: String(job.id),
    User: job.user,
    Account: job.account,
    Partition: job.partition,
    QOS: job.qos,
    State: job.state,
    Submit: clock(job.submit),
    Eligible: clock(eligible),
    Start: clock(start),
    End: clock(start + job.ran),
    ElapsedRaw: String(job.ran),
    TimelimitRaw: String(job.limit),
    ReqTRES: tres,
    AllocTRES: tres,
    AllocNodes: String(job.nodes),
    NodeList: 'n1',
    Suspended: '00:00:00',
  }
}

interface TextForm {
  readonly zone: SacctOptions['zone']
  readonly offset: number
  readonly delimiter: string
  readonly clocks: boolean
  /** Moves columns, so that no order of them is relied on. */
  readonly turn: number
}

const DELIMITERS = ['|', '\t', ';;', '\u001f', '^']

const textForm: fc.Arbitrary<TextForm> = fc.record({
  ...{ delimiter: fc.constantFrom(...DELIMITERS), clocks: fc.boolean(), turn: fc.nat(17) },
  ...{ zone: fc.constant('UTC'), offset: fc.constant(0) },
})

function textOf(
  jobs: readonly AccountedJob[],
  form: TextForm,
  clock: Clock = localClock(form.offset),
): string {
  const rows = jobs.map((job) => {
    const { ElapsedRaw, TimelimitRaw, ...others } = columnsOf(job, clock)
    const times = form.clocks
      ? { Elapsed: clockText(job.ran), Timelimit: clockText(job.limit * 60) }
      : { ElapsedRaw, TimelimitRaw }
    const entries = Object.entries({ ...others, ...times })
    return [...entries.slice(form.turn), ...entries.slice(0, form.turn)]
  })
  const lines = [rows[0].map(([column]) => column), ...rows.map((row) => row.map(([, value]) => value))]
  return `${lines.map((line) => line.join(form.delimiter)).join('\n')}\n`
}

function jsonOf(jobs: readonly AccountedJob[]): string {
  const number = (value: number) => ({ set: true, infinite: false, number: value })
  return JSON.stringify({
    meta: { slurm: { release: '24.11.1' } },
    errors: [],
    jobs: jobs.map((job) => {
      const eligible = job.submit + job.held
      const start = eligible + job.waited
      const tres = [
        { type: 'cpu', name: '', count: job.cores },
        { type: 'mem', name: '', count: job.memory },
        { type: 'node', name: '', count: job.nodes },
      ]
      return {
        ...{ job_id: job.id, user: job.user, account: job.account, partition: job.partition, qos: job.qos },
        ...{ nodes: 'n1', allocation_nodes: job.nodes, state: { current: [job.state] }, het: { job_id: 0 } },
        time: {
          ...{
            submission: job.submit,
            eligible,
            start,
            end: start + job.ran,
            elapsed: job.ran,
            suspended: 0,
          },
          limit: number(job.limit),
        },
        ...{ required: { CPUs: job.cores }, tres: { requested: tres, allocated: tres } },
      }
    }),
  })
}

function jobcompOf(jobs: readonly AccountedJob[]): string {
  const clock = localClock(0)
  const lines = jobs.map((job) => {
    const { Submit, Eligible, Start, End } = columnsOf(job, clock)
    return [
      `JobId=${job.id} UserId=${job.user.replaceAll(' ', '_')}(1000) GroupId=a(1) Name=a JobState=${job.state}`,
      `Partition=${job.partition} TimeLimit=${job.limit} StartTime=${Start} EndTime=${End} NodeList=n1`,
      `NodeCnt=${job.nodes} ProcCnt=${job.cores} WorkDir=/home/x ReservationName=`,
      `Tres=cpu=${job.cores},mem=${job.memory}M,node=${job.nodes} Account=${job.account} QOS=${job.qos} WcKey=`,
      `Cluster=c SubmitTime=${Submit} EligibleTime=${Eligible} DerivedExitCode=0:0 ExitCode=0:0 `,
    ].join(' ')
  })
  return `${lines.join('\n')}\n`
}

/** Jobs of an import, and that no row was lost: each is a job or counted. */
function soundImport(text: string, options: Partial<SacctOptions> = {}, size?: number): readonly PlainJob[] {
  const { logs, report } = imported(text, { zone: 'UTC', badLines: 'drop', ...options }, size)
  const dropped = Object.values(report.dropped).reduce((sum, count) => sum + count, 0)
  expect(report.jobs + dropped).toBe(report.rows)
  expect(logs.reduce((sum, { trace }) => sum + trace.jobs.length, 0)).toBe(report.jobs)
  for (const { trace } of logs) soundTrace(trace)
  return logs.flatMap(({ trace }) => jobsOf(trace))
}

function readAccounting(text: string): void {
  const jobs = soundImport(text)
  expect(soundImport(text, {}, 17)).toEqual(jobs)
  for (const options of [
    { requeues: 'split', het: 'split', release: 'submit' },
    { splitPartitions: true, size: 'requested', keepNames: true },
    { unit: 'nodes', zone: 'Europe/Berlin' },
  ] as const) {
    try {
      soundImport(text, options)
    } catch (error) {
      // Nothing need be left by another rule.
      if (!(error instanceof Error) || error.name !== 'QueuewrightError') throw error
    }
  }
  imported(text, { zone: 'UTC' })
}

/** The same account in every form gives the same jobs, also where its halves have columns and rows of their own. */
function readShapes([jobs, form]: readonly [readonly AccountedJob[], TextForm]): void {
  const usual = soundImport(textOf(jobs, form, unixClock), { delimiter: form.delimiter })
  expect(usual).toHaveLength(jobs.length)
  const half = jobs.length >> 1
  const halves = [
    ...(half === 0 ? [] : [textOf(jobs.slice(0, half), form, unixClock)]),
    textOf(jobs.slice(half), { ...form, turn: 17 - form.turn, clocks: !form.clocks }, unixClock),
  ]
  expect(soundImport(halves.join(''))).toEqual(usual)
  for (const [zone, offset] of [
    ['UTC', 0],
    ['Asia/Kolkata', 19_800],
    ['Europe/Berlin', 3_600],
    [-12_600, -12_600],
  ] as const) {
    const text = textOf(jobs, { ...form, offset }, localClock(offset))
    expect(soundImport(text, { zone })).toEqual(usual)
    expect(soundImport(text.replaceAll('\n', '\r\n'), { zone }, 5)).toEqual(usual)
  }
  expect(soundImport(jsonOf(jobs))).toEqual(usual)
  const plain = (all: readonly PlainJob[]) => all.map(({ user: _, memory: __, ...job }) => job)
  expect(plain(soundImport(jobcompOf(jobs)))).toEqual(plain(usual))
}

const CONF = `ClusterName=lab
PriorityType=priority/multifactor # the usual
PriorityDecayHalfLife=14-0
PriorityMaxAge=7-0
PriorityCalcPeriod=00:05:00
PriorityWeightAge=1000
PriorityWeightFairshare = 10000
PriorityWeightJobSize=500
PriorityWeightPartition=100
PriorityWeightQOS=2000
PriorityWeightTRES=cpu=1000,mem=500
PriorityFavorSmall=NO
PriorityFlags=SMALL_RELATIVE_TO_TIME,NO_NORMAL_QOS
PriorityUsageResetPeriod=WEEKLY
FairShareDampeningFactor=2
NodeName=n[1-8] CPUs=16 State=UNKNOWN
PartitionName=DEFAULT PriorityJobFactor=2
PartitionName=batch Nodes=n[1-8] Default=YES \\
  MaxTime=INFINITE PriorityTier=5
PartitionName=gpu PriorityJobFactor=7
Include /etc/slurm/more.conf
PartitionName=whole Nodes=n[1-4] TRES=cpu=384,mem=750G,node=48 TRESBillingWeights=CPU=1.0,Mem=0.25G
`
const QOS = 'Name|Priority|UsageFactor\nnormal|10|1.000000\nhigh|500|2.0\nlow||\n'
const DUMP = `# To edit this file
Cluster - 'lab':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':Fairshare=1
Account - 'physics':Description='physics':Fairshare=40
Parent - 'physics'
User - 'bob':DefaultAccount='physics':Fairshare=2147483647
`
const MACHINE = `ClusterName=lab
NodeName=DEFAULT Sockets=2 CoresPerSocket=8 ThreadsPerCore=2 RealMemory=64000 # as bought
NodeName=n[01-04] State=UNKNOWN
NodeName=g[1-2] CPUs=4 Gres=gpu:a100:2(S:0) Weight=10
NodeSet=fast Nodes=g[1-2]
PartitionName=batch Nodes=n[01-04] Default=YES MaxTime=2-0 AllowAccounts=bio,chem
PartitionName=gpu Nodes=fast,n04 PriorityTier=5 OverSubscribe=EXCLUSIVE MaxNodes=2 DefMemPerCPU=500
ReservationName=maint StartTime=2026-01-05T08:00:00 EndTime=2026-01-05T12:00:00 Duration=04:00:00
   Nodes=n[01-02] Flags=MAINT Users=root Accounts=(null)
`
const NODES_SHOWN = `NodeName=n1 Arch=x86_64 CoresPerSocket=8
   CPUAlloc=0 CPUEfctv=8 CPUTot=8 Gres=gpu:2
   OS=Linux 6.1.0 #1 SMP PREEMPT_DYNAMIC @0
   RealMemory=16000 State=IDLE+DRAIN Weight=1
   Partitions=batch,large

NodeName=n2 CPUTot=8 RealMemory=16000 State=IDLE Partitions=large
`
const NO_LIMITS = { enforcesLimits: null, associations: [], associationLimits: [], qosLimits: new Map() }
const QOS_LIMITS =
  'Name|Priority|GrpTRES|GrpJobs|MaxTRESPU|MaxJobsPU|MaxTRESPA|MaxJobsPA\nnormal|10||||||\nhigh|100|cpu=64|9|cpu=200,gres/gpu=2|4||3\n'
const ASSOCIATION_LIMITS =
  'Cluster|Account|User|GrpJobs|GrpTRES|MaxJobs\nlab|root||||\nlab|bio|||cpu=256|\nlab|bio|gus|||6\n'
const SCHEDULER = 'bf_interval=5,bf_resolution=5,bf_window=2880,bf_max_job_user=10,sched_interval=10,defer'

function negativesOf(limits: object): readonly unknown[] {
  return Object.values(limits).filter((each) => !(each >= 0))
}

const SSHARE = `## 1795370985.033 1795370985.048
Account|User|RawShares|FairShare|LevelFS
root|||||
 root|root|1|1.000000|inf
 bio||20||0.000000
  bio|gus|7|0.500000|0.000000
`
const SPRIO = `## 1795370985.028 1795370985.033
1|express|dan|1578|0.00000036743586|0|0|0.0|0|0.0|0|0.0|78|0.0390625|1000|1.0|500|0.1|0||
2|batch|bob|2362|0.00000055|-500|12|0.0041667|0|0.0|1600|0.2|500|0.25|250|0.25|500|0.1|0|cpu=42|cpu=0.04
## 1795370990.066 1795370990.084
`
const NODES = `NodeName=n1 Arch=x86_64 CPUAlloc=0 CPUTot=8 RealMemory=16000
NodeName=n2 Arch=x86_64 CPUAlloc=0 CPUTot=8 RealMemory=16000
`
const WATCHED_JOBS = `## 1795374060.013 1795374060.024
JobId=7 UserId=amy(1001) JobState=PENDING Reason=Priority TimeLimit=00:02:00 Partition=batch,large NumNodes=2-2 NumCPUs=16 CPUs/Task=1 TRES=cpu=16,mem=16000M,node=2 NtasksPerN:B:S:C=8:0:*:* MinMemoryCPU=1000M OverSubscribe=NO TresPerNode=gres:gpu:1
`
const CONTROLLER = `[2026-11-22T18:09:28.136] priority/multifactor: _read_last_decay_ran: No last decay to recover
[2026-11-22T18:13:05.602] _slurm_rpc_submit_batch_job: JobId=142 InitPrio=1923 usec=367
[2026-11-22T18:13:09.448] sched/backfill: _start_job: Started JobId=142_1(147) in batch on n30
[2026-11-22T18:13:10.448] sched: _update_job: setting AdinPrioFactor to 2147486648 for JobId=81
[2026-11-22T18:13:24.875] _job_complete: JobId=6 done
`
const SHARES = `Cluster|Account|User|ParentName|Share
lab|root|||1
lab|root|root||1
lab|maths||root|10
lab|maths|ada||parent
lab|sub||maths|3
lab|sub|bob||2
`
const TREE = `Account|User|RawShares|NormShares|RawUsage|FairShare
root|||0.0|0|0.0
 root|root|1|0.1|0|1.0
 maths||10|0.5|0|0.3
  maths|ada|1|0.5|0|0.3
  sub||parent|0.5|0|0.3
   sub|bob|1|0.5|0|0.3
`
const HEADER = [
  ' Partition: 1 batch',
  ' Partition: 2 gpu',
  ' Queue: 1 normal',
  ' Queue: 2 high',
  ' User: 7 ada',
]

/** What became of a site's texts is kept by runs, as JSON. */
function keptSite(texts: Partial<Parameters<typeof siteOf>[0]>): void {
  const clock = { unixStart: 0, zone: 'UTC' }
  const site = siteOf({ conf: null, qos: null, associations: null, salt: 'a salt', ...texts }, HEADER, clock)
  const kept = JSON.parse(JSON.stringify(siteJson(site)))
  expect(readSite(kept, clock)).toEqual(site)
  expect(siteJson(readSite(kept, clock))).toEqual(siteJson(site))
}

const SQUEUE = `3_1|3|3|PENDING|Resources|man|physics|normal|batch|96|5:00|1795471336|1795473435|1795473735|812
5+0|5|5|PENDING|Dependency|man|physics|normal|batch,large|8|1-02:05:00|1795471336|N/A|N/A|0
1|1|1|RUNNING|None|games|physics|normal|large|128|UNLIMITED|1795471336|1795471336|1795471936|1062
`
const FACTORS = '3|batch|5|830\n5|batch|-3|134\n5|large|-3|154\n'
const PARTITION_NODES = 'batch|n1|8|mixed\nlarge|n1|8|mixed\nlarge|n2|8|drained\n'
const LEDGER = `{"kind":"begin","at":17.5,"until":99.5,"policy":"easy:spt","partitions":["batch"],"maxShift":100}
{"kind":"factor","at":18.5,"job":17,"from":0,"to":-30}
{"kind":"factor","at":19.5,"job":17,"from":-30,"to":12}
{"kind":"end","at":20.5}
`

const SHADOW = `{"kind":"begin","at":17.5,"policy":"easy:spt","partitions":["batch"],"processors":64}
{"kind":"job","at":18.5,"id":"17_3","user":"amy","processors":4,"limit":60,"submit":11,"start":null,"end":null}
{"kind":"job","at":19.5,"id":"17_3","user":"amy","processors":4,"limit":60,"submit":11,"start":19,"end":null}
{"kind":"job","at":19.5,"id":"19","user":"bob","processors":8,"limit":60,"submit":12,"start":null,"end":null,"asked":{"account":"physics","qos":"normal","partitions":["batch"],"array":null,"details":{"leastNodes":1,"coresPerTask":1,"tasksPerNode":0,"memoryPerCore":100,"memoryPerNode":0,"gpusPerNode":0,"exclusive":false,"features":"","nodes":[{"names":["n1"],"cores":8}],"throttle":null}}}
{"kind":"starts","at":19.5,"started":["17_3"],"expected":["18"]}
{"kind":"owed","at":20.5,"since":19.5}
`
const ACCOUNTED = `11|games|large|1795471336|1795471340|1795471401|8|5|physics|normal
12_[1-8]|games|large|1795471336|Unknown|Unknown|0|5|physics|normal
12_1|games|large|1795471336|1795471340|Unknown|8|UNLIMITED|physics|normal
`

const DETAILS = `JobId=4 JobName=wrap UserId=games(5) JobState=RUNNING Reason=None TimeLimit=00:05:00 NumNodes=2 NumCPUs=12 NumTasks=12 CPUs/Task=1 ReqB:S:C:T=0:0:*:* TRES=cpu=12,mem=1200M,node=2,billing=12 Socks/Node=* NtasksPerN:B:S:C=0:0:*:* JOB_GRES=(null) Nodes=n1 CPU_IDs=0-7 Mem=800 GRES= Nodes=n[2-3] CPU_IDs=0-1,3 Mem=400 GRES= MinCPUsNode=1 MinMemoryCPU=100M MinTmpDiskNode=0 Features=big&old DelayBoot=00:00:00 OverSubscribe=OK
JobId=7 ArrayJobId=5 ArrayTaskId=2-9%3 JobName=wrap JobState=PENDING Reason=Priority TimeLimit=UNLIMITED Partition=batch,large NumNodes=1 NumCPUs=4 NumTasks=4 CPUs/Task=4 TRES=cpu=4,node=1 NtasksPerN:B:S:C=0:0:*:* MinMemoryNode=2G Features=(null) OverSubscribe=NO
`

export const SLURM_READERS = [
  fuzzed({
    name: 'the log of a shadow',
    valid: fc.constant(SHADOW),
    damage: lineDamage(/[",:{}]/),
    read: (text) => {
      const { jobs, first } = shadowState(parseShadowLog(text))
      expect([...jobs.keys()]).toEqual([...first.keys()])
    },
  }),
  fuzzed({
    name: 'jobs of sacct, few fields',
    valid: fc.constant(ACCOUNTED),
    damage: lineDamage(/[|\s]/),
    read: (text) => {
      for (const { processors, limit, submit } of parseAccounted(text)) {
        expect(processors >= 1 && limit >= 0 && submit >= 0).toBe(true)
      }
    },
  }),
  fuzzed({
    name: 'squeue',
    valid: fc.constant(SQUEUE),
    damage: lineDamage(/[|\s]/),
    read: (text) => {
      const jobs = parseSqueue(text)
      for (const { processors, limit, submit } of jobs) {
        expect(processors >= 1 && limit >= 0 && submit >= 0).toBe(true)
      }
      const { waiting } = queueOf(0, jobs, parseSiteFactors(FACTORS), ['batch', 'large'])
      expect(waiting.length).toBeLessThanOrEqual(jobs.length)
    },
  }),
  fuzzed({
    name: 'jobs of scontrol, with their places',
    valid: fc.constant(DETAILS),
    damage: lineDamage(/[=,:\s[\]-]/),
    read: (text) => {
      for (const { cores, nodes } of parseJobDetails(text).values()) {
        expect(cores >= 0 || Number.isNaN(cores)).toBe(true)
        expect(nodes.every((each) => each.names.length > 0)).toBe(true)
      }
    },
  }),
  fuzzed({
    name: 'site factors of sprio',
    valid: fc.constant(FACTORS),
    damage: lineDamage(/[|\s]/),
    read: (text) => {
      for (const row of parseSiteFactors(text)) expect(Number.isInteger(row.site + row.priority)).toBe(true)
    },
  }),
  fuzzed({
    name: 'nodes of sinfo',
    valid: fc.constant(PARTITION_NODES),
    damage: lineDamage(/[|\s]/),
    read: (text) => expect(parsePartitionNodes(text).processors).toBeGreaterThanOrEqual(0),
  }),
  fuzzed({
    name: 'the ledger of a steerer',
    valid: fc.constant(LEDGER),
    damage: lineDamage(/[",:{}]/),
    read: (text) => {
      const memory = new LedgerState(parseLedger(text))
      const original = memory.original(17)
      if (original !== null) expect(memory.explains(17, original)).toBe(true)
    },
  }),
  fuzzed({
    name: 'sacct text',
    valid: fc.tuple(accounted, textForm).map(([jobs, form]) => textOf(jobs, form)),
    damage: lineDamage(new RegExp(`[${DELIMITERS.join('')}]`)),
    read: readAccounting,
  }),
  fuzzed({ name: 'sacct JSON', valid: accounted.map(jsonOf), damage: jsonDamage, read: readAccounting }),
  fuzzed({
    name: 'jobcomp',
    valid: accounted.map(jobcompOf),
    damage: lineDamage(/[ =]/),
    read: readAccounting,
  }),
  fuzzed({
    name: 'accounting in all shapes',
    valid: fc.tuple(accounted, textForm),
    damage: null,
    read: readShapes,
  }),
  fuzzed({
    name: 'slurm.conf',
    valid: fc.shuffledSubarray(CONF.split('\n'), { minLength: 18 }).map((lines) => lines.join('\n')),
    damage: lineDamage(/[\s=,]/),
    read: (text) => keptSite({ conf: parseSlurmConf(text) }),
  }),
  fuzzed({
    name: 'the machine of slurm.conf',
    valid: fc.constantFrom(MACHINE, NODES_SHOWN, NODES),
    damage: lineDamage(/[\s=,]/),
    read: (text) => {
      const machine = parseSlurmMachine(text)
      expect(machine.nodes.flatMap(({ cpus, gpus, memory }) => negativesOf({ cpus, gpus, memory }))).toEqual(
        [],
      )
      const nodes = new Set(machine.nodes.map(({ name }) => name))
      for (const partition of machine.partitions)
        for (const node of partition.nodes) expect(nodes.has(node)).toBe(true)
      siteOfSlurm({ machine, ...NO_LIMITS })
    },
  }),
  fuzzed({
    name: 'sacctmgr show qos',
    valid: fc.constant(QOS),
    damage: lineDamage(/\|/),
    read: (text) => keptSite({ qos: parseQos(text) }),
  }),
  fuzzed({
    name: 'sacctmgr show assoc, sshare',
    valid: fc.constantFrom(SHARES, TREE, DUMP),
    damage: lineDamage(/\|/),
    read: (text) => keptSite({ associations: parseAssociations(text).associations }),
  }),
  fuzzed({
    name: 'limits of sacctmgr show qos',
    valid: fc.constant(QOS_LIMITS),
    damage: lineDamage(/\|/),
    read: (text) => {
      for (const { together, ofUser, ofAccount } of parseQosLimits(text).values())
        for (const limit of [together, ofUser, ofAccount]) expect(negativesOf(limit)).toEqual([])
    },
  }),
  fuzzed({
    name: 'limits of sacctmgr show assoc',
    valid: fc.constantFrom(ASSOCIATION_LIMITS, DUMP),
    damage: lineDamage(/\|/),
    read: (text) => {
      for (const { jobsOfUser } of parseAssociationLimits(text)) expect(jobsOfUser).not.toBeLessThan(0)
      unreadLimits(text, 'associations')
    },
  }),
  fuzzed({
    name: 'SchedulerParameters',
    valid: fc.constant(SCHEDULER),
    damage: lineDamage(/[,=]/),
    read: (text) => expect(negativesOf(parseSchedulerParameters(text).parameters)).toEqual([]),
  }),
  fuzzed({
    name: 'sprio, again and again',
    valid: fc.constant(SPRIO),
    damage: lineDamage(/[|\s]/),
    read: (text) => {
      for (const { before, rows } of parseSprio(text)) {
        expect(before).toBeGreaterThanOrEqual(0)
        for (const { job, priority } of rows) expect(Number.isFinite(job + priority)).toBe(true)
      }
    },
  }),
  fuzzed({
    name: 'sshare, again and again',
    valid: fc.constant(SSHARE),
    damage: lineDamage(/[|\s]/),
    read: (text) => {
      for (const { before, factors } of parseSshare(text)) {
        expect(before).toBeGreaterThanOrEqual(0)
        expect(factors.filter((each) => Math.abs(each) === Number.POSITIVE_INFINITY)).toEqual([])
      }
    },
  }),
  fuzzed({
    name: 'scontrol show job, again and again',
    valid: fc.constant(WATCHED_JOBS),
    damage: lineDamage(/[\s=]/),
    read: (text) => {
      for (const [id, { job, states }] of parseWatchedJobs(text)) {
        expect(job).toBe(id)
        expect(states.length).toBeGreaterThan(0)
      }
    },
  }),
  fuzzed({
    name: 'lines of sbatch',
    valid: fc.constantFrom(
      'sbatch -p a,b -c 4 --ntasks-per-node=2 --mem=4G --exclusive --array=1-100%4 job.sh',
      'srun --constraint=big&(old|new) --gres=gpu:2,fpga:a:1 -n 4 -H x',
    ),
    damage: lineDamage(/[\s=,:]/),
    read: (text) => {
      const { constraint, gres, partitions, ...numbers } = parseSubmitLine(text)
      expect(Object.values(numbers).every((number) => Number.isNaN(number) || number > 0)).toBe(true)
      expect(/\s/.test(constraint + gres) || /^[^,]+$/.test(partitions)).toBe(false)
      featureConstraint(constraint)?.(() => true)
    },
  }),
  fuzzed({
    name: 'the log of slurmctld',
    valid: fc.constant(CONTROLLER),
    damage: lineDamage(/[\s:=]/),
    read: (text) => {
      const { events } = parseControllerLog(text, new TimeReader('UTC'))
      for (const { job } of events) expect(Number.isInteger(job)).toBe(true)
    },
  }),
  fuzzed({
    name: 'accounting of other bytes',
    valid: accounted.map((jobs) => jsonOf(jobs)),
    damage: lineDamage(/["{}[\]:,]/),
    read: async (text) => {
      const options = { salt: SALT, zone: 'UTC', badLines: 'drop' } as const
      const parser = new SacctParser(options)
      for (const byte of bytesOf(text)) parser.push(Uint8Array.of(byte))
      const { report } = parser.end()
      expect((await readSacct(new Blob([text]).stream(), options)).report).toEqual(report)
    },
  }),
]
