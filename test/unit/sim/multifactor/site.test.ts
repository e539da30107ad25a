import { describe, expect, it } from 'vitest'
import { membersOf } from '../../../../src/sim/members.js'
import { type SiteTexts, siteOf } from '../../../../src/sim/site.js'
import { readSite, siteJson } from '../../../../src/sim/site-codec.js'
import { type Association, parseAssociations, parseQos, parseSlurmConf } from '../../../../src/trace/index.js'
import { pseudonyms } from '../../../../src/trace/sacct/names.js'

const CLOCK = { unixStart: 5, zone: 'UTC' }

function site(texts: Partial<SiteTexts>, header: readonly string[]) {
  return siteOf({ conf: null, qos: null, associations: null, salt: null, ...texts }, header, CLOCK)
}

describe('a site in the numbers of a log', () => {
  it('knows nothing where nothing was given', () => {
    expect(site({}, [' Queue: 1 normal'])).toEqual({
      clock: CLOCK,
      priority: null,
      partitions: null,
      qos: null,
      scheduler: null,
      resources: null,
      shares: null,
    })
  })

  it('has partitions by the names in the header, a list by its best', () => {
    const conf = parseSlurmConf(
      'PartitionName=batch PriorityJobFactor=5\nPartitionName=gpu PriorityJobFactor=20\n' +
        'PartitionName=first PriorityTier=2\n',
    )
    const header = [
      ' Partition: 1 batch',
      ' Partition: 2 gpu,batch',
      ' Partition: 3 gpu,first',
      ' Partition: 4 gone',
    ]
    const of = (value: number, tier: number) => ({ jobFactor: { value, share: value / 20 }, tier })
    expect([...(site({ conf }, header).partitions ?? [])]).toEqual([
      [1, of(5, 1)],
      [2, of(20, 1)],
      [3, of(1, 2)],
    ])
  })

  it('has what partitions are made of and what resources weigh', () => {
    const conf = parseSlurmConf(
      'NodeName=n[1-4] CPUs=8 RealMemory=16000 Gres=gpu:2\nNodeName=m1 CPUs=2\nPriorityWeightTRES=CPU=10,Mem=2G\n' +
        'PriorityFlags=MAX_TRES\nPartitionName=a Nodes=n[1-3] TRESBillingWeights=CPU=0.5\n' +
        'PartitionName=b Nodes=n[3-4],m1 TRES=cpu=7,mem=1G\nAccountingStorageEnforce=limits\n',
    )
    const { resources, partitions } = site({ conf }, [' Partition: 1 a', ' Partition: 2 b'])
    expect(resources).toEqual({
      nodes: 5,
      weights: [
        ['cpu', 10],
        ['mem', 2 / 1024],
      ],
      ...{ chargesLargest: true, chargesAtEnd: true },
    })
    expect(partitions?.get(1)?.totals).toEqual([
      ['cpu', 24],
      ['mem', 48_000],
      ['node', 3],
      ['gres/gpu', 6],
    ])
    expect(partitions?.get(1)?.billing).toEqual([['cpu', 0.5]])
    expect(partitions?.get(2)?.totals).toEqual([
      ['cpu', 7],
      ['mem', 1024],
    ])
    const there = site({ conf }, [' Partition: 1 a'])
    expect(readSite(siteJson(there), CLOCK)).toEqual(there)
    // Nodes that are in another file are no failure.
    expect(
      site({ conf: parseSlurmConf('PriorityWeightAge=1\nInclude nodes.conf\n') }, []).resources?.nodes,
    ).toBe(null)
  })

  it('has QOS by the names in the header, as parts of the highest of all', () => {
    const qos = parseQos('Name|Priority|UsageFactor\nnormal|10|1\nhigh|40|0.5\nunused|80|1')
    expect([...(site({ qos }, [' Queue: 3 normal', ' Queue: 9 high']).qos ?? [])]).toEqual([
      [3, { priority: { value: 10, share: 0.125 }, usageFactor: 1 }],
      [9, { priority: { value: 40, share: 0.5 }, usageFactor: 0.5 }],
    ])
    const none = parseQos('Name|Priority\nnormal|0')
    expect(site({ qos: none }, [' Queue: 3 normal']).qos?.get(3)?.priority).toEqual({ value: 0, share: 0 })
  })
})

describe('the shares of a site', () => {
  const text = 'Account|User|ParentName|Share\nroot||| \nphysics||root|40\nphysics|alice||3\nphysics|17||1'
  const associations: readonly Association[] = parseAssociations(text).associations
  const numbers = (header: readonly string[], salt: string | null) =>
    site({ associations, salt }, header).shares?.map(({ number }) => number)

  it('keep their tree', () => {
    expect(site({ associations }, []).shares).toMatchObject([
      { parent: -1, shares: 1, isUser: false },
      { parent: 0, shares: 40, isUser: false },
      { parent: 1, shares: 3, isUser: true },
      { parent: 1, shares: 1, isUser: true },
    ])
  })

  it('have priorities, their own or that of the account above', () => {
    const table =
      'Account|User|ParentName|Share|Priority\nroot||||\na||root|1|50\nb||a|1|\nb|x||1|\nb|y||1|7\nc||root|1|\nc|z||1|4294967295'
    const priorities = site({ associations: parseAssociations(table).associations }, []).shares
    expect(priorities?.map(({ priority }) => priority)).toEqual([
      undefined,
      50,
      50,
      undefined,
      50,
      7,
      undefined,
    ])
    const dump =
      "Cluster - 'lab':Fairshare=1\nParent - 'root'\nAccount - 'a':Priority=3\nParent - 'a'\nUser - 'x':Fairshare=1\n"
    expect(parseAssociations(dump).associations.map(({ priority }) => priority)).toEqual([null, 3, 3])
    expect(() => parseAssociations('Account|User|Share|Priority\na||1|much')).toThrow('not a priority')
  })

  it('are matched by the names in the header', () => {
    expect(numbers([' User: 4 alice', ' Group: 2 physics'], null)).toEqual([Number.NaN, 2, 4, Number.NaN])
  })

  it('are matched by the pseudonyms of a salt', () => {
    const salt = 'a secret of a site, long enough'
    expect(numbers([], salt)).toEqual([
      pseudonyms(['root'], 'account', salt)[0],
      pseudonyms(['physics'], 'account', salt)[0],
      pseudonyms(['alice'], 'user', salt)[0],
      pseudonyms(['17'], 'user', salt)[0],
    ])
  })

  it('are matched by numbers where the log has no names', () => {
    expect(numbers([], null)).toEqual([Number.NaN, Number.NaN, Number.NaN, 17])
  })
})

describe('members', () => {
  it('are the different pairs of account and user, in order', () => {
    const users = Int32Array.of(5, 1, 5, -1, 5)
    expect(membersOf(users, Float64Array.of(2, 1, 2, 2, 1))).toEqual([
      { account: 1, user: 1 },
      { account: 1, user: 5 },
      { account: 2, user: -1 },
      { account: 2, user: 5 },
    ])
    expect(membersOf(users, undefined)).toEqual([
      { account: -1, user: -1 },
      { account: -1, user: 1 },
      { account: -1, user: 5 },
    ])
  })
})
