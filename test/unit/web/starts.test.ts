/** When jobs will start, as the server of the workbench answers: what the command says, of one look at Slurm for all who ask. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { foretelling } from '../../../src/apps/web/server/starts.js'
import { predictStarts } from '../../../src/lab/live/predict.js'
import { QUIET } from '../../../src/lab/ports.js'
import { EPOCH, type SlurmProgram } from '../../../src/live/index.js'
import { predictedPage } from '../../../src/report/pages/predicted.js'
import { groupTrace, replaceColumns } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { FakeSlurm } from '../../support/fake-slurm.js'

const DIGEST = 'd'.repeat(64)
const READING = { machine: 128 }
const now = EPOCH + 1e6
const folder = mkdtempSync(join(tmpdir(), 'queuewright-starts-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** The server's answers, what of Slurm was asked for them, and the log that is served. */
async function bench(reading = {}) {
  const log = { file: 'own.swf', ...groupTrace(demoTrace({ jobs: 600 })), seconds: 0 }
  const logs = {
    log: async () => log,
    served: async () => ({ file: 'own.swf' }) as never,
  }
  const whole = { processors: 128, submit: now - 50, base: 10 }
  const slurm = new FakeSlurm(
    { ...whole, id: 1, user: 'ann', limit: 100, state: 'RUNNING', start: now - 100, end: now + 5900 },
    { ...whole, id: 2, user: 'bob', limit: 30, start: now + 5900 },
    { ...whole, id: 3, user: 'cid', limit: 20 },
  )
  const asked: SlurmProgram[] = []
  const commands = {
    run: (program: SlurmProgram, words: readonly string[]) => {
      asked.push(program)
      return slurm.run(program, words)
    },
  }
  const around = { commands, now: () => now, ticks: () => 0, sleep: async () => {} }
  const answer = foretelling(logs, { ...READING, ...reading }, around)
  return { answer, asked, slurm, around, log }
}

describe('the server of the workbench', () => {
  it('asks Slurm once for all who want to know, and writes nothing', async () => {
    const { answer, asked, slurm, around } = await bench()
    const [all, one] = await Promise.all([
      answer({ policy: 'fcfs', partition: 'batch' }),
      answer({ policy: 'fcfs', partition: 'batch', user: 'cid' }),
    ])
    expect(asked).toEqual(['sinfo', 'squeue', 'sacct'])
    const predicted = await predictStarts(null, { partition: ['batch'], policy: 'fcfs' }, QUIET, around)
    expect(all).toMatchObject({
      ...{ waiting: 2, of: 'batch', page: JSON.parse(JSON.stringify(predictedPage(predicted))) },
      command: 'qw live predict --partition batch --policy fcfs',
    })
    const rows = one.page.sections[0].blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
    expect(rows.map(([job]) => job)).toEqual(['3'])
    expect(one.command).toBe('qw live predict --partition batch --user cid --policy fcfs')
    expect((await answer({ policy: 'fcfs', partition: 'batch', job: '2' })).command).toContain(
      'predict 2 --p',
    )
    // As the command does, of jobs that do not wait and of users that have none.
    const refused = answer({ policy: 'fcfs', partition: 'batch', job: '4' })
    await expect(refused).rejects.toThrow('a job that waits')
    const theirs = answer({ policy: 'fcfs', partition: 'batch', job: '3', user: 'bob' })
    await expect(theirs).rejects.toThrow('It is a job of cid')
    const none = await answer({ policy: 'fcfs', partition: 'batch', user: 'nobody' })
    expect(none.verdict).toContain('No job of nobody waits')
    // Where none is named it is all of them.
    expect((await answer({ policy: 'fcfs' })).of).toBe('batch,large')
    expect(slurm.written).toEqual([])
  })

  it('asks again for whom Slurm had no answer', async () => {
    const { answer, slurm } = await bench()
    slurm.up = false
    await expect(answer({ policy: 'easy', partition: 'batch' })).rejects.toThrow('scontrol ping')
    slurm.up = true
    expect((await answer({ policy: 'easy', partition: 'batch' })).waiting).toBe(2)
  })

  it('replays a log as the command that it names', async () => {
    const { answer, asked, log } = await bench()
    const shown = await answer({ log: DIGEST, policy: 'easy:saf' })
    expect(shown.command).toBe(
      `qw live predict --log own.swf --machine 128 --at ${shown.of} --policy easy:saf`,
    )
    const options = { policy: 'easy:saf', at: 86_400, ...READING }
    const predicted = await predictStarts(null, options, QUIET, undefined, log)
    expect(shown.of).toBe('1d')
    expect(shown.waiting).toBe(predicted.jobs.length)
    expect(shown.waiting).toBeGreaterThan(0)
    expect(shown.page).toEqual(predictedPage(predicted))
    expect((await answer({ log: DIGEST, policy: 'easy:saf', at: '30h' })).of).toBe('30h')
    expect(asked).toEqual([])
  })

  it('leaves out jobs that never fit, unless they are cut to fit, and counts the time from the first of the log', async () => {
    const words = async (reading: object) => {
      const { answer, log } = await bench({ machine: 16, ...reading })
      const asked = { log: DIGEST, policy: 'easy', at: '1d' }
      const { command, page } = await answer(asked)
      const { blocks } = page.sections[page.sections.length - 1]
      const told = blocks.flatMap((block) => (block.kind === 'sentences' ? block.sentences : []))
      return { command, told: told.filter((each) => each.includes('never lets run')), answer, asked, log }
    }
    const { command, told, answer, asked, log } = await words({})
    const { submit, size, id } = log.trace.jobs
    const until = submit[0] + 86_400
    const unfit = [...size.keys()].filter((row) => size[row] > 16 && submit[row] < until)
    expect(unfit.length).toBeGreaterThan(1)
    expect(told).toEqual([`${unfit.length} jobs that the machine never lets run are left out.`])
    expect(command).not.toContain('oversize')
    const refused = answer({ ...asked, job: `${id[unfit[0]]}` })
    await expect(refused).rejects.toThrow('It does not wait there now')
    const cut = await words({ oversize: 'cap' })
    expect(cut.told).toEqual([])
    expect(cut.command).toContain('--machine 16 --oversize cap --at 1d')
    // Also where the first job is one of those.
    const wide = size.slice().fill(500, 0, 1)
    const jobs = replaceColumns(log.trace.jobs, { size: wide })
    const options = { at: 86_400, machine: 16, policy: 'easy' }
    const source = { ...log, trace: { ...log.trace, jobs } }
    expect((await predictStarts(null, options, QUIET, undefined, source)).at).toBe(until)
  })

  it.each([
    ['a file in the place of a policy', { policy: '@/etc/passwd' }, 'unknown'],
    ['an option in the place of a partition', { policy: 'easy', partition: '--help' }, 'no partition'],
    ['no partitions', { policy: 'easy', partition: ' ' }, 'partition'],
    ['no time', { policy: 'easy', log: DIGEST, at: 'yesterday' }, 'not a duration'],
    ['fields that nobody knows', { policy: 'easy', futures: '10000' }, 'futures'],
  ])('refuses %s', async (_, asked, message) => {
    await expect((await bench()).answer(asked)).rejects.toThrow(message)
  })

  it('names the files that it was started with, for policies that follow them', async () => {
    const slurmConf = join(folder, 'slurm.conf')
    writeFileSync(
      slurmConf,
      'PriorityType=priority/multifactor\nPriorityWeightJobSize=1000\nPriorityFavorSmall=YES\n',
    )
    const { answer } = await bench({ slurmConf })
    const command = async (asked: object) => (await answer(asked)).command
    const log = { log: DIGEST, at: '2h' }
    expect(await command({ ...log, policy: 'easy' })).toBe(
      'qw live predict --log own.swf --machine 128 --at 2h --policy easy',
    )
    expect(await command({ ...log, policy: 'slurm' })).toBe(
      `qw live predict --log own.swf --machine 128 --slurm-conf ${slurmConf} --at 2h --policy slurm`,
    )
    expect(await command({ policy: 'slurm', partition: 'batch' })).toBe(
      `qw live predict --partition batch --slurm-conf ${slurmConf} --policy slurm`,
    )
    expect(await command({ policy: 'easy', partition: 'batch' })).not.toContain('--slurm-conf')
    const other = await bench({ slurmConf: 'nowhere.conf' })
    for (const where of [log, { partition: 'batch' }])
      await expect(other.answer({ ...where, policy: 'easy:multifactor' })).rejects.toThrow('nowhere.conf')
  })

  it('names the site that it was started with', async () => {
    const other = await bench({ site: 'nowhere.yaml' })
    await expect(other.answer({ policy: 'easy', partition: 'batch' })).rejects.toThrow('nowhere.yaml')
  })
})
