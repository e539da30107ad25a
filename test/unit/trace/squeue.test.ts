/** The queue and the priorities of a Slurm 22.05.8, as it printed them. */
import { describe, expect, it } from 'vitest'
import { queueOf } from '../../../src/live/index.js'
import { parsePartitionNodes, parseSiteFactors, parseSqueue } from '../../../src/trace/slurm-run/index.js'

const SQUEUE = `3_1|3|3|PENDING|Resources|man|physics|normal|batch|96|5:00|1795471336|1795473435|1795473735|812
3_2|3|3|PENDING|Resources|man|physics|normal|batch|96|5:00|1795471336|1795473435|1795473735|812
4|4|4|PENDING|Resources|man|physics|normal|batch,large|8|5:00|1795471336|1795471936|1795472236|125
2|2|2|PENDING|ReqNodeNotAvail, UnavailableNodes:n[1-12]|games|physics|normal|large|64|1-02:05:00|1795471336|1795473735|1795474035|562
5+0|5|5|PENDING|Resources|man|physics|normal|large|8|5:00|1795471336|1795471936|1795472236|125
8|8|8|PENDING|Dependency|man|physics|normal|large|8|UNLIMITED|1795471336|N/A|N/A|125
5+1|6|6|PENDING|Resources|man|physics|normal|large|4|5:00|1795471336|1795471936|1795472236|93
7|7|7|PENDING|JobHeldUser|man|physics|normal|large|8|5:00|1795471336|N/A|N/A|0
1|1|1|RUNNING|None|games|physics|normal|large|128|10:00|1795471336|1795471336|1795471936|1062
`
const SPRIO = `2|large|7|582
3|batch|5|830
4|batch|-3|134
4|large|-3|154
5|large|0|125
6|large|0|93
`

describe('squeue', () => {
  it('is read field by field', () => {
    const jobs = parseSqueue(SQUEUE)
    expect(jobs).toHaveLength(9)
    expect(jobs[3]).toEqual({
      ...{ id: '2', record: 2, array: 2, state: 'PENDING', user: 'games', account: 'physics', qos: 'normal' },
      reason: 'ReqNodeNotAvail, UnavailableNodes:n[1-12]',
      ...{ partitions: ['large'], processors: 64, limit: 93_900, priority: 562 },
      ...{ submit: 1795471336, start: 1795473735, end: 1795474035 },
    })
    expect(jobs[5]).toMatchObject({ limit: Number.POSITIVE_INFINITY, start: Number.NaN })
  })

  it.each([
    ['17|17|17|PENDING', 'line-fields', undefined],
    ['x|2|2|RUNNING|None|a|p|q|batch|1|5:00|1|1|1|1', 'line-value', 'id'],
    ['2|2|2|RUNNING|None|a|p|q|batch|one|5:00|1|1|1|1', 'line-number', 'processors'],
    ['2|2|2|RUNNING|None|a|p|q|batch|0|5:00|1|1|1|1', 'line-value', 'processors'],
    ['2|2|2|RUNNING|None|a|p|q|batch|1|soon|1|1|1|1', 'line-value', 'limit'],
    ['2|2|2|RUNNING|None|a|p|q|batch|1|5:00|2026-11-23T10:00:00|1|1|1', 'line-number', 'submit'],
    ['2|2|2|RUNNING|None||p|q|batch|1|5:00|1|1|1|1', 'line-value', 'user'],
  ])('names line and field of %s', (line, kind, field) => {
    const failure = { kind, detail: { line: 10, ...(field !== undefined && { field }) } }
    expect(() => parseSqueue(SQUEUE + line)).toThrow(expect.objectContaining({ kind }))
    try {
      parseSqueue(SQUEUE + line)
    } catch (error) {
      expect(error).toMatchObject(failure)
    }
  })

  it('makes, with sprio, a queue by arrays, with what is left alone', () => {
    const { waiting, busy, left } = queueOf(0, parseSqueue(SQUEUE), parseSiteFactors(SPRIO), [
      'batch',
      'large',
    ])
    expect(busy).toBe(128)
    expect(waiting.map(({ job, tasks, priority, factor }) => [job, tasks, priority, factor])).toEqual([
      [2, 1, 582, 7],
      [3, 2, 830, 5],
      // The larger of its two partitions.
      [4, 1, 154, -3],
    ])
    // The second part of the heterogeneous job has a number of its own.
    expect(Object.fromEntries(left)).toEqual({ heterogeneous: 2, ineligible: 2 })
  })

  it('counts the processors of nodes that are up, each once', () => {
    const text = 'batch|n1|8|mixed\nlarge|n1|8|mixed\nlarge|n2|8|idle\nlarge|n3|8|drained\n'
    expect(parsePartitionNodes(text)).toEqual({
      partitions: new Set(['batch', 'large']),
      processors: 16,
      down: ['n3'],
    })
  })
})
