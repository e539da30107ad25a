import { describe, expect, it } from 'vitest'
import type { Member } from '../../../../src/sim/members.js'
import { associationsOf } from '../../../../src/sim/orders/multifactor/associations.js'
import { ClassicFairShare } from '../../../../src/sim/orders/multifactor/classic.js'
import { FairTree } from '../../../../src/sim/orders/multifactor/fair-tree.js'
import type { Share } from '../../../../src/sim/site.js'

/** An account or user, written as the tree is drawn: its name, shares and what is below it. */
type Branch = readonly [name: string, shares: number | null, below?: readonly Branch[]]

/** Accounts have capitals; a user's number is its place in `users`, an account's that in `accounts`. */
function tree(branches: readonly Branch[]) {
  const shares: Share[] = [{ parent: -1, shares: 1, isUser: false, number: 0 }]
  const users: string[] = []
  const accounts = ['root']
  const members: Member[] = []
  const grow = (parent: number, account: number, list: readonly Branch[]) => {
    for (const [name, own, below] of list) {
      const isUser = below === undefined
      const number = (isUser ? users : accounts).push(name) - 1
      if (isUser) members.push({ account, user: number })
      const at = shares.push({ parent, shares: own, isUser, number }) - 1
      if (below !== undefined) grow(at, number, below)
    }
  }
  grow(0, 0, branches)
  const associations = associationsOf(shares, members)
  const leaves = members.map(({ account, user }) => associations.leafOf(account, user))
  /** What a formula gives each user, by name, for the usage of each user by name. */
  const factors = (
    formula: { compute(usage: Float64Array, out: Float64Array): void },
    usage: Readonly<Record<string, number>>,
  ): Record<string, number> => {
    const ofLeaves = new Float64Array(associations.nodes.length)
    users.forEach((user, k) => {
      ofLeaves[leaves[k]] = usage[user] ?? 0
    })
    const out = new Float64Array(ofLeaves.length)
    formula.compute(ofLeaves, out)
    return Object.fromEntries(users.map((user, k) => [user, out[leaves[k]]]))
  }
  return { associations, factors }
}

describe('the classic formula', () => {
  // The example of Slurm's documentation, "Classic Fairshare Algorithm".
  const { associations, factors } = tree([
    [
      'A',
      40,
      [
        ['B', 30, [['user1', 1]]],
        [
          'C',
          10,
          [
            ['user2', 1],
            ['user3', 1],
          ],
        ],
      ],
    ],
    [
      'D',
      60,
      [
        ['E', 25, [['user4', 1]]],
        ['F', 35, [['user5', 1]]],
      ],
    ],
  ])
  const usage = { user1: 0.2, user2: 0.25, user4: 0.25 }

  it('gives the factors of the documented example', () => {
    // The example's usages are parts of the machine; of what was used, a user without shares has the rest here.
    const whole = tree([
      [
        'A',
        40,
        [
          ['B', 30, [['user1', 1]]],
          [
            'C',
            10,
            [
              ['user2', 1],
              ['user3', 1],
            ],
          ],
        ],
      ],
      [
        'D',
        60,
        [
          ['E', 25, [['user4', 1]]],
          ['F', 35, [['user5', 1]]],
        ],
      ],
      ['Z', 0, [['rest', 1]]],
    ])
    const found = whole.factors(new ClassicFairShare(whole.associations, 1), { ...usage, rest: 0.3 })
    expect(found.user1).toBeCloseTo(0.408479, 6)
    expect(found.user2).toBeCloseTo(0.022097, 6)
    expect(found.user3).toBeCloseTo(0.125, 6)
    expect(found.user4).toBeCloseTo(0.5, 6)
    // 0.749154 there, with 0.1458 for 35/240; unrounded:
    expect(found.user5).toBeCloseTo(2 ** -(35 / 240 / 0.35), 12)
    expect(found.user5).toBeCloseTo(0.749154, 4)
    // No share, no claim.
    expect(found.rest).toBe(0)
  })

  it('judges everyone as full of claims where nothing has been used', () => {
    expect(new Set(Object.values(factors(new ClassicFairShare(associations, 1), {})))).toEqual(new Set([1]))
  })

  it('is dampened by its exponent', () => {
    const plain = factors(new ClassicFairShare(associations, 1), usage)
    const dampened = factors(new ClassicFairShare(associations, 5), usage)
    for (const user of Object.keys(plain)) expect(dampened[user]).toBeCloseTo(plain[user] ** (1 / 5), 12)
  })

  it('takes usage and shares of the account above for who has none of his own', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', null],
          ['b', null],
        ],
      ],
      ['B', 3, [['c', 1]]],
    ])
    const found = factors(new ClassicFairShare(associations, 1), { a: 60, c: 40 })
    // Both are judged as account A: a quarter of the shares, 60 % of the usage.
    expect(found.a).toBeCloseTo(2 ** -(0.6 / 0.25), 12)
    expect(found.b).toBe(found.a)
    expect(found.c).toBeCloseTo(2 ** -(0.4 / 0.75), 12)
  })

  it('skips accounts without shares of their own', () => {
    // B's users compete with a under A: shares 1, 1, 2.
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 2],
          [
            'B',
            null,
            [
              ['b', 1],
              ['c', 1],
            ],
          ],
        ],
      ],
      ['D', 1, [['d', 1]]],
    ])
    const found = factors(new ClassicFairShare(associations, 1), { a: 10, b: 30, d: 60 })
    const effective = (own: number, part: number) => own + (0.4 - own) * part
    expect(found.a).toBeCloseTo(2 ** -(effective(0.1, 0.5) / 0.25), 12)
    expect(found.b).toBeCloseTo(2 ** -(effective(0.3, 0.25) / 0.125), 12)
    expect(found.c).toBeCloseTo(2 ** -(effective(0, 0.25) / 0.125), 12)
  })
})

describe('Fair Tree', () => {
  it('ranks the users of a better served account behind all others', () => {
    // LF of A: 0.5/0.6; of B: 0.5/0.4, so B's users go first. In B: d 0.5/0.25 before c 0.5/0.75;
    // in A: a's account A1 has 2/3 of the shares and half of the usage, and goes before A2.
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          [
            'A1',
            2,
            [
              ['a', 1],
              ['e', 1],
            ],
          ],
          ['A2', 1, [['b', 1]]],
        ],
      ],
      [
        'B',
        1,
        [
          ['c', 1],
          ['d', 1],
        ],
      ],
    ])
    const found = factors(new FairTree(associations), { a: 20, e: 10, b: 30, c: 30, d: 10 })
    expect(found).toEqual({ d: 5 / 5, c: 4 / 5, e: 3 / 5, a: 2 / 5, b: 1 / 5 })
  })

  it('weighs usage by shares', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 1],
          ['b', 3],
          ['c', 2],
        ],
      ],
    ])
    // a 1/6 of the shares, 10/60 of the usage: 1; b 0.5/(40/60) = 0.75; c (2/6)/(10/60) = 2.
    const found = factors(new FairTree(associations), { a: 10, b: 40, c: 10 })
    expect(found).toEqual({ c: 1, a: 2 / 3, b: 1 / 3 })
  })

  it('gives users of the same level the same rank, and the next the rank behind them all', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 1],
          ['b', 1],
          ['c', 1],
          ['d', 1],
        ],
      ],
    ])
    const found = factors(new FairTree(associations), { a: 30, b: 10, c: 10, d: 50 })
    expect(found).toEqual({ b: 1, c: 1, a: 2 / 4, d: 1 / 4 })
  })

  it('puts who has used nothing first, and who has no shares last', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 1],
          ['b', 0],
          ['c', 1],
          ['idle', 5],
        ],
      ],
    ])
    const found = factors(new FairTree(associations), { a: 10, c: 20 })
    expect(found).toEqual({ idle: 1, a: 3 / 4, c: 2 / 4, b: 1 / 4 })
  })

  it('gives all users of unused accounts the first rank', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 1],
          ['b', 2],
        ],
      ],
      ['B', 7, [['c', 1]]],
      ['C', 1, [['d', 1]]],
    ])
    expect(factors(new FairTree(associations), {})).toEqual({ a: 1, b: 1, c: 1, d: 1 })
    // The unused ones tie among each other still.
    expect(factors(new FairTree(associations), { d: 1 })).toEqual({ a: 1, b: 1, c: 1, d: 1 / 4 })
  })

  it('gives a user and the first user of a sibling account of the same level one rank', () => {
    // LF of u: (1/2)/(1/2) = 1, as of B. In B b has the larger level.
    const { associations, factors } = tree([
      ['u', 1],
      [
        'B',
        1,
        [
          ['b', 1],
          ['c', 1],
        ],
      ],
    ])
    const found = factors(new FairTree(associations), { u: 40, b: 10, c: 30 })
    expect(found).toEqual({ u: 1, b: 1, c: 1 / 3 })
  })

  it('goes through accounts of the same finite level one after the other, as the code does', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 1],
          ['b', 1],
        ],
      ],
      [
        'B',
        1,
        [
          ['c', 1],
          ['d', 1],
        ],
      ],
    ])
    const found = factors(new FairTree(associations), { a: 10, b: 30, c: 5, d: 35 })
    // Merged as documented, c would go before a. As coded, the first of B has the rank of the last of A.
    expect(found).toEqual({ a: 1, b: 3 / 4, c: 3 / 4, d: 1 / 4 })
  })

  it('puts users without shares of their own first in their account', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 9],
          ['p', null],
          ['b', 1],
        ],
      ],
    ])
    const found = factors(new FairTree(associations), { a: 1, p: 98, b: 1 })
    expect(found).toEqual({ p: 1, a: 2 / 3, b: 1 / 3 })
  })

  it('lets the users of an account without shares of its own compete one level higher', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 2],
          [
            'B',
            null,
            [
              ['b', 1],
              ['c', 1],
            ],
          ],
        ],
      ],
      ['D', 1, [['d', 1]]],
    ])
    // Under A, levels (2/4)/(40/60), (1/4)/(5/60), (1/4)/(15/60); A 0.5/0.6 before D 0.5/0.4? No: D first.
    const found = factors(new FairTree(associations), { a: 40, b: 5, c: 15, d: 40 })
    expect(found).toEqual({ d: 1, b: 3 / 4, c: 2 / 4, a: 1 / 4 })
  })

  it('computes the same again after other usage', () => {
    const { associations, factors } = tree([
      [
        'A',
        1,
        [
          ['a', 1],
          ['b', 1],
        ],
      ],
      ['B', 1, [['c', 1]]],
    ])
    const formula = new FairTree(associations)
    const first = factors(formula, { a: 5, b: 5, c: 10 })
    factors(formula, { a: 1, b: 7, c: 2 })
    expect(factors(formula, { a: 5, b: 5, c: 10 })).toEqual(first)
  })
})

describe('the tree without a file', () => {
  const members = [
    { account: -1, user: 4 },
    { account: 3, user: 1 },
    { account: 3, user: 2 },
    { account: 7, user: 1 },
  ]

  it('has one share for every account, every user of it, and every user of none', () => {
    const { shares, levelShares, parent, leaf, nodes, leafOf, strangers } = associationsOf(null, members)
    expect([...shares]).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(strangers).toBe(4)
    const node = (account: number, user: number) => nodes[leafOf(account, user)]
    expect(new Set(members.map(({ account, user }) => leafOf(account, user))).size).toBe(4)
    expect(parent[node(-1, 4)]).toBe(0)
    expect(parent[node(3, 1)]).toBe(parent[node(3, 2)])
    expect(parent[node(3, 1)]).not.toBe(parent[node(7, 1)])
    // Users of account 3 share two, the accounts and the user without one three.
    expect(levelShares[node(3, 2)]).toBe(2)
    expect(levelShares[parent[node(7, 1)]]).toBe(3)
    expect(leaf[0]).toBe(-1)
    expect(leafOf(3, 4)).toBe(-1)
  })
})

describe('the tree of a file', () => {
  const shares: readonly Share[] = [
    { parent: -1, shares: 1, isUser: false, number: 1 },
    { parent: 0, shares: 10, isUser: false, number: 5 },
    { parent: 1, shares: 4, isUser: true, number: 20 },
    { parent: 1, shares: 6, isUser: true, number: Number.NaN },
  ]

  it('takes in users and accounts that it does not name, with one share', () => {
    const {
      leafOf,
      nodes,
      parent,
      levelShares,
      strangers,
      shares: own,
    } = associationsOf(shares, [
      { account: 5, user: 20 },
      { account: 5, user: 21 },
      { account: 6, user: 20 },
    ])
    expect(strangers).toBe(2)
    expect(own[nodes[leafOf(5, 20)]]).toBe(4)
    expect(parent[nodes[leafOf(5, 21)]]).toBe(1)
    expect(levelShares[nodes[leafOf(5, 21)]]).toBe(11)
    expect(parent[parent[nodes[leafOf(6, 20)]]]).toBe(0)
    // The user whom the log does not know counts all the same.
    expect(nodes).toHaveLength(4)
  })

  it('charges jobs of no account to the first of the user in the file', () => {
    const { leafOf, strangers } = associationsOf(shares, [{ account: -1, user: 20 }])
    expect(strangers).toBe(0)
    expect(leafOf(-1, 20)).toBe(leafOf(5, 20))
  })
})
