/** A site and what was recorded there: what was recorded under the site itself is followed to the second, and all else is told. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { measureLogFidelity } from '../../../src/lab/calibrate/log-fidelity.js'
import { simulatedTrace, simulatePolicy } from '../../../src/lab/experiments/simulate.js'
import { QUIET } from '../../../src/lab/ports.js'
import { logFidelityPage } from '../../../src/report/pages/log-fidelity.js'
import { writeSwf } from '../../../src/trace/index.js'

const folder = mkdtempSync(join(tmpdir(), 'queuewright-fidelity-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SITE = join(folder, 'site.json')
const partitions = [
  { name: 'short', processors: '0-15', queues: [1] },
  { name: 'all', processors: '16-63', queues: [2] },
]
writeFileSync(
  SITE,
  JSON.stringify({
    format: 'queuewright-site',
    version: 1,
    name: 'here',
    partitions,
    scheduling: { policy: 'easy:fcfs' },
  }),
)

/** 300 jobs of a few weeks, of two queues. */
function made(): string {
  const lines = ['; UnixStartTime: 0', '; MaxProcs: 64', '; Queue: 1 short', '; Queue: 2 long']
  for (let k = 0; k < 300; k++) {
    const [queue, size, run] = [1 + (k % 2), 1 + ((k * 7) % 16), 3600 * (1 + ((k * 5) % 23))]
    lines.push(
      [
        k + 1,
        k * 9000,
        -1,
        run,
        size,
        -1,
        -1,
        size,
        2 * run,
        -1,
        1,
        1 + (k % 9),
        1,
        1,
        queue,
        -1,
        -1,
        -1,
      ].join(' '),
    )
  }
  const path = join(folder, 'made.swf')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

async function recordedUnder(policy: string): Promise<string> {
  const simulated = await simulatePolicy(made(), { site: SITE, policy }, QUIET, true)
  const path = join(folder, 'recorded.swf')
  writeFileSync(path, [...writeSwf(simulatedTrace(simulated))].join(''))
  return path
}

it('a log of the site itself is followed to the second', async () => {
  const log = await recordedUnder('easy:fcfs')
  const fidelity = await measureLogFidelity(SITE, log, {}, QUIET)
  expect(fidelity).toMatchObject({
    policy: 'easy:fcfs',
    machine: 64,
    both: 300,
    order: expect.closeTo(1),
    broken: [],
  })
  expect(fidelity.startError).toEqual({ mean: 0, median: 0, p95: 0 })
  expect(fidelity.all.recorded.mean).toBeGreaterThan(600)
  expect(fidelity.all.error).toEqual({ mean: 0, p95: 0 })
  expect(fidelity.classes.map(({ of, jobs }) => [of, jobs])).toEqual([
    ['queue long', 150],
    ['queue short', 150],
    ['size 1', 19],
    ['size 2-4', 56],
    ['size 5-16', 225],
  ])
  expect(fidelity.windows.length).toBe(3)
  expect(fidelity.agreement.grade).toBe('A')
  expect(logFidelityPage(fidelity).subtitle).toContain('Every recorded start fits the site')
})

it('another policy is not, and another machine could not have done it', async () => {
  const log = await recordedUnder('easy:fcfs')
  const other = await measureLogFidelity(SITE, log, { policy: 'fcfs:largest' }, QUIET)
  expect(other.order).toBeLessThan(1)
  expect(other.all.error.mean).not.toBe(0)
  expect(other.broken).toEqual([])
  const small = join(folder, 'small.json')
  writeFileSync(
    small,
    JSON.stringify({
      format: 'queuewright-site',
      version: 1,
      name: 'small',
      partitions: [partitions[0], { ...partitions[1], processors: '16-47' }],
    }),
  )
  const { broken, policy } = await measureLogFidelity(small, log, {}, QUIET)
  expect(policy).toBe('easy')
  expect(broken[0].starts).toBeGreaterThan(0)
})

it('accounting is read as it is printed', async () => {
  const header =
    'JobID|JobIDRaw|User|Account|Partition|QOS|State|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|ReqNodes|AllocNodes'
  const row = (id: number, start: number) =>
    `${id}|${id}|ann|lab|short|normal|COMPLETED|${1e9 + id}|${1e9 + id}|${1e9 + start}|${1e9 + start + 600}|600|20|16|16|1|1`
  const path = join(folder, 'jobs.psv')
  writeFileSync(path, `${[header, row(1, 1), row(2, 601), row(3, 1201)].join('\n')}\n`)
  const site = join(folder, 'named.json')
  const named = [{ name: 'short', processors: '0-15' }]
  writeFileSync(
    site,
    JSON.stringify({ format: 'queuewright-site', version: 1, name: 'here', partitions: named }),
  )
  const { all, order, classes } = await measureLogFidelity(site, path, { zone: 'UTC' }, QUIET)
  expect(all).toMatchObject({ jobs: 3, error: { mean: 0, p95: 0 } })
  expect(order).toBeCloseTo(1)
  expect(classes.map(({ of }) => of)).toEqual(['partition short', 'queue normal', 'size 5-16'])
})
