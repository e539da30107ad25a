/**
 * Random small workloads for fast-check, made to be awkward: many jobs at one instant, zero-second jobs, ends that
 * coincide, jobs as large as the machine, estimates that are exact, too long or (for `keep`) too short.
 */
import fc from 'fast-check'
import type { JobTable } from '../../src/trace/job-table.js'
import { type JobRow, JobTableBuilder } from '../../src/trace/job-table.js'

export interface SmallWorkload {
  readonly jobs: JobTable
  readonly processors: number
}

export interface WorkloadSettings {
  /** `exact`: equal to the run time; `extend`: never below it; `keep`: also below it. Default `extend`. */
  readonly estimates?: 'exact' | 'extend' | 'keep'
  /** Without zero-second jobs. Default false. */
  readonly positive?: boolean
  /** Default 40. */
  readonly maxJobs?: number
}

/** Jobs as rows in a random file order (ids are not in order of submit), with the machine. */
export function workloadRows(
  settings: WorkloadSettings = {},
): fc.Arbitrary<{ rows: JobRow[]; processors: number }> {
  const { estimates = 'extend', positive = false, maxJobs = 40 } = settings
  return fc.integer({ min: 1, max: 16 }).chain((processors) => {
    const job = fc.record({
      gap: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0) },
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
        { weight: 1, arbitrary: fc.integer({ min: 5, max: 40 }) },
      ),
      runtime: fc.oneof(
        { weight: 1, arbitrary: fc.constant(positive ? 1 : 0) },
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
        { weight: 1, arbitrary: fc.integer({ min: 13, max: 60 }) },
      ),
      slack: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 10 }) },
        { weight: 1, arbitrary: fc.integer({ min: 11, max: 100 }) },
      ),
      under: fc.boolean(),
      size: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: processors }) },
        { weight: 1, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.constant(processors) },
      ),
      user: fc.integer({ min: 0, max: 6 }),
      group: fc.integer({ min: 0, max: 5 }),
    })
    // Fractions of a second: halves are exact, tenths bring rounding.
    const unit = fc.constantFrom(1, 1, 1, 1, 0.5, 0.1)
    const origin = fc.constantFrom(0, 0, 7, 1_000_003)
    return fc
      .tuple(fc.array(job, { minLength: 1, maxLength: maxJobs }), unit, origin)
      .map(([drafts, u, t0]) => {
        let clock = 0
        const rows = drafts.map((draft, k) => {
          clock += draft.gap
          const estimate =
            estimates === 'exact'
              ? draft.runtime
              : estimates === 'keep' && draft.under
                ? Math.max(0, draft.runtime - draft.slack)
                : draft.runtime + draft.slack
          return {
            // Distinct, and not in order of submit among jobs of one instant.
            id: 1 + ((k * 37) % 101),
            submit: t0 + clock * u,
            runtime: draft.runtime * u,
            estimate: estimate * u,
            size: draft.size,
            user: draft.user,
            group: draft.group,
          }
        })
        return { rows, processors }
      })
  })
}

export function workloads(settings: WorkloadSettings = {}): fc.Arbitrary<SmallWorkload> {
  return workloadRows(settings).map(({ rows, processors }) => ({ jobs: tableOf(rows), processors }))
}

export function tableOf(rows: readonly JobRow[]): JobTable {
  const builder = new JobTableBuilder(rows.length)
  for (const row of rows) builder.add(row)
  return builder.finish().table
}
