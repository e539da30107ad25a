/** `qw calibrate` from a log to the document that other commands take. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import { calibrateLog } from '../../src/lab/calibrate/calibrate.js'
import { QUIET } from '../../src/lab/ports.js'
import { jobLine } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const HOUR = 3_600

const SITE = `format: queuewright-site
version: 1
name: two partitions
partitions:
  - {name: small, processors: 0-15, queues: [1]}
  - {name: large, processors: 16-63, queues: [2]}
scheduling: {policy: 'easy:fcfs'}
`

/** Jobs of two queues, of which the small partition's is as busy as the large one's. */
function submitted(jobs: number): string {
  const random = new Random(7)
  let submit = 0
  const lines = Array.from({ length: jobs }, (_, k) => {
    submit += random.int(1_500)
    const [queue, most] = random.int(4) === 0 ? [1, 4] : [2, 6]
    const estimate = HOUR * (1 + random.int(6))
    return jobLine({
      ...{ job: k + 1, submit, wait: 0, status: 1, user: 1 + random.int(9), queue, unixGroup: 1 },
      ...{ run: 60 + random.int(estimate - 60), requestedTime: estimate },
      ...{ requestedProcessors: 2 ** random.int(most), allocatedProcessors: -1 },
    })
  })
  return ['; MaxProcs: 64', ...lines, ''].join('\n')
}

describe('a calibrated log', () => {
  const box = useSandbox()

  beforeAll(async () => {
    box.write('site.yaml', SITE)
    box.write('submitted.swf', submitted(600))
    const site = ['--site', 'site.yaml', '--oversize', 'drop']
    await box.good('simulate', 'submitted.swf', ...site, '--out', 'log.swf')
  })

  it('yields a document that explains jobs which had no say in it better than one pool', async () => {
    const { stdout } = await box.good('calibrate', 'log.swf', '--out', 'found.yaml')
    expect(stdout).toContain('A machine of 64 processors in 2 partitions')
    expect(stdout).toContain('The document goes by easy:fcfs')
    const { answer, check, complete } = JSON.parse((await box.good('calibrate', 'log.swf', '--json')).stdout)
    expect(complete).toBe(true)
    expect(answer).toMatchObject({ order: 'fcfs', algorithm: 'easy', machine: 64 })
    expect(check).toMatchObject({ jobs: 150, holds: true, site: { grade: 'A', withinMinute: 1 } })
    expect(check.pool.withinMinute).toBeLessThan(1)
    const run = await box.good('simulate', 'log.swf', '--site', 'found.yaml', '--json')
    expect(JSON.parse(run.stdout).recorded.agreement).toMatchObject({ grade: 'A', withinMinute: 1 })
  })

  it('that is ended early has the rules that were tried, of which nothing is claimed', async () => {
    const told: AbortSignal = AbortSignal.abort()
    const calibrated = await calibrateLog(
      box.path('log.swf'),
      {},
      {
        ...QUIET,
        interruptible: (work) => work(told),
      },
    )
    expect(calibrated.calibration).toMatchObject({ complete: false, order: null, algorithm: null })
    expect(calibrated.calibration.verdict.tried.length).toBeGreaterThanOrEqual(1)
    expect(calibrated.answer.cannotTell).toEqual(expect.arrayContaining(['order', 'algorithm']))
    expect(calibrated.check).toBeNull()
    expect(calibrated.site).toMatchObject({ format: 'queuewright-site' })
  })

  it('whose starts are chance names no policy, and says what commands then do', async () => {
    const random = new Random(3)
    const lines = readFileSync(box.path('log.swf'), 'utf8').split('\n')
    const chance = lines.map((line) => {
      if (line.startsWith(';') || line.trim() === '') return line
      const fields = line.trim().split(/\s+/)
      fields[2] = String(random.int(6 * HOUR))
      return fields.join(' ')
    })
    box.write('chance.swf', chance.join('\n'))
    const { stdout } = await box.good('calibrate', 'chance.swf', '--out', 'chance.yaml')
    expect(stdout).toContain(
      'It names no policy: commands simulate it under EASY unless --policy says another',
    )
    expect(readFileSync(box.path('chance.yaml'), 'utf8')).toContain('policy: null')
    const run = await box.good('simulate', 'chance.swf', '--site', 'chance.yaml', '--json')
    expect(JSON.parse(run.stdout).policy).toBe('easy')
  })
})
