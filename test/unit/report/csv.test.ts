import { describe, expect, it } from 'vitest'
import { JOBS_CSV_COLUMNS, jobsCsv } from '../../../src/report/formats/jobs-csv.js'
import { allocateProcessors } from '../../../src/sim/allocation.js'
import { type MadeJob, scheduleOf } from './support.js'

function fileOf(jobs: readonly MadeJob[], processors: number, name = 'log'): string {
  const schedule = scheduleOf(jobs, processors)
  return [...jobsCsv(schedule, allocateProcessors(schedule), name)].join('')
}

/** Rows as objects, read as RFC 4180 says. */
function read(text: string): Record<string, string>[] {
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => {
        return quoted === undefined ? plain : quoted.replaceAll('""', '"')
      })
    })
  return rows.map((cells) => Object.fromEntries(head.map((name, k) => [name, cells[k]])))
}

describe('jobsCsv', () => {
  it('has the columns of Batsim in its order', () => {
    expect(JOBS_CSV_COLUMNS.join(',')).toBe(
      'job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,' +
        'final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,' +
        'allocated_resources,consumed_energy,metadata',
    )
  })

  it('writes a job as Batsim does', () => {
    const text = fileOf([{ submit: 5, wait: 3.5, runtime: 10, estimate: 60, size: 4 }], 8)
    expect(text.split('\n')[1]).toBe(
      '1,log,delay10,5.000000,4,60.000000,1,COMPLETED_SUCCESSFULLY,8.500000,10.000000,18.500000,3.500000,' +
        '13.500000,1.350000,0-3,-1.000000,""',
    )
  })

  it('names processors as interval sets with spaces', () => {
    const rows = read(
      fileOf(
        [
          { submit: 0, wait: 0, runtime: 10, size: 2 },
          { submit: 0, wait: 0, runtime: 100, size: 1 },
          { submit: 0, wait: 0, runtime: 10, size: 1 },
          { submit: 0, wait: 0, runtime: 100, size: 1 },
          { submit: 0, wait: 10, runtime: 5, size: 4 },
        ],
        6,
      ),
    )
    expect(rows.map((row) => row.allocated_resources)).toEqual(['0-1', '2', '3', '4', '0-1 3 5'])
  })

  it('leaves stretch empty for jobs of zero seconds', () => {
    const rows = read(
      fileOf(
        [
          { submit: 0, wait: 0, runtime: 0, size: 1 },
          { submit: 0, wait: 7, runtime: 0, size: 1 },
        ],
        1,
      ),
    )
    expect(rows.map(({ stretch, turnaround_time }) => [stretch, turnaround_time])).toEqual([
      ['', '0.000000'],
      ['', '7.000000'],
    ])
  })

  it('tells jobs beyond their walltime, and jobs that never ran, from the others', () => {
    const rows = read(
      fileOf(
        [
          { submit: 0, wait: 0, runtime: 20, estimate: 10, size: 1 },
          { submit: 0, wait: Number.NaN, runtime: 20, size: 1 },
        ],
        1,
      ),
    )
    expect(rows.map(({ success, final_state }) => [success, final_state])).toEqual([
      ['0', 'COMPLETED_WALLTIME_REACHED'],
      ['0', 'REJECTED'],
    ])
    expect(rows[1]).toMatchObject({ starting_time: '', finish_time: '', allocated_resources: '' })
  })

  it('quotes names that hold separators, and keeps one line a job', () => {
    const text = fileOf([{ submit: 0, wait: 0, runtime: 1, size: 1 }], 1, 'my "log",\nnew')
    expect(text.trimEnd().split('\n')).toHaveLength(2)
    expect(read(text)[0].workload_name).toBe('my "log", new')
  })

  it('streams: many chunks, one line a job', () => {
    const jobs = Array.from({ length: 9000 }, (_, k) => ({ submit: k, wait: 0, runtime: 1, size: 1 }))
    const schedule = scheduleOf(jobs, 4)
    const chunks = [...jobsCsv(schedule, allocateProcessors(schedule), 'log')]
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.every((chunk) => chunk.endsWith('\n'))).toBe(true)
    expect(chunks.join('').trimEnd().split('\n')).toHaveLength(9001)
  })
})
