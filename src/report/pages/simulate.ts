/** The page of one simulation. */

import {
  aside,
  type Exhibit,
  exhibit,
  facts,
  figure,
  folded,
  numbers,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatValue, plural } from '../../core/format.js'
import { isValue } from '../../evaluation/results/ranking.js'
import { allocateProcessors } from '../../sim/allocation.js'
import type { SimulationReport } from '../model.js'
import { ganttPlot } from '../plots/gantt.js'
import { systemPlot } from '../plots/system.js'
import { systemSeries } from '../series.js'
import { recordedTables } from '../words/recorded.js'
import { simulationVerdict } from '../words/simulation-verdict.js'
import {
  breakdownTables,
  digestFacts,
  logSection,
  noticeSection,
  provenanceSection,
  rulesSection,
} from './parts.js'
import { waitFigures } from './waits.js'

/** Bins of time: more than a screen shows, few enough to stay small. */
const TIME_BINS = 600

/** The report, apart from its looks. Equal reports give equal ones. */
export function simulationPage(report: SimulationReport): Exhibit {
  const { trace, objectives, result, recorded } = report
  const { policy, schedule, breakdown } = result
  const title = `${policy} on ${trace.name}`
  return exhibit(
    title,
    `A simulation of ${plural(schedule.jobs.length, 'job')} on ${plural(schedule.processors, 'processor')}`,
    [
      section('In short', sentences(simulationVerdict(report))),
      section('Who waits', breakdownTables(breakdown, policy)),
      ...(schedule.jobs.length === 0
        ? []
        : [
            section(
              'The machine over time',
              figure(
                systemPlot(systemSeries(schedule, { bins: TIME_BINS }), trace.clock),
                'Utilisation and queue, in bins of equal time.',
              ),
            ),
          ]),
      folded(
        'Objectives',
        table(
          `What the schedule of ${policy} is worth`,
          [...words('objective'), ...numbers('value'), ...words('better', 'meaning')],
          // A log without users has no groups.
          objectives
            .filter(({ name }) => isValue(result.objectives[name]))
            .map(({ name, description: meaning, unit, sense }) => [
              name,
              formatValue(result.objectives[name], unit),
              sense === 'min' ? 'less' : 'more',
              meaning,
            ]),
        ),
      ),
      folded('What was simulated', facts(report.facts)),
      ...(recorded === null ? [] : [folded('Is the simulation true?', ...recordedTables(recorded))]),
      aside('How waits are spread', () => waitFigures(schedule, policy, 'waits')),
      aside('Who held which processors', () => [
        figure(
          ganttPlot({ title, schedule, allocation: allocateProcessors(schedule), clock: trace.clock }),
          'The simulator gives each job the lowest free processors.',
        ),
      ]),
      logSection(trace, report.describe, report.names),
      rulesSection(report.rules),
      noticeSection(report.dropped, report.notices),
      provenanceSection(report.provenance, digestFacts([[trace.name, trace.digest]])),
    ],
  )
}
