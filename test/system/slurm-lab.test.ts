/**
 * A real Slurm, started here, does a fresh random workload for a minute: what it prints is read, its priorities are computed
 * anew, and the queue stands in the same order. Then it goes by an order that was exported.
 */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { measureFidelity } from '../../src/lab/calibrate/fidelity.js'
import { exportPolicy } from '../../src/lab/export/export-policy.js'
import { QUIET } from '../../src/lab/ports.js'
import { missing, requirements } from '../support/data.js'
import { CORES, NODES, type SlurmLab, slurmLab } from '../support/slurm-lab/daemons.js'
import { startsGroupByGroup } from '../support/slurm-lab/groups.js'
import { guided } from '../support/slurm-lab/guide.js'
import { blocking, patiently } from '../support/slurm-lab/patience.js'
import { steeredThrough } from '../support/slurm-lab/steered.js'
import { watched } from '../support/slurm-lab/watch.js'
import { PARTITION_LINES, workload } from '../support/slurm-lab/workload.js'
import { controllerJobs, jobsOf, runFile, runLog } from '../support/slurm-runs.js'

/** Milliseconds for a test of minutes, on a machine that others keep busy. */
const PATIENCE = 600_000
/** Seconds. */
const BACKFILL_INTERVAL = 5

const SCHEDULING = `SchedulerParameters=bf_interval=${BACKFILL_INTERVAL},bf_resolution=5,sched_interval=10,batch_sched_delay=1
PriorityWeightAge=3000
PriorityWeightFairshare=8000
PriorityWeightJobSize=2000
PriorityWeightPartition=1000
PriorityWeightQOS=5000
PriorityWeightAssoc=1500
PriorityWeightTRES=cpu=900,mem=700
PriorityMaxAge=00:08:00
PriorityDecayHalfLife=00:03:00
PriorityCalcPeriod=00:01:00
${PARTITION_LINES}`

/** Another one each time; a failure names it. */
const SEED = Number(process.env['QUEUEWRIGHT_SLURM_SEED'] ?? Math.floor(Math.random() * 1e6))

describe.skipIf(missing(requirements.slurm))(
  `a workload of a real Slurm (QUEUEWRIGHT_SLURM_SEED=${SEED})`,
  { timeout: PATIENCE },
  () => {
    let lab: SlurmLab | null = null
    let run = ''

    const begin = async (seed: number) => {
      await lab?.remove()
      lab = null
      lab = await slurmLab(SCHEDULING)
      run = await watched(lab, workload(seed))
    }
    // Hooks are not repeated by themselves. One of its eighteen ports may have been taken while its daemons came up.
    const begun = (seed: number) =>
      begin(seed).catch((error) => {
        process.stderr.write(`a fresh Slurm once more: ${error}\n`)
        return begin(seed + 1)
      })
    beforeAll(() => begun(SEED), 2 * PATIENCE)

    // A Slurm that other work kept waiting did something else than its settings say: a test is repeated with a fresh one.
    beforeEach(async ({ task }) => {
      if (task.result?.retryCount) await begun(SEED + 2)
    }, 2 * PATIENCE)

    afterAll(async () => lab?.remove(), PATIENCE)

    it('is imported job by job as its controller tells of it', () => {
      const told = controllerJobs(run)
      const jobs = jobsOf(runLog(run, 'jobs.psv', { het: 'split' }))
      for (const [id, job] of jobs) {
        expect(told.has(id), `job ${id}`).toBe(true)
        expect({ id, ...job }).toMatchObject({ id, ...told.get(id) })
      }
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
      expect(priorities.off.association).toBe(0)
      expect(cycles?.f1, JSON.stringify(cycles)).toBeGreaterThan(0.6)
      // Jobs of a minute wait for a few cycles, of which those of a simulation begin at other instants: fifty jobs that wait
      // for seconds have 0.45 to 0.85, whatever the order.
      expect(free.order, JSON.stringify(free)).toBeGreaterThan(0.3)
      const { recorded, simulated } = free.all
      const apart = Math.abs(simulated.mean - recorded.mean)
      expect(apart, JSON.stringify(free)).toBeLessThan(Math.max(0.4 * recorded.mean, 3 * BACKFILL_INTERVAL))
    })

    it('starts jobs in an order that was exported, and not any more once that is undone', async () => {
      if (lab === null) throw new Error('there is no lab')
      const conf = join(lab.folder, 'etc', 'slurm.conf')
      const before = readFileSync(conf, 'utf8')
      const out = join(lab.folder, 'export')
      const log = { file: 'lab', trace: runLog(run, 'jobs.psv'), groups: [], seconds: 0 }
      const options = { to: 'lua', out, slurmConf: conf, machine: NODES * CORES } as const
      await exportPolicy('list:spt', log, options, QUIET)
      copyFileSync(join(out, 'job_submit.lua'), join(lab.folder, 'etc', 'job_submit.lua'))
      lab.ask('sh', join(out, 'apply.sh'), conf)

      const whole = ['-A', 'physics', '-p', 'large', '-n', `${NODES * CORES}`]
      const submit = (minutes: number) =>
        lab?.submit('games', [...whole, '-t', `${minutes}`], 'sleep 1') ?? ''
      const factors = () =>
        new Map(
          lab
            ?.ask('sprio', '-h', '-o', '%i %S')
            .split('\n')
            .map((line) => line.trim().split(/\s+/) as [string, string]),
        )
      const first = await blocking(lab, whole)
      const minutes = [7, 3, 9, 2, 8, 5]
      const ids = minutes.map((limit) => submit(limit))
      // Those that a pass has looked at.
      await patiently(() => ids.every((id) => factors().has(id)))
      const told = factors()
      const scale = 2 ** 30 - Number(told.get(ids[0]))
      expect(ids.map((id) => (2 ** 30 - Number(told.get(id))) / scale)).toEqual(
        minutes.map((limit) => limit / 7),
      )
      lab.ask('scancel', first)

      const startOf = (id: string) =>
        Number(/ StartTime=(\d+)/.exec(lab?.ask('scontrol', '-o', 'show', 'job', id) ?? '')?.[1])
      await patiently(() => lab?.ask('squeue', '-h', '-o', '%i').trim() === '')
      const byStart = [...ids].sort((a, b) => startOf(a) - startOf(b))
      const byLimit = [...ids].sort((a, b) => minutes[ids.indexOf(a)] - minutes[ids.indexOf(b)])
      expect(byStart).toEqual(byLimit)

      await blocking(lab, whole)
      const waiting = submit(4)
      await patiently(() => factors().has(waiting))
      expect(Number(factors().get(waiting))).toBeGreaterThan(0)
      lab.ask('sh', join(out, 'undo.sh'), conf)
      expect(readFileSync(conf, 'utf8')).toBe(before)
      await patiently(() => factors().has(waiting))
      expect(factors().get(waiting)).toBe('0')
      lab.ask('scancel', '--user=games')
    })

    it('starts jobs group by group where groups are qualities of service, and has none left once that is undone', async () => {
      if (lab === null) throw new Error('there is no lab')
      await startsGroupByGroup(lab)
    })

    it('goes through the guide for administrators line by line, from the first import to workers of its own', async () => {
      if (lab === null) throw new Error('there is no lab')
      await guided(lab)
    })

    it('starts jobs in the order that it is steered to, within bounds, and has no factor left behind', async () => {
      if (lab === null) throw new Error('there is no lab')
      await steeredThrough(lab, SEED)
    })
  },
)
