/** A machine over time in a few lines of a terminal. Pure. */

import { formatCount, formatPercent } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import type { SystemSeries } from './series.js'
import { displayWidth, sparkline, type TerminalStyle } from './terminal.js'

/** Utilisation and waiting jobs as sparklines, each with the largest of its bins' means. */
export function seriesText(series: SystemSeries, style: TerminalStyle): string {
  const used = [...series.busyProcessors.mean].map((busy) => busy / series.processors)
  const waiting = [...series.queuedJobs.mean]
  const lines = [
    { label: 'utilisation ', values: used, note: ` up to ${formatPercent(largestOf([0, ...used]))}` },
    { label: 'jobs waiting', values: waiting, note: ` up to ${formatCount(largestOf([0, ...waiting]))}` },
  ]
  const noteWidth = largestOf(lines.map(({ note }) => displayWidth(note)))
  return lines
    .map(({ label, values, note }) => {
      const width = Math.max(10, style.width - displayWidth(label) - noteWidth - 1)
      return `${label} ${sparkline(values, { ...style, width })}${note}`
    })
    .join('\n')
}
