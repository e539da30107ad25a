import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  cleaningFields,
  cleanTrace,
  datasetOf,
  decodeDataset,
  describeTrace,
  digestOf,
  encodeDataset,
  filterFields,
  filterTrace,
  groupingOf,
  groupTrace,
  parseFilter,
  parseRanges,
  readingOf,
  replaceColumns,
  selectRows,
  traceWith,
  userFacts,
} from '../../../src/trace/index.js'
import { jobLine, plain, readText } from '../../support/logs.js'

const UTC = { unixStart: 0, zone: 'UTC' }

describe('cleanTrace', () => {
  const log = [
    { job: 1, submit: 0, run: 10, allocatedProcessors: 4, status: 1 },
    { job: 2, submit: 1, run: 0, allocatedProcessors: 4, status: 1 },
    { job: 3, submit: 2, run: -1, allocatedProcessors: 4, status: 0 },
    { job: 4, submit: 3, run: -7, allocatedProcessors: 4, status: 0 },
    { job: 5, submit: 4, run: 10, allocatedProcessors: 0, status: 1 },
    { job: 6, submit: -1, run: 10, allocatedProcessors: 4, status: 1 },
    { job: 7, submit: 5, run: 0, allocatedProcessors: -1, status: 5 },
    { job: 8, submit: 6, run: -1, allocatedProcessors: 4, status: 5 },
    { job: 9, submit: 7, run: 3, allocatedProcessors: 4, status: 5 },
  ]
    .map(jobLine)
    .join('\n')

  it('leaves out what is no job, each counted under one reason', () => {
    const trace = readText(log, { fields: cleaningFields({ cancelled: 'drop' }) })
    const clean = cleanTrace(trace)
    expect(Array.from(clean.jobs.id)).toEqual([1, 2, 9])
    expect(Array.from(clean.fields.status ?? [])).toEqual([1, 1, 5])
    expect(clean.dropped).toEqual({
      'cancelled-before-start': 2,
      'no-submit': 1,
      'no-size': 1,
      'no-runtime': 2,
    })
    expect(Array.from(clean.jobs.submit)).toEqual([0, 1, 7])
    expect(clean.digest).not.toBe(trace.digest)
  })

  it('keeps cancelled jobs when asked, as far as they are jobs', () => {
    const clean = cleanTrace(readText(log, { fields: cleaningFields({ cancelled: 'drop' }) }), {
      cancelled: 'keep',
    })
    expect(clean.dropped).toEqual({ 'no-submit': 1, 'no-size': 2, 'no-runtime': 3 })
    expect(cleanTrace(readText(log)).dropped).toEqual(clean.dropped)
  })

  it('keeps those that waited until they were cancelled, with the time for which they did', () => {
    const waited = [
      { job: 10, submit: 8, wait: 60, run: -1, requestedProcessors: 4, status: 5 },
      { job: 11, submit: 9, wait: 0, run: 0, requestedProcessors: 4, status: 5 },
      { job: 12, submit: 9, wait: 60, run: 0, requestedProcessors: -1, status: 5 },
    ]
    const text = [log, ...waited.map(jobLine)].join('\n')
    const fields = cleaningFields({ cancelled: 'press' })
    const pressed = cleanTrace(readText(text, { fields }), { cancelled: 'press' })
    expect(Array.from(pressed.jobs.id)).toEqual([1, 2, 9, 10])
    expect(Array.from(pressed.jobs.runtime)).toEqual([10, 0, 3, 0])
    expect(Array.from(pressed.fields.leftAfter ?? [])).toEqual([-1, -1, -1, 60])
    expect(pressed.dropped).toEqual({
      'cancelled-before-start': 3,
      'no-submit': 1,
      'no-size': 2,
      'no-runtime': 2,
    })
    // A log without such jobs is as it was.
    expect(cleanTrace(readText(log, { fields }), { cancelled: 'press' }).fields.leftAfter).toBeUndefined()
    const dataset = decodeDataset(encodeDataset(datasetOf(pressed)), 'test')
    expect(Array.from(dataset.fields.leftAfter ?? [])).toEqual([-1, -1, -1, 60])
    expect(dataset.digest).not.toBe(datasetOf(cleanTrace(readText(text, { fields }))).digest)
  })

  it('adds to earlier counts and changes nothing where all is well', () => {
    const twice = traceWith(readText(log), { dropped: { 'no-size': 5, 'bad-line-number': 1 } })
    expect(cleanTrace(twice).dropped).toMatchObject({ 'no-size': 7, 'bad-line-number': 1 })
    const clean = cleanTrace(readText(log))
    expect(cleanTrace(clean).jobs).toBe(clean.jobs)
  })
})

describe('filterTrace', () => {
  const day = 86_400
  const log = Array.from({ length: 20 }, (_, k) =>
    jobLine({
      job: k + 1,
      submit: 1000 + k * (day / 2),
      run: 10,
      allocatedProcessors: 2 ** (k % 5),
      user: k % 4,
      partition: k % 2,
    }),
  ).join('\n')
  const trace = readText(log, { fields: ['partition'] })
  const ids = (texts: Parameters<typeof parseFilter>[0]) =>
    Array.from(filterTrace(trace, parseFilter(texts, trace.clock)).jobs.id)

  it('goes by users, sizes, partitions, time, windows and places', () => {
    expect(ids({ users: '1,3', last: '2' })).toEqual([18, 20])
    expect(ids({ sizes: '2-4', first: '3' })).toEqual([2, 3, 7])
    expect(ids({ sizes: '16-' })).toEqual([5, 10, 15, 20])
    expect(ids({ partitions: '1', users: '1' })).toEqual([2, 6, 10, 14, 18])
    expect(ids({ span: '1d..2d' })).toEqual([3, 4])
    expect(ids({ span: '..1001' })).toEqual([1])
    expect(ids({ span: '1970-01-10..' })).toEqual([19, 20])
    expect(ids({ window: '2d:2' })).toEqual([5, 6, 7, 8])
    expect(ids({ span: '1d..', window: '36h:1' })).toEqual([3, 4, 5])
  })

  it('keeps the fields beside the jobs and says how many are left', () => {
    const filtered = filterTrace(trace, { users: [{ low: 1, high: 1 }] })
    expect(Array.from(filtered.fields.partition ?? [])).toEqual([1, 1, 1, 1, 1])
    expect(filtered.notices.at(-1)).toBe('5 of 20 jobs pass the filter')
    expect(filtered.dropped).toEqual({})
    expect(filterTrace(trace, {}).jobs).toBe(trace.jobs)
  })

  it('says which fields it needs', () => {
    expect(filterFields(parseFilter({ partitions: '1', queues: '2' }, UTC))).toEqual(['partition', 'queue'])
    expect(() => filterTrace(trace, { queues: [{ low: 1, high: 1 }] })).toThrow(/does not say the queue/)
  })

  it('fails where nothing is left', () => {
    expect(() => filterTrace(trace, parseFilter({ users: '99' }, UTC))).toThrow(/none of 20 jobs/)
    expect(() => filterTrace(trace, parseFilter({ users: '99', window: '1d:1' }, UTC))).toThrow(
      /none of 20 jobs/,
    )
  })

  it('reads dates by the log’s own clock', () => {
    const clock = { unixStart: 835823160, zone: 'US/Eastern' }
    expect(parseFilter({ span: '1996-06-26T17:06..1996-06-27' }, clock)).toEqual({ from: 0, to: 24_840 })
    expect(parseFilter({ span: '1996-06-26T21:06:00Z..' }, clock)).toEqual({ from: 0 })
    expect(parseFilter({ span: '1996-06-26 23:06:30+02:00..' }, clock)).toEqual({ from: 30 })
  })

  it('reads numbers and ranges', () => {
    expect(parseRanges('1-16,32', 'sizes')).toEqual([
      { low: 1, high: 16 },
      { low: 32, high: 32 },
    ])
    expect(parseRanges('-1', 'users')).toEqual([{ low: -1, high: -1 }])
    expect(parseRanges('64-', 'sizes')).toEqual([{ low: 64, high: Number.POSITIVE_INFINITY }])
  })

  it.each([
    { users: 'a' },
    { users: '' },
    { users: '1,,2' },
    { sizes: '5-2' },
    { sizes: '1-2-3' },
    { span: '5d' },
    { span: '..' },
    { span: '2001-13-01..' },
    { span: '2001-02-30..' },
    { span: '2001-02-01T25:00..' },
    { span: '5d..3d' },
    { window: '15d' },
    { window: '15d:0' },
    { window: '0d:1' },
    { window: 'x:1' },
    { first: '0' },
    { first: '-3' },
    { last: '1.5' },
  ])('refuses %j', (texts) => {
    const [option] = Object.keys(texts)
    expect(() => parseFilter(texts, UTC)).toThrow(expect.objectContaining({ kind: 'usage' }))
    expect(() => parseFilter(texts, UTC)).toThrow(new RegExp(`field ${option}`))
  })
})

describe('groupTrace', () => {
  const job = (user: number, run: number, size = 1, unixGroup = -1) =>
    jobLine({ job: 1, submit: 0, run, allocatedProcessors: size, user, unixGroup })

  it('goes by shares strictly above 8, 2, 1 and 0.1 %', () => {
    // 10,000 processor-seconds in all: 8 % is 800, 2 % 200, 1 % 100, 0.1 % 10.
    const log = [
      job(1, 400, 2),
      job(2, 401, 2),
      job(3, 200),
      job(4, 201),
      job(5, 100),
      job(6, 101),
      job(7, 10),
      job(8, 11),
      job(9, 0),
      job(-1, 1000, 7),
      job(-1, 775),
    ].join('\n')
    const { trace, groups } = groupTrace(readText(log))
    const groupOf = (user: number) => trace.jobs.group[trace.jobs.user.indexOf(user)]
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, -1].map(groupOf)).toEqual([2, 1, 3, 2, 4, 3, 5, 4, 5, 0])
    expect(groups.map(({ group, users, jobs }) => [group, users, jobs])).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 2, 2],
      [4, 2, 2],
      [5, 2, 2],
      [0, 0, 2],
    ])
    expect(groups[0].share).toBeCloseTo(0.0802, 12)
    expect(groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
    expect(userFacts(trace)[0]).toEqual({ user: 2, jobs: 1, share: 0.0802 })
  })

  it('takes other thresholds, and refuses those that do not descend', () => {
    const log = [job(1, 60), job(2, 40)].join('\n')
    const { trace, groups } = groupTrace(readText(log), { by: 'share', thresholds: [0.5] })
    expect(Array.from(trace.jobs.group)).toEqual([1, 2])
    expect(groups).toHaveLength(2)
    for (const thresholds of [[0.1, 0.2], [1.5], [0], [Number.NaN], [0.1, 0.1]]) {
      expect(() => groupTrace(readText(log), { by: 'share', thresholds })).toThrow(/thresholds/)
    }
  })

  it('takes users by number and by the names of the header, the first group that names one', () => {
    const named = ['; User: 17 amy', '; User: 4 bob', '; User: 9 bob']
    const read = (header: readonly string[]) =>
      readText([...header, ...[17, 4, 9, 3, 5].map((user) => job(user, 1))].join('\n'))
    const grouped = (users: string, header = named) =>
      groupTrace(read(header), groupingOf(readingOf({ groupUsers: users }))).trace.jobs.group
    expect(Array.from(grouped('a=amy,3; b=bob, 17'))).toEqual([1, 2, 2, 1, 0])
    expect(Array.from(grouped('amy; 4-'))).toEqual([1, 2, 2, 0, 2])
    expect(() => grouped('a=17,any')).toThrow(/no user of the log is called so.*any.*amy/s)
    expect(() => grouped('a=amy', [])).toThrow(/; User: 17 amy/)
    for (const bad of ['a=', 'a=4,', 'a=amy bob', 'a=4-2'])
      expect(() => grouped(bad)).toThrow(/unusable setting.*groupUsers/)
  })

  it('takes the log’s own groups, the largest first', () => {
    const log = [
      job(1, 10, 1, 7),
      job(2, 30, 1, 4),
      job(3, 15, 1, 7),
      job(4, 99, 1, -1),
      job(5, 25, 1, 2),
    ].join('\n')
    const { trace, groups } = groupTrace(readText(log, { fields: ['unixGroup'] }), { by: 'unixGroup' })
    expect(Array.from(trace.jobs.group)).toEqual([3, 1, 3, 0, 2])
    expect(groups.map(({ group, own, users }) => [group, own, users])).toEqual([
      [1, 4, 1],
      [2, 2, 1],
      [3, 7, 2],
      [0, null, 1],
    ])
    expect(() => groupTrace(readText(log), { by: 'queue' })).toThrow(/does not say the queue/)
  })

  it('goes by ranges of size and run time, and by users that are named', () => {
    const trace = readText(
      [job(1, 59, 1), job(2, 60, 4), job(3, 90_000, 5), job(9, 3_600, 16), job(-1, 1, 17)].join('\n'),
    )
    const grouped = (grouping: Parameters<typeof groupTrace>[1]) => {
      const { trace: made, groups } = groupTrace(trace, grouping)
      return { group: Array.from(made.jobs.group), what: groups.map(({ what, members }) => [what, members]) }
    }
    expect(grouped({ by: 'size' })).toEqual({
      group: [1, 2, 3, 3, 4],
      what: [
        ['jobs of 1 processor', [1]],
        ['jobs of 2-4 processors', [2]],
        ['jobs of 5-16 processors', [3, 9]],
        ['jobs of 17-64 processors', []],
      ],
    })
    expect(grouped({ by: 'run' }).group).toEqual([1, 2, 6, 4, 1])
    const byName = groupingOf({ groupBy: 'share', groupShares: null, groupUsers: 'a b=9,2; 1-3' })
    expect(grouped(byName)).toEqual({
      group: [2, 1, 2, 1, 0],
      what: [
        ['a b', [2, 9]],
        ['users of list 2', [1, 3]],
        ['jobs of none', []],
      ],
    })
    expect(grouped(undefined).what[0]).toEqual(['users with more than 8 % of the work', [3, 9]])
  })

  it('copes with a log that consumes nothing', () => {
    expect(Array.from(groupTrace(readText([job(1, 0), job(2, -1)].join('\n'))).trace.jobs.group)).toEqual([
      5, 5,
    ])
  })
})

describe('the digest', () => {
  const trace = readText(
    `; MaxProcs: 4\n${jobLine({ job: 1, submit: 2, run: 3.5, allocatedProcessors: 4, user: 5 })}`,
  )

  it('is the hash that its definition says', () => {
    const columns = Buffer.alloc(44)
    for (const [k, value] of [1, 2, 3.5, -1].entries()) columns.writeDoubleLE(value, k * 8)
    for (const [k, value] of [4, 5, 0].entries()) columns.writeInt32LE(value, 32 + k * 4)
    const expected = createHash('sha256')
      .update('["queuewright-trace",1,1,4,null,"UTC"]\n')
      .update(columns)
      .digest('hex')
    expect(trace.digest).toBe(expected)
    expect(digestOf(trace.jobs, 4, trace.clock)).toBe(expected)
  })

  it('follows jobs, machine and clock, and nothing else', () => {
    expect(traceWith(trace, { name: 'other', header: ['x'], notices: ['y'] }).digest).toBe(trace.digest)
    const changed = [
      traceWith(trace, { processors: 5 }),
      traceWith(trace, { clock: { unixStart: 0, zone: 'UTC' } }),
      traceWith(trace, { clock: { unixStart: null, zone: 0 } }),
      ...(['id', 'submit', 'runtime', 'estimate', 'size', 'user', 'group'] as const).map((column) =>
        traceWith(trace, { jobs: replaceColumns(trace.jobs, { [column]: [77] }) }),
      ),
    ]
    expect(new Set([trace, ...changed].map(({ digest }) => digest)).size).toBe(11)
  })

  it('is made anew for a selection', () => {
    const two = readText('1 0 0 1 4\n2 5 0 1 4\n', { fields: ['wait'] })
    const second = selectRows(two, Int32Array.of(1))
    expect(plain(second).columns[0]).toEqual([2])
    expect(second.fields.wait).toEqual(Float64Array.of(0))
    expect(second.digest).not.toBe(two.digest)
    expect(second.digest).toBe(readText('2 5 0 1 4').digest)
  })
})

describe('describeTrace', () => {
  const log = [
    '; UnixStartTime: 859593600',
    '; TimeZoneString: Europe/Stockholm',
    '; MaxProcs: 10',
    '; Queue: 3 production',
    '; Partition:  1  big one',
    // 29 March 1997 23:00 UTC is Sunday 0:00 in Stockholm; at 1:00 UTC the clock goes from 2 to 3.
    jobLine({
      job: 1,
      submit: 82_800,
      run: 100,
      allocatedProcessors: 1,
      requestedTime: 100,
      user: 1,
      queue: 3,
      status: 1,
    }),
    jobLine({
      job: 2,
      submit: 86_400 + 3_599,
      run: 45,
      allocatedProcessors: 4,
      requestedTime: 100,
      user: 1,
      queue: 3,
      status: 1,
    }),
    jobLine({
      job: 3,
      submit: 86_400 + 3_600,
      run: 150,
      allocatedProcessors: 3,
      requestedTime: 100,
      user: 2,
      queue: 9,
      status: 0,
    }),
    jobLine({ job: 4, submit: 172_800, run: 0.5, allocatedProcessors: 8, user: -1, status: 1 }),
  ].join('\n')

  it('says what is in a log', () => {
    const facts = describeTrace(readText(log, { fields: ['queue', 'status'] }))
    expect(facts).toMatchObject({
      jobs: 4,
      machine: 10,
      span: {
        seconds: 90_000,
        first: '1997-03-30T00:00:00+01:00',
        last: '1997-03-31T02:00:00+02:00',
        zone: 'Europe/Stockholm',
      },
      sizes: { serial: 0.25, powersOfTwo: 0.5, histogram: { edges: [1, 2, 4, 8, 16], counts: [1, 1, 1, 1] } },
      users: { count: 2 },
      groups: [],
      partitions: null,
      dropped: {},
    })
    expect(facts.offeredLoad).toBeCloseTo((100 + 180 + 450 + 4) / (10 * 90_000), 12)
    expect(facts.arrivals.byHour).toEqual([1, 1, 1, 1, ...new Array(20).fill(0)])
    expect(facts.arrivals.byWeekday).toEqual([1, 0, 0, 0, 0, 0, 3])
    expect(facts.arrivals.gaps).toMatchObject({ count: 3, min: 1, max: 82_800 })
    expect(facts.runtimes.quantiles).toMatchObject({
      count: 4,
      min: 0.5,
      median: 72.5,
      max: 150,
      mean: 73.875,
    })
    expect(facts.runtimes.histogram).toEqual({
      edges: [0, 1, 2, 4, 8, 16, 32, 64, 128, 256],
      counts: [1, 0, 0, 0, 0, 0, 1, 1, 1],
    })
    expect(facts.estimates.missing).toBe(0.25)
    expect(facts.estimates.overruns).toBeCloseTo(1 / 3, 12)
    expect(facts.estimates.accuracy.counts).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    expect(facts.users.top.map(({ user }) => user)).toEqual([2, 1])
    expect(facts.queues).toEqual([
      { value: 3, label: 'production', jobs: 2 },
      { value: -1, label: null, jobs: 1 },
      { value: 9, label: null, jobs: 1 },
    ])
    expect(facts.statuses).toEqual([
      { value: 1, label: null, jobs: 3 },
      { value: 0, label: null, jobs: 1 },
    ])
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
  })

  it('says null where the log says nothing', () => {
    const facts = describeTrace(readText('1 5 0 -1 -1'))
    expect(facts).toMatchObject({
      machine: null,
      offeredLoad: null,
      span: { first: null, last: null, seconds: 0 },
      sizes: { quantiles: null, serial: 0, histogram: { edges: [1], counts: [] } },
      runtimes: { quantiles: null, histogram: { edges: [0, 1], counts: [0] } },
      estimates: { quantiles: null, missing: 1, overruns: 0 },
      queues: null,
    })
    expect(facts.arrivals.gaps).toBeNull()
    expect(describeTrace(readText('1 0 0 10 2\n2 5 0 0 1'), 8).offeredLoad).toBe(0.5)
  })

  it('shows the groups where they are filled in', () => {
    const { trace, groups } = groupTrace(readText(log))
    const described = describeTrace(trace).groups
    const told = groups.filter(({ jobs }) => jobs > 0)
    // How they were formed the table does not say.
    expect(described).toEqual(told.map((each) => ({ ...each, what: null })))
    expect(described[0]).toMatchObject({ group: 1, users: 2, jobs: 3 })
  })
})
