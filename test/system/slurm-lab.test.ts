/**
 * A real Slurm, started here, does a fresh random workload for a minute: what it prints is read, its priorities are computed
 * anew, and the queue stands in the same order.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureFidelity } from '../../src/lab/fidelity.js'
import { QUIET } from '../../src/lab/ports.js'
import { missing, requirements } from '../support/data.js'
import { CORES, NODES, type SlurmLab, slurmLab } from '../support/slurm-lab/daemons.js'
import { watched } from '../support/slurm-lab/watch.js'
import { PARTITION_LINES, workload } from '../support/slurm-lab/workload.js'
import { controllerJobs, jobsOf, runFile, runLog } from '../support/slurm-runs.js'

/** Seconds. */
const BACKFILL_INTERVAL = 5

const SCHEDULING = `SchedulerParameters=bf_interval=${BACKFILL_INTERVAL},bf_resolution=5,sched_interval=10,batch_sched_delay=1
PriorityWeightAge=3000
PriorityWeightFairshare=8000
PriorityWeightJobSize=2000
PriorityWeightPartition=1000
PriorityWeightQOS=5000
PriorityMaxAge=00:08:00
PriorityDecayHalfLife=00:03:00
PriorityCalcPeriod=00:01:00
${PARTITION_LINES}`

/** Another one each time; a failure names it. */
const SEED = Number(process.env['QUEUEWRIGHT_SLURM_SEED'] ?? Math.floor(Math.random() * 1e6))

describe.skipIf(missing(requirements.slurm))(
  `a workload of a real Slurm (QUEUEWRIGHT_SLURM_SEED=${SEED})`,
  () => {
    let lab: SlurmLab | null = null
    let run = ''

    beforeAll(async () => {
      lab = await slurmLab(SCHEDULING)
      run = await watched(lab, workload(SEED))
    })

    afterAll(async () => lab?.remove())

    it('is imported job by job as its controller tells of it', () => {
      const told = controllerJobs(run)
      const jobs = jobsOf(runLog(run, 'jobs.psv', { het: 'split' }))
      for (const [id, job] of jobs) expect({ id, ...job }).toEqual({ id, ...told.get(id) })
      // A database now and then loses a job that the controller knows.
      const rows = Buffer.from(runFile(run, 'jobs.psv')).toString()
      for (const id of told.keys()) expect(jobs.has(id)).toBe(new RegExp(`^[^|]*\\|${id}\\|`, 'm').test(rows))
      // Others of it were cancelled before they could start.
      expect(jobs.size).toBeGreaterThan(20)
    })

    it.each(['jobs-all-columns.psv', 'sacct.json'])('gives the same log from %s', (name) => {
      const trace = runLog(run, name)
      expect(trace.digest).toBe(runLog(run, 'jobs.psv').digest)
      // The most that ran at once, which need not be all.
      expect(trace.processors).toBeLessThanOrEqual(NODES * CORES)
      expect(trace.processors).toBeGreaterThan((NODES * CORES) / 2)
    })

    it('has the priorities and the order that its sprio prints, and starts most of its jobs in their cycles', async () => {
      const { machine, priorities, cycles, free } = await measureFidelity(run, { zone: 'UTC' }, QUIET)
      expect(machine).toEqual({ nodes: NODES, cores: NODES * CORES })
      expect(priorities.rows).toBeGreaterThan(100)
      expect(priorities.within / priorities.rows, JSON.stringify(priorities)).toBeGreaterThan(0.97)
      expect(priorities.order).toBeGreaterThan(0.97)
      expect(cycles?.f1, JSON.stringify(cycles)).toBeGreaterThan(0.6)
      expect(free.order, JSON.stringify(free)).toBeGreaterThan(0.6)
      // Jobs of a minute wait for a few cycles, of which those of a simulation begin at other instants.
      const { recorded, simulated } = free.all
      const apart = Math.abs(simulated.mean - recorded.mean)
      expect(apart, JSON.stringify(free)).toBeLessThan(Math.max(0.4 * recorded.mean, 3 * BACKFILL_INTERVAL))
    })
  },
)
