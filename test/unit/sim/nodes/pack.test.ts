/** Nodes and packing, by hand and beside a search of all ways to spread tasks over a few nodes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Asked,
  allocate,
  CORES,
  eligible,
  featureConstraint,
  fits,
  inventoryOf,
  MEMORY,
  type NodeRequest,
  NodeStock,
  PACKINGS,
  requestOf,
} from '../../../../src/sim/nodes/index.js'

/** Eight nodes: six thin ones of 8 cores, two of 16 with GPUs, of which the first is to be spared. */
const inventory = inventoryOf([
  {
    names: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'],
    cores: 8,
    memory: 16_000,
    gres: {},
    features: ['ib'],
    weight: 1,
  },
  { names: ['g1'], cores: 16, memory: 64_000, gres: { gpu: 4 }, features: ['ib', 'v100'], weight: 5 },
  { names: ['g2'], cores: 16, memory: null, gres: { gpu: 2, nvme: 1 }, features: ['v100'], weight: 1 },
])
const all = eligible(inventory, [0, 1, 2, 3, 4, 5, 6, 7])

/** A stock with so many cores in use on its first nodes. */
function used(...cores: number[]): NodeStock {
  const stock = new NodeStock(inventory)
  cores.forEach((tasks, node) => {
    if (tasks > 0)
      stock.take({ request: requestOf({ tasks }), nodes: Int32Array.of(node), tasks: Int32Array.of(tasks) })
  })
  return stock
}

function placed(stock: NodeStock, asked: Asked, packing: (typeof PACKINGS)[number], nodes = all) {
  const share = allocate(stock, requestOf(asked), nodes, packing)
  return (
    share && Object.fromEntries(Array.from(share.nodes, (node, k) => [inventory.names[node], share.tasks[k]]))
  )
}

describe('an inventory', () => {
  it('has columns over nodes', () => {
    expect([...inventory.resources[CORES]]).toEqual([8, 8, 8, 8, 8, 8, 16, 16])
    expect(inventory.resources[MEMORY][7]).toBe(2 ** 31 - 1)
    expect(inventory.gres).toEqual(['gpu', 'nvme'])
    expect([...inventory.resources[2]]).toEqual([0, 0, 0, 0, 0, 0, 4, 2])
  })

  it('takes nodes of a low weight first, and those with the features', () => {
    expect([...all]).toEqual([0, 1, 2, 3, 4, 5, 7, 6])
    const having = (text: string) => {
      const constraint = featureConstraint(text)
      return constraint && [...eligible(inventory, [0, 6, 7], constraint)]
    }
    expect(having('v100')).toEqual([7, 6])
    expect(having('v100&ib')).toEqual([6])
    expect(having('v100|ib')).toEqual([0, 7, 6])
    // From left to right, and by parentheses.
    expect(having('v100|none&ib')).toEqual([6])
    expect(having('v100|(none&ib)')).toEqual([7, 6])
    for (const text of ['', 'a*2', '[a|b]', 'a&', '&a', 'a b', '(a', 'a)', '()', 'a'.repeat(1001)])
      expect(having(text)).toBeNull()
  })
})

describe('packing by hand', () => {
  it.each([
    ['first', { tasks: 3 }, { a1: 3 }],
    ['best-fit', { tasks: 3 }, { a3: 3 }],
    ['best-fit', { tasks: 2 }, { a2: 2 }],
    ['best-fit', { tasks: 12 }, { g2: 12 }],
    ['best-fit', { tasks: 40 }, { g1: 16, g2: 16, a4: 8 }],
    ['first', { tasks: 14 }, { a1: 4, a2: 2, a3: 3, a4: 5 }],
    ['consecutive', { tasks: 3 }, { g2: 3 }],
    ['consecutive', { tasks: 20 }, { a1: 4, a2: 2, a3: 3, a4: 8, a5: 3 }],
    ['best-fit', { tasks: 4, nodesMin: 4 }, { a2: 1, a3: 1, a1: 1, a4: 1 }],
    ['first', { tasks: 20, nodesMax: 2 }, { g1: 4, g2: 16 }],
    ['best-fit', { tasks: 6, tasksPerNode: 2 }, { a2: 2, a1: 2, a3: 2 }],
    ['first', { tasks: 2, gresPerNode: [2] }, { g2: 2 }],
    ['first', { tasks: 3, gresPerTask: [1] }, { g2: 2, g1: 1 }],
    ['first', { tasks: 5, memoryPerCore: 4000 }, { a1: 2, a2: 2, a3: 1 }],
    ['best-fit', { tasks: 1, exclusive: true }, { a4: 1 }],
    ['first', { tasks: 1, coresPerTask: 6 }, { a4: 1 }],
    ['first', { tasks: 1, memoryPerNode: 20_000 }, { g2: 1 }],
  ] as const)('%s %j', (packing, asked, expected) => {
    const stock = used(4, 6, 5)
    // The nodes in use have 8,000 MB left.
    for (const node of [0, 1, 2]) stock.free[MEMORY][node] = 8000
    expect(placed(stock, asked, packing)).toEqual(expected)
  })

  it('finds no room', () => {
    const stock = used()
    for (const asked of [
      { tasks: 81 },
      { tasks: 1, nodesMin: 9 },
      { tasks: 33, nodesMax: 2 },
      { tasks: 9, coresPerTask: 9 },
      { tasks: 1, gresPerNode: [5] },
      { tasks: 17, tasksPerNode: 2 },
    ]) {
      expect(fits(stock, requestOf(asked), all)).toBe(false)
      expect(placed(stock, asked, 'best-fit')).toBeNull()
    }
  })

  it('leaves whole nodes to nobody else', () => {
    const stock = used(1)
    const share = allocate(stock, requestOf({ tasks: 1, nodesMin: 7, exclusive: true }), all, 'first')
    if (share === null) throw new Error('no room')
    stock.take(share)
    expect([...stock.free[CORES]]).toEqual([7, 0, 0, 0, 0, 0, 0, 0])
    expect(fits(stock, requestOf({ tasks: 8 }), all)).toBe(false)
    stock.give(share)
    expect([...stock.free[CORES]]).toEqual([7, 8, 8, 8, 8, 8, 16, 16])
  })
})

const SIZE = 5

describe('random stocks', () => {
  const groups = fc.array(
    fc.record({
      cores: fc.integer({ min: 1, max: 6 }),
      memory: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
      gpu: fc.nat(2),
      weight: fc.nat(1),
    }),
    { minLength: 1, maxLength: SIZE },
  )
  const count = (most: number) => fc.integer({ min: 1, max: most })
  const asked: fc.Arbitrary<Asked> = fc.record(
    {
      tasks: count(9),
      coresPerTask: count(2),
      nodesMin: count(3),
      nodesMax: count(4),
      tasksPerNode: count(4),
      memoryPerCore: fc.nat(2),
      memoryPerNode: fc.nat(3),
      gresPerNode: fc.tuple(fc.nat(2)),
      gresPerTask: fc.tuple(fc.nat(1)),
      exclusive: fc.boolean(),
    },
    { requiredKeys: [] },
  )

  /** Whether tasks can be spread over the nodes, by trying all numbers of tasks on each. */
  function possible(stock: NodeStock, request: NodeRequest, node = 0, left = request.tasks, on = 0): boolean {
    if (left === 0) return on >= request.nodesMin && on <= request.nodesMax
    if (node === stock.inventory.count) return false
    for (let tasks = 0; tasks <= Math.min(left, request.tasksPerNode); tasks++) {
      const enough = request.demands.every(
        ({ column, perTask, perNode }) => perNode + perTask * tasks <= stock.free[column][node],
      )
      if (tasks > 0 && (!enough || (request.exclusive && stock.jobs[node] > 0))) break
      if (possible(stock, request, node + 1, left - tasks, on + (tasks > 0 ? 1 : 0))) return true
    }
    return false
  }

  it.each(PACKINGS)('%s finds room where there is any, and takes no more than there is', (packing) => {
    fc.assert(
      fc.property(groups, fc.array(asked, { maxLength: 8 }), (nodes, requests) => {
        const own = inventoryOf(
          nodes.map(({ gpu, ...rest }, k) => ({ ...rest, names: [`n${k}`], gres: { gpu }, features: [] })),
        )
        const stock = new NodeStock(own)
        const order = eligible(
          own,
          own.names.map((_, k) => k),
        )
        const taken = []
        for (const each of requests) {
          const request = requestOf(each)
          const share = allocate(stock, request, order, packing)
          expect(share !== null).toBe(possible(stock, request))
          expect(fits(stock, request, order)).toBe(share !== null)
          if (share === null) continue
          expect(share.tasks.reduce((sum, tasks) => sum + tasks, 0)).toBe(request.tasks)
          expect(Math.min(...share.tasks)).toBeGreaterThan(0)
          expect(new Set(share.nodes).size).toBe(share.nodes.length)
          expect(share.nodes.length).toBeGreaterThanOrEqual(request.nodesMin)
          expect(share.nodes.length).toBeLessThanOrEqual(request.nodesMax)
          stock.take(share)
          for (const column of stock.free) expect(Math.min(...column)).toBeGreaterThanOrEqual(0)
          taken.push(share)
        }
        for (const share of taken) stock.give(share)
        expect(stock).toEqual(new NodeStock(own))
      }),
      { seed: 20261123, numRuns: 400 },
    )
  })
})
