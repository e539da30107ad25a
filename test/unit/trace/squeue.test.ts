/** The queue and the priorities of a Slurm 22.05.8, as it printed them. */
import { describe, expect, it } from 'vitest'
import { queueOf } from '../../../src/live/index.js'
import { isEligible } from '../../../src/live/queue.js'
import {
  parseAccounted,
  parsePartitionNodes,
  parseSiteFactors,
  parseSqueue,
} from '../../../src/trace/slurm-run/index.js'
import { failureOf } from '../../support/failures.js'

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
    const detail = { file: 'squeue', line: 10, ...(field !== undefined && { field }) }
    expect(failureOf(() => parseSqueue(SQUEUE + line))).toMatchObject({ kind, detail })
  })

  it.each([
    ['sprio', parseSiteFactors],
    ['sinfo', parsePartitionNodes],
    ['sacct', parseAccounted],
  ] as const)('says which program printed what cannot be read: %s', (program, parse) => {
    expect(failureOf(() => parse('\nwhat is this'))).toMatchObject({ detail: { file: program, line: 2 } })
  })

  it('tells jobs that could not start on an empty machine from those that wait for others to end', () => {
    const eligible = (reason: string, partition = 'batch') =>
      isEligible(
        parseSqueue(`8|8|8|PENDING|${reason}|man|physics|normal|${partition}|8|UNLIMITED|1|N/A|N/A|125`)[0],
      )
    const never = [
      ...['Dependency', 'DependencyNeverSatisfied', 'BeginTime', 'JobHeldAdmin', 'JobHeldUser'],
      ...['JobHoldMaxRequeue', 'JobLaunchFailure', 'NodeDown', 'Reservation', 'ReservationDeleted'],
      ...['BadConstraints', 'Constraints', 'MaxMemPerLimit', 'InvalidAccount', 'InvalidQOS'],
      ...['AccountNotAllowed', 'QOSNotAllowed', 'QOSUsageThreshold', 'QOSMinCpuNotSatisfied', 'QOSMinGRES'],
      ...['AssocMaxCpuPerJobLimit', 'AssocMaxGRESPerJob', 'AssocMaxWallDurationPerJobLimit'],
      ...['QOSMaxNodePerJobLimit', 'QOSMaxCpuMinutesPerJobLimit', 'QOSMaxMemoryPerNode', 'QOSMaxCpuPerNode'],
      ...['AssocGrpCPUMinutesLimit', 'AssocGrpGRESMinutes', 'AssocGrpWallLimit', 'QOSGrpBillingMinutes'],
    ]
    expect(never.filter((reason) => eligible(reason))).toEqual([])
    const others = [
      ...['None', 'Priority', 'Resources', 'Licenses', 'ReqNodeNotAvail, UnavailableNodes:n[1-12]'],
      ...['JobArrayTaskLimit', 'AssocMaxJobsLimit', 'AssociationJobLimit', 'QOSMaxJobsPerUserLimit'],
      ...['AssocGrpCpuLimit', 'AssocGrpJobsLimit', 'QOSGrpNodeLimit', 'QOSGrpGRES', 'QOSMaxCpuPerUserLimit'],
      ...['AssocGrpCPURunMinutesLimit', 'QOSGrpMemoryRunMinutes', 'MaxCpuPerAccount', 'MaxJobsPerAccount'],
    ]
    expect(others.filter((reason) => !eligible(reason))).toEqual([])
    for (const reason of ['Down', 'Inactive', 'NodeLimit', 'TimeLimit', 'Config']) {
      expect(eligible(`Partition${reason}`), reason).toBe(false)
      expect(eligible(`Partition${reason}`, 'batch,large'), reason).toBe(true)
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
    const text = 'batch|n1|8|mixed\nlarge|n1|8|mixed\nlarge|n2|8|idle\nlarge|n3|8|drained\nlarge|n4|8|inval\n'
    expect(parsePartitionNodes(text)).toEqual({
      partitions: new Set(['batch', 'large']),
      processors: 16,
      down: ['n3', 'n4'],
    })
  })
})
