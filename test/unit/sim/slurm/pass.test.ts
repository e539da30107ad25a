/** `slurm:` on pools and on nodes: by hand, beside a slow twin that runs every cycle, and judged. */
import { describe, expect, it, vi } from 'vitest'
import { readDocument } from '../../../../src/core/documents.js'
import { Random } from '../../../../src/core/random.js'
import { type Facility, SITE_DOCUMENT } from '../../../../src/sim/facility/index.js'
import { validateNodes } from '../../../../src/sim/nodes/validate.js'
import { parsePolicy, type SimulatedPolicy } from '../../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../../../src/sim/semantics.js'
import { simulate } from '../../../../src/sim/simulate.js'
import { ClusterCycles } from '../../../../src/sim/slurm/scheduler/cycles.js'
import { validate } from '../../../../src/sim/validate.js'
import type { JobTable } from '../../../../src/trace/job-table.js'
import { SCHEDULER_DEFAULTS } from '../../../../src/trace/slurm-conf/index.js'
import { tableOf } from '../../../support/arbitraries.js'
import { failureOf } from '../../../support/failures.js'
import { generateJobs } from '../../../support/generate.js'
import { backfillTwin } from '../../../support/twin/backfill.js'

const policyOf = (text: string) => parsePolicy(text) as SimulatedPolicy

function starts(jobs: JobTable, processors: number, policy = 'slurm:fcfs', facility?: Facility): number[] {
  return [...simulate({ jobs, processors, policy: policyOf(policy), ...(facility && { facility }) }).start]
}

/** The same second by second, without a cycle left out: what is free at each second is counted anew for each job. */
function everySecond(
  { length, submit, runtime, estimate, size }: JobTable,
  processors: number,
  key: (wait: number, id: number) => number = () => 0,
  het: readonly number[] = [],
): number[] {
  const { resolution, window, fullInterval, interval, batchDelay } = SCHEDULER_DEFAULTS
  const start = new Array<number>(length).fill(Number.NaN)
  const waits = (id: number, now: number) => submit[id] <= now && Number.isNaN(start[id])
  const runs = (id: number, now: number) => start[id] <= now && now < start[id] + runtime[id]
  const all = Array.from({ length }, (_, id) => id)
  const isComponent = (id: number) => (het[id] ?? -1) >= 0
  let lastMain = Number.NEGATIVE_INFINITY
  let isRequested = false
  for (let now = 0; start.some(Number.isNaN); now++) {
    const free = () => processors - all.filter((id) => runs(id, now)).reduce((sum, id) => sum + size[id], 0)
    isRequested ||= all.some((id) => submit[id] === now || start[id] + runtime[id] === now)
    const queue = () => {
      const keys = all.map((id) => key(now - submit[id], id))
      return all.filter((id) => waits(id, now)).sort((a, b) => keys[a] - keys[b] || a - b)
    }
    const isFull = now % fullInterval === 0
    if (isFull || (isRequested && now >= lastMain + batchDelay)) {
      lastMain = now
      isRequested = false
      for (const id of queue()) {
        if (isComponent(id) || size[id] > free()) break
        start[id] = now
      }
    }
    if (now > 0 && now % interval === 0) {
      const idle = all.every((id) => !runs(id, now))
      const started = backfilled(queue())
      // Components in each other's way for good.
      const first = queue().find(isComponent)
      if (started === 0 && idle && first !== undefined)
        backfilled(queue().filter((id) => het[id] === het[first]))
    }
    function backfilled(waiting: readonly number[]): number {
      let count = 0
      const latest = new Map<number, number>()
      const ready: number[] = []
      const plans: { from: number; to: number; size: number }[] = []
      const ends = all
        .filter((id) => runs(id, now))
        .map((id) => ({ end: start[id] + estimate[id], size: size[id] }))
        .sort((a, b) => a.end - b.end)
      // Each end is put off to the last of its window.
      let [first, lasts] = [Number.NaN, 30]
      for (let k = 0; k < ends.length; lasts *= 2) {
        if (Number.isNaN(first)) first = (Math.floor(ends[k].end / 30) + 1) * 30
        const until = first + lasts
        const together = ends.slice(k).filter(({ end }, n) => n === 0 || end <= until)
        const to = together[together.length - 1].end
        for (const each of together) plans.push({ from: now, to, size: each.size })
        k += together.length
      }
      const freeAt = (at: number) =>
        processors -
        plans.filter(({ from, to }) => from <= at && at < to).reduce((sum, plan) => sum + plan.size, 0)
      for (const id of waiting) {
        const last = (from: number) => from + estimate[id]
        const changes = (from: number) =>
          plans.map((plan) => plan.from).filter((at) => at > from && at <= last(from))
        const fits = (from: number) => [from, ...changes(from)].every((at) => freeAt(at) >= size[id])
        const least = isComponent(id) ? (latest.get(het[id]) ?? now) : now
        const ends = plans.map(({ to }) => to)
        const from = Math.min(...[now, least, ...ends].filter((at) => at >= least && fits(at)))
        if (from > now + window) continue
        const starts = from === now && !isComponent(id)
        if (starts) {
          start[id] = now
          count++
        }
        if (isComponent(id)) {
          latest.set(het[id], from)
          if (from === now) ready.push(id)
        }
        const to = starts ? last(now) : Math.floor(last(from) / resolution) * resolution
        plans.push({ from, to, size: size[id] })
      }
      for (const number of new Set(ready.map((id) => het[id]))) {
        const together = waiting.filter((id) => het[id] === number)
        const cores = together.reduce((sum, id) => sum + size[id], 0)
        if (!together.every((id) => ready.includes(id)) || cores > free()) continue
        for (const id of together) start[id] = now
        count += together.length
      }
      return count
    }
  }
  return start
}

/** Jobs that run for a second at least: what ends at the instant at which it starts is a matter of events, not of cycles. */
function lasting({ id, submit, size, user, runtime, estimate }: JobTable): JobTable {
  const rows = Array.from(id, (number, k) => ({
    ...{ id: number, submit: submit[k], size: size[k], user: user[k], group: 1 },
    ...{ runtime: Math.max(1, runtime[k]), estimate: Math.max(1, estimate[k]) },
  }))
  return tableOf(rows)
}

const job = (submit: number, size: number, estimate: number, runtime = estimate) => ({
  ...{ id: 0, submit, size, estimate, runtime, user: 0, group: 1 },
})
const table = (...rows: ReturnType<typeof job>[]) => tableOf(rows.map((row, k) => ({ ...row, id: k + 1 })))

function siteOfNodes(
  names: string,
  cores: number,
  reservations: readonly object[],
  maintenance?: object,
): Facility {
  const document = {
    ...{ format: 'queuewright-site', version: 2, name: 'x', nodes: [{ names, cores }], reservations },
    ...(maintenance && { maintenance }),
    partitions: [{ name: 'all', nodes: names }],
  }
  return readDocument(SITE_DOCUMENT, JSON.stringify(document), 'x').facility
}

/** Backfill by its twin, and no cycle left out. */
const slowly: ClusterCycles['backfill'] = function (this: ClusterCycles, running, queue, now) {
  const { cluster, limits, settings, closures } = this
  return { starts: backfillTwin(cluster, running, queue, limits, now, settings, closures), until: now }
}

describe("Slurm's schedulers as an algorithm", () => {
  it('start the queue in its order as jobs come and end, and what is behind a job that waits each bf_interval', () => {
    const jobs = table(job(0, 4, 200), job(1, 8, 100), job(1, 2, 60), job(2, 4, 300), job(400, 1, 60))
    expect(starts(jobs, 8)).toEqual([0, 200, 30, 300, 400])
  })

  it('go by any order', () => {
    const jobs = table(job(0, 8, 100), job(1, 8, 200), job(2, 8, 60))
    expect(starts(jobs, 8, 'slurm:spt')).toEqual([0, 160, 100])
    expect(starts(jobs, 8, 'slurm')).toEqual([0, 100, 300])
  })

  it.each([1, 2, 3])('leave out only cycles that could start nothing (seed %i)', (seed) => {
    const jobs = lasting(generateJobs({ seed, jobs: 60, processors: 16, load: 0.8 + 0.1 * seed }))
    const found = starts(jobs, 16)
    expect(found).toEqual(everySecond(jobs, 16))
    const schedule = { jobs, processors: 16, start: Float64Array.from(found) }
    expect(validate(schedule, { rules: DEFAULT_SEMANTICS })).toEqual([])
  })

  it.each([31, 32, 33, 34])('start components together on a pool (seed %i)', (seed) => {
    const random = new Random(seed)
    const base = lasting(generateJobs({ seed, jobs: 60, processors: 16, load: 0.9 }))
    // Two or three jobs one after another become one; its components come at once.
    const het = Array.from({ length: base.length }, () => -1)
    for (let row = 0; row + 2 < het.length; row += 3 + random.below(4)) {
      const count = 2 + random.below(2)
      for (let k = 0; k < count; k++) het[row + k] = row + 1
    }
    const jobs = tableOf(
      Array.from(het, (first, row) => ({
        ...{ id: row + 1, submit: base.submit[first < 0 ? row : first - 1], user: 1, group: 1 },
        ...{ runtime: base.runtime[row], estimate: base.estimate[row] },
        size: first < 0 ? base.size[row] : Math.min(5, base.size[row]),
      })),
    )
    const fields = { hetJob: Float64Array.from(het) }
    const { start } = simulate({ jobs, processors: 16, policy: policyOf('slurm:fcfs'), fields })
    expect([...start]).toEqual(everySecond(jobs, 16, () => 0, het))
    for (const [row, first] of het.entries()) if (first >= 0) expect(start[row]).toBe(start[first - 1])
    expect([...start]).not.toEqual(starts(jobs, 16))
  })

  it.each([7, 8])('go by an order that changes while jobs wait (seed %i)', (seed) => {
    const jobs = lasting(generateJobs({ seed, jobs: 50, processors: 16, load: 1.1 }))
    const { estimate, size } = jobs
    const wfp3 = (wait: number, id: number) => -((wait / estimate[id]) ** 3) * size[id]
    expect(starts(jobs, 16, 'slurm:wfp3')).toEqual(everySecond(jobs, 16, wfp3))
  })

  it.each([11, 12, 13, 14])('leave out on nodes only cycles that could start nothing (seed %i)', (seed) => {
    const jobs = lasting(generateJobs({ seed, jobs: 120, processors: 24, load: 0.8 + 0.05 * (seed % 4) }))
    const document = {
      ...{ format: 'queuewright-site', version: 2, name: 'x', nodes: [{ names: 'n[1-8]', cores: 3 }] },
      partitions: [{ name: 'all', nodes: 'n[1-8]' }],
    }
    const { facility } = readDocument(SITE_DOCUMENT, JSON.stringify(document), 'x')
    const spy = vi.spyOn(ClusterCycles.prototype, 'backfill')
    const found = ['slurm:fcfs', 'slurm:wfp3'].map((policy) => starts(jobs, 24, policy, facility))
    const some = spy.mock.calls.length
    spy.mockClear()
    spy.mockImplementation(slowly)
    expect(found).toEqual(['slurm:fcfs', 'slurm:wfp3'].map((policy) => starts(jobs, 24, policy, facility)))
    expect(some).toBeLessThan(spy.mock.calls.length)
    spy.mockRestore()
  })

  it("take a site's processors for nodes of one core", () => {
    const jobs = generateJobs({ seed: 4, jobs: 40, processors: 16, load: 1 })
    const site = (members: object) =>
      readDocument(SITE_DOCUMENT, JSON.stringify({ format: 'queuewright-site', name: 'x', ...members }), 'x')
        .facility
    const processors = site({ version: 1, partitions: [{ name: 'all', processors: '0-15' }] })
    const nodes = site({
      version: 2,
      nodes: [{ names: 'n[1-16]', cores: 1 }],
      partitions: [{ name: 'all', nodes: 'n[1-16]' }],
    })
    const ofNodes = starts(jobs, 16, 'slurm:fcfs', nodes)
    expect(starts(jobs, 16, 'slurm:fcfs', processors)).toEqual(ofNodes)
  })

  it('keep limits and maintenance of a site', () => {
    const { facility } = readDocument(
      SITE_DOCUMENT,
      JSON.stringify({
        ...{ format: 'queuewright-site', version: 1, name: 'x' },
        partitions: [{ name: 'all', processors: '0-7' }],
        limits: [{ kind: 'user-jobs', value: 1 }],
        maintenance: { every: 10_000, start: 500, duration: 100 },
      }),
      'x',
    )
    const jobs = table(job(0, 1, 100), job(0, 1, 50), job(3, 1, 400))
    expect(starts(jobs, 8, 'slurm:fcfs', facility)).toEqual([0, 100, 600])
  })

  it('plan nothing into maintenance', () => {
    const facility = siteOfNodes('n[1-2]', 4, [], { every: 10_000, start: 500, duration: 100 })
    const jobs = table(job(0, 4, 300), job(1, 8, 250), job(2, 4, 400))
    // The second would begin at 300 and run until 550: it is planned for 600, and the third is in nobody's way.
    expect(starts(jobs, 8, 'slurm:fcfs', facility)).toEqual([0, 600, 30])
  })

  it('start the components of a heterogeneous job together, on a site', () => {
    const facility = siteOfNodes('n[1-2]', 4, [])
    const jobs = table(job(0, 4, 100), job(1, 4, 60), job(1, 4, 60), job(2, 1, 60))
    const run = (hetJob: number[], on = jobs) => {
      const policy = policyOf('slurm:fcfs')
      return [
        ...simulate({
          jobs: on,
          processors: 8,
          policy,
          facility,
          fields: { hetJob: Float64Array.from(hetJob) },
        }).start,
      ]
    }
    // Backfill alone starts them, and meanwhile keeps what one of them could have.
    expect(run([-1, 7, 7, -1])).toEqual([0, 120, 120, 180])
    // A component alone is a job as all are.
    expect(run([-1, 7, -1, -1])).toEqual([0, 3, 63, 100])
    // In each other's way for good: the first goes first.
    const two = table(job(0, 4, 60), job(0, 4, 60), job(0, 4, 60), job(0, 4, 60))
    expect(run([7, 8, 7, 8], two).sort((a, b) => a - b)).toEqual([30, 30, 90, 90])
    const failure = failureOf(() => run([7, 7], table(job(0, 8, 50), job(0, 4, 50))))
    expect(failure.message).toContain('heterogeneous job 7 can never start')
    const never = { jobs: table(job(0, 8, 50), job(0, 4, 50)), processors: 8, policy: policyOf('slurm') }
    const fields = { hetJob: Float64Array.of(7, 7) }
    expect(failureOf(() => simulate({ ...never, fields })).message).toContain('job 7 can never start')
  })

  it('keep reserved nodes for those whose they are', () => {
    const facility = siteOfNodes('n[1-2]', 4, [
      { name: 'course', nodes: 'n1', start: 100, end: 300, groups: [5] },
    ])
    const jobs = table(job(0, 4, 200), job(0, 4, 90), job(1, 4, 100), job(2, 4, 100), job(240, 4, 60))
    const fields = { unixGroup: Float64Array.of(1, 1, 1, 5, 1) }
    const policy = policyOf('slurm:fcfs')
    // The first would be on n1 in the course, so it takes n2, for which the third waits; only the fourth is of the course.
    const { start } = simulate({ jobs, processors: 8, policy, facility, fields })
    expect([...start]).toEqual([0, 0, 200, 90, 300])
  })

  it.each([21, 22])(
    'run into no reservation, and leave out cycles that could start nothing (seed %i)',
    (seed) => {
      const random = new Random(seed)
      const jobs = lasting(generateJobs({ seed, jobs: 50, processors: 24, load: 0.9 }))
      const last = jobs.submit[jobs.length - 1]
      const reservations = Array.from({ length: 6 }, (_, k) => {
        const first = 1 + random.below(7)
        const start = Math.floor(random.uniform() * last)
        const nodes = `n[${first}-${Math.min(8, first + random.below(4))}]`
        return {
          ...{ name: `r${k}`, nodes, start, end: start + 60 + random.below(2_000) },
          ...(k % 2 && { groups: [k] }),
        }
      })
      const longest = jobs.estimate.reduce((most, each) => Math.max(most, each))
      const maintenance = { every: 500 + longest, start: random.below(1_000), duration: 200 }
      const facility = siteOfNodes('n[1-8]', 3, reservations, maintenance)
      const fields = { unixGroup: Float64Array.from(jobs.id, (id) => id % 6) }
      const policy = policyOf('slurm:fcfs')
      const setup = { jobs, processors: 24, policy, facility, fields }
      const schedule = simulate(setup)
      const { nodes, ...others } = facility
      if (nodes === undefined || schedule.places === undefined) throw new Error('no nodes')
      expect(validateNodes(schedule, { nodes, ...others }, nodes, schedule.places, fields)).toEqual([])
      const spy = vi.spyOn(ClusterCycles.prototype, 'backfill').mockImplementation(slowly)
      expect([...simulate(setup).start]).toEqual([...schedule.start])
      spy.mockRestore()
      // They are in the way.
      expect([...simulate({ ...setup, facility: siteOfNodes('n[1-8]', 3, []) }).start]).not.toEqual([
        ...schedule.start,
      ])
    },
  )

  it('have no other passes than their cycles', () => {
    const rules = { ...DEFAULT_SEMANTICS, passInterval: 60 }
    const jobs = table(job(0, 1, 1))
    expect(
      failureOf(() => simulate({ jobs, processors: 1, policy: policyOf('slurm'), rules })).message,
    ).toContain("--pass-interval means nothing to Slurm's own cycles")
  })
})
