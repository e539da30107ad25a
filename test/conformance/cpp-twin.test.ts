/**
 * The C++ twin of the benchmark gives the same schedules as the product, start by start (by a checksum of them all):
 * a comparison of speeds means something only then. Longer workloads than those of the other twin, with queues of
 * hundreds of jobs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PREPARATION, prepareJobs } from '../../src/sim/prepare.js'
import { simulate } from '../../src/sim/simulate.js'
import { demoTrace } from '../../src/workload/demo.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'

interface DumpModule {
  writeDump(path: string, jobs: unknown, processors: number): void
  checksum(start: Float64Array): string
}

describe.skipIf(missing(requirements.cxx))('the C++ twin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-twin-'))
  const twin = join(folder, 'easy')
  let dump: DumpModule

  beforeAll(async () => {
    const source = join(PROJECT_ROOT, 'bench', 'twin', 'easy.cpp')
    const built = spawnSync('g++', ['-std=c++17', '-O2', '-o', twin, source], { encoding: 'utf8' })
    expect(built.stderr).toBe('')
    dump = await import(join(PROJECT_ROOT, 'bench', 'lib', 'dump.mjs'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['fcfs', 128],
    ['easy', 128],
    ['fcfs', 100],
    ['easy', 100],
  ])('%s on %i processors', (policy, processors) => {
    for (const seed of [1, 2, 3]) {
      const { jobs } = prepareJobs(demoTrace({ seed, jobs: 20_000, processors: 128 }).jobs, {
        ...DEFAULT_PREPARATION,
        oversize: 'cap',
        processors,
      })
      const file = join(folder, 'jobs.bin')
      dump.writeDump(file, jobs, processors)
      const { stdout } = spawnSync(twin, [policy, file, '0', '1'], { encoding: 'utf8' })
      const { start } = simulate({ jobs, processors, policy: plainPolicy(policy) })
      expect(JSON.parse(stdout).checksum).toBe(dump.checksum(start))
    }
  })
})
