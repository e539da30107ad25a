/** A policy that looks on a Slurm in memory: what it would have started, what waits would have been, and nothing lost on the way. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportShadow, type ShadowOptions, shadowQueue } from '../../../src/lab/live/shadow.js'
import { QUIET } from '../../../src/lab/ports.js'
import { EPOCH, type LiveEvent, type Surroundings } from '../../../src/live/index.js'
import { shadowPage } from '../../../src/report/pages/shadow.js'
import type { SiteDocument } from '../../../src/sim/facility/index.js'
import { type FakeJob, FakeSlurm } from '../../support/fake-slurm.js'

const NOW = EPOCH + 1e6
const whole = { processors: 128, submit: NOW - 50, base: 10 }

let state = ''
let now = NOW
let told: LiveEvent[] = []
let slurm = new FakeSlurm()

beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), 'queuewright-shadow-')), 'state')
  now = NOW
  told = []
  slurm = new FakeSlurm(
    { ...whole, id: 1, user: 'ann', limit: 10, state: 'RUNNING', start: NOW - 100, end: NOW + 500 },
    { ...whole, id: 2, user: 'bob', limit: 30 },
    { ...whole, id: 3, user: 'cid', limit: 20 },
  )
})
afterEach(() => rmSync(join(state, '..'), { recursive: true, force: true }))

/** Slurm goes by submits: 2 runs from 60 to 360, 3 from 360 to 420. */
function at(instant: number): void {
  const change = (id: number, more: Partial<FakeJob>) => {
    const job = slurm.jobs.get(id)
    if (job !== undefined) slurm.jobs.set(id, { ...job, ...more })
  }
  if (instant >= 60) {
    change(1, { state: 'COMPLETED', end: NOW + 60 })
    change(2, { state: 'RUNNING', start: NOW + 60, end: NOW + 60 + 1800 })
  }
  if (instant >= 360) {
    change(2, { state: 'COMPLETED', end: NOW + 360 })
    change(3, { state: 'RUNNING', start: NOW + 360, end: NOW + 360 + 1200 })
  }
  if (instant >= 420) change(3, { state: 'COMPLETED', end: NOW + 420 })
}

const around: Surroundings = {
  commands: { run: (...words) => slurm.run(...words) },
  now: () => now,
  ticks: () => 0,
  sleep: async (seconds) => {
    now += seconds
    at(now - NOW)
  },
}
const shadowed = (more: ShadowOptions = {}) =>
  shadowQueue(
    { policy: 'easy:spt', partition: ['batch'], every: 20, state, ...more },
    QUIET,
    (event) => {
      told.push(event)
    },
    around,
  )
const starts = () => told.filter(({ event }) => event === 'starts')

/** Waits of 2 and 3 as they were, and with the shorter job first. */
const EXPECTED = {
  all: { jobs: 2, recorded: (110 + 410) / 2, policy: (110 + 170) / 2 },
  users: [
    { user: 'cid', jobs: 1, recorded: 410, policy: 110 },
    { user: 'bob', jobs: 1, recorded: 110, policy: 170 },
  ],
  open: 0,
}

describe('a shadow', () => {
  it('sets what a policy would have started beside what Slurm did, and writes nothing to Slurm', async () => {
    await shadowed({ for: 500 })
    expect(starts().map(({ started, expected }) => [started, expected])).toEqual([
      [['2'], ['3']],
      [['3'], ['3']],
    ])
    expect(slurm.written).toEqual([])
    const report = await reportShadow(state, {})
    expect(report).toMatchObject({ ...EXPECTED, starts: 2, agreed: 1, processors: 128 })
    expect(report.days.map(({ day, jobs }) => [day, jobs])).toEqual([['2026-01-12', 2]])
    expect(shadowPage(report).subtitle).toContain('would have waited less: 2m 20s')
  })

  it('goes by what users had used when it looked, as sshare says it, and its report by what they had in the beginning', async () => {
    const policy = 'easy:multifactor(age=0, fairshare=1000, size=0)'
    const used = (bob: number, cid: number) => [
      'Account|User|RawShares|RawUsage',
      ...[
        'root|||9000',
        ' physics||1|9000',
        `  physics|ann|1|10`,
        `  physics|bob|1|${bob}`,
        `  physics|cid|1|${cid}`,
      ],
    ]
    slurm.shares = used(9000, 10)
    await shadowed({ policy, for: 100 })
    expect(starts()).toMatchObject([{ expected: ['3'] }])
    slurm.shares = used(10, 9_000_000)
    await shadowed({ policy, for: 400 })
    const cidFirst = await reportShadow(state, {})
    expect(cidFirst.all).toEqual(EXPECTED.all)
    expect(cidFirst.notices.join(' ')).not.toContain('begin with no use')
    // The file of whoever asks goes before.
    const file = join(state, 'shares')
    writeFileSync(file, used(10, 9000).join('\n'))
    expect((await reportShadow(state, { slurmShares: file })).all).toMatchObject({
      recorded: 260,
      policy: 260,
    })
    writeFileSync(
      file,
      used(0, 0)
        .join('\n')
        .replaceAll(/\|\d+$/gm, '')
        .replace('|RawUsage', ''),
    )
    const without = await reportShadow(state, { slurmShares: file })
    expect(without.notices.join(' ')).toContain('Fair shares begin with no use')
  })

  it('says so where nobody tells what was used', async () => {
    await shadowed({ policy: 'easy:multifactor(age=0, fairshare=1000, size=0)', for: 500 })
    expect((await reportShadow(state, {})).notices.join(' ')).toContain('Fair shares begin with no use')
    expect((await reportShadow(state, { policy: 'easy:spt' })).notices.join(' ')).not.toContain('no use')
  })

  it('says of its own order that nothing would have changed', async () => {
    await shadowed({ for: 500 })
    const { all } = await reportShadow(state, { policy: 'fcfs' })
    expect(all).toEqual({ jobs: 2, recorded: 260, policy: 260 })
  })

  it('loses nothing where it was killed, its last line cut off, and jobs ended meanwhile that squeue has forgotten', async () => {
    await shadowed({ for: 100 })
    appendFileSync(join(state, 'shadow.jsonl'), '{"kind":"job","at":17,"i')
    at(420)
    now = NOW + 430
    slurm.jobs.delete(2)
    const accounted = (id: number, user: string, start: number, end: number) =>
      [id, user, 'batch', NOW - 50, NOW + start, NOW + end, 128, 30, 'physics', 'normal'].join('|')
    slurm.accounted = [accounted(2, 'bob', 60, 360), accounted(4, 'dan', 100, 101).replace('128', '1')]
    await shadowed({ for: 70 })
    const report = await reportShadow(state, {})
    expect(report.users.find(({ user }) => user === 'bob')).toEqual(EXPECTED.users[1])
    expect(report.users.find(({ user }) => user === 'cid')).toEqual(EXPECTED.users[0])
    // Came and went while nobody looked.
    expect(report.users.find(({ user }) => user === 'dan')).toMatchObject({ jobs: 1, recorded: 150 })
  })

  it('asks accounting again for what it had no answer for, also after a kill, and gives up only what it never tells', async () => {
    await shadowed({ for: 100 })
    at(420)
    now = NOW + 430
    slurm.jobs.delete(2)
    slurm.accountsFail = 'sacct: error: Problem talking to the database: Connection refused\n'
    await shadowed({ for: 45 })
    expect(told.filter(({ event }) => event === 'owed').map(({ since }) => since)).toEqual(
      Array(3).fill(NOW + 60),
    )
    // Its slurmdbd is back, and not told of job 2 yet.
    slurm.accountsFail = null
    await shadowed({ for: 25 })
    slurm.accounted = [
      [2, 'bob', 'batch', NOW - 50, NOW + 60, NOW + 360, 128, 30, 'physics', 'normal'].join('|'),
    ]
    await shadowed({ for: 45 })
    const lines = readFileSync(join(state, 'shadow.jsonl'), 'utf8').trim().split('\n')
    expect(lines.filter((line) => line.includes('"owed"')).map((line) => JSON.parse(line).since)).toEqual([
      NOW + 60,
      null,
    ])
    expect(
      lines.filter((line) => line.includes('"id":"2"') && line.includes(`"end":${NOW + 360}`)),
    ).toHaveLength(1)
    const report = await reportShadow(state, {})
    expect(report.users.find(({ user }) => user === 'bob')).toEqual(EXPECTED.users[1])
  })

  it('does without the accounts of a Slurm that keeps none', async () => {
    slurm.accountsFail = 'Slurm accounting storage is disabled\n'
    await shadowed({ for: 30 })
    await shadowed({ for: 30 })
    expect(told.filter(({ event }) => event === 'owed')).toEqual([])
  })

  it('waits for a slurmctld that is away, and counts no starts across the gap', async () => {
    slurm.up = false
    await expect(shadowed({ once: true })).rejects.toMatchObject({ kind: 'slurm-unreachable' })
    slurm.up = true
    const sleep = around.sleep
    const gap: Surroundings = {
      ...around,
      sleep: async (seconds, signal) => {
        await sleep(seconds, signal)
        slurm.up = now - NOW < 40 || now - NOW > 90
      },
    }
    await shadowQueue(
      { policy: 'easy:spt', partition: ['batch'], every: 20, for: 200, state },
      QUIET,
      () => {},
      gap,
    )
    expect((await reportShadow(state, {})).starts).toBe(0)
  })

  it('refuses a damaged log, an empty folder and a policy that it cannot follow', async () => {
    await expect(reportShadow(state, {})).rejects.toMatchObject({ kind: 'input-unreadable' })
    await expect(shadowed({ policy: 'easy:group' })).rejects.toMatchObject({ exitCode: 42 })
    await shadowed({ once: true })
    const file = join(state, 'shadow.jsonl')
    writeFileSync(file, `\n${readFileSync(file, 'utf8')}`)
    await expect(reportShadow(state, {})).rejects.toMatchObject({
      kind: 'run-damaged',
      detail: { line: 1, file },
    })
  })
})

describe('a shadow on a site', () => {
  /** Two nodes; nobody but those of a limit is kept from anything. */
  const site = (...limits: readonly object[]) =>
    ({
      ...{
        version: 2,
        name: 'two nodes',
        scheduling: { policy: null, compress: null, 'pass-interval': null },
      },
      facility: {
        partitions: [{ name: 'batch', processors: [[0, 1]], jobs: null }],
        ...{ priorities: [], maintenance: null, limits },
        nodes: {
          groups: [{ names: 'n[1-2]', cores: 64, memory: null, gpus: 0, weight: 1 }],
          packing: 'best-fit',
        },
      },
    }) as unknown as SiteDocument
  const detail = (id: number, nodes = '') =>
    `JobId=${id} NumCPUs=128 NumNodes=2 CPUs/Task=1 TRES=cpu=128,node=2 NtasksPerN:B:S:C=0:0:*:*${nodes} Features=(null) OverSubscribe=OK`
  const ofScontrol = () => [detail(1, ' Nodes=n[1-2] CPU_IDs=0-63 Mem=0 GRES='), detail(2), detail(3)]

  it('says of a site that is a pool what is said of a pool, and keeps what jobs asked of nodes', async () => {
    slurm.details = ofScontrol()
    await shadowed({ for: 500, site: site() })
    expect(starts().map(({ started, expected }) => [started, expected])).toEqual([
      [['2'], ['3']],
      [['3'], ['3']],
    ])
    const report = await reportShadow(state, { site: site() })
    expect(report).toMatchObject({ ...EXPECTED, starts: 2, agreed: 1, processors: 128, notices: [] })
    const line = readFileSync(join(state, 'shadow.jsonl'), 'utf8')
      .split('\n')
      .find((each) => each.includes('"id":"1"'))
    expect(JSON.parse(line ?? '').asked).toMatchObject({
      ...{ account: 'physics', qos: 'normal', partitions: ['batch'] },
      details: { leastNodes: 2, throttle: null, nodes: [{ names: ['n1', 'n2'], cores: 64 }] },
    })
  })

  it('expects no start of jobs that a limit keeps', async () => {
    slurm.details = ofScontrol()
    await shadowed({
      for: 100,
      site: site({ kind: 'running', users: ['cid'], processors: 64 }),
    })
    expect(starts().map(({ started, expected }) => [started, expected])).toEqual([[['2'], ['2']]])
  })
})
