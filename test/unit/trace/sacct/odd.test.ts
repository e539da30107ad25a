/** Accounting of live sites: what has not happened yet, what nobody knows, and names of other times. */
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../support/failures.js'
import { bytesOf } from '../../../support/logs.js'
import { imported, importedJobs, jobsOf, psv } from './support.js'

const notices = (input: string | Uint8Array, options = {}) =>
  imported(input, options).report.notices.join('\n')

describe('jobs without a past', () => {
  const local = { Submit: '2026-03-01T10:00:00', Eligible: '2026-03-01T10:00:00' }
  const done = { ...local, Start: '2026-03-01T10:00:10', End: '2026-03-01T10:01:50' }

  it('that wait, or were cancelled before they started, are counted, with times by the clock too', () => {
    const rows = psv([
      { JobID: 1, ...done },
      {
        JobID: 2,
        ...local,
        State: 'PENDING',
        Start: 'Unknown',
        End: 'Unknown',
        ElapsedRaw: 0,
        AllocTRES: '',
      },
      {
        JobID: 3,
        ...local,
        State: 'CANCELLED by 7',
        Start: 'None',
        End: '2026-03-01T11:00:00',
        ElapsedRaw: 0,
      },
      { JobID: 4, ...local, State: 'RUNNING', Start: '2026-03-01T10:00:10', End: 'Unknown', ElapsedRaw: 50 },
    ])
    const { logs, report } = imported(rows, { zone: 'Europe/Berlin' })
    expect(jobsOf(logs[0].trace).map(({ id, run }) => [id, run > 0])).toEqual([
      [1, true],
      [3, false],
    ])
    expect(report.dropped).toEqual({ pending: 1, running: 1 })
  })

  it('have a number by JobID where JobIDRaw is unknown, and no run time where it is infinite', () => {
    const rows = psv([
      { JobID: 7, JobIDRaw: 'Unknown' },
      { JobID: 8, ElapsedRaw: '4294967295' },
    ])
    const { logs, report } = imported(rows)
    expect([...logs[0].trace.jobs.id]).toEqual([7])
    expect(report.dropped).toEqual({ 'no-runtime': 1 })
  })
})

describe('times that no log may hold', () => {
  it.each([
    [{ Submit: 1_700_000_000_000 }, 'line-number', 'Submit'],
    [{ Submit: '9999-01-01T00:00:00Z' }, 'line-number', 'Submit'],
    [{ Submit: '0001-01-01T00:00:00Z' }, 'line-number', 'Submit'],
    [{ Submit: '2026-02-30T00:00:00Z' }, 'line-number', 'Submit'],
    [{ ElapsedRaw: 20_000_000_000 }, 'line-value', 'Elapsed'],
  ])('%j are refused', (row, kind, field) => {
    expect(failureOf(() => imported(psv([row])))).toMatchObject({ kind, detail: { field, line: 2 } })
  })
})

describe('names that are no UTF-8', () => {
  it('stay different, and it is said', () => {
    const text = psv([{ JobID: 1, User: 'J\u00f6rg' }, { JobID: 2, User: 'J\u00fcrg' }, { JobID: 3 }])
    const latin1 = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const jobs = importedJobs(latin1)
    expect(new Set(jobs.map(({ user }) => user)).size).toBe(3)
    expect(importedJobs(latin1, {}, 3)).toEqual(jobs)
    expect(importedJobs(bytesOf(text))).toEqual(jobs)
    expect(notices(latin1)).toContain('2 lines are no UTF-8, and read as Latin-1')
    expect(notices(text)).not.toContain('UTF-8')
  })
})

describe('a file that ends early', () => {
  it('is said to have no end of its last line', () => {
    const text = psv([{ JobID: 1 }, { JobID: 2 }])
    expect(notices(text)).not.toContain('no end')
    expect(notices(text.trimEnd())).toContain('the last line has no end')
    expect(importedJobs(text.trimEnd(), {}, 5)).toEqual(importedJobs(text))
  })

  const withinRow = (text: string) => text.slice(0, -80)
  const withinValue = (text: string) => text.replace(/:00\n$/, ':')
  it.each([
    { cut: withinRow, free: [], what: 'fields in this row' },
    { cut: withinValue, free: [], what: 'field Suspended' },
    { cut: withinRow, free: ['JobName'], what: 'fields in this row' },
    { cut: withinValue, free: ['JobName'], what: 'field Suspended' },
  ])('$cut.name, free text: $free, is said to be cut off', ({ cut, free, what }) => {
    const columns = ['JobID', ...free, 'User', 'State', 'Submit', 'Start', 'End', 'AllocTRES', 'Suspended']
    const text = cut(psv([{ JobID: 1 }, { JobID: 2, JobName: 'a\nb' }], columns))
    const { message } = failureOf(() => imported(text))
    expect(message).toMatch(/^slurm:3: /)
    expect(message).toContain(what)
    expect(message).toContain('may have been cut off')
    expect(message).not.toContain('JobName')
    expect(importedJobs(text, { badLines: 'drop' })).toEqual(importedJobs(psv([{ JobID: 1 }], columns)))
  })

  it('is not said to be so of a row that is short but has an end, or stands before the last', () => {
    const columns = ['JobID', 'JobName', 'State', 'Submit', 'Start', 'End', 'AllocTRES']
    for (const text of [
      `${psv([{}], columns)}2|x|y\n`,
      `${psv([], columns)}2|x|y\n${psv([{}], columns).trimEnd()}`,
    ]) {
      expect(failureOf(() => imported(text)).message).not.toContain('cut off')
    }
  })
})

describe('counts of one', () => {
  it('are told in the singular', () => {
    const told = notices(
      psv([
        { JobID: 1, ReqTRES: 'cpu=2,node=1' },
        { JobID: 2, Suspended: '00:00:10', End: 1_700_000_120 },
        { JobID: 3, Eligible: 1_700_000_015, Partition: 'batch,large' },
        { JobID: 4, State: 'REQUEUED' },
        {
          JobID: 4,
          Submit: 1_700_000_200,
          Eligible: 1_700_000_200,
          Start: 1_700_000_300,
          End: 1_700_000_400,
        },
      ]),
    )
    for (const text of [
      '1 job was given more cores than asked for',
      '1 execution was suspended, for 10 s in all',
      '1 execution started before release',
      '1 execution names several partitions',
      '1 earlier execution of a requeued job is a job with a number of its own',
    ]) {
      expect(told).toContain(text)
    }
    const one = Uint8Array.from(psv([{ JobID: 1, User: 'J\u00f6rg' }]), (letter) => letter.charCodeAt(0))
    expect(notices(one)).toContain('1 line is no UTF-8')
    expect(notices(one)).toContain('1 row read, 1 job;')
  })
})

describe('the hour that occurs twice', () => {
  it('is counted', () => {
    const twice = {
      Submit: '2025-10-26T02:30:00',
      Eligible: '2025-10-26T02:30:00',
      Start: '2025-10-26T04:00:00',
    }
    const rows = psv([{ JobID: 1, ...twice, End: '2025-10-26T04:01:40' }])
    expect(notices(rows, { zone: 'Europe/Berlin' })).toContain(
      '2 local times lie in an hour that occurs twice',
    )
    expect(notices(rows, { zone: 'UTC' })).not.toContain('twice')
  })
})
