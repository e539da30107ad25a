/** Whole runs of a real Slurm: its priorities computed anew beside what its sprio printed, which jobs its cycles start,
 * and the whole run done again. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureFidelity } from '../../src/lab/calibrate/fidelity.js'
import { QUIET } from '../../src/lab/ports.js'
import { missing, requirements, SLURM_RUNS } from '../support/data.js'

describe.skipIf(missing(requirements.slurmRuns))('a real Slurm', () => {
  it.each([
    // Fair Tree, limits enforced.
    [
      'B',
      4584,
      4538,
      { cycles: 49, both: 71, onlyHere: 1, onlyThere: 1 },
      { cycles: 70, both: 148, onlyHere: 11, onlyThere: 7 },
      0.1,
    ],
    // The classic formula, sizes relative to time, weights of TRES.
    [
      'D',
      7340,
      7269,
      { cycles: 51, both: 105, onlyHere: 1, onlyThere: 1 },
      { cycles: 27, both: 108, onlyHere: 9, onlyThere: 11 },
      // In some of the runs its heterogeneous jobs are long in each other's way, as Slurm's may be.
      0.3,
    ],
  ])(
    'is followed in run %s: priorities to within 1, and starts cycle by cycle',
    async (run, rows, within, main, backfill, error) => {
      const { machine, priorities, cycles, free } = await measureFidelity(
        join(SLURM_RUNS ?? '', run),
        { zone: 'UTC' },
        QUIET,
      )
      expect(machine).toEqual({ nodes: 64, cores: 512 })
      expect(priorities).toMatchObject({ rows, within, unexplained: 0 })
      expect(within / rows).toBeGreaterThan(0.97)
      expect(priorities.order).toBeGreaterThan(0.99)
      expect(cycles).toMatchObject({ main, backfill })
      expect(cycles?.f1).toBeGreaterThan(0.95)
      expect(Math.abs(free.all.error.mean)).toBeLessThan(error)
      expect(free.order).toBeGreaterThan(0.75)
      expect(free.onlyHere + free.onlyThere).toBeLessThan(3)
    },
  )
})

it('a folder without what is needed is refused by the name of the file', async () => {
  await expect(measureFidelity('test/golden', { zone: 'UTC' }, QUIET)).rejects.toThrow('test/golden/jobs.psv')
})
