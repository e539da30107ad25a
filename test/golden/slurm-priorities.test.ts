/** Priorities of whole runs of a real Slurm, computed anew beside what its sprio printed. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureFidelity } from '../../src/lab/fidelity.js'
import { QUIET } from '../../src/lab/ports.js'
import { missing, requirements, SLURM_RUNS } from '../support/data.js'

describe.skipIf(missing(requirements.slurmRuns))('priorities of a real Slurm', () => {
  it.each([
    // Fair Tree, limits enforced.
    ['B', 4584, 4538],
    // The classic formula, sizes relative to time, weights of TRES.
    ['D', 7340, 7269],
  ])('of run %s are computed to within 1', async (run, rows, within) => {
    const { machine, priorities } = await measureFidelity(join(SLURM_RUNS ?? '', run), { zone: 'UTC' }, QUIET)
    expect(machine).toEqual({ nodes: 64, cores: 512 })
    expect(priorities).toMatchObject({ rows, within, unexplained: 0 })
    expect(within / rows).toBeGreaterThan(0.97)
    expect(priorities.order).toBeGreaterThan(0.99)
  })
})

it('a folder without what is needed is refused by the name of the file', async () => {
  await expect(measureFidelity('test/golden', { zone: 'UTC' }, QUIET)).rejects.toThrow('test/golden/jobs.psv')
})
