/** Exports of whole runs of a real Slurm beside what its controller says of each job. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missing, requirements, SLURM_RUNS } from '../support/data.js'
import { controllerJobs, jobsOf, runFile, runLog } from '../support/slurm-runs.js'

const RUNS = ['B', 'D'] as const
/** Exports of the database; the times of the local one are in UTC. */
const DATABASE = [
  'jobs.psv',
  'jobs-all-columns.psv',
  'jobs-localtime.psv',
  'jobs-with-steps.psv',
  'sacct.json',
]
const CONTROLLER = ['squeue.json', 'jobcomp.log']

const folderOf = (run: string) => join(SLURM_RUNS ?? '', run)

describe.skipIf(missing(requirements.slurmRuns))('whole runs of a real Slurm', () => {
  describe.each(RUNS)('%s', (run) => {
    it('every job of the database is what the controller says it is', () => {
      const told = controllerJobs(folderOf(run))
      const jobs = jobsOf(runLog(folderOf(run), 'jobs.psv', { het: 'split' }))
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
      const known = Buffer.from(runFile(folderOf(run), 'jobs.psv')).toString()
      for (const id of told.keys())
        expect(jobs.has(id)).toBe(new RegExp(`^[^|]*\\|${id}\\|`, 'm').test(known))
    })

    it.each(DATABASE)('%s gives the same log', (name) => {
      const trace = runLog(folderOf(run), name)
      const first = runLog(folderOf(run), 'jobs.psv')
      expect(trace.digest).toBe(first.digest)
      expect(trace.processors).toBe(512)
      for (const [field, column] of Object.entries(first.fields)) {
        expect([field, trace.fields[field as keyof typeof trace.fields]]).toEqual([field, column])
      }
    })

    it.each(CONTROLLER)('%s has the same of the jobs that both know', (name) => {
      const trace = runLog(folderOf(run), name)
      const jobs = jobsOf(trace)
      const others = jobsOf(runLog(folderOf(run), 'jobs.psv'))
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
