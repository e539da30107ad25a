import { describe, expect, it } from 'vitest'
import { parseAssociations, parseQos, parseSlurmConf, SLURM_DEFAULTS } from '../../../src/trace/index.js'
import { numbersByName } from '../../../src/trace/slurm-conf/index.js'
import { parseSlurmTime } from '../../../src/trace/slurm-conf/times.js'
import { failureOf } from '../../support/failures.js'

describe('times of slurm.conf', () => {
  it.each([
    ['5', 300],
    ['0', 0],
    ['90:00', 5_400],
    ['1:30', 120],
    ['00:05:00', 300],
    ['12:00:00', 43_200],
    ['7-0', 604_800],
    ['14-0', 1_209_600],
    ['1-12:30', 131_400],
    ['7-00:00:00', 604_800],
    ['0:01', 60],
  ])('%s is %i s', (text, seconds) => {
    expect(parseSlurmTime(text)).toBe(seconds)
  })

  it.each(['', 'soon', '1d', '-5', 'UNLIMITED', '1:2:3:4'])('%s is none', (text) => {
    expect(parseSlurmTime(text)).toBeNull()
  })
})

describe('slurm.conf', () => {
  it('is read in its own grammar', () => {
    const { priority, partitions, notices } = parseSlurmConf(
      [
        '# PriorityWeightAge=1',
        'ClusterName=lab   # a comment',
        'priorityweightage=1000',
        'PriorityWeightFairShare = 10000',
        'PriorityWeightJobSize=5 PriorityWeightQOS=6',
        'PriorityDecayHalfLife=14-0',
        'PriorityMaxAge=12:00:00',
        'PriorityCalcPeriod=10',
        'PriorityFavorSmall=YES',
        'PriorityUsageResetPeriod=WEEKLY',
        'FairShareDampeningFactor=3',
        'PriorityWeightPartition=\\',
        '  77',
        'PartitionName=DEFAULT PriorityJobFactor=4 MaxTime=1-0',
        'PartitionName=batch Nodes=n[1-8] Default=YES',
        'PartitionName=gpu Nodes=g[1-2] PriorityJobFactor=12 PriorityTier=2',
        'PartitionName=old Priority=9',
        'PriorityWeightAge=2000',
      ].join('\n'),
    )
    expect(priority).toEqual({
      ...SLURM_DEFAULTS,
      age: 2_000,
      fairshare: 10_000,
      size: 5,
      qos: 6,
      partition: 77,
      halfLife: 14 * 86_400,
      maxAge: 43_200,
      period: 600,
      favorSmall: true,
      reset: 'weekly',
      dampening: 3,
    })
    expect([...partitions]).toEqual([
      ['batch', { jobFactor: 4, tier: 1 }],
      ['gpu', { jobFactor: 12, tier: 2 }],
      ['old', { jobFactor: 9, tier: 9 }],
    ])
    expect(notices).toEqual([])
  })

  it('is read as scontrol prints it', () => {
    const { priority, partitions, notices } = parseSlurmConf(
      [
        'Configuration data as of 2026-11-21T12:00:00',
        'PriorityParameters      = (null)',
        'PrioritySiteFactorPlugin = (null)',
        'PriorityDecayHalfLife   = 7-00:00:00',
        'PriorityCalcPeriod      = 00:05:00',
        'PriorityFavorSmall      = No',
        'PriorityFlags           = SMALL_RELATIVE_TO_TIME,NO_FAIR_TREE,MAX_TRES',
        'PriorityMaxAge          = 7-00:00:00',
        'PriorityWeightAge       = 20160',
        'PriorityWeightAssoc     = 0',
        'PriorityWeightTRES      = (null)',
        '',
        'PartitionName=cpu',
        '   AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL',
        '   PriorityJobFactor=7 PriorityTier=2 RootOnly=NO',
        '',
        'PartitionName=gpu',
        '   PriorityJobFactor=1 PriorityTier=1 RootOnly=NO',
      ].join('\r\n'),
    )
    expect(priority).toEqual({ ...SLURM_DEFAULTS, age: 20_160, relativeToTime: true, fairTree: false })
    expect([...partitions]).toEqual([
      ['cpu', { jobFactor: 7, tier: 2 }],
      ['gpu', { jobFactor: 1, tier: 1 }],
    ])
    expect(notices).toEqual([])
  })

  it.each([
    [
      'PriorityFlags=NO_NORMAL_ALL',
      { normalQos: false, normalPartition: false, normalAssoc: false, normalTres: false },
    ],
    ['PriorityFlags=NO_NORMAL_ASSOC', { normalAssoc: false }],
    ['PriorityFlags=NO_NORMAL_TRES', { normalTres: false }],
    ['PriorityWeightAssoc=5', { assoc: 5 }],
    ['PriorityWeightTRES=CPU=1000,Mem=5', {}],
    ['PriorityFlags=NO_NORMAL_QOS', { normalQos: false }],
    ['PriorityFlags=NO_NORMAL_PART,CALCULATE_RUNNING', { normalPartition: false }],
    ['PriorityFlags=', {}],
    ['PriorityUsageResetPeriod=NOW', {}],
    ['PriorityDecayHalfLife=0', { halfLife: 0 }],
    // What a slurmctld of 22.05 made of these, by scontrol show config.
    ['PriorityDecayHalfLife=UNLIMITED', { halfLife: 4_294_967_236 }],
    ['PriorityMaxAge=infinite', { maxAge: 4_294_967_236 }],
    ['PriorityMaxAge=-1', { maxAge: 4_294_967_236 }],
    ['PriorityMaxAge=49710-06:27:16', { maxAge: 4_294_967_236 }],
    ['PriorityWeightAge=0x10', { age: 16 }],
    ['PriorityWeightAge=010', { age: 8 }],
    ['PriorityWeightAge=+7', { age: 7 }],
    ['PriorityWeightAge=3k', { age: 3_072 }],
    ['PriorityWeightAge=INFINITE', { age: 4_294_967_295 }],
    ['FairShareDampeningFactor=0x3', { dampening: 3 }],
    ['FairShareDampeningFactor=UNLIMITED', { dampening: 65_535 }],
  ])('%s', (text, changes) => {
    const { priority, notices } = parseSlurmConf(text)
    expect(priority).toEqual({ ...SLURM_DEFAULTS, ...changes })
    expect(notices).toEqual([])
  })

  it.each([
    [
      'PriorityWeightTRES=CPU=1000,Mem=5,license/x=3',
      'line 1: priorityweighttres: no log counts license/x, which weighs nothing here',
    ],
    ['PrioritySiteFactorPlugin=site_factor/own', 'PrioritySiteFactorPlugin is not simulated and counts as 0'],
    ['PriorityFlags=INCR_ONLY', 'PriorityFlags=INCR_ONLY is not simulated: priorities may fall'],
    [
      'PriorityFlags=ACCRUE_ALWAYS',
      "PriorityFlags=ACCRUE_ALWAYS: waits count from the log's submit times, which after qw import sacct are " +
        "Slurm's only with --release submit",
    ],
    ['PriorityFlags=TICKET_BASED', 'PriorityFlags=TICKET_BASED is not known and not simulated'],
    [
      'PriorityFlags=DEPTH_OBLIVIOUS',
      'PriorityFlags=DEPTH_OBLIVIOUS is not simulated: the classic formula is taken',
    ],
    [
      'PriorityType=priority/basic',
      'PriorityType=priority/basic orders jobs by submit time alone, not by these weights',
    ],
    ['A=1\nInclude more.conf', 'line 2: the included file more.conf is not read'],
    [
      'PartitionName=p TRESBillingWeights="CPU=1.0,energy=0.25"',
      'line 1: tresbillingweights: no log counts energy, which weighs nothing here',
    ],
  ])('says of %s that it is not simulated', (text, notice) => {
    expect(parseSlurmConf(text).notices).toEqual([notice])
  })

  it.each([
    ['A=1\nPriorityWeightAge=lots', 2, 'priorityweightage'],
    ['PriorityWeightAge=4294967296', 1, 'priorityweightage'],
    ['PriorityCalcPeriod=UNLIMITED', 1, 'prioritycalcperiod'],
    ['PriorityWeightAge=08', 1, 'priorityweightage'],
    ['PriorityWeightAge=2M', 1, 'priorityweightage'],
    ['PriorityWeightAge=1.5', 1, 'priorityweightage'],
    ['PriorityWeightAge=5000000K', 1, 'priorityweightage'],
    ['FairShareDampeningFactor=2k', 1, 'fairsharedampeningfactor'],
    ['PriorityCalcPeriod=0', 1, 'prioritycalcperiod'],
    ['PriorityFavorSmall=perhaps', 1, 'priorityfavorsmall'],
    ['PriorityUsageResetPeriod=hourly', 1, 'priorityusageresetperiod'],
    ['FairShareDampeningFactor=0', 1, 'fairsharedampeningfactor'],
    ['X=1 \\\n PartitionName=p\nPartitionName=p PriorityTier=-1', 3, 'prioritytier'],
  ])('refuses %j', (text, line, field) => {
    const failure = failureOf(() => parseSlurmConf(text))
    expect(failure.kind).toBe('line-value')
    expect(failure.detail).toMatchObject({ line, field })
  })

  it('has weights of resources as far as they can be read, and tells the others', () => {
    const { tresWeights, notices } = parseSlurmConf(
      'PriorityWeightTRES=cpu=1e3,mem=.5G,node=2.,license/matlab@flex=10,gres/gpu=many,gres/gpu=-2\n',
    )
    expect([...tresWeights]).toEqual([
      ['cpu', 1000],
      ['mem', 0.5 / 1024],
      ['node', 2],
      ['license/matlab@flex', 10],
    ])
    expect(notices).toEqual([
      'line 1: priorityweighttres: no log counts license/matlab@flex, which weighs nothing here',
      'line 1: priorityweighttres: gres/gpu=many is no weight of a resource, and left out',
      'line 1: priorityweighttres: gres/gpu=-2 is no weight of a resource, and left out',
    ])
  })

  it('joins lines at a backslash, and adds no blank', () => {
    const { tresWeights } = parseSlurmConf('PriorityWeightTRES=CPU=1000,\\\nMem=2000\n')
    expect([...tresWeights]).toEqual([
      ['cpu', 1000],
      ['mem', 2000],
    ])
  })

  it('has the billing weights of the partitions named DEFAULT in those that follow', () => {
    const { resources } = parseSlurmConf(
      [
        'PartitionName=before Nodes=n1',
        'PartitionName=DEFAULT TRESBillingWeights="CPU=0.0,Mem=0.25G,GRES/gpu=5"',
        'PartitionName=batch Nodes=n1',
        'PartitionName=own Nodes=n1 TRESBillingWeights=CPU=2',
        'PartitionName=none Nodes=n1 TRESBillingWeights=',
      ].join('\n'),
    )
    const billing = (name: string) => resources.get(name)?.billing?.get('cpu') ?? null
    expect(['before', 'batch', 'own', 'none'].map(billing)).toEqual([null, 0, 2, null])
    expect(resources.get('batch')?.billing?.get('mem')).toBe(0.25 / 1024)
  })

  it('is not a text without settings', () => {
    expect(failureOf(() => parseSlurmConf('JobID|State\n12|COMPLETED\n')).kind).toBe('input-document')
  })
})

describe('QOS', () => {
  it('have a priority and a usage factor', () => {
    expect([...parseQos('Name|Priority|UsageFactor\nnormal|0|1.000000\nhigh|100|2.5\nlow||\n')]).toEqual([
      ['normal', { priority: 0, usageFactor: 1 }],
      ['high', { priority: 100, usageFactor: 2.5 }],
      ['low', { priority: 0, usageFactor: 1 }],
    ])
    // The whole table of `sacctmgr -p show qos`.
    expect([...parseQos('Name|Priority|GraceTime|\nnormal|3|00:00:00|\n')]).toEqual([
      ['normal', { priority: 3, usageFactor: 1 }],
    ])
  })

  it.each([
    ['Name Priority\nnormal 0', 'input-document'],
    ['', 'input-document'],
    ['Name|Priority\nnormal', 'line-fields'],
    ['Name|Priority\nnormal|high', 'line-number'],
  ])('refuses %j', (text, kind) => {
    expect(failureOf(() => parseQos(text)).kind).toBe(kind)
  })
})

describe('associations', () => {
  const physics = { account: 'physics', user: null, parent: 'root', shares: 40, priority: null }
  const optics = { account: 'optics', user: null, parent: 'physics', shares: 3, priority: null }
  const root = { account: 'root', user: null, parent: null, shares: 1, priority: null }
  const alice = { account: 'optics', user: 'alice', parent: 'optics', shares: 2, priority: null }
  const bob = { account: 'physics', user: 'bob', parent: 'physics', shares: null, priority: null }

  it('have their parents in a column', () => {
    const text = [
      'Cluster|Account|User|Par Name|Share',
      'lab|root|||1',
      'lab|root|root||parent',
      // A parent may come after its children.
      'lab|optics||physics|3',
      'lab|optics|alice||2',
      'lab|physics||root|40',
      'lab|physics|bob||parent',
    ].join('\n')
    expect(parseAssociations(text).associations).toEqual([
      root,
      physics,
      optics,
      { account: 'root', user: 'root', parent: 'root', shares: null, priority: null },
      alice,
      bob,
    ])
  })

  it('have their parents told by indentation', () => {
    const text = [
      'Cluster|Account|User|Partition|Share|Priority',
      'lab|root|||1|',
      'lab| physics|||40|',
      'lab|  physics|bob||parent|',
      'lab|  optics|||3|',
      'lab|   optics|alice||2|',
      'lab|   optics|alice|gpu|9|',
      'lab| chemistry|||60|',
    ].join('\n')
    const chemistry = { account: 'chemistry', user: null, parent: 'root', shares: 60, priority: null }
    expect(parseAssociations(text).associations).toEqual([root, physics, optics, chemistry, bob, alice])
  })

  it('are read from sshare too', () => {
    const text = [
      'Account|User|RawShares|NormShares',
      'root|||',
      ' physics||40|0.4',
      '  physics|bob|parent|',
    ].join('\n')
    expect(parseAssociations(text).associations).toEqual([root, physics, bob])
  })

  it('lie below a root that is not named', () => {
    expect(parseAssociations('Account|User|Share\nphysics||40\nphysics|bob|parent').associations).toEqual([
      root,
      physics,
      bob,
    ])
  })

  it('side by side without a word of parents are so with a notice', () => {
    const { associations, notices } = parseAssociations('Account|User|Share\nroot||1\nphysics||40\noptics||3')
    expect(associations.map(({ parent }) => parent)).toEqual([null, 'root', 'root'])
    expect(notices).toEqual([expect.stringContaining('which account is below which')])
    const told = [
      'Account|User|Share\nroot||1\n physics||40\n  optics||3',
      'Account|User|Share\nroot||1\nphysics||40',
    ]
    for (const text of told) expect(parseAssociations(text).notices).toEqual([])
  })

  it('are read from what sacctmgr dumps', () => {
    const dump = [
      '# To edit this file start with a cluster line for the new cluster',
      "Cluster - 'lab':Fairshare=1:QOS='normal'",
      "Parent - 'root'",
      "User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1",
      "Account - 'physics':Description='a: b':Organization='physics':Fairshare=40",
      "Parent - 'physics'",
      "User - 'bob':DefaultAccount='physics':Fairshare=2147483647",
      "Account - 'optics':Description='optics':Fairshare=3",
      "Parent - 'optics'",
      "User - 'alice':DefaultAccount='optics':Fairshare=2",
    ]
    expect(parseAssociations(dump.join('\n'))).toEqual({
      associations: [
        root,
        physics,
        optics,
        { account: 'root', user: 'root', parent: 'root', shares: 1, priority: null },
        bob,
        alice,
      ],
      notices: [],
    })
  })

  it.each([
    ["Cluster - 'a':\nCluster - 'b':", 'input-document', 'several clusters'],
    ["Cluster - 'a':\nPhysics has 40", 'line-fields', 'no line of a dump'],
    ["Cluster - 'a':\nUser - 'x':Fairshare=many", 'line-number', 'not a number of shares'],
    ["Cluster - 'a':\nParent - 'p'\nUser - 'x':Fairshare=1", 'line-value', 'no row of its own'],
    ['Account|User\nroot|', 'input-document', 'no column Share'],
    ['Cluster|Account|User|Share\na|root||1\nb|root||1', 'input-document', 'several clusters'],
    ['Account|User|Share\nroot||1\nphysics|bob|1', 'line-value', 'no row of its own'],
    ['Account|User|ParentName|Share\nphysics||science|1', 'line-value', 'unknown parent'],
    ['Account|User|ParentName|Share\na||b|1\nb||a|1', 'line-value', 'not below the root'],
    ['Account|User|Share\nroot||many', 'line-number', 'not a number of shares'],
  ])('refuses %j', (text, kind, words) => {
    const failure = failureOf(() => parseAssociations(text))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toContain(words)
  })
})

describe('what nobody would write', () => {
  const table = (rows: readonly string[]) => ['Account|User|ParentName|Share', 'root|||1', ...rows].join('\n')
  const accounts = (count: number, parent: (k: number) => string) =>
    table(Array.from({ length: count }, (_, k) => `a${k}||${parent(k)}|1`))

  it('accounts by the ten thousands below one another are refused, side by side they are read', () => {
    const deep = failureOf(() => parseAssociations(accounts(20_000, (k) => (k === 0 ? 'root' : `a${k - 1}`))))
    expect([deep.kind, deep.what]).toEqual(['line-value', 'accounts nested more than 1000 deep'])
    expect(parseAssociations(accounts(60_000, () => 'root')).associations).toHaveLength(60_001)
    const ring = failureOf(() => parseAssociations(accounts(20_000, (k) => `a${(k + 1) % 20_000}`)))
    expect(ring.what).toBe('an account that is not below the root')
  })

  it('keys that every object has are settings that nobody knows', () => {
    const text = ['__proto__=1', 'constructor=2', 'PartitionName=__proto__ PriorityTier=3', 'toString=x']
    const { partitions, priority } = parseSlurmConf(text.join('\n'))
    expect([...partitions]).toEqual([['__proto__', { jobFactor: 1, tier: 3 }]])
    expect(priority).toEqual(SLURM_DEFAULTS)
  })

  it('a time beyond all times is refused', () => {
    const failure = failureOf(() => parseSlurmConf(`PriorityMaxAge=${'9'.repeat(400)}-0`))
    expect([failure.kind, failure.detail.field]).toEqual(['line-value', 'prioritymaxage'])
  })

  it('a name of any number of numbers has them all', () => {
    const header = Array.from({ length: 60_000 }, (_, k) => ` Queue: ${k} normal`)
    expect(numbersByName(header, 'Queue').get('normal')).toHaveLength(60_000)
  })
})

describe('names in a header', () => {
  it('stand behind their numbers', () => {
    const header = [
      ' MaxQueues: 2',
      ' Queue: 1 normal',
      ' Queue:  2  express        ',
      ' Partition: 1 batch',
      ' Queue: 7 normal',
      ' Queues: quality of service (QOS)',
      ' Queue: 5',
    ]
    expect([...numbersByName(header, 'Queue')]).toEqual([
      ['normal', [1, 7]],
      ['express', [2]],
    ])
    expect([...numbersByName(header, 'Partition')]).toEqual([['batch', [1]]])
    expect(numbersByName(header, 'User').size).toBe(0)
  })
})
