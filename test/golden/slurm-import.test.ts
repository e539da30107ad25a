/** Exports of whole runs of a real Slurm beside what its controller says of each job. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { SacctOptions, Trace } from '../../src/trace/index.js'
import { missing, requirements, SLURM_RUNS } from '../support/data.js'
import { imported } from '../unit/trace/sacct/support.js'

const RUNS = ['B', 'D'] as const
/** Exports of the database; the times of the local one are in UTC. */
const DATABASE = [
  'jobs.psv',
  'jobs-all-columns.psv.gz',
  'jobs-localtime.psv',
  'jobs-with-steps.psv.gz',
  'sacct.json.gz',
]
const CONTROLLER = ['squeue.json.gz', 'jobcomp.log.gz']

function file(run: string, name: string): Uint8Array {
  const bytes = readFileSync(join(SLURM_RUNS ?? '', run, name))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** What a log says of each job, with Unix times. */
function jobsOf({ jobs, fields, clock }: Trace) {
  const value = (name: keyof typeof fields, row: number) => fields[name]?.[row] ?? Number.NaN
  return new Map(
    Array.from(jobs.id, (id, row) => {
      const eligible = (clock.unixStart ?? 0) + jobs.submit[row]
      const start = eligible + value('wait', row)
      return [
        id,
        {
          eligible,
          submit: eligible - value('heldSeconds', row),
          start,
          end: start + jobs.runtime[row],
          cores: jobs.size[row],
          nodes: value('allocatedNodes', row),
          memory: value('allocatedMemory', row),
          array: value('arrayJob', row),
          het: value('hetJob', row),
        },
      ] as const
    }),
  )
}

/** `scontrol show job -o` at the end of a run: jobs that ran. */
function controllerJobs(run: string) {
  const lines = Buffer.from(file(run, 'scontrol-jobs.txt.gz')).toString().split('\n')
  const jobs = new Map<number, ReturnType<typeof jobsOf> extends Map<number, infer Job> ? Job : never>()
  for (const line of lines) {
    const field = (key: string) => new RegExp(`(?:^| )${key}=(\\S*)`).exec(line)?.[1] ?? ''
    const number = (key: string) => Number(field(key) || Number.NaN)
    const nodes = field('NodeList')
    if (line === '' || nodes === '(null)' || nodes === '') continue
    const [, mantissa = '', unit = ''] = /mem=([\d.]+)([MG])/.exec(field('TRES')) ?? []
    jobs.set(number('JobId'), {
      eligible: number('EligibleTime'),
      submit: number('SubmitTime'),
      start: number('StartTime'),
      end: number('EndTime'),
      cores: number('NumCPUs'),
      nodes: number('NumNodes'),
      memory: Number(mantissa) * (unit === 'G' ? 1024 : 1) * 1024,
      array: number('ArrayJobId') || -1,
      het: number('HetJobId') || -1,
    })
  }
  return jobs
}

const log = (run: string, name: string, options: Partial<SacctOptions> = {}) =>
  imported(file(run, name), { zone: 'UTC', ...options }).logs[0].trace

describe.skipIf(missing(requirements.slurmRuns))('whole runs of a real Slurm', () => {
  describe.each(RUNS)('%s', (run) => {
    it('every job of the database is what the controller says it is', () => {
      const told = controllerJobs(run)
      const jobs = jobsOf(log(run, 'jobs.psv', { het: 'split' }))
      let compared = 0
      for (const [id, job] of jobs) {
        const other = told.get(id)
        // Executions before the last one have numbers of their own, which the controller does not know.
        if (other === undefined) {
          expect(id).toBeGreaterThan(Math.max(...told.keys()))
          continue
        }
        expect({ id, ...job }).toEqual({ id, ...other })
        compared++
      }
      expect(jobs.size - compared).toBe(2)
      expect(compared).toBeGreaterThan(215)
      const known = Buffer.from(file(run, 'jobs.psv')).toString()
      for (const id of told.keys())
        expect(jobs.has(id)).toBe(new RegExp(`^[^|]*\\|${id}\\|`, 'm').test(known))
    })

    it.each(DATABASE)('%s gives the same log', (name) => {
      const trace = log(run, name)
      const first = log(run, 'jobs.psv')
      expect(trace.digest).toBe(first.digest)
      expect(trace.processors).toBe(512)
      for (const [field, column] of Object.entries(first.fields)) {
        expect([field, trace.fields[field as keyof typeof trace.fields]]).toEqual([field, column])
      }
    })

    it.each(CONTROLLER)('%s has the same of the jobs that both know', (name) => {
      const trace = log(run, name)
      const jobs = jobsOf(trace)
      const others = jobsOf(log(run, 'jobs.psv'))
      let compared = 0
      for (const [id, { eligible, submit, start, end, cores }] of others) {
        const job = jobs.get(id)
        if (job === undefined) continue
        expect({ id, ...job }).toMatchObject({ id, eligible, submit, start, end, cores })
        compared++
      }
      expect(compared).toBeGreaterThan(215)
      expect(trace.processors).toBe(512)
    })
  })
})
