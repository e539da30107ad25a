/** Logs that are served with a site: pages get all that they need to simulate it, and what they begin is told of it. */
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { trialOn } from '../../../src/apps/web/client/workers/trial.js'
import { readLogs } from '../../../src/apps/web/server/logs.js'
import { scenarioOf } from '../../../src/evaluation/scenarios/scenario.js'
import { prepareLog } from '../../../src/lab/inputs/prepare.js'
import { parsePolicy } from '../../../src/sim/policy.js'
import { decodeDataset } from '../../../src/trace/dataset.js'
import { QUIET } from '../../support/quiet.js'
import { useSandbox } from '../../support/sandbox.js'

const SITE = `format: queuewright-site
version: 2
name: nodes
nodes:
  - {names: 'n[1-32]', cores: 8}
partitions:
  - {name: all, nodes: 'n[1-32]', exclusive: true}
`

const box = useSandbox(async (made) => {
  made.write('site.yaml', SITE)
})

describe('a log that is served with a site', () => {
  it('is simulated by pages as by commands, and named with the site', async () => {
    const options = { first: '300', site: box.path('site.yaml') }
    const served = readLogs([], options, QUIET)
    const {
      logs: [log],
    } = await served.read
    expect(log).toMatchObject({ machine: 256, file: null })
    const named = ['--site', options.site, '--first', '300']
    // Where it has no part, no command names it.
    expect(log.options).toEqual({ simulate: named, look: named, read: ['--first', '300'] })
    const dataset = decodeDataset(gunzipSync(await served.dataset(log.digest)), 'the log')
    const { starts } = trialOn(dataset, scenarioOf(log.scenario), log.objectives)
    for (const policy of ['easy', 'cons:spt']) {
      const { stage } = await prepareLog(undefined, [parsePolicy(policy)], options, QUIET)
      expect(starts(policy)).toEqual(stage.run(parsePolicy(policy)).start)
    }
    // Whole nodes leave processors idle, so that these are not the starts of a pool.
    const pool = await prepareLog(undefined, [parsePolicy('easy')], { first: '300', machine: 256 }, QUIET)
    expect(starts('easy')).not.toEqual(pool.stage.run(parsePolicy('easy')).start)
  })

  it('is without the jobs that never fit, where that is asked for, and told to what simulates it', async () => {
    box.write('small.yaml', SITE.replaceAll('n[1-32]', 'n[1-8]'))
    const options = { first: '300', site: box.path('small.yaml') }
    await expect(readLogs([], options, QUIET).read).rejects.toThrow('--oversize drop')
    const served = readLogs([], { ...options, oversize: 'drop' }, QUIET)
    const {
      logs: [log],
    } = await served.read
    expect(log.jobs).toBeLessThan(300)
    expect(log.options.simulate.slice(-2)).toEqual(['--oversize', 'drop'])
    expect(log.options.look).not.toContain('--oversize')
    expect(log.notices).toContainEqual(
      expect.stringMatching(/larger than the machine are left out|never let run/),
    )
    const dataset = decodeDataset(gunzipSync(await served.dataset(log.digest)), 'the log')
    const { starts } = trialOn(dataset, scenarioOf(log.scenario), log.objectives)
    expect(starts('easy')).toHaveLength(log.jobs)
  })

  it('is looked at by commands that know nothing of how Slurm is configured', async () => {
    box.write('slurm.conf', 'PriorityType=priority/multifactor\nPriorityWeightJobSize=1000\n')
    const slurmConf = box.path('slurm.conf')
    const served = readLogs([], { first: '50', slurmConf }, QUIET)
    const {
      logs: [log],
    } = await served.read
    expect(log.options.simulate).toEqual(['--first', '50', '--slurm-conf', slurmConf])
    expect(log.options.look).toEqual(['--first', '50'])
    expect(JSON.stringify(await served.profile(log.digest))).not.toContain('--slurm-conf')
  })
})
