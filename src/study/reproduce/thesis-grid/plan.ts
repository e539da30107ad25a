/** The simulations of `thesis-grid`: every workload on every configuration, by every way of sharing and every overhead. */

import { QueuewrightError } from '../../../core/errors.js'
import type { GridCase } from '../../../evaluation/scenarios/grid-case.js'
import type { PlainGridPolicy } from '../../../evaluation/tasks/grid.js'
import { writtenSite } from '../../../sites/index.js'
import { cleanTrace } from '../../../trace/clean.js'
import { datasetOf } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import { GRIDS } from '../../../workload/transform/index.js'
import type { PartSpec } from '../composition.js'
import { GRID_RUNS, type GridRuns } from '../grid-runs.js'
import type { PreparedStudy, RunStudyOptions } from '../study.js'
import { MOST_OVERHEAD, OVERHEAD_STEP, WORKLOAD_NAMES, WORKLOADS } from './tables.js'

export const LOG = 'CTC'

const PLAIN = { siteChoice: 'soonest', move: 0, overhead: 0 } as const

/** The overheads that a budget allows: at 1 those of the thesis. */
export function overheadsOf(budget: number): readonly number[] {
  const step = Math.max(1, Math.round(1 / budget)) * OVERHEAD_STEP
  return Array.from({ length: Math.floor(MOST_OVERHEAD / step) + 1 }, (_, k) => k * step)
}

/** @throws QueuewrightError `input-empty` for a log without the jobs of any workload */
export function prepareGrids(traces: ReadonlyMap<string, Trace>, { budget }: RunStudyOptions): PreparedStudy {
  const raw = traces.get(LOG)
  if (raw === undefined) throw new TypeError(`thesis-grid is of ${LOG}`)
  const dataset = datasetOf(cleanTrace(raw))
  const jobs = dataset.jobs.length
  const parts = WORKLOAD_NAMES.flatMap((name): PartSpec[] => {
    const [from, to] = WORKLOADS[name]
    if (from >= jobs) return []
    const window = [from, Math.min(to, jobs)] as const
    const spec = GRID_RUNS.json(
      gridsOf({ data: dataset.digest, window, estimates: 'user' }, overheadsOf(budget)),
    )
    return [{ name, kind: GRID_RUNS.investigation.kind, spec, weight: 1 }]
  })
  if (parts.length === 0) {
    throw new QueuewrightError('input-empty', `the log of ${LOG} has not as many jobs as the thesis takes`, {
      value: jobs,
      expected: `more than ${WORKLOADS.W1[0]}`,
    })
  }
  return { parts, datasets: new Map([[dataset.digest, dataset]]), furtherTotal: 0, remarks: REMARKS }
}

/** Each configuration twice: local processing needs parts that fit every home, the others have those of modification 2. */
function gridsOf(
  log: Pick<GridCase, 'data' | 'window' | 'estimates'>,
  overheads: readonly number[],
): readonly GridRuns[] {
  return Object.entries(GRIDS).flatMap(([name, nodes]) => {
    const grid = { ...log, sites: nodes.map(writtenSite), arrivals: 'turn' } as const
    const split = (['multi', 'adaptive'] as const).flatMap((policy): PlainGridPolicy[] =>
      overheads.map((overhead) => ({ ...PLAIN, policy, overhead })),
    )
    return [
      { name: `${name} alone`, grid: { ...grid, parts: 'local' }, policies: [{ ...PLAIN, policy: 'local' }] },
      { name, grid: { ...grid, parts: 'largest' }, policies: [{ ...PLAIN, policy: 'sharing' }, ...split] },
    ]
  })
}

const REMARKS: readonly string[] = [
  'W1 to W3 are places 10,000-19,999, 30,000-39,999 and 60,000-69,999 of the cleaned CTC log, in a later edition than that of the thesis; W4, the synthetic workload of its figures, has a model that is not in the sources.',
  'Round robin gives each site as many jobs whatever its size: on m64-18 and m384-6 the sites of 8 and 16 nodes get 3.6 and 5.3 times their share of the work, so local processing there is overloaded for ever, and its AWRT grows with the log. It is compared on m64-8, m128-4 and m256-2 only.',
  'Which site a job is given to goes by the earliest planned start: by the fewest idle nodes, as printed, sharing would be 1.6 to 14 times worse than local processing, while the thesis says that it is always better.',
]
