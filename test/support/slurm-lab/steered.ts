/**
 * A Slurm of a test's own is steered: looked on and seen first, refused to whom it is not allowed, killed and undone, and at last through a restart
 * of its controller until sixty jobs have started in the order of a policy.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { foretelling } from '../../../src/apps/web/server/starts.js'
import { Random } from '../../../src/core/random.js'
import { largestOf } from '../../../src/core/statistics.js'
import { reportShadow, shadowQueue } from '../../../src/lab/live/shadow.js'
import { resetQueue, type SteerQueueOptions, steerDry, steerQueue } from '../../../src/lab/live/steer.js'
import { QUIET } from '../../../src/lab/ports.js'
import { type LiveEvent, LOCAL, type SlurmCommands, type Surroundings } from '../../../src/live/index.js'
import { PROJECT_ROOT } from '../data.js'
import { CORES, controllerLog, NODES, type SlurmLab, USERS } from './daemons.js'
import { blocking, patiently } from './patience.js'

const JOBS = 60
const MAX_SHIFT = 20_000
/** As slurmctld logs a factor, with this added and a letter left out. */
const WRITTEN = /setting AdinPrioFactor to (\d+) for JobId=(\d+)/g
const OFFSET = 2 ** 31

/** The factors that were set, by a piece of slurmctld's log. */
export function shiftsIn(log: string): readonly number[] {
  return Array.from(log.matchAll(WRITTEN), ([, value]) => Number(value) - OFFSET)
}

export async function steeredThrough(lab: SlurmLab, seed: number): Promise<void> {
  Object.assign(process.env, lab.env)
  const random = new Random(seed)
  const large = ['-A', 'physics', '-p', 'large']
  const blocker = await blocking(lab, [...large, '-n', `${NODES * CORES}`])
  const limits = Array.from({ length: JOBS }, (_, k) => k + 2)
  for (let k = JOBS - 1; k > 0; k--) {
    const other = random.below(k + 1)
    ;[limits[k], limits[other]] = [limits[other], limits[k]]
  }
  // Eight at a time, all alike but for their limits, so that none can pass another by fitting.
  const ids = limits.map((limit) =>
    Number(lab.submit('games', [...large, '-n', '16', '-t', `${limit}`], 'sleep 1')),
  )
  const byLimit = ids.toSorted((a, b) => limits[ids.indexOf(a)] - limits[ids.indexOf(b)])
  const options: SteerQueueOptions = {
    ...{ policy: 'easy:spt', partition: ['large'], maxShift: MAX_SHIFT, rate: 200, every: 1, settle: 0 },
    state: join(lab.folder, 'live'),
  }
  const before = controllerLog(lab).length
  const written = () => shiftsIn(controllerLog(lab).slice(before))
  const factors = () =>
    lab
      .ask('sprio', '-h', '-o', '%S')
      .trim()
      .split('\n')
      .filter((factor) => Number(factor) !== 0).length

  const watching = { policy: 'easy:spt', partition: ['large'], state: join(lab.folder, 'shadow'), once: true }
  // Priorities are there once the first pass has looked at the jobs.
  await patiently(() => {
    const ranked = lab.ask('sprio', '-h', '-o', '%i').trim().split(/\s+/)
    return ids.every((id) => ranked.includes(`${id}`))
  })
  await shadowQueue(watching, QUIET, () => {})

  const dry = await steerDry(options)
  expect(dry.plan.steered).toBe(JOBS)
  expect(dry.plan.writes.length).toBeGreaterThan(JOBS / 3)
  expect(written()).toEqual([])

  // The page of the workbench, which only looks.
  const nothing = () => Promise.reject(new Error('there is no log'))
  const foretold = await foretelling({ log: nothing, served: nothing }, {})({ policy: 'easy' })
  expect(foretold).toMatchObject({ waiting: JOBS, of: expect.stringContaining('large') })
  expect(written()).toEqual([])

  const games = { ...LOCAL, commands: commandsAs(USERS.games) }
  const refused = steerQueue(
    { ...options, once: true, state: join(lab.folder, 'games') },
    QUIET,
    () => {},
    games,
  )
  await expect(refused).rejects.toMatchObject({ kind: 'slurm-refused', exitCode: 71 })
  expect(written()).toEqual([])

  await killedWhileSteering(lab, options)
  expect(factors()).toBeGreaterThan(0)
  await resetQueue({ state: options.state }, () => {})
  expect(factors()).toBe(0)

  const events: LiveEvent[] = []
  const stop = new AbortController()
  const withStop = {
    ...QUIET,
    interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => work(stop.signal),
  }
  const steering = steerQueue(
    options,
    withStop,
    (event) => {
      events.push(event)
    },
    cancelledBeforeWrite(lab),
  )
  const wrote = () => events.filter(({ event }) => event === 'wrote')
  await patiently(() => wrote().length > 0)
  expect(wrote()[0]['gone']).toBe(1)
  await lab.restart()
  // Factors are among what the controller saves.
  expect(factors()).toBeGreaterThan(JOBS / 3)
  lab.ask('scancel', blocker)
  await patiently(() => lab.ask('squeue', '-h', '-t', 'PENDING', '-o', '%i').trim() === '')
  stop.abort()
  await steering
  await resetQueue({ state: options.state }, () => {})

  await shadowQueue(watching, QUIET, () => {})
  const { all, open } = await reportShadow(watching.state, {})
  expect({ jobs: all.jobs, open }).toEqual({ jobs: JOBS - 1, open: 0 })

  expect(largestOf(written().map(Math.abs))).toBeLessThanOrEqual(MAX_SHIFT)
  const started = startsIn(controllerLog(lab).slice(before)).filter((job) => ids.includes(job))
  expect(started.length).toBe(JOBS - 1)
  expect(tau(started, byLimit), `started: ${started}\nwanted: ${byLimit}`).toBeGreaterThanOrEqual(0.95)
  lab.ask('scancel', '--user=games')
}

/** Slurm's commands as another user calls them. */
function commandsAs(uid: number): SlurmCommands {
  return {
    run: (program, words, input = '') =>
      new Promise((resolve, reject) => {
        const child = spawn('setpriv', [`--reuid=${uid}`, '--clear-groups', program, ...words])
        const output = { stdout: '', stderr: '' }
        for (const name of ['stdout', 'stderr'] as const)
          child[name].on('data', (text) => {
            output[name] += text
          })
        child.on('error', reject)
        child.on('close', (status) => resolve({ status, ...output }))
        // A program that ends before it has read all says why by its status.
        child.stdin.on('error', () => {})
        child.stdin.end(input)
      }),
  }
}

/** Our own commands; the first job that is to be written to is cancelled when it has been looked at, and before anything is written. */
function cancelledBeforeWrite(lab: SlurmLab): Surroundings {
  let isFirst = true
  return {
    ...LOCAL,
    commands: {
      run: (program, words, input) => {
        if (input !== undefined && isFirst) {
          isFirst = false
          lab.ask('scancel', /JobId=(\d+)/.exec(input)?.[1] ?? '')
        }
        return LOCAL.commands.run(program, words, input)
      },
    },
  }
}

/** The built command, ended by SIGKILL as soon as it has written. */
async function killedWhileSteering(lab: SlurmLab, options: SteerQueueOptions): Promise<void> {
  const words = [
    ...[
      'live',
      'steer',
      '--policy',
      `${options.policy}`,
      '--partition',
      'large',
      '--max-shift',
      `${MAX_SHIFT}`,
    ],
    ...['--rate', '30', '--json', '--state', `${options.state}`],
  ]
  const main = join(PROJECT_ROOT, 'dist', 'apps', 'cli', 'main.js')
  const child = spawn(process.execPath, [main, ...words], { env: { ...process.env, ...lab.env } })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await patiently(() => output.includes('"wrote"') || child.exitCode !== null)
  child.kill('SIGKILL')
  await ended
  expect(output).toContain('"wrote"')
}

/** Jobs by their starts, as the controller logs them. */
function startsIn(log: string): number[] {
  const starts = log.matchAll(/sched: Allocate JobId=(\d+)|_start_job: Started JobId=(\d+)/g)
  return Array.from(starts, ([, main, backfill]) => Number(main ?? backfill))
}

/** Kendall's τ of an order and the one that was wanted. */
function tau(got: readonly number[], wanted: readonly number[]): number {
  const place = new Map(wanted.map((job, k) => [job, k]))
  let sum = 0
  for (let a = 0; a < got.length; a++)
    for (let b = a + 1; b < got.length; b++)
      sum += (place.get(got[a]) ?? 0) < (place.get(got[b]) ?? 0) ? 1 : -1
  return sum / ((got.length * (got.length - 1)) / 2)
}
