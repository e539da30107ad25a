import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { comparePolicies } from '../../../src/lab/experiments/compare.js'
import { exportPolicy } from '../../../src/lab/export/export-policy.js'
import type { Log } from '../../../src/lab/inputs/log.js'
import { QUIET } from '../../../src/lab/ports.js'
import { exportedPolicyPage } from '../../../src/report/pages/exported-policy.js'
import { briefText } from '../../../src/report/render/text.js'
import { groupTrace, parseSlurmConf, traceWith, writeSwf } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { rejectionOf } from '../../support/failures.js'

const folder = mkdtempSync(join(tmpdir(), 'queuewright-export-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { trace, groups } = groupTrace(demoTrace({ jobs: 1_500 }))
const log: Log = { file: 'demo', trace, groups, seconds: 0 }
/** The same, whose users have names. */
const named: Log = {
  ...log,
  trace: traceWith(trace, { header: [...new Set(trace.jobs.user)].map((user) => ` User: ${user} u${user}`) }),
}
const written = (name: string) => readFileSync(join(folder, name), 'utf8')
const exported = (policy: string, options: Parameters<typeof exportPolicy>[2]) =>
  exportPolicy(policy, log, { out: folder, ...options }, QUIET)

describe('an exported policy', () => {
  it.each([
    ['easy', 'slurm'],
    ['fcfs', 'slurm'],
    ['list:largest', 'slurm'],
    ['easy:multifactor(age=500, size=4000, favorsmall=1)', 'slurm'],
    ['easy:saf', 'openpbs'],
    ['easy:wfp3', 'openpbs'],
    ['cons:(submit + 30*size)', 'openpbs'],
    ['easy:saf', 'lua'],
    ['list:(area + 20*submit)', 'lua'],
  ] as const)(
    '%s to %s has every job start at the same second, simulated from the files',
    async (policy, to) => {
      const { effect, files } = await exported(policy, { to })
      expect(effect?.moved).toBe(0)
      expect(effect?.jobs).toBe(1_500)
      for (const { path } of files) expect(readFileSync(path, 'utf8')).not.toBe('')
    },
  )

  it('says how many jobs move where keys are rounded', async () => {
    const report = await exported('easy:(60*size - wait)', { to: 'slurm' })
    expect(report.exact).toBe(false)
    const { objectives } = report.effect?.outcomes[1] ?? {}
    expect(objectives?.['AWRT']).toBeGreaterThan(0)
    const text = briefText(exportedPolicyPage(report), { width: 100, unicode: true, colour: false })
    expect(text).toContain(
      report.effect?.moved === 0
        ? 'every one of 1,500 jobs starts at the same second'
        : `${report.effect?.moved} of 1,500 jobs start at another second`,
    )
    expect(text).toContain('PriorityCalcPeriod')
  })

  it('of another order has another schedule: what is compared is what was written', async () => {
    await exported('easy:smallest', { to: 'slurm' })
    const lines = written('slurm.conf.lines')
    expect(lines).toContain('PriorityFavorSmall=YES\n')
    const { effect } = await exported('easy:smallest', { to: 'slurm', machine: 64, oversize: 'cap' })
    expect(written('slurm.conf.lines')).not.toBe(lines)
    expect(effect?.moved).toBe(0)
  })

  it('is simulated from its files with the tiers of their partitions', async () => {
    const conf = join(folder, 'tiers.conf')
    const log = join(folder, 'tiers.swf')
    const partitions = Float64Array.from(trace.jobs.id, (_, row) => 1 + (row % 2))
    const header = [...trace.header, ' Partition: 1 batch', ' Partition: 2 hi']
    writeFileSync(
      log,
      [...writeSwf(traceWith(trace, { header, fields: { partition: partitions } }))].join(''),
    )
    const moved = async (tier: number) => {
      writeFileSync(
        conf,
        `PriorityType=priority/multifactor\nPartitionName=batch PriorityTier=5\nPartitionName=hi PriorityTier=${tier}\n`,
      )
      const report = await exportPolicy('easy:smallest', log, { slurmConf: conf, out: folder }, QUIET)
      return report.effect?.moved ?? 0
    }
    expect(await moved(50)).toBeGreaterThan(await moved(5))
  })

  it('says what becomes of times that are no whole minutes', async () => {
    const report = await exported('easy:multifactor(age=500, size=4000, period=0.1)', { to: 'slurm' })
    expect(report.exact).toBe(false)
    expect(report.notes).toContain('Slurm has times in whole minutes: period is 60 s there, and not 6')
    expect(written('slurm.conf.lines')).toContain('PriorityCalcPeriod=0-00:01:00')
  })

  it('can be weights that were searched, which are what is simulated', async () => {
    const out = join(folder, 'fitted')
    const report = await exported('easy:wfp3', { to: 'slurm', fit: 12, out, objective: ['p95Wait'] })
    expect(report).toMatchObject({
      exact: false,
      fitted: { objective: 'p95Wait', candidates: 12, run: join(out, 'fit-1') },
    })
    expect(report.effect?.moved).toBeGreaterThan(0)
    const { priority } = parseSlurmConf(readFileSync(join(out, 'slurm.conf.lines'), 'utf8'))
    const { age, size, favorSmall, relativeToTime, fairshare, partition } = priority
    expect([fairshare, partition]).toEqual([0, 0])
    const weights = `age=${age}, size=${size}, favorsmall=${Number(favorSmall)}, relative=${Number(relativeToTime)}`
    // By Slurm's own schedulers, as is the order that was asked for.
    const policies = ['slurm:wfp3', `slurm:multifactor(${weights}, fairshare=0, partition=0)`]
    const { outcomes } = await comparePolicies(log, { policies }, QUIET)
    expect(report.effect?.outcomes.map(({ objectives }) => objectives)).toEqual(
      outcomes.map(({ objectives }) => objectives),
    )
    expect((await rejectionOf(exportPolicy('easy:wfp3', null, { fit: 5 }, QUIET))).kind).toBe('usage')
    // A search that does not begin leaves no run behind.
    const none = join(folder, 'none')
    const refused = exportPolicy('easy:wfp3', log, { out: none, fit: 3, objective: ['AWRT +'] }, QUIET)
    expect((await rejectionOf(refused)).kind).toBe('formula-syntax')
    expect(existsSync(join(none, 'fit-1'))).toBe(false)
    // What the run kept says the same once more.
    const kept = join(folder, 'kept')
    const again = await exportPolicy(`@${join(out, 'fit-1', 'strategy.json')}`, log, { out: kept }, QUIET)
    expect(again).toMatchObject({ exact: true, effect: { moved: 0 } })
    expect(readFileSync(join(kept, 'slurm.conf.lines'), 'utf8')).toBe(
      readFileSync(join(out, 'slurm.conf.lines'), 'utf8'),
    )
  })

  it.each(['easy:group', 'head:group', 'easy:(3 - group)', 'easy:if(group == 2, 0, if(group == 5, 1, 2))'])(
    '%s has its groups as qualities of service, and every job start at the same second',
    async (policy) => {
      const { effect, exact, files } = await exportPolicy(policy, named, { out: folder }, QUIET)
      expect({ exact, moved: effect?.moved }).toEqual({ exact: true, moved: 0 })
      const { priority } = parseSlurmConf(written('slurm.conf.lines'))
      expect(priority).toMatchObject({ age: 0, size: 0, fairshare: 0 })
      expect(priority.qos).toBeGreaterThan(0)
      expect(files.map(({ path }) => path)).toContain(join(folder, 'groups-apply.sh'))
      // Every user of the log in one line, with the group that he is in.
      const users = new Map(Array.from(trace.jobs.user, (user, row) => [`u${user}`, trace.jobs.group[row]]))
      const table = written('groups.psv').trim().split('\n').slice(1)
      expect(new Map(table.map((line) => [line.split('|')[0], Number(line.split('|')[1])]))).toEqual(users)
    },
  )

  it('weighs groups against the wait and the size as the key does', async () => {
    const policy = 'easy:(30*size - wait + 7200*group)'
    const { effect, notes } = await exportPolicy(policy, named, { out: folder }, QUIET)
    const [wanted, got] = effect?.outcomes ?? []
    const without = (await exported('easy:(30*size - wait)', { to: 'slurm' })).effect?.outcomes[1]
    const off = (of = got) =>
      Math.abs(Number(of?.objectives['AWRT1']) / Number(wanted?.objectives['AWRT1']) - 1)
    expect(off()).toBeLessThan(0.02)
    expect(off(without)).toBeGreaterThan(2 * off())
    expect(notes.join()).toContain('keep the quality of service')
  })

  it('is not called the same where an order for backfilling is left out', async () => {
    expect((await exported('easy:fcfs/spt', { to: 'slurm' })).exact).toBe(false)
  })

  it('asks for groups only where the log says who is in them', async () => {
    for (const to of ['slurm', 'lua'] as const) {
      const bare = await rejectionOf(exported('easy:group', { to }))
      expect([bare.kind, bare.detail.remedy]).toEqual([
        'not-exportable',
        expect.stringContaining('--keep-names'),
      ])
    }
    const bySize = groupTrace(named.trace, { by: 'size' } as never)
    const log = { ...named, trace: bySize.trace, groups: bySize.groups }
    const several = await rejectionOf(exportPolicy('easy:group', log, { out: folder }, QUIET))
    expect(several.message).toContain('jobs of one user are in several groups')
    const rude = traceWith(trace, { header: [...trace.header, ` User: ${trace.jobs.user[0]} $(reboot)`] })
    const refused = await rejectionOf(
      exportPolicy('easy:group', { ...log, trace: rude }, { out: folder }, QUIET),
    )
    expect(refused.message).toContain('$(reboot)')
    const fixed = await rejectionOf(exportPolicy('easy:(submit + group/0)', named, { out: folder }, QUIET))
    expect(fixed.message).toContain('waits for all others')
  })

  it('is refused before a log is read, with the reason', async () => {
    const refusal = (policy: string, to: 'slurm' | 'openpbs' | 'lua') =>
      rejectionOf(exportPolicy(policy, '/nowhere.swf', { to, out: folder }, QUIET))
    for (const [policy, to, because] of [
      ['easy:wfp3', 'slurm', 'the longer jobs wait'],
      ['easy:wfp3', 'lua', 'the longer jobs wait'],
      ['easy:f1', 'openpbs', 'the submit time'],
      ['easy:fairshare', 'slurm', 'keeps accounts'],
      ['recorded', 'slurm', 'no order of its own'],
      ['slurm', 'slurm', 'what Slurm has already'],
      ['slurm:spt', 'openpbs', 'goes by the schedulers of Slurm'],
    ] as const) {
      const { kind, message } = await refusal(policy, to)
      expect([policy, kind]).toEqual([policy, 'not-exportable'])
      expect(message).toContain(because)
    }
    const slurmConf = join(folder, 'bad.conf')
    writeFileSync(slurmConf, 'PriorityWeightAge=often\n')
    const options = { out: folder, machine: 64, slurmConf }
    const unread = await rejectionOf(exportPolicy('easy:smallest', '/nowhere.swf', options, QUIET))
    expect(unread.message).toContain('bad.conf:1: ')
    const bare = await rejectionOf(exportPolicy('easy:smallest', null, { out: folder }, QUIET))
    expect(bare.kind).toBe('machine-unknown')
  })
})
