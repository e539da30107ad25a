/**
 * The best value of an objective over all schedules of a few jobs, by trying all that can be best.
 *
 * **Regular objectives** (none rises, or none falls where more is better, where a job starts earlier). `serial` places
 * jobs one after the other, each at its earliest instant beside those already placed (serial schedule generation;
 * Kolisch, EJOR 90, 1996). Over all orders of the jobs that has a best schedule: take any schedule and its jobs by
 * start, those of zero seconds first among equals. By induction each is placed no later than it started: the ones
 * placed before began, and so end, no later than in the schedule, all began by S_j, so from S_j on they hold no more
 * processors than there, and a job fits at S_j. So no objective of this kind is worse on what `serial` makes.
 *
 * A zero-second job needs its processors at its instant beside the jobs that run on from before to after it; those
 * that start at that instant may come after it, those that end have gone.
 *
 * **Utilization** falls only with the span from the first start to the last end. A schedule moved as a whole to later
 * is a schedule, so that no span is less than the least one of schedules that begin when all jobs have been released;
 * of these the last end is a regular objective, by the above.
 *
 * Only the judged jobs are placed: others can be started after all of them.
 */
import { type CompositeObjective, compileObjective } from '../../src/sim/objectives/index.js'
import type { Schedule } from '../../src/sim/schedule.js'
import { type JobTable, replaceColumns, selectJobs } from '../../src/trace/job-table.js'

/**
 * The best value of an objective; for formulas the least. Formulas of objectives of which more is better must not name
 * UTIL. The schedules are made once for all objectives that are asked for.
 * @param rows of the jobs that are judged; null: all
 * @returns null where the objective has no value
 */
export function optima(
  jobs: JobTable,
  rows: Int32Array | null,
  processors: number,
): (objective: CompositeObjective) => number | null {
  const judged = rows === null ? jobs : selectJobs(jobs, rows)
  let usual: readonly Schedule[] | null = null
  return (objective) => {
    if (objective.text === 'UTIL') {
      const last = new Float64Array(judged.length).fill(Math.max(...judged.submit))
      return best(schedulesOf(replaceColumns(judged, { submit: last }), processors), objective)
    }
    usual ??= schedulesOf(judged, processors)
    return best(usual, objective)
  }
}

/** The most that UTIL can be where a job starts at the first submit. */
export function promptUtilization(jobs: JobTable, processors: number): number | null {
  const first = Math.min(...jobs.submit)
  const prompt = schedulesOf(jobs, processors).filter(({ start }) => Math.min(...start) === first)
  return best(prompt, compileObjective('UTIL'))
}

/** What `serial` makes of all orders of the jobs, each schedule once. */
function schedulesOf(jobs: JobTable, processors: number): readonly Schedule[] {
  const found = new Map<string, Schedule>()
  for (const order of permutations(jobs.length)) {
    const start = serial(jobs, processors, order)
    found.set(start.join(), { jobs, processors, start })
  }
  return [...found.values()]
}

function best(schedules: readonly Schedule[], objective: CompositeObjective): number | null {
  const sign = objective.sense === 'min' ? 1 : -1
  let least: number | null = null
  for (const schedule of schedules) {
    let value: number
    try {
      value = sign * objective.measure(schedule, null)
    } catch {
      return null
    }
    if (least === null || value < least) least = value
  }
  return least === null ? null : sign * least
}

/** Starts of the jobs, placed in this order. */
export function serial(jobs: JobTable, processors: number, order: readonly number[]): Float64Array {
  const { submit, runtime, size } = jobs
  const start = new Float64Array(jobs.length)
  const placed: number[] = []
  const end = (job: number): number => start[job] + runtime[job]
  for (const job of order) {
    const instants = [submit[job], ...placed.map(end)].filter((t) => t >= submit[job]).sort((a, b) => a - b)
    start[job] = instants.find((t) => fits(job, t)) ?? Number.NaN
    placed.push(job)
  }
  return start

  function fits(job: number, t: number): boolean {
    if (runtime[job] === 0) {
      const across = placed.filter((other) => start[other] < t && t < end(other))
      return total(across) + size[job] <= processors
    }
    const until = t + runtime[job]
    const inside = placed.filter((other) => start[other] < until && end(other) > t)
    const instants = [t, ...inside.map((other) => start[other]).filter((s) => s > t)]
    return instants.every((s) => {
      const running = inside.filter((other) => start[other] <= s && s < end(other))
      const passing = placed.filter((other) => runtime[other] === 0 && start[other] === s && t < s)
      const across = running.filter((other) => start[other] < s)
      return (
        total(running) + size[job] <= processors &&
        passing.every((other) => total(across) + size[job] + size[other] <= processors)
      )
    })
  }

  function total(of: readonly number[]): number {
    return of.reduce((sum, job) => sum + size[job], 0)
  }
}

function* permutations(n: number): Generator<number[]> {
  const order = Array.from({ length: n }, (_, k) => k)
  function* from(k: number): Generator<number[]> {
    if (k >= n - 1) yield order
    for (let other = k; other < n && k < n - 1; other++) {
      ;[order[k], order[other]] = [order[other], order[k]]
      yield* from(k + 1)
      ;[order[k], order[other]] = [order[other], order[k]]
    }
  }
  yield* from(0)
}
