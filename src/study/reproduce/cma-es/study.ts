/**
 * CMA-ES on five functions of the BBOB testbed in 10 and 20 dimensions, as Hansen and Ros ran the reference implementation
 * (GECCO 2010): from a uniform point of [−4, 4]ⁿ with step size 2, restarts with doubled population. What counts are
 * the evaluations until the value is less than 1e-7 above the optimum, without and with active update; and until 1e-8, of
 * which the published tables have nothing. Published is the mean of 15 runs, ours the median, as one run in a restart on
 * Rosenbrock's local optimum takes several times as long as the others. Every run has an instance of its own, other than
 * BBOB's.
 */
import { Random } from '../../../core/random.js'
import { ascending, median } from '../../../core/statistics.js'
import { BBOB_FUNCTIONS, bbob, cmaEs, cubeOf } from '../../../optimize/index.js'
import type { PublishedStudy, StudyOptions, StudyRun, StudyTask, StudyValue } from '../study.js'
import { CELLS, type Cell } from './tables.js'

const TARGETS = [
  { table: 'evaluations to 1e-7', value: 1e-7 },
  { table: 'evaluations to 1e-8', value: 1e-8 },
] as const
const VARIANTS = [
  { column: 'CMA-ES', active: false },
  { column: 'active CMA-ES', active: true },
] as const
/** The search is unbounded in the source; no run gets near these bounds. */
const BOUND = 100
const FIRST_STEP = 2

export const CMA_ES: PublishedStudy = {
  name: 'cma-es',
  title: 'CMA-ES on five functions in 10 and 20 dimensions: evaluations to the optimum',
  source: 'N. Hansen, R. Ros, GECCO 2010; values from the data archive of the COCO platform, BBOB 2010',
  logs: [],
  origin: 'None are needed',
  chance: true,
  draws: 51,
  uniqueRows: false,
  fields: [],
  begin,
}

function begin(_: unknown, { seed, draws }: StudyOptions): StudyRun {
  /** For each cell, variant and target the evaluations of every run. */
  const counts = CELLS.map(() => VARIANTS.map(() => TARGETS.map((): number[] => [])))
  const tasks = Array.from({ length: draws }, (_, draw) =>
    CELLS.flatMap((cell, c) =>
      VARIANTS.map(
        ({ active, column }, v): StudyTask => ({
          label: `${rowOf(cell)}, ${column}, seed ${seed + draw}`,
          run: () => {
            for (const [t, count] of evaluationsTo(cell, active, seed + draw).entries())
              counts[c][v][t].push(count)
          },
        }),
      ),
    ),
  ).flat()
  const values = () =>
    TARGETS.flatMap(({ table }, t) =>
      CELLS.flatMap((cell, c) =>
        VARIANTS.map(({ column, active }, v): StudyValue => {
          const sorted = ascending(counts[c][v][t])
          return {
            log: null,
            table,
            row: rowOf(cell),
            column,
            published: t > 0 ? null : active ? cell.active : cell.plain,
            ours: sorted.length === 0 ? null : median(sorted),
            least: sorted.at(0) ?? null,
            most: sorted.at(-1) ?? null,
            decimals: 0,
          }
        }),
      ),
    )
  return { tasks, values }
}

function rowOf({ id, dimensions }: Cell): string {
  return `${BBOB_FUNCTIONS[id]}, ${dimensions}-D`
}

/** Evaluations of one run until each target is reached. */
function evaluationsTo({ id, dimensions }: Cell, active: boolean, seed: number): readonly number[] {
  const objective = bbob(id, dimensions, seed)
  const random = new Random(seed).fork('start')
  const optimizer = cmaEs(
    {
      box: cubeOf(dimensions, -BOUND, BOUND),
      start: Float64Array.from({ length: dimensions }, () => 8 * random.uniform() - 4),
      sigma: FIRST_STEP / (2 * BOUND),
      active,
      restarts: 'ipop',
    },
    seed,
  )
  const reached: number[] = []
  let evaluations = 0
  while (reached.length < TARGETS.length && optimizer.stopped === null) {
    const scores = Float64Array.from(optimizer.ask(), objective)
    for (const score of scores) {
      evaluations++
      while (reached.length < TARGETS.length && score < TARGETS[reached.length].value)
        reached.push(evaluations)
    }
    optimizer.tell(scores)
  }
  // It would have to fail in all restarts.
  return TARGETS.map((_, t) => reached.at(t) ?? Number.POSITIVE_INFINITY)
}
