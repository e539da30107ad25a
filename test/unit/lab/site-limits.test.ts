/** Jobs that a site never lets run: refused with what helps, or left out and counted. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/core/documents.js'
import { open } from '../../../src/lab/faces/open.js'
import { SITE_DOCUMENT } from '../../../src/sim/facility/index.js'
import { demoTrace } from '../../../src/workload/demo.js'

const HOURS = 4
const MOST = 64
const SITE = readDocument(
  SITE_DOCUMENT,
  JSON.stringify({
    ...{ format: 'queuewright-site', version: 2, name: 'short jobs' },
    nodes: [{ names: 'n[01-16]', cores: 8 }],
    partitions: [{ name: 'batch', nodes: 'n[01-16]', 'max-time': 3600 * HOURS }],
    limits: [{ kind: 'user-processors', value: MOST }],
    ...{ maintenance: null, scheduling: { policy: 'easy:fcfs' } },
  }),
  'site.json',
)
const log = (options: object) => open(demoTrace({ jobs: 600 }), options)

describe('jobs that no partition and no limit of a site ever lets run', () => {
  it('are refused with what helps', async () => {
    const asked = (await log({})).simulate('easy', { site: SITE })
    await expect(asked).rejects.toThrow(/asks for more time.*--oversize drop.*--overrun kill.*max-time/)
  })

  it.each(['extend', 'kill', 'keep'] as const)(
    'are left out with oversize: drop and overrun: %s',
    async (overrun) => {
      const { jobs } = demoTrace({ jobs: 600 })
      const most = (row: number) =>
        overrun === 'extend' ? Math.max(jobs.estimate[row], jobs.runtime[row]) : jobs.estimate[row]
      const fits = Array.from(jobs.id).filter((_, row) => jobs.size[row] <= MOST && most(row) <= 3600 * HOURS)
      expect(fits.length).toBeGreaterThan(100)
      expect(fits.length).toBeLessThan(500)
      const run = await (await log({})).simulate('easy', { site: SITE, oversize: 'drop', overrun })
      expect(Array.from(run.outcome.schedule.jobs.id)).toEqual(fits)
      expect(run.experiment.notices.join()).toContain(`${jobs.length - fits.length} jobs that`)
      expect(run.experiment.dropped).toEqual({ 'site-limits': jobs.length - fits.length })
    },
  )
})
