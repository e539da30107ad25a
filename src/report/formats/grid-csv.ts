/** The jobs of a grid as comma-separated values: a line for each job and each way of sharing. */
import { csvLines } from '../../core/csv.js'
import { fragmentsOf, type GridSchedule } from '../../sites/index.js'

const COLUMNS = [
  'policy',
  'job',
  'user',
  'group',
  'home',
  'submit',
  'start',
  'end',
  'nodes',
  'sites',
] as const
const ROWS_A_CHUNK = 4096

/** @param names of the sites; a job over several sites has them as `north:3+south:5` */
export function* gridCsv(
  outcomes: readonly { readonly name: string; readonly schedule: GridSchedule }[],
  names: readonly string[],
): Generator<string, void, undefined> {
  yield csvLines([COLUMNS])
  for (const { name, schedule } of outcomes) {
    const { jobs, home, start, end } = schedule
    for (let first = 0; first < jobs.length; first += ROWS_A_CHUNK) {
      const rows = Array.from({ length: Math.min(ROWS_A_CHUNK, jobs.length - first) }, (_, k) => first + k)
      yield csvLines(
        rows.map((row) => [
          ...[name, jobs.id[row], jobs.user[row], jobs.group[row], names[home[row]]],
          ...[jobs.submit[row], start[row], end[row], jobs.size[row]],
          fragmentsOf(schedule, row)
            .map(({ site, nodes }) => `${names[site]}:${nodes}`)
            .join('+'),
        ]),
      )
    }
  }
}
