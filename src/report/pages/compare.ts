/** The page of several policies on one log. */

import {
  aside,
  type Block,
  type Exhibit,
  exhibit,
  facts,
  figure,
  folded,
  heading,
  numbers,
  section,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, NO_VALUE, plural } from '../../core/format.js'
import { bestValue, isValue } from '../../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { ComparisonReport, UserChange, UserChanges } from '../model.js'
import { comparisonPlot } from '../plots/comparison.js'
import { overlayPlot } from '../plots/system.js'
import { systemSeries } from '../series.js'
import { recordedTables } from '../words/recorded.js'
import { classTables, userText, type VerdictBasis, verdictBlocks } from '../words/verdict.js'
import {
  breakdownTables,
  digestFacts,
  logSection,
  noticeSection,
  objectiveMeanings,
  policiesTable,
  policyCell,
  provenanceSection,
  rulesSection,
  withRecorded,
} from './parts.js'

/** Bins of time a policy; lines of many policies in one picture need no more. */
const TIME_BINS = 200

/** The report, apart from its looks. Equal reports give equal ones. */
export function comparisonPage(report: ComparisonReport): Exhibit {
  const { trace, describe, facts: told, columns, objectives, results, baseline } = report
  const jobs = plural(results[0]?.schedule.jobs.length ?? 0, 'job')
  const base = results.find(({ policy }) => policy === baseline)
  const machine = plural(results[0]?.schedule.processors ?? 0, 'processor')
  return exhibit(
    `${plural(results.length, 'policy', 'policies')} on ${trace.name}`,
    `Simulations of ${jobs} on ${machine}, compared with ${baseline}`,
    [
      section('What is best, and who pays', ...verdictBlocks(verdictBasis(report))),
      folded(
        'Objectives',
        policiesTable(withRecorded(results, report.recorded), known(columns, report), baseline),
      ),
      folded('What was simulated', facts(told)),
      ...(report.recorded === null
        ? []
        : [folded('Is the simulation true?', ...recordedTables(report.recorded))]),
      ...(report.users.length === 0 ? [] : [folded('Users', usersBlock(report.users, baseline))]),
      aside('Who waits', () => [
        ...(base === undefined ? [] : classTables(results, base, 'byRuntime', 'run time')),
        ...(base === undefined ? [] : classTables(results, base, 'byGroup', 'user group')),
        ...results.flatMap(({ policy, breakdown }) => [
          heading(policy),
          ...breakdownTables(breakdown, policy),
        ]),
      ]),
      aside('All objectives', () => [
        objectivesTable(report),
        objectiveMeanings(objectives),
        figure(
          comparisonPlot(results, objectives, baseline),
          `The same as bars; ${baseline} is the baseline.`,
        ),
      ]),
      aside('The machine over time', () => [
        figure(overlayPlot(seriesOf(report), trace.clock), 'Queue and utilisation under each policy.'),
      ]),
      logSection(trace, describe, report.names),
      rulesSection(report.rules),
      noticeSection(report.dropped, report.notices),
      provenanceSection(report.provenance, digestFacts([[trace.name, trace.digest]])),
    ],
  )
}

function verdictBasis({
  results,
  baseline,
  verdict,
  columns,
  users,
  recorded,
}: ComparisonReport): VerdictBasis {
  const others = columns.filter(({ name }) => name !== verdict.name && !PER_GROUP.test(name))
  return { policies: results, baseline, objective: verdict, others, users, recorded }
}

/** Objectives of a user group, as the AWRT of group 2. */
const PER_GROUP = /\d$/

/** Those that anybody has a value of: a log without users has no groups. */
function known(
  objectives: readonly ObjectiveInfo[],
  { results }: ComparisonReport,
): readonly ObjectiveInfo[] {
  return objectives.filter(({ name }) => results.some(({ objectives: of }) => isValue(of[name])))
}

/** Who wins and who loses. */
function usersBlock(users: readonly UserChanges[], baseline: string): Block {
  const told = (change: UserChange | null): string => (change === null ? NO_VALUE : userText(change))
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
function objectivesTable(report: ComparisonReport): Block {
  const { objectives, results, baseline } = report
  const base = results.find(({ policy }) => policy === baseline)
  return table(
    `Values, and their changes against ${baseline}; ★ marks the best of each objective`,
    [...words('objective'), ...numbers(...results.map(({ policy }) => policy))],
    known(objectives, report).map((objective) => [
      objective.name,
      ...results.map((each) => policyCell(each, objective, bestValue(results, objective), base)),
    ]),
  )
}
