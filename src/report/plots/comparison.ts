/** Policies beside each other: one small bar chart for each objective. */

import type { DataTable, Picture } from '../../core/exhibit.js'
import { formatValue } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { bestValue, type ComparedPolicy, isValue } from '../../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { ValueScale } from '../terminal/value-scale.js'
import type { ChartPanel } from './chart.js'
import { chartPicture } from './chart-scene.js'
import { BLUE, GREEN, GREY } from './theme.js'

const ROW = 24

/**
 * Bars for every policy under every objective that anybody has a value for. The baseline is grey, the best of each
 * objective green.
 */
export function comparisonPlot(
  policies: readonly ComparedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
): Picture {
  const shown = objectives.filter(({ name }) => policies.some(({ objectives: of }) => isValue(of[name])))
  const names = policies.map(({ policy }) => policy)
  const panels = shown.map((objective): ChartPanel => {
    const best = bestValue(policies, objective)
    const values = policies.map(({ objectives: of }) => of[objective.name] ?? null)
    const drawn = values.map((value) => (isValue(value) ? Math.max(0, value) : 0))
    return {
      ...panelTitles(objective),
      x: { scale: fromZero(largestOf(drawn)) },
      y: { classes: names },
      height: ROW * policies.length,
      bare: true,
      series: [
        {
          ...{ kind: 'bars', name: objective.name, values: drawn },
          colour: (k) =>
            values[k] !== null && values[k] === best ? GREEN : names[k] === baseline ? GREY : BLUE,
          texts: values.map((value) => formatValue(value, objective.unit)),
        },
      ],
    }
  })
  const data: DataTable = {
    columns: ['policy', ...shown.map(({ name }) => name)],
    rows: policies.map(({ policy, objectives: of }) => [
      policy,
      ...shown.map(({ name }) => of[name] ?? null),
    ]),
  }
  const label = `${shown.map(({ name }) => name).join(', ')} of the policies ${names.join(', ')}`
  return chartPicture(
    'objectives',
    { label, note: `green: best · grey: ${baseline}, the baseline`, columns: 2, panels },
    data,
  )
}

/** Titles of panels about one objective each. */
function panelTitles({ name, description, sense }: ObjectiveInfo): {
  title: string
  subtitle: string
} {
  return {
    title: [name, ...description.split(':').slice(0, 1)].filter(Boolean).join(': '),
    subtitle: sense === 'min' ? 'less is better' : 'more is better',
  }
}

/** A scale without marks: the bars have their values beside them. */
function fromZero(largest: number): ValueScale {
  return { logarithmic: false, min: 0, max: largest > 0 ? largest : 1, place: (value) => value, marks: [] }
}
