/** Fair shares that begin with what sshare prints, beside the factors that it prints, on two runs of a Slurm of ours. */
import { expect, it } from 'vitest'
import type { World } from '../../../../src/sim/order.js'
import { parseOrder } from '../../../../src/sim/orders/index.js'
import { siteOf } from '../../../../src/sim/site.js'
import { readSite, siteJson } from '../../../../src/sim/site-codec.js'
import { parseAssociations } from '../../../../src/trace/index.js'
import { worldOf } from '../../../support/worlds.js'

const ACCOUNTS = ['bio', 'chem', 'physics', 'theory']
const USERS = ['gus', 'hal', 'amy', 'eve', 'fay', 'bob', 'cat', 'dan']
/** Users in their accounts. */
const PEOPLE = [
  ...(['bio gus', 'bio hal', 'chem amy', 'chem eve', 'chem fay'] as const),
  ...(['physics amy', 'physics bob', 'theory cat', 'theory dan'] as const),
].map((words) => words.split(' '))
/** The instant at which sshare was called, seconds, and PriorityCalcPeriod. */
const AT = 100_000
const PERIOD = 300
const WEIGHT = 1e6
const FAIR_TREE = `Account|User|RawShares|NormShares|RawUsage|EffectvUsage|FairShare
root|||0.000000|66920|1.000000|
 root|root|1|0.010989|0|0.000000|1.000000
 bio||20|0.219780|17086|0.260233|
  bio|gus|7|0.777778|8364|0.489529|0.600000
  bio|hal|2|0.222222|8722|0.510471|0.500000
 chem||30|0.329670|5177|0.078855|
  chem|amy|5|0.200000|3373|0.651552|0.700000
  chem|eve|10|0.400000|1315|0.253984|0.800000
  chem|fay|10|0.400000|489|0.094463|0.900000
 physics||40|0.439560|44656|0.660912|
  physics|amy|3|0.214286|5516|0.127121|0.200000
  physics|bob|1|0.071429|28301|0.627450|0.100000
  theory||10|0.714286|10837|0.245429|
   theory|cat|5|1.000000|3227|0.285409|0.300000
   theory|dan|parent|0.714286|7610|0.714591|0.400000
`
const CLASSIC = `Account|User|RawShares|NormShares|RawUsage|EffectvUsage|FairShare
root|||1.000000|98236|1.000000|0.500000
 root|root|1|0.010989|0|0.000000|1.000000
 bio||20|0.219780|32475|0.309280|0.377037
  bio|gus|7|0.170940|23605|0.295723|0.301457
  bio|hal|2|0.048840|8869|0.126747|0.165494
 chem||30|0.329670|25613|0.289523|0.544038
  chem|amy|5|0.065934|5394|0.104062|0.334882
  chem|eve|10|0.131868|18130|0.232149|0.295153
  chem|fay|10|0.131868|2088|0.129209|0.507039
 physics||40|0.439560|40147|0.401197|0.531181
  physics|amy|3|0.094192|16050|0.220066|0.198009
  physics|bob|1|0.031397|11470|0.119190|0.071983
  theory||10|0.313972|12626|0.327348|0.485450
   theory|cat|5|0.313972|8102|0.327348|0.485450
   theory|dan|parent|0.313972|4524|0.327348|0.485450
`

const CLOCK = { unixStart: 0, zone: 'UTC' } as const

/** The factors of all at an instant, in parts of `WEIGHT`, where each has a job that waits, and some have run before. */
function factorsAt(printed: string, tree: number, now: number, usedAt?: number): number[] {
  const header = [
    ...ACCOUNTS.map((name, k) => ` Group: ${k + 1} ${name}`),
    ...USERS.map((name, k) => ` User: ${k + 1} ${name}`),
  ]
  const { associations } = parseAssociations(printed)
  const read = siteOf({ conf: null, qos: null, associations, salt: null }, header, CLOCK)
  const site = readSite(siteJson({ ...read, ...(usedAt !== undefined && { usedAt }) }), CLOCK)
  const members = PEOPLE.map(([account, user]) => ({
    account: ACCOUNTS.indexOf(account) + 1,
    user: USERS.indexOf(user) + 1,
  }))
  const field: World['field'] = (name) => (job) => (name === 'unixGroup' ? members[job].account : -1)
  const world = worldOf(
    members.map(({ user }) => ({ user })),
    { site, field, members: () => members },
  )
  const order = `multifactor(age=0, size=0, partition=0, fairshare=${WEIGHT}, tree=${tree}, period=${PERIOD / 60})`
  const ranking = parseOrder(order).bind(world)
  if (ranking.kind !== 'general') throw new TypeError('not by priorities')
  // What is known of before is in what sshare says, whatever it was; what has run since is not.
  ranking.started?.(0, 10)
  ranking.ended?.(0, 50_000)
  const out = new Float64Array(PEOPLE.length)
  ranking.score(out, Int32Array.from(PEOPLE.keys()), PEOPLE.length, { now, waiting: PEOPLE.length, free: 0 })
  return [...out].map((key) => (-key - 2 ** 32) / WEIGHT)
}

function printedFactors(printed: string): number[] {
  const rows = printed.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return PEOPLE.map(([account, user]) =>
    Number(rows.find((row) => row[0] === account && row[1] === user)?.[6]),
  )
}

it.each([
  ['Fair Tree', FAIR_TREE, 1, 1e-5],
  // The factors that it prints are of accounts as they were before the last charge, usage of after it.
  ['the classic formula', CLASSIC, 0, 0.04],
] as const)('are those that sshare prints, by %s', (_, printed, tree, error) => {
  const found = factorsAt(printed, tree, AT, AT)
  printedFactors(printed).forEach((factor, k) => {
    expect(Math.abs(found[k] - factor)).toBeLessThan(error)
  })
  expect(factorsAt(printed, tree, AT)).not.toEqual(found)
  // All decays alike, so that who has used what stays as it is.
  factorsAt(printed, tree, AT + 10 * PERIOD, AT).forEach((factor, k) => {
    expect(factor).toBeCloseTo(found[k], 4)
  })
})
