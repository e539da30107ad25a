/** By which policies rules go while time passes: in each stretch of time the shares of decisions, one upon the other. */

import type { DataTable, Picture } from '../../core/exhibit.js'
import type { DecisionReport } from '../../evaluation/decisions/decision-report.js'
import type { LogClock } from '../../trace/trace.js'
import type { ValueScale } from '../terminal/value-scale.js'
import { path, pixels } from './marks.js'
import { bottomAxis, frame, leftAxis, type Panel, upAt } from './panel.js'
import { policyColours, policyLegend } from './rules-colours.js'
import { acrossName, LABEL_SIZE, panelGrid, upwardsName } from './rules-frame.js'
import { timeScale } from './time-axis.js'

const HEIGHT = 240
const MOST_DATES = 9

export interface RulesTimelinePlot extends Pick<DecisionReport, 'members' | 'timeline'> {
  readonly title: string
  readonly clock: LogClock
}

/** Stretches without decisions stay empty. */
export function rulesTimelinePlot({ title, members, timeline, clock }: RulesTimelinePlot): Picture {
  const colours = policyColours(members.map(({ policy }) => policy))
  const legend = policyLegend(colours)
  const scene = panelGrid({
    title,
    label: `${title}: shares of decisions over time, of ${members.map(({ policy }) => policy).join(', ')}`,
    columns: 1,
    height: HEIGHT,
    panels: [
      {
        head: 'share of decisions',
        draw: (panel) => {
          const { scale, caption } = timeScale(clock, timeline.from, timeline.to, MOST_DATES)
          const bands = new Array<number>(timeline.counts[0]?.length ?? 0).fill(0)
          const totals = bands.map((_, bin) => timeline.counts.reduce((sum, counts) => sum + counts[bin], 0))
          const areas = colours.names.map((_, colour) => {
            const own = bands.map((_, bin) =>
              members.reduce(
                (sum, { policy }, k) =>
                  sum + (colours.place(policy) === colour ? timeline.counts[k][bin] : 0),
                0,
              ),
            )
            const d = own.flatMap((count, bin) => {
              if (count === 0) return []
              const from = bands[bin]
              bands[bin] += count / totals[bin]
              return [rectangle(panel, bin / own.length, (bin + 1) / own.length, from, bands[bin])]
            })
            return path(d.join(''), { fill: colours.colours[colour], crisp: true })
          })
          return [
            ...areas,
            frame(panel),
            ...bottomAxis(scale, panel, LABEL_SIZE, 20),
            ...leftAxis(SHARES, panel, LABEL_SIZE),
            acrossName(panel, caption),
            upwardsName(panel, 'share'),
          ]
        },
      },
    ],
    legend: legend.map((line, k) => ({ ...line, text: `${line.text}, ${shareOf(k)} of all` })),
  })
  const bins = timeline.counts[0]?.length ?? 0
  const width = (timeline.to - timeline.from) / Math.max(1, bins)
  const data: DataTable = {
    columns: ['from', ...members.map(({ policy }) => policy)],
    rows: Array.from({ length: bins }, (_, bin) => [
      timeline.from + bin * width,
      ...members.map((_, k) => timeline.counts[k][bin]),
    ]),
  }
  return { name: 'timeline', scene, data }

  function shareOf(colour: number): string {
    const share = members.reduce(
      (sum, member) => sum + (colours.place(member.policy) === colour ? member.share : 0),
      0,
    )
    return `${(100 * share).toFixed(1)} %`
  }
}

const SHARES: ValueScale = {
  ...{ logarithmic: false, min: 0, max: 1, place: (share) => share },
  marks: [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${100 * at} %` })),
}

/** A rectangle by shares of the panel's sides, from the left and from below. */
function rectangle(panel: Panel, left: number, right: number, low: number, high: number): string {
  const [x, end] = [left, right].map((share) => pixels(panel.x + share * panel.width))
  const [bottom, top] = [low, high].map((share) => pixels(upAt(SHARES, share, panel)))
  return `M${x} ${bottom}V${top}H${end}V${bottom}z`
}
