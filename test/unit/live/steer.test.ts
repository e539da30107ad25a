/** Steering, on a Slurm in memory: bounds, ledger, refusals, and that everything can be undone whatever happened. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resetQueue, type SteerQueueOptions, steerDry, steerQueue } from '../../../src/lab/live/steer.js'
import { QUIET } from '../../../src/lab/ports.js'
import { EPOCH, type LiveEvent, type Surroundings } from '../../../src/live/index.js'
import { type FakeJob, FakeSlurm } from '../../support/fake-slurm.js'

const NOW = EPOCH + 1e6
/** Limits in minutes, by number from 1. */
const queue = (...limits: readonly number[]): FakeJob[] =>
  limits.map((limit, k) => ({ id: k + 1, limit, base: 1000 - k, submit: NOW - 1000 + k }))

let state = ''
let now = NOW
let told: LiveEvent[] = []

beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), 'queuewright-live-')), 'state')
  now = NOW
  told = []
})
afterEach(() => rmSync(join(state, '..'), { recursive: true, force: true }))

/** What happens in a pause, by its number from 1; the pause lasts until that is over. */
type During = (pause: number) => unknown

function around(commands: FakeSlurm, during: During = () => {}): Surroundings {
  let pauses = 0
  return {
    commands,
    now: () => now,
    ticks: () => 0,
    sleep: async (seconds) => {
      now += seconds
      await during(++pauses)
    },
  }
}

/** Slurm, and the commands that it is given, in order. */
function watched(slurm: FakeSlurm, asked: string[]): Surroundings['commands'] {
  return {
    run: (program, words, input) => {
      asked.push([program, ...words].join(' '))
      return slurm.run(program, words, input)
    },
  }
}

const tell = (event: LiveEvent): void => {
  told.push(event)
}
const options = (more: SteerQueueOptions = {}): SteerQueueOptions => ({
  ...{ policy: 'easy:spt', partition: ['batch'], state, rate: 100 },
  ...more,
})
const steered = (slurm: FakeSlurm, more: SteerQueueOptions = {}, during?: During) =>
  steerQueue(options(more), QUIET, tell, around(slurm, during))
const reset = (slurm: FakeSlurm, more = {}) => resetQueue({ state, ...more }, tell, around(slurm))
const events = () => told.map(({ event }) => event)

describe('steering', () => {
  it('has jobs stand in the order of the policy, and everything undone when its time is over', async () => {
    const slurm = new FakeSlurm(...queue(30, 20, 10, 40))
    const orders: number[][] = []
    const ended = await steered(slurm, { for: 10, every: 4 }, () => orders.push(slurm.order()))
    expect(ended).toBe('over')
    expect(orders[0]).toEqual([3, 2, 1, 4])
    expect([1, 2, 3, 4].map((job) => slurm.factor(job))).toEqual([0, 0, 0, 0])
    expect(events()).toEqual(['steering', 'cost', 'wrote', 'undone', 'ended'])
    // Two of four stay as they are, and nothing is written twice but to undo it.
    expect(slurm.written).toHaveLength(4)
    expect(readFileSync(join(state, 'ledger.jsonl'), 'utf8')).toBe('')
    const audit = readFileSync(join(state, 'audit.jsonl'), 'utf8').trim().split('\n')
    expect(audit.map((line) => JSON.parse(line).event)).toEqual(events())
  })

  it('never sets a factor beyond the bound, however far jobs are apart', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1).map((job) => ({ ...job, base: 5000 * job.id })))
    slurm.add({ id: 9, limit: 1, base: 15_100 })
    await steered(slurm, { maxShift: 100, once: true })
    for (const [, factor] of slurm.written) expect(Math.abs(factor)).toBeLessThanOrEqual(100)
    expect(slurm.order()).toEqual([3, 9, 2, 1])
  })

  it('makes a folder that nobody else may look into', async () => {
    await steered(new FakeSlurm(...queue(2, 1)), { once: true })
    expect(statSync(state).mode & 0o777).toBe(0o700)
  })

  it('writes its ledger before it tells Slurm', async () => {
    const slurm = new FakeSlurm(...queue(2, 1))
    let known = ''
    slurm.beforeWrite = () => {
      known = readFileSync(join(state, 'ledger.jsonl'), 'utf8')
    }
    await steered(slurm, { once: true })
    const [[job, factor]] = slurm.written
    expect(
      known
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .at(-1),
    ).toMatchObject({ job, from: 0, to: factor })
  })

  it('writes no more than its rate allows, the first jobs of the order first', async () => {
    const slurm = new FakeSlurm(...queue(...Array.from({ length: 40 }, (_, k) => 60 - k)))
    const counts: number[] = []
    await steered(slurm, { rate: 5, every: 2, for: 7 }, () => counts.push(slurm.written.length))
    expect(counts).toEqual([10, 20, 30, 39])
    expect(slurm.written[0][0]).toBe(40)
  })

  it('leaves a factor for as long as it is to settle', async () => {
    const slurm = new FakeSlurm(...queue(2, 1))
    const written: number[] = []
    await steered(slurm, { every: 10, settle: 25, for: 45 }, () => {
      written.push(slurm.written.length)
      // Somebody makes the job that was written to last, or now waits before it, longer.
      for (const job of slurm.jobs.values()) job.limit = job.limit === 1 ? 2 : 1
    })
    expect(written[0]).toBe(1)
    expect(slurm.written.length).toBeLessThan(6)
  })

  it('leaves alone what it must not touch, and says so', async () => {
    const slurm = new FakeSlurm(
      ...queue(9, 8),
      { id: 3, limit: 1, base: 10, het: true },
      { id: 4, limit: 1, base: 10, partition: 'large' },
      { id: 5, limit: 1, base: 10, reason: 'JobHeldUser' },
      { id: 6, limit: 1, base: 10, reason: 'Dependency' },
      { id: 7, limit: 1, base: 10, site: 77 },
      { id: 8, limit: 1, base: 10, partition: 'batch,large' },
      { id: 10, limit: 3, base: 10, tasks: 5 },
    )
    const dry = await steerDry(options(), around(slurm))
    expect(dry.left).toEqual({ heterogeneous: 1, partition: 2, ineligible: 2 })
    expect(dry.plan).toMatchObject({ steered: 3, foreign: 1, beyond: 0 })
    // A whole array at once, under its own number.
    expect(dry.plan.writes.map(({ job }) => job)).toContain(10)
    expect(slurm.written).toEqual([])
    expect(() => readFileSync(join(state, 'audit.jsonl'))).toThrow('ENOENT')
  })

  it('goes on when slurmctld was away, and when jobs are gone between looking and writing', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    slurm.beforeWrite = () => {
      slurm.jobs.delete(3)
      slurm.beforeWrite = () => {}
    }
    await steered(slurm, { every: 1, for: 6 }, (pause) => {
      slurm.up = pause !== 2
      if (pause === 3) slurm.add({ id: 4, limit: 1, base: 900 })
      if (pause === 4) expect(slurm.order()).toEqual([4, 2, 1])
    })
    expect(events().filter((event) => event === 'skipped')).toHaveLength(1)
    expect(told.find(({ event }) => event === 'wrote')).toMatchObject({ gone: 1 })
    expect([1, 2, 4].map((job) => slurm.factor(job))).toEqual([0, 0, 0])
  })

  it('ends, with everything undone, when a job waits for too long', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    const failure = { kind: 'slurm-guard', exitCode: 72 }
    await expect(steered(slurm, { every: 10, maxWait: 1015 })).rejects.toMatchObject(failure)
    expect(slurm.written.length).toBeGreaterThan(2)
    expect([1, 2, 3].map((job) => slurm.factor(job))).toEqual([0, 0, 0])
  })

  it('counts a wait from when a job could start, which it asks once', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    // It waited for another job for most of the time.
    Object.assign(slurm.jobs.get(1) as FakeJob, { eligible: NOW - 100 })
    Object.assign(slurm.jobs.get(2) as FakeJob, { submit: NOW - 50 })
    Object.assign(slurm.jobs.get(3) as FakeJob, { submit: NOW - 50 })
    const asked: string[] = []
    const seen = { ...around(slurm), commands: watched(slurm, asked) }
    const failure = { kind: 'slurm-guard', message: expect.stringContaining('job 1 waits') }
    const guarded = options({ every: 10, maxWait: 135 })
    await expect(steerQueue(guarded, QUIET, tell, seen)).rejects.toMatchObject(failure)
    expect(now).toBe(NOW + 40)
    expect(asked.filter((words) => words.includes('show job'))).toEqual(['scontrol -o show job 1'])
  })

  it('waits for what is overdue and cannot be undone just now, and undoes it then', async () => {
    const slurm = new FakeSlurm(...queue(2, 1))
    let pauses = 0
    const ended = await steered(slurm, { for: 10, every: 4 }, (pause) => {
      pauses = pause
      slurm.up = pause < 3 || pause > 6
    })
    expect(ended).toBe('over')
    expect(slurm.order()).toEqual([1, 2])
    // No more often than it looks: 4, 4 and the last 2 seconds, then every 4 until somebody answers.
    expect(pauses).toBe(7)
    expect(now).toBe(NOW + 26)
  })

  it.each([-3600, 3600])('goes on when the clock jumps by %i s', async (jump) => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    const slept: number[] = []
    const looks = 6
    const stop = new AbortController()
    const jumping: Surroundings = {
      ...around(slurm),
      sleep: async (seconds) => {
        slept.push(seconds)
        now += seconds + (slept.length === 2 ? jump : 0)
        if (slept.length === 3) slurm.add({ id: 4, limit: 1, base: 900, submit: now })
        // Longer than the one that came last.
        if (slept.length === 4) (slurm.jobs.get(3) as FakeJob).limit = 50
        if (slept.length === looks) stop.abort()
      },
    }
    const ports = {
      ...QUIET,
      interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => work(stop.signal),
    }
    const settling = options({ every: 5, settle: 6, for: 1e5 })
    expect(await steerQueue(settling, ports, tell, jumping)).toBe('stopped')
    expect(slept).toEqual(slept.map(() => 5))
    expect(slurm.order()).toEqual([4, 2, 1, 3])
  })

  it('forgets jobs that have ended when there are many of them, and no others', async () => {
    const slurm = new FakeSlurm(...queue(2, 1))
    const ledger = join(state, 'ledger.jsonl')
    await steered(slurm, { once: true })
    const old = Array.from({ length: 10_050 }, (_, k) =>
      JSON.stringify({ kind: 'factor', at: NOW - 1e5, job: 100 + k, from: 0, to: 5 }),
    )
    writeFileSync(ledger, `${readFileSync(ledger, 'utf8')}${old.slice(0, 9000).join('\n')}\n`)
    await steered(slurm, { once: true })
    expect(readFileSync(ledger, 'utf8').split('\n').length).toBeGreaterThan(9000)
    writeFileSync(ledger, `${readFileSync(ledger, 'utf8')}${old.slice(9000).join('\n')}\n`)
    await steered(slurm, { once: true })
    expect(readFileSync(ledger, 'utf8').split('\n').length).toBeLessThan(10)
    await reset(slurm)
    expect(slurm.order()).toEqual([1, 2])
  })

  it('says which jobs of a batch were not taken, and takes them up again when they have rested', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    const commands: FakeSlurm = Object.assign(Object.create(slurm), {
      run: async (...words: Parameters<FakeSlurm['run']>) => {
        const answer = await slurm.run(...words)
        if (now > NOW || words[2] === undefined) return answer
        // The second of them is refused for a reason of its own.
        const [, [job]] = slurm.written
        Object.assign(slurm.jobs.get(job) as FakeJob, { site: 0 })
        return { ...answer, status: 1, stderr: `slurm_update error: Job array task ${job} busy\n` }
      },
    })
    await steered(commands, { every: 10, settle: 25, for: 45 }, (pause) => {
      if (pause === 4) expect(slurm.order()).toEqual([3, 2, 1])
    })
    expect(told.filter(({ event }) => event === 'complaint')).toHaveLength(1)
    expect(slurm.order()).toEqual([1, 2, 3])
  })

  it('has one steerer of a ledger, and two ledgers keep from each other', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    const other = join(state, '..', 'other')
    let second: unknown = null
    await steered(slurm, { every: 1, for: 3 }, async (pause) => {
      if (pause === 1) second = await steered(slurm, { once: true }).catch((error) => error)
    })
    expect(second).toMatchObject({ kind: 'run-busy' })
    await steered(slurm, { once: true })
    const before = slurm.written.length
    const dry = await steerDry(options({ state: other, policy: 'easy:lpt' }), around(slurm))
    expect(dry.plan.foreign).toBe(new Set(slurm.written.map(([job]) => job)).size)
    await steered(slurm, { once: true, state: other, policy: 'easy:lpt' })
    await reset(slurm, { state: other })
    await reset(slurm)
    expect([1, 2, 3].map((job) => slurm.factor(job))).toEqual([0, 0, 0])
    expect(slurm.written.length).toBeGreaterThan(before)
  })

  it('keeps the end of its period across restarts, unless it is renewed', async () => {
    const slurm = new FakeSlurm(...queue(2, 1))
    const until = async (more: SteerQueueOptions) => {
      await steered(slurm, { once: true, for: 100, ...more })
      return told.findLast(({ event }) => event === 'steering')?.['until']
    }
    expect(await until({})).toBe(NOW + 100)
    now += 60
    expect(await until({})).toBe(NOW + 100)
    expect(await until({ renew: true })).toBe(NOW + 160)
    now += 200
    expect(await steered(slurm)).toBe('over')
    expect(slurm.order()).toEqual([1, 2])
  })

  it.each([
    [
      'a Slurm that goes by age alone',
      (slurm: FakeSlurm) => (slurm.priorityType = 'priority/basic'),
      71,
      'PriorityType',
    ],
    [
      'a plugin that sets factors',
      (slurm: FakeSlurm) => (slurm.siteFactorPlugin = 'site_factor/own'),
      71,
      'plugin',
    ],
    ['a user without rights', (slurm: FakeSlurm) => (slurm.operator = false), 71, 'Operator'],
    ['a slurmctld that is away', (slurm: FakeSlurm) => (slurm.up = false), 70, 'scontrol ping'],
  ])('refuses %s', async (_, change, exitCode, message) => {
    const slurm = new FakeSlurm(...queue(2, 1))
    change(slurm)
    const failure = { exitCode, message: expect.stringContaining(message) }
    await expect(steered(slurm, { once: true })).rejects.toMatchObject(failure)
    expect(slurm.written).toEqual([])
  })

  it.each([
    [{ policy: 'easy:fairshare' }, 42],
    [{ policy: 'easy:group' }, 42],
    [{ policy: 'slurm' }, 42],
    [{ partition: ['nowhere'] }, 2],
    [{ partition: [] }, 2],
    [{ maxShift: 0 }, 2],
  ])('refuses %j', async (more, exitCode) => {
    await expect(steered(new FakeSlurm(), { once: true, ...more })).rejects.toMatchObject({ exitCode })
  })
})

describe('reset', () => {
  it('restores what was there before, also where a factor was planned and never written', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    slurm.beforeWrite = () => {
      throw new Error('killed')
    }
    await expect(steered(slurm, { once: true })).rejects.toThrow('killed')
    slurm.beforeWrite = () => {}
    // The first of two got through.
    slurm.jobs.set(3, { ...(slurm.jobs.get(3) as FakeJob), site: factorOf(3) })
    await reset(slurm)
    expect([1, 2, 3].map((job) => slurm.factor(job))).toEqual([0, 0, 0])
  })

  function factorOf(job: number): number {
    const lines = readFileSync(join(state, 'ledger.jsonl'), 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line)).find((entry) => entry.job === job).to
  }

  it('leaves a factor that somebody else has set since', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    await steered(slurm, { once: true })
    const moved = [...slurm.jobs.values()].filter(({ site = 0 }) => site !== 0)
    moved[0].site = 4321
    await reset(slurm)
    expect(moved.map(({ site }) => site)).toEqual([4321, ...moved.slice(1).map(() => 0)])
    expect(told.at(-1)).toMatchObject({ event: 'undone', foreign: 1, left: 0 })
  })

  it('takes a ledger whose last line was cut off, and refuses one that is damaged', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    await steered(slurm, { once: true })
    const ledger = join(state, 'ledger.jsonl')
    const text = readFileSync(ledger, 'utf8')
    writeFileSync(ledger, `garbage\n${text}`)
    await expect(reset(slurm)).rejects.toMatchObject({
      kind: 'run-damaged',
      detail: { line: 1, file: ledger },
    })
    writeFileSync(ledger, `${text}{"kind":"factor","at":17`)
    await reset(slurm)
    expect([1, 2, 3].map((job) => slurm.factor(job))).toEqual([0, 0, 0])
  })

  it('sets all factors to 0 where the ledger is lost', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1), { id: 7, base: 5, site: 9, partition: 'large' })
    await steered(slurm, { once: true })
    rmSync(state, { recursive: true })
    await expect(reset(slurm)).rejects.toMatchObject({ kind: 'input-unreadable' })
    await reset(slurm, { all: true, partition: ['express,batch'] })
    expect([1, 2, 3, 7].map((job) => slurm.factor(job))).toEqual([0, 0, 0, 9])
    await reset(slurm, { all: true })
    expect(slurm.factor(7)).toBe(0)
  })

  it('does not say that all is undone where this user may not see what was steered', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    await steered(slurm, { once: true })
    for (const job of slurm.jobs.values()) job.hidden = true
    await expect(reset(slurm)).rejects.toMatchObject({ kind: 'slurm-refused' })
    for (const job of slurm.jobs.values()) job.hidden = false
    await reset(slurm)
    expect(slurm.order()).toEqual([1, 2, 3])
    // What has ended keeps nobody from it.
    await steered(slurm, { once: true })
    slurm.jobs.clear()
    await reset(slurm)
    expect(told.at(-1)).toMatchObject({ event: 'undone', restored: 0, left: 0 })
  })

  it('sets those that are held to 0 as well where the ledger is lost', async () => {
    const slurm = new FakeSlurm(...queue(3, 2, 1))
    await steered(slurm, { once: true })
    for (const job of slurm.jobs.values()) job.reason = 'JobHeldUser'
    await reset(slurm, { all: true })
    expect([1, 2, 3].map((job) => slurm.factor(job))).toEqual([0, 0, 0])
  })

  it('is done by a timer only when the time is over', async () => {
    const slurm = new FakeSlurm(...queue(2, 1))
    await steered(slurm, { once: true, for: 100 })
    expect(await reset(slurm, { overdue: true })).toBe('nothing due')
    expect(slurm.order()).toEqual([2, 1])
    now += 101
    expect(await reset(slurm, { overdue: true })).toBe('undone')
    expect(slurm.order()).toEqual([1, 2])
  })
})
