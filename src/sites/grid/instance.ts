/** Instance files of grids: the jobs, the sites, and runs with every start, end and node. */
import { added, type Decoded, list, number, object, oneOf, tuple, whole } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { JobTableBuilder } from '../../trace/job-table.js'
import { MOST_PROCESSORS } from '../../workload/generated.js'
import { answered, type InstanceKind, requireDistinctNumbers } from '../instance.js'
import { roundRobin } from './arrivals.js'
import { MOST_SITES } from './configuration.js'
import { measureGrid } from './measures.js'
import { fragmentsOf, type GridSchedule, SPLIT } from './schedule.js'
import { SITE_CHOICES } from './sharing.js'
import { GRID_POLICIES, type GridPolicy, simulateGrid } from './simulate.js'
import { plainSite } from './site.js'
import { type GridWorkload, inParts, MODIFICATIONS } from './workload.js'

const JOB = tuple(whole(0), number(0), number(0), number(0), whole(1))

/** Results stand beside these, unread. */
const INSTANCE = object(
  {
    sites: list(whole(1, MOST_PROCESSORS), { least: 1, most: MOST_SITES }),
    modification: oneOf([1, 2, 3]),
    jobs: list(JOB),
    runs: list(
      object(
        {
          policy: oneOf(GRID_POLICIES),
          overhead: added(whole(0, 10_000), 0),
          siteChoice: added(oneOf(SITE_CHOICES), 'soonest'),
        },
        true,
      ),
    ),
  },
  true,
)

const RESULTS = [
  'start',
  'end',
  'alloc',
  'awrt',
  'awwt',
  'makespan',
  'multiSiteJobs',
  'occupied',
  'multiSiteOccupied',
  'error',
]

export const gridInstance: InstanceKind = (instance, at) => {
  const { sites, modification, jobs, runs } = INSTANCE.decode(instance, at)
  requireDistinctNumbers(jobs, at.at('jobs'))
  const workload = inParts(workloadOf(jobs, sites.length), sites, MODIFICATIONS[modification])
  const machines = sites.map(plainSite)
  const given = instance['runs'] as readonly Readonly<Record<string, unknown>>[]
  return answered(instance, ['parts', 'runs'], {
    parts: Array.from(workload.jobs.id, (id, row) => [id, workload.home[row], workload.jobs.size[row]]),
    runs: runs.map((run, k) =>
      answered(
        given[k],
        RESULTS,
        outcome(() => simulateGrid(workload, machines, policyOf(run))),
      ),
    ),
  })
}

type Run = Decoded<typeof INSTANCE>['runs'][number]

function policyOf({ policy, overhead, siteChoice }: Run): GridPolicy {
  if (policy === 'local') return { kind: policy }
  return policy === 'sharing' ? { kind: policy, siteChoice, move: 0 } : { kind: policy, overhead }
}

function workloadOf(rows: readonly (readonly number[])[], sites: number): GridWorkload {
  const builder = new JobTableBuilder(rows.length)
  for (const [id, submit, runtime, estimate, size] of rows) {
    builder.addValues(id, submit, runtime, Math.max(runtime, estimate), size, -1, 0)
  }
  const { table } = builder.finish()
  return { jobs: table, home: roundRobin(table.length, sites) }
}

/** The outcome of a run; or, as `error`, why it is refused. */
function outcome(run: () => GridSchedule): Readonly<Record<string, Json>> {
  try {
    return resultsOf(run())
  } catch (error) {
    if (error instanceof QueuewrightError) return { error: error.message }
    throw error
  }
}

function resultsOf(schedule: GridSchedule): Readonly<Record<string, Json>> {
  const { utilization: _, ...measures } = measureGrid(schedule)
  return {
    start: Array.from(schedule.start),
    end: Array.from(schedule.end),
    alloc: Array.from(schedule.site, (site, row) =>
      site === SPLIT ? fragmentsOf(schedule, row).map(({ site, nodes }) => [site, nodes]) : site,
    ),
    ...measures,
  }
}
