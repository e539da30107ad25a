/** The page of one simulation. */

import { type Exhibit, exhibit, figure, section, table } from '../../core/exhibit.js'
import { formatCount, formatValue } from '../../core/format.js'
import { allocateProcessors } from '../../sim/allocation.js'
import type { SimulationReport } from '../model.js'
import { ganttPlot } from '../plots/gantt.js'
import { systemPlot } from '../plots/system.js'
import { systemSeries } from '../series.js'
import { breakdownTables, logSection, noticeSection, provenanceSection, rulesSection } from './parts.js'
import { waitFigures } from './waits.js'

/** Bins of time: more than a screen shows, few enough to stay small. */
const TIME_BINS = 600

/** The report, apart from its looks. Equal reports give equal ones. */
export function simulationPage(report: SimulationReport): Exhibit {
  const { trace, description, objectives, result } = report
  const { policy, schedule } = result
  const machine = formatCount(schedule.processors)
  const series = systemSeries(schedule, { bins: TIME_BINS })
  const gantt = ganttPlot({
    title: `${policy} on ${trace.name}`,
    schedule,
    allocation: allocateProcessors(schedule),
    clock: trace.clock,
  })
  return exhibit(
    `${policy} on ${trace.name}`,
    `A simulation of ${formatCount(schedule.jobs.length)} jobs on ${machine} processors`,
    [
      section(
        'Objectives',
        table(
          `What the schedule of ${policy} is worth`,
          [
            { head: 'objective', numeric: false },
            { head: 'value', numeric: true },
            { head: 'better', numeric: false },
            { head: 'meaning', numeric: false },
          ],
          objectives.map(({ name, description: meaning, unit, sense }) => [
            name,
            formatValue(result.objectives[name], unit),
            sense === 'min' ? 'less' : 'more',
            meaning,
          ]),
        ),
      ),
      section(
        'The machine over time',
        figure(systemPlot(series, trace.clock), 'Utilisation and queue, in bins of equal time.'),
        figure(gantt, 'Who held which processors when; the simulator gives each job the lowest free ones.'),
      ),
      section('Who waits', waitFigures(schedule, policy, 'waits'), breakdownTables(result.breakdown, policy)),
      logSection(trace, description),
      rulesSection(report.rules),
      noticeSection(report.dropped, report.notices),
      provenanceSection(report.provenance, trace.digest),
    ],
  )
}
