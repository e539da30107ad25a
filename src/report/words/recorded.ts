/** Whether a simulation is true to what was recorded, in words: the grade, its reasons, and what that means for percentages. */
import { type Block, numbers, sentences, table, words } from '../../core/exhibit.js'
import { formatCount, formatSeconds, formatValue, plural } from '../../core/format.js'
import type { RecordedLog, RecordedReport } from '../../evaluation/recorded.js'
import type { Criterion } from '../../evaluation/recorded-agreement.js'

const MEANING = {
  A: 'the simulation explains the recorded schedule',
  B: 'the simulation explains most of the recorded schedule',
  C: 'the simulation explains little of the recorded schedule',
  D: 'the simulation does not explain the recorded schedule',
} as const

/** The grade, and where it is a bad one what not to conclude. */
export function recordedVerdict({ policy, best, missing, agreement }: RecordedReport): readonly string[] {
  const { grade, meanWait, jobs } = agreement
  const waits = `${formatSeconds(meanWait.recorded)} recorded, ${formatSeconds(meanWait.simulated)} under ${policy}`
  const lines = [`Grade ${grade}: ${MEANING[grade]} (mean wait ${waits}).`]
  if (grade === 'C' || grade === 'D') {
    lines.push(
      `Percentages against ${policy} are not to be read as gains over what the site does: they compare simulations, and what made jobs of this log wait is not all simulated. Partitions, limits, nodes and maintenance stand in a site document (--site).`,
    )
  }
  if (best !== policy) lines.push(`Of the policies here ${best} explains it best.`)
  if (missing > 0) {
    lines.push(
      `${plural(missing, 'job')} without a recorded wait ${missing === 1 ? 'is' : 'are'} left out of what is recorded, which is of ${formatCount(jobs)}.`,
    )
  }
  return lines
}

const QUESTIONS: Readonly<Record<Criterion, string>> = {
  meanWait: 'mean wait',
  waitsBySize: 'mean waits by size',
  starts: 'jobs that start within a minute of the recorded start',
  order: 'neighbours in the recorded order that start the other way round',
  utilisation: 'difference of the processors in use, hour by hour',
  idleWaits: 'jobs that wait though at their submit enough processors are free',
}

/** The verdict, and its reasons. */
export function recordedBlocks(report: RecordedReport): readonly Block[] {
  return [...sentences(recordedVerdict(report)), ...recordedTables(report)]
}

/** @returns for each reason what was recorded and what is simulated, and its grade */
export function recordedTables(report: RecordedReport): readonly Block[] {
  const { policy, agreement } = report
  const { grades, meanWait, bySize, withinMinute, inversions, utilisation, idleWaits } = agreement
  const share = (value: number) => formatValue(value, 'share')
  const largest = bySize.reduce((most, each) => (gap(each) > gap(most) ? each : most))
  const told: Readonly<Record<Criterion, readonly [string, string]>> = {
    meanWait: [formatSeconds(meanWait.recorded), formatSeconds(meanWait.simulated)],
    waitsBySize: [
      `${formatSeconds(largest.recorded)} (size ${largest.label})`,
      formatSeconds(largest.simulated),
    ],
    starts: ['', share(withinMinute)],
    order: ['', share(inversions)],
    utilisation: ['', share(utilisation)],
    idleWaits: [share(idleWaits.recorded), share(idleWaits.simulated)],
  }
  const rows = (Object.keys(told) as Criterion[]).map((name) => [
    QUESTIONS[name],
    ...told[name],
    grades[name],
  ])
  return [
    table('Why', [...words('measure'), ...numbers('recorded', policy), ...words('grade')], rows),
    table(
      'Mean waits by size',
      [...words('size'), ...numbers('jobs', 'recorded', policy)],
      bySize.map(({ label, jobs, recorded, simulated }) => [
        ...[label, formatCount(jobs), formatSeconds(recorded), formatSeconds(simulated)],
      ]),
    ),
  ]
}

/** How true the simulations of several logs are: what was recorded, what is simulated, and what that means. */
export function recordedLogsBlocks(logs: readonly RecordedLog[]): readonly Block[] {
  const bad = logs.filter(({ agreement: { grade } }) => grade === 'C' || grade === 'D')
  const names = bad.map(({ log }) => log).join(', ')
  const verdict =
    bad.length === 0
      ? ['The simulations explain what was recorded.']
      : [
          `On ${names} percentages are not to be read as gains over what the site does: they compare simulations, and what made jobs of ${bad.length === 1 ? 'this log' : 'these logs'} wait is not all simulated. Partitions, limits, nodes and maintenance stand in a site document (--site).`,
        ]
  return [
    ...sentences(verdict),
    table(
      'Waits as they were recorded, and as they are simulated',
      [
        ...words('log', 'policy', 'grade'),
        ...numbers('mean wait recorded', 'simulated', 'p95 recorded', 'simulated', 'starts within a minute'),
      ],
      logs.map(({ log, policy, agreement: { grade, meanWait, p95Wait, withinMinute } }) => [
        ...[log, policy, grade],
        ...[meanWait, p95Wait].flatMap((each) => [
          formatSeconds(each.recorded),
          formatSeconds(each.simulated),
        ]),
        formatValue(withinMinute, 'share'),
      ]),
    ),
  ]
}

function gap({ recorded, simulated }: { readonly recorded: number; readonly simulated: number }): number {
  return Math.abs(recorded - simulated)
}
