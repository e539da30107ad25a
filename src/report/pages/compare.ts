/** The page of several policies on one log. */

import {
  aside,
  type Block,
  type Exhibit,
  exhibit,
  facts,
  figure,
  heading,
  numbers,
  section,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatSeconds, NO_VALUE, plural } from '../../core/format.js'
import { bestValue, type ComparedPolicy } from '../../evaluation/ranking.js'
import { RECORDED } from '../../sim/policy.js'
import type { ComparisonReport, UserChange, UserChanges } from '../model.js'
import { comparisonPlot } from '../plots/comparison.js'
import { overlayPlot } from '../plots/system.js'
import { systemSeries } from '../series.js'
import {
  breakdownTables,
  digestFacts,
  logSection,
  noticeSection,
  objectiveMeanings,
  policiesTable,
  policyCell,
  provenanceSection,
  recordedSection,
  rulesSection,
} from './parts.js'

/** Bins of time a policy; lines of many policies in one picture need no more. */
const TIME_BINS = 200

/** The report, apart from its looks. Equal reports give equal ones. */
export function comparisonPage(report: ComparisonReport): Exhibit {
  const { trace, describe, facts: told, columns, objectives, results, baseline } = report
  const jobs = formatCount(results[0]?.schedule.jobs.length ?? 0)
  const machine = formatCount(results[0]?.schedule.processors ?? 0)
  return exhibit(
    `${results.length} policies on ${trace.name}`,
    `Simulations of ${jobs} jobs on ${machine} processors, compared with ${baseline}`,
    [
      section(
        'Objectives',
        facts(told),
        policiesTable(withRecorded(report), columns, baseline),
        objectiveMeanings(objectives),
      ),
      ...recordedSection(report),
      ...(report.users.length === 0 ? [] : [section('Users', usersBlock(report.users, baseline))]),
      aside('All objectives', () => [
        objectivesTable(report),
        figure(
          comparisonPlot(results, objectives, baseline),
          `The same as bars; ${baseline} is the baseline.`,
        ),
      ]),
      aside('The machine over time', () => [
        figure(overlayPlot(seriesOf(report), trace.clock), 'Queue and utilisation under each policy.'),
      ]),
      aside('Who waits', () =>
        results.flatMap(({ policy, breakdown }) => [heading(policy), ...breakdownTables(breakdown, policy)]),
      ),
      logSection(trace, describe, report.names),
      rulesSection(report.rules),
      noticeSection(report.dropped, report.notices),
      provenanceSection(report.provenance, digestFacts([[trace.name, trace.digest]])),
    ],
  )
}

/** The policies, and what really happened unless it is one of them. */
function withRecorded({ results, recorded }: ComparisonReport): readonly ComparedPolicy[] {
  if (recorded === null || results.some(({ policy }) => policy === RECORDED)) return results
  return [{ policy: RECORDED, objectives: recorded.objectives }, ...results]
}

/** Who wins and who loses. */
function usersBlock(users: readonly UserChanges[], baseline: string): Block {
  const told = (change: UserChange | null): string => {
    if (change === null) return NO_VALUE
    const { user, jobs, wait, before } = change
    return `user ${user} (${plural(jobs, 'job')}): ${formatSeconds(before)} → ${formatSeconds(wait)}`
  }
  return table(
    `Users whose mean wait differs from that under ${baseline} by more than a minute`,
    [...words('policy'), ...numbers('of', 'shorter', 'longer'), ...words('gains most', 'loses most')],
    users.map(({ policy, users: all, better, worse, gains, loses }) => [
      ...[policy, formatCount(all), formatCount(better), formatCount(worse)],
      ...[told(gains), told(loses)],
    ]),
  )
}

function seriesOf({ results }: ComparisonReport) {
  return results.map(({ policy, schedule }) => ({
    policy,
    series: systemSeries(schedule, { bins: TIME_BINS }),
  }))
}

/** A row an objective, a column a policy: value, change against the baseline, and which is best. */
function objectivesTable({ objectives, results, baseline }: ComparisonReport): Block {
  const base = results.find(({ policy }) => policy === baseline)
  return table(
    `Values, and their changes against ${baseline}; ★ marks the best of each objective`,
    [...words('objective'), ...numbers(...results.map(({ policy }) => policy))],
    objectives.map((objective) => [
      objective.name,
      ...results.map((each) => policyCell(each, objective, bestValue(results, objective), base)),
    ]),
  )
}
