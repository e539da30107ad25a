/** The page of several policies on one log. */

import {
  type Block,
  type Cell,
  type Exhibit,
  exhibit,
  figure,
  heading,
  section,
  table,
  valueCell,
} from '../../core/exhibit.js'
import { formatChange, formatCount, formatValue, NO_VALUE } from '../../core/format.js'
import { bestValue, relativeChange } from '../../evaluation/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { ComparisonReport } from '../model.js'
import { comparisonPlot } from '../plots/comparison.js'
import { overlayPlot } from '../plots/system.js'
import { systemSeries } from '../series.js'
import {
  breakdownTables,
  logSection,
  noticeSection,
  objectiveMeanings,
  provenanceSection,
  rulesSection,
} from './parts.js'

/** Bins of time a policy; lines of many policies in one picture need no more. */
const TIME_BINS = 200

/** The report, apart from its looks. Equal reports give equal ones. */
export function comparisonPage(report: ComparisonReport): Exhibit {
  const { trace, description, objectives, results, baseline } = report
  const series = results.map(({ policy, schedule }) => ({
    policy,
    series: systemSeries(schedule, { bins: TIME_BINS }),
  }))
  const jobs = formatCount(results[0]?.schedule.jobs.length ?? 0)
  const machine = formatCount(results[0]?.schedule.processors ?? 0)
  return exhibit(
    `${results.length} policies on ${trace.name}`,
    `Simulations of ${jobs} jobs on ${machine} processors, compared with ${baseline}`,
    [
      section(
        'Objectives',
        objectivesTable(report),
        objectiveMeanings(objectives),
        figure(
          comparisonPlot(results, objectives, baseline),
          `The same as bars; ${baseline} is the baseline.`,
        ),
      ),
      section(
        'The machine over time',
        figure(overlayPlot(series, trace.clock), 'Queue and utilisation under each policy.'),
      ),
      section(
        'Who waits',
        ...results.flatMap(({ policy, breakdown }) => [
          heading(policy),
          ...breakdownTables(breakdown, policy),
        ]),
      ),
      logSection(trace, description),
      rulesSection(report.rules),
      noticeSection(report.dropped, report.notices),
      provenanceSection(report.provenance, trace.digest),
    ],
  )
}

/** A row an objective, a column a policy: value, change against the baseline, and which is best. */
function objectivesTable({ objectives, results, baseline }: ComparisonReport): Block {
  const base = results.find(({ policy }) => policy === baseline)
  const cells = (objective: ObjectiveInfo): Cell[] => {
    const best = bestValue(results, objective)
    return results.map(({ policy, objectives: values }) => {
      const value = values[objective.name] ?? null
      const text = formatValue(value, objective.unit)
      const isBest = value !== null && value === best
      if (policy === baseline) return valueCell(text, isBest, 'baseline')
      const change = relativeChange(value, base?.objectives[objective.name] ?? null)
      return valueCell(text, isBest, change === null ? NO_VALUE : formatChange(change))
    })
  }
  return table(
    `Values, and their changes against ${baseline}; ★ marks the best of each objective`,
    [
      { head: 'objective', numeric: false },
      ...results.map(({ policy }) => ({ head: policy, numeric: true })),
    ],
    objectives.map((objective) => [objective.name, ...cells(objective)]),
  )
}
