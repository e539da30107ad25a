/** Classes of jobs by the names that a log has for its numbers. */
import { describe, expect, it } from 'vitest'
import { open } from '../../../src/lab/faces/open.js'
import { namedNumbers } from '../../../src/lab/inputs/class-names.js'
import { narrowed } from '../../../src/lab/inputs/log.js'
import { parseJobClass } from '../../../src/sim/objectives/index.js'
import {
  createTrace,
  datasetOf,
  decodeDataset,
  encodeDataset,
  type NamedNumbers,
} from '../../../src/trace/index.js'
import { pseudonyms } from '../../../src/trace/sacct/names.js'
import { jobsOf } from '../../support/worlds.js'

const COUNT = 60
const HEADER = [
  ...[
    'Queue: 1 normal',
    'Queue: 2 high-prio',
    'Partition: 1 batch',
    'Partition: 3 batch',
    'Partition: 2 gpu',
  ],
  ...['User: 1 amy', 'User: 2 sat', 'Group: 5 phys'],
]

/** Jobs of two users, two queues and three partitions, two of which have one name. */
function logged(header: readonly string[], users = [1, 2]) {
  const rows = Array.from({ length: COUNT }, (_, k) => ({
    ...{ submit: 10 * k, runtime: 30 + (k % 50), estimate: 100, size: 1 + (k % 6) },
    user: users[k % 2],
  }))
  const column = (of: (k: number) => number) => Float64Array.from(rows, (_, k) => of(k))
  return createTrace({
    ...{ name: 'named', processors: 8, clock: { unixStart: 0, zone: 0 }, dropped: {}, notices: [] },
    ...{ jobs: jobsOf(rows), header: [...header] },
    fields: {
      queue: column((k) => (k % 5 === 0 ? 2 : 1)),
      partition: column((k) => 1 + (k % 3)),
      unixGroup: column((k) => (k % 4 === 0 ? 5 : 6)),
    },
  })
}

async function measuredBy(objective: string, header = HEADER): Promise<number | null> {
  const log = await open(logged(header))
  const { outcome } = await log.simulate('fcfs', { objective: [objective] })
  return outcome.objectives[objective] ?? null
}

describe('classes by name', () => {
  it.each([
    ['partition=batch', 'partition=1,3'],
    ['partition=batch,gpu', 'partition=1..3'],
    ['partition!=batch', 'partition=2'],
    ['user=amy & queue="high-prio"', 'user=1 & queue=2'],
    // A name that is a weekday's, too.
    ["user='sat'", 'user=2'],
    ['account=phys | size<=2', 'account=5 | size<=2'],
    ['!(queue=normal)', 'queue=2'],
  ])('%s is %s', async (named, numbered) => {
    const found = await measuredBy(`meanWait[${named}]`)
    expect(found).toBeGreaterThan(0)
    expect(found).toBe(await measuredBy(`meanWait[${numbered}]`))
  })

  it('are judged, too', async () => {
    const log = await open(logged(HEADER))
    const judged = async (judge: string) =>
      (await log.simulate('fcfs', { judge, objective: ['meanWait'] })).outcome.objectives['meanWait']
    expect(await judged('partition=batch')).toBe(await judged('partition=1,3'))
    expect(await judged('partition=batch')).not.toBe(await judged('partition=2'))
  })

  it('names the nearest where a log has no such name', async () => {
    await expect(measuredBy('meanWait[user=ami]')).rejects.toThrow(
      /no user of the log is called ami.*Did you mean amy\?/s,
    )
    await expect(measuredBy('meanWait[partition=gpus]')).rejects.toThrow(/Names of partitions: batch, gpu/)
    await expect(measuredBy('meanWait[queue=normal]', [])).rejects.toThrow(
      /no queue of the log.*Name the number, as queue=17/s,
    )
    await expect(measuredBy('meanWait[user=amy]', [])).rejects.toThrow(/--salt-file/)
  })

  it('says that other names stand in quotes', () => {
    expect(() => parseJobClass('queue=high-prio')).toThrow(/compared with high - prio.*queue="a-b"/s)
    expect(() => parseJobClass('queue<normal')).toThrow(/no name/)
    expect(() => parseJobClass('size=large')).toThrow(/unknown name large/)
    expect(parseJobClass('queue="a ] b"').named).toEqual([
      { variable: 'queue=a ] b', fact: 'queue', kind: 'Queue', name: 'a ] b' },
    ])
  })

  it('finds users by the secret of the import, if they have jobs', () => {
    const [amy, bob] = pseudonyms(['amy', 'bob'], 'user', 'secret')
    const { trace } = narrowed(logged([], [amy, bob]), {}, 'log')
    const asked = (name: string) => namedNumbers([{ kind: 'User', name }], trace, 'secret')
    expect(asked('bob')).toEqual([{ kind: 'User', name: 'bob', numbers: [bob] }])
    expect(() => asked('eve')).toThrow(/no user of the log is called eve/)
  })

  it('are part of a dataset, and of its digest', () => {
    const names: NamedNumbers[] = [{ kind: 'Partition', name: 'batch', numbers: [1, 3] }]
    const trace = logged(HEADER)
    const dataset = datasetOf(trace, ['partition'], undefined, names)
    const bytes = encodeDataset(dataset)
    expect(new TextDecoder().decode(bytes.subarray(0, 21))).toBe('queuewright-dataset 3')
    expect(decodeDataset(bytes, 'file')).toEqual(dataset)
    const others = [{ ...names[0], numbers: [1] }]
    expect(datasetOf(trace, ['partition'], undefined, others).digest).not.toBe(dataset.digest)
    expect(datasetOf(trace, ['partition'], undefined, []).digest).toBe(datasetOf(trace, ['partition']).digest)
  })
})
