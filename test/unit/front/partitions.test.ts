import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainPolicy } from '../../../src/evaluation/scenarios/plain-policy.js'
import {
  orderedPartitions,
  partitionPolicy,
  partitionText,
  strictOrders,
} from '../../../src/front/partitions.js'
import { sequenceByGroups, simulateSequence } from '../../../src/sim/sequence.js'
import { simulate } from '../../../src/sim/simulate.js'
import { replaceColumns } from '../../../src/trace/job-table.js'
import { workloads } from '../../support/arbitraries.js'

const groupsTo = (n: number) => Array.from({ length: n }, (_, k) => k + 1)

describe('ordered set partitions', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 3],
    [3, 13],
    [4, 75],
    [5, 541],
    [6, 4683],
  ])('of %i groups there are %i, all different', (n, count) => {
    const all = orderedPartitions(groupsTo(n))
    expect(all).toHaveLength(count)
    expect(new Set(all.map(partitionText)).size).toBe(count)
    for (const blocks of all) expect([...blocks.flat()].sort((a, b) => a - b)).toEqual(groupsTo(n))
  })

  it('of three groups are those that the thesis lists', () => {
    const listed = [
      '1,2,3',
      '{1,2},3',
      '1,{2,3}',
      '{1,2,3}',
      '1,3,2',
      '{1,3},2',
      '2,1,3',
      '2,{1,3}',
      '{2,3},1',
      '2,3,1',
      '3,1,2',
      '3,{1,2}',
      '3,2,1',
    ]
    expect(new Set(orderedPartitions([1, 2, 3]).map(partitionText))).toEqual(new Set(listed))
  })

  it('in which no two groups share a place are the permutations', () => {
    expect(strictOrders([2, 4, 7]).map(partitionText)).toEqual([
      '2,4,7',
      '2,7,4',
      '4,2,7',
      '4,7,2',
      '7,2,4',
      '7,4,2',
    ])
    expect(strictOrders(groupsTo(5))).toHaveLength(120)
  })
})

describe('a partition as a policy', () => {
  it('starts jobs that are all there in the order of the partition’s sequence', () => {
    const partitions = orderedPartitions([1, 2, 3, 5])
    fc.assert(
      fc.property(workloads(), fc.nat(partitions.length - 1), ({ jobs, processors }, k) => {
        const together = replaceColumns(jobs, { submit: new Float64Array(jobs.length) })
        const policy = plainPolicy(partitionPolicy(partitions[k]))
        const sequence = sequenceByGroups(together, partitions[k])
        expect(simulate({ jobs: together, processors, policy }).start).toEqual(
          simulateSequence(together, processors, sequence).start,
        )
      }),
      { seed: 4, numRuns: 300 },
    )
  })

  it('is FCFS of one block, and FCFS by groups where each is its own', () => {
    expect(partitionPolicy([[1, 2, 3]])).toBe('fcfs')
    const written = partitionPolicy([[1], [2], [3], [4], [5]])
    fc.assert(
      fc.property(workloads(), ({ jobs, processors }) => {
        // Jobs of no group go with group 5 here, and behind it under fcfs:group.
        const grouped = replaceColumns(jobs, { group: jobs.group.map((group) => group || 5) })
        const start = (policy: string) =>
          simulate({ jobs: grouped, processors, policy: plainPolicy(policy) }).start
        expect(start(written)).toEqual(start('fcfs:group'))
      }),
      { seed: 4, numRuns: 100 },
    )
  })
})
