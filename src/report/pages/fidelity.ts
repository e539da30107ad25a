/** How closely Slurm, as it is modelled here, follows one that was watched. */
import {
  aside,
  type Exhibit,
  exhibit,
  facts,
  numbers,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatNumber, formatPercent, plural } from '../../core/format.js'
import { PRIORITY_FACTORS, type PriorityAgreement } from '../../sim/slurm/index.js'
import type { MachineTotals } from '../../trace/index.js'

export interface FidelityReport {
  /** The folder that what was printed is from. */
  readonly run: string
  readonly jobs: number
  readonly machine: MachineTotals
  /** Files that the folder is without. */
  readonly absent: readonly string[]
  readonly notices: readonly string[]
  readonly priorities: PriorityAgreement
}

export function fidelityPage(report: FidelityReport): Exhibit {
  const { run, jobs, machine, absent, notices, priorities } = report
  const { rows, within, off, notWaiting, unexplained, snapshots, order, phase } = priorities
  const share = rows === 0 ? 'none' : formatPercent(within / rows)
  const missing = absent.map((name) => `${name} is not there: times within seconds or jobs may be missing`)
  return exhibit(
    `Slurm's priorities in ${run}`,
    rows === 0
      ? 'Nothing to compare: sprio printed no priority'
      : `Of ${plural(rows, 'priority', 'priorities')} that sprio printed, ${formatPercent(within / rows)} are computed here to within 1`,
    [
      section(
        'Priorities',
        facts([
          ['jobs', formatCount(jobs)],
          ['machine', `${formatCount(machine.cores)} cores on ${plural(machine.nodes, 'node')}`],
          ['snapshots', formatCount(snapshots)],
          ['priorities printed', formatCount(rows)],
          ['within 1 of those computed here', share],
          ['order of the queue', `rank correlation ${formatNumber(order)} with sprio's`],
          ['computations', `at second ${formatNumber(phase)} of their period`],
        ]),
        table(
          'What explains the others',
          [...words('because of'), ...numbers('priorities')],
          [
            ...PRIORITY_FACTORS.map((name) => [`the factor ${name}`, formatCount(off[name])]),
            ['a job that is not waiting here', formatCount(notWaiting)],
            ['nothing that is known', formatCount(unexplained)],
          ],
        ),
      ),
      aside('Notices', () => [sentences([...missing, ...notices])]),
    ],
  )
}
