/** A folder of what a Slurm printed: its exports as logs, and its jobs as the controller tells of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SacctOptions, Trace } from '../../src/trace/index.js'
import { imported } from '../unit/trace/sacct/support.js'

/** @param name of a file, plain or gzip */
export function runFile(folder: string, name: string): Uint8Array {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`))
}

/** An export as a log; its local times are in UTC. */
export function runLog(folder: string, name: string, options: Partial<SacctOptions> = {}): Trace {
  return imported(runFile(folder, name), { zone: 'UTC', ...options }).logs[0].trace
}

/** What a log says of each job, with Unix times. */
export function jobsOf({ jobs, fields, clock }: Trace) {
  const value = (name: keyof typeof fields, row: number, absent = Number.NaN) => fields[name]?.[row] ?? absent
  return new Map(
    Array.from(jobs.id, (id, row) => {
      const eligible = (clock.unixStart ?? 0) + jobs.submit[row]
      const start = eligible + value('wait', row)
      const ran = value('allocatedProcessors', row) > 0
      return [
        id,
        {
          eligible,
          submit: eligible - value('heldSeconds', row),
          start,
          end: start + jobs.runtime[row],
          cores: jobs.size[row],
          // One that was cancelled while it waited was given none, and the controller tells how many it would have been.
          nodes: ran ? value('allocatedNodes', row) : Number.NaN,
          memory: value(ran ? 'allocatedMemory' : 'totalMemory', row),
          array: value('arrayJob', row, -1),
          het: value('hetJob', row, -1),
        },
      ] as const
    }),
  )
}

/**
 * `scontrol show job -o` at the end of a run: jobs that ran, or were cancelled when they had waited. Of the latter it forgets
 * since when what is left of a throttled array could be started.
 */
export function controllerJobs(folder: string) {
  const lines = Buffer.from(runFile(folder, 'scontrol-jobs.txt')).toString().split('\n')
  const jobs = new Map<
    number,
    Partial<ReturnType<typeof jobsOf> extends Map<number, infer Job> ? Job : never>
  >()
  for (const line of lines) {
    const field = (key: string) => new RegExp(`(?:^| )${key}=(\\S*)`).exec(line)?.[1] ?? ''
    const number = (key: string) => Number(field(key) || Number.NaN)
    const ran = !['', '(null)'].includes(field('NodeList'))
    const throttled = field('Reason') === 'JobArrayTaskLimit'
    const waited =
      field('JobState') === 'CANCELLED' && (throttled || number('EndTime') > number('EligibleTime'))
    if (line === '' || (!ran && !waited)) continue
    const [, mantissa = '', unit = ''] = /mem=([\d.]+)([MG])/.exec(field('TRES')) ?? []
    // A job that wants nodes for itself and still waited has all cores of those that it would have been given.
    const [, asked = 'NaN'] = /cpu=(\d+)/.exec(field('TRES')) ?? []
    jobs.set(number('JobId'), {
      ...(throttled ? {} : { eligible: number('EligibleTime'), submit: number('SubmitTime') }),
      start: number('StartTime'),
      end: number('EndTime'),
      cores: ran ? number('NumCPUs') : Number(asked),
      nodes: ran ? number('NumNodes') : Number.NaN,
      memory: Number(mantissa) * (unit === 'G' ? 1024 : 1) * 1024,
      array: number('ArrayJobId') || -1,
      het: number('HetJobId') || -1,
    })
  }
  return jobs
}
