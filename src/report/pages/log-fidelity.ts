/** How closely a site, as its document describes it, follows what a log recorded there. */
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
import { formatChange, formatCount, formatPercent, formatSeconds, plural } from '../../core/format.js'
import type { Agreement } from '../../evaluation/recorded-agreement.js'
import type { RunAgreement } from '../../sim/slurm/index.js'
import { formatTau, waitsTable } from './fidelity.js'

export interface LogFidelityReport extends RunAgreement {
  readonly site: string
  readonly log: string
  readonly policy: string
  /** Processors of the site. */
  readonly machine: number
  /** How well the simulated schedule explains the recorded one, graded. */
  readonly agreement: Agreement
  /** Recorded starts that the site as it is described would not allow, by the rule that they break. */
  readonly broken: readonly { readonly rule: string; readonly starts: number; readonly example: string }[]
  readonly notices: readonly string[]
}

export function logFidelityPage(report: LogFidelityReport): Exhibit {
  const { site, log, policy, machine, all, order, startError, classes, windows, agreement, broken } = report
  const { withinMinute, inversions, utilisation, idleWaits, grade } = agreement
  const impossible = broken.reduce((sum, { starts }) => sum + starts, 0)
  return exhibit(
    `${log} as ${site} has it under ${policy}`,
    [
      `The mean wait is ${formatSeconds(all.simulated.mean)} where ${formatSeconds(all.recorded.mean)} was recorded ` +
        `(${formatChange(all.error.mean)}), with τ ${formatTau(order)} of the order of starts: grade ${grade}, of A as recorded to D something else`,
      impossible === 0
        ? 'Every recorded start fits the site as it is described'
        : `${plural(impossible, 'recorded start')} could not have been at the site as it is described`,
    ].join('. '),
    [
      section(
        'What was recorded, and what is simulated',
        facts([
          ['machine', plural(machine, 'processor')],
          ['jobs that started in both', formatCount(report.both)],
          ['only here, only recorded', `${formatCount(report.onlyHere)}, ${formatCount(report.onlyThere)}`],
          ['order of starts', `Kendall's τ ${formatTau(order)}`],
          [
            'starts differ by',
            `${formatSeconds(startError.mean)} in the mean, ${formatSeconds(startError.median)} in the middle, ${formatSeconds(startError.p95)} at 95 %`,
          ],
          ['starts within a minute', formatPercent(withinMinute)],
        ]),
        waitsTable('the log', all, [...classes, ...(windows.length > 1 ? windows : [])]),
      ),
      section(
        'What explains the rest',
        facts([
          [
            'wait though enough processors are free',
            `${formatPercent(idleWaits.recorded)} of jobs in the log, ${formatPercent(idleWaits.simulated)} here: where there are more in the log, something holds jobs back that the document does not name`,
          ],
          ['neighbours that start the other way round', formatPercent(inversions)],
          ['processors in use differ by', formatPercent(utilisation)],
        ]),
        broken.length === 0
          ? sentences(['No recorded start breaks a rule of the site.'])
          : table(
              'Recorded starts that the site would not allow',
              [...words('rule'), ...numbers('starts'), ...words('the first')],
              broken.map(({ rule, starts, example }) => [rule, formatCount(starts), example]),
            ),
      ),
      aside('Notices', () => [sentences(report.notices)]),
    ],
  )
}
