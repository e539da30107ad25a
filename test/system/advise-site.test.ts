/**
 * The README's way from a Slurm site's accounting to advice, command by command: what sacct prints of two weeks on eight nodes, the
 * site's slurm.conf, and a page whose lines change the order of Slurm's own schedulers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { readStrategy } from '../../src/strategy/index.js'
import { readAdvice } from '../../src/study/advise/index.js'
import { PROJECT_ROOT } from '../support/data.js'
import { useSandbox } from '../support/sandbox.js'

const README = readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8')
/** A command of the README, in words. */
function written(beginning: string): readonly string[] {
  const line = README.split('\n').find((each) => each.startsWith(beginning))
  if (line === undefined) throw new TypeError(`no ${beginning} in the README`)
  return line.split(' ').slice(1)
}

const CORES = 32
const DAYS = 14
const CONFIGURATION = `ClusterName=eight
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
PriorityType=priority/multifactor
PriorityWeightAge=1000
PriorityMaxAge=1-00:00:00
NodeName=n[1-8] CPUs=4 Boards=1 SocketsPerBoard=1 CoresPerSocket=4 ThreadsPerCore=1 RealMemory=16000
PartitionName=batch Nodes=n[1-8] Default=YES MaxTime=2-00:00:00 State=UP
`

/** Rows of sacct by the README's columns: jobs that start in the order of their submits, as soon as enough cores are idle. */
function accounting(columns: readonly string[]): string {
  const random = new Random(7)
  const running: { end: number; cores: number }[] = []
  let [submit, latest] = [1_767_225_600, 0]
  const rows: string[] = []
  for (let id = 1; submit < 1_767_225_600 + DAYS * 86_400; id++) {
    submit += Math.ceil(random.exponential(330))
    const cores = [1, 1, 2, 4, 4, 8, 8, 16][random.int(8)]
    const runtime = 120 + random.int(300 * cores)
    let start = Math.max(submit, latest)
    const idle = () => CORES - running.reduce((sum, each) => sum + (each.end > start ? each.cores : 0), 0)
    while (idle() < cores) start = Math.min(...running.map(({ end }) => end).filter((end) => end > start))
    latest = start
    running.push({ end: start + runtime, cores })
    const nodes = Math.ceil(cores / 4)
    const tres = `billing=${cores},cpu=${cores},node=${nodes}`
    const row: Readonly<Record<string, string | number>> = {
      ...{
        JobID: id,
        JobIDRaw: id,
        User: `user${id % 9}`,
        Account: 'physics',
        Partition: 'batch',
        QOS: 'normal',
      },
      ...{ State: 'COMPLETED', Submit: submit, Eligible: submit, Start: start, End: start + runtime },
      ...{ ElapsedRaw: runtime, TimelimitRaw: 90, ReqCPUS: cores, AllocCPUS: cores },
      ...{ ReqNodes: nodes, AllocNodes: nodes, ReqTRES: tres, AllocTRES: tres },
      ...{ NodeList: 'n[1-8]', Priority: 1, Suspended: '00:00:00' },
    }
    rows.push(columns.map((name) => row[name]).join('|'))
  }
  return [columns.join('|'), ...rows, ''].join('\n')
}

describe('from sacct to advice', () => {
  const sacct = written('SLURM_TIME_FORMAT=%s sacct ')
  const box = useSandbox((made) => {
    made.write('jobs.psv', accounting(sacct[sacct.indexOf('-o') + 1].split(',')))
    made.write('slurm.conf', CONFIGURATION)
  })

  it('is the three commands of the README', async () => {
    expect(sacct.slice(-2)).toEqual(['>', 'jobs.psv'])
    await box.good(...written('qw import sacct '))
    const asked = written('qw advise ').map((word) => word.replace('/etc/slurm/', ''))
    expect(asked).toEqual(['advise', 'LOG.swf.gz', '--site', 'slurm.conf', '--report', 'advice.html'])
    // Known policies alone: a search takes minutes.
    await box.good(
      ...asked,
      '--minutes',
      '0',
      '--subject-to',
      'maxWait <= 7d',
      '--engine',
      'inline',
      '--run',
      'advice',
    )

    const advice = readAdvice(box.text('advice/advice.json'), 'advice.json')
    expect(advice).toMatchObject({ baseline: 'slurm:multifactor', system: 'slurm', machine: CORES })
    expect(advice.weeks).toMatchObject({ unit: 'day', stretch: 1 })
    expect(advice.weeks.held).toHaveLength(7)
    expect(advice.budget.jobsPerSecond).toBe(6000)
    const [first] = advice.policies.filter(({ worth }) => worth)
    expect(first).toMatchObject({ policy: 'slurm:smallest', better: 7, weeks: 7, openpbs: null })
    expect(first.p).toBeLessThan(0.05)
    expect(first.slurm).toContain('PriorityFavorSmall=YES')

    const page = box.text('advice.html').replaceAll('\u00a0', ' ')
    expect(page).toMatch(/<li>slurm:smallest: meanWait −\d+\.\d % against slurm:multifactor on 7 days/)
    expect(page).toContain('PriorityFavorSmall=YES')
    expect(page).not.toContain('OpenPBS')

    // As it was searched, which is what is exported.
    const file = `advice/${first.file}`
    expect(readStrategy(box.text(file), file).strategy).toEqual({ kind: 'policy', policy: 'easy:smallest' })
    await box.good('export-policy', `@${file}`, 'LOG.swf.gz', '--to', 'slurm', '--out', 'exported')
  })
})
