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
import {
  formatChange,
  formatCount,
  formatNumber,
  formatPercent,
  formatSeconds,
  plural,
} from '../../core/format.js'
import { ascending } from '../../core/statistics.js'
import {
  type CycleAgreement,
  type ForcedCycles,
  type FreeRun,
  f1Of,
  PRIORITY_FACTORS,
  type PriorityAgreement,
  type WaitComparison,
} from '../../sim/slurm/index.js'
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
  /** Null where no log tells of starts. */
  readonly cycles: ForcedCycles | null
  readonly free: FreeRun
}

export function fidelityPage(report: FidelityReport): Exhibit {
  const { run, jobs, machine, absent, notices, priorities, cycles, free } = report
  const { rows, within, off, notWaiting, unexplained, snapshots, order, phase } = priorities
  const share = rows === 0 ? 'none' : formatPercent(within / rows)
  const missing = absent.map((name) => `${name} is not there: times within seconds or jobs may be missing`)
  return exhibit(
    `Slurm in ${run}, and as it is modelled here`,
    [
      rows === 0
        ? 'Nothing to compare: sprio printed no priority'
        : `Of ${plural(rows, 'priority', 'priorities')} that sprio printed, ${formatPercent(within / rows)} are computed here to within 1`,
      ...(cycles === null ? [] : [startsInWords(cycles)]),
      freeRunInWords(free),
    ].join('. '),
    [
      freeRunSection(free),
      ...(cycles === null ? [] : [startsSection(cycles)]),
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

function sumOf(cycles: ForcedCycles): CycleAgreement {
  const { main, backfill } = cycles
  return {
    cycles: main.cycles + backfill.cycles,
    both: main.both + backfill.both,
    onlyHere: main.onlyHere + backfill.onlyHere,
    onlyThere: main.onlyThere + backfill.onlyThere,
  }
}

function startsInWords(cycles: ForcedCycles): string {
  const { both, onlyHere, onlyThere } = sumOf(cycles)
  const recorded = both + onlyThere
  return (
    `Of ${plural(recorded, 'start')} ${formatCount(both)} are made here in the same cycle of the same scheduler, ` +
    `and ${plural(onlyHere, 'other')} that Slurm did not make then`
  )
}

function startsSection(cycles: ForcedCycles) {
  const row = (name: string, agreement: CycleAgreement) => [
    name,
    formatCount(agreement.cycles),
    formatCount(agreement.both),
    formatCount(agreement.onlyHere),
    formatCount(agreement.onlyThere),
    formatNumber(Math.round(f1Of([agreement]) * 1000) / 1000),
  ]
  return section(
    'Starts, cycle by cycle',
    sentences([
      'Before each cycle the state that Slurm had is restored: what ran where, what waited, and its own priorities. Which jobs does the cycle start?',
      'F1 is 1 where all and only those start that did, and 0 where none does.',
    ]),
    table(
      'Starts in the cycles that the log of slurmctld tells of',
      [...words('scheduler'), ...numbers('cycles', 'in both', 'only here', 'only in Slurm', 'F1')],
      [row('main', cycles.main), row('backfill', cycles.backfill), row('both', sumOf(cycles))],
    ),
  )
}

function freeRunInWords({ all, order }: FreeRun): string {
  return (
    `The whole run done again has a mean wait of ${formatSeconds(all.simulated.mean)} where Slurm's was ` +
    `${formatSeconds(all.recorded.mean)} (${formatChange(all.error.mean)}), with τ ${formatTau(order)} of the order of starts`
  )
}

function freeRunSection({ all, classes, windows, order, startError, runs, ...counts }: FreeRun) {
  const { both, onlyHere, onlyThere, cancelled } = counts
  const errors = ascending(runs.map(({ meanWaitError }) => meanWaitError))
  const orders = ascending(runs.map((run) => run.order))
  const range = (sorted: Float64Array, format: (value: number) => string) =>
    `${format(sorted[0])} to ${format(sorted[sorted.length - 1])}`
  return section(
    'The whole run, done again',
    sentences([
      'Jobs come, are held and cancelled as they were and run as long as they did; when they start, and what follows of it, is simulated.',
      `Figures are the mean of ${plural(runs.length, 'run')} whose cycles of backfill lie at other instants.`,
    ]),
    facts([
      ['started in both', formatCount(both)],
      ['only here, only in Slurm', `${formatCount(onlyHere)}, ${formatCount(onlyThere)}`],
      ['cancelled while they waited', formatCount(cancelled)],
      ['order of starts', `Kendall's τ ${formatTau(order)}`],
      [
        'starts differ by',
        `${formatSeconds(startError.mean)} in the mean, ${formatSeconds(startError.median)} in the middle, ${formatSeconds(startError.p95)} at 95 %`,
      ],
      [
        'each run alone',
        `mean wait ${range(errors, formatChange)}, τ ${range(orders, formatTau)}: what the instants of cycles make of it`,
      ],
    ]),
    waitsTable('Slurm', all, [...classes, ...(windows.length > 1 ? windows : [])]),
  )
}

/** Waits of all jobs and of classes. @param recorded whose they are that were recorded */
export function waitsTable(recorded: string, all: WaitComparison, parts: readonly WaitComparison[]) {
  const row = ({ of, jobs, recorded: there, simulated: here, error }: WaitComparison) => [
    of,
    formatCount(jobs),
    formatSeconds(there.mean),
    formatSeconds(here.mean),
    formatChange(error.mean),
    formatSeconds(((here.mean - there.mean) * jobs) / all.jobs),
    formatSeconds(there.p95),
    formatSeconds(here.p95),
    formatChange(error.p95),
  ]
  return table(
    'Waits, and how much of the difference of all means is that of each class',
    [
      ...words('jobs of'),
      ...numbers(
        'jobs',
        `mean in ${recorded}`,
        'here',
        'error',
        'of all',
        `95 % in ${recorded}`,
        'here',
        'error',
      ),
    ],
    [all, ...parts].map(row),
  )
}

export function formatTau(order: number): string {
  return formatNumber(Math.round(order * 1000) / 1000)
}
