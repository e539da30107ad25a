/** Decisions of rules over two features at a time, a panel for each pair: areas in the colour of the policy that is chosen. */
import type { Picture } from '../../core/exhibit.js'
import type { DecisionMap } from '../../strategy/index.js'
import { path, pixels } from './marks.js'
import { acrossAt, bottomAxis, frame, leftAxis, type Panel, upAt } from './panel.js'
import { policyColours, policyLegend } from './rules-colours.js'
import { acrossName, featureName, featureScale, LABEL_SIZE, panelGrid, upwardsName } from './rules-frame.js'

const COLUMNS = 3
const HEIGHT = 200

export interface DecisionMapPlot {
  readonly title: string
  readonly maps: readonly DecisionMap[]
}

export function decisionMapPlot({ title, maps }: DecisionMapPlot): Picture {
  const areas = new Map<string, number>()
  for (const { members, places } of maps) {
    for (const place of places) areas.set(members[place], (areas.get(members[place]) ?? 0) + 1)
  }
  const colours = policyColours([...areas].sort(([, a], [, b]) => b - a).map(([policy]) => policy))
  const panels = maps.map((map) => ({
    head: `${map.y.feature} by ${map.x.feature}`,
    draw: (panel: Panel) => {
      const [across, upwards] = [map.x, map.y].map(({ values }) => featureScale(values, 6))
      const cells = runsOf(map, (place) => colours.place(map.members[place]))
      const [left, right] = edges(map.x.values, (at) => acrossAt(across, across.place(at), panel))
      const [low, high] = edges(map.y.values, (at) => upAt(upwards, upwards.place(at), panel))
      const paths = colours.colours.map((colour, k) => {
        const d = cells
          .filter((run) => run.colour === k)
          .map(({ row, from, to }) => `M${left[from]} ${low[row]}V${high[row]}H${right[to]}V${low[row]}z`)
        return path(d.join(''), { fill: colour, crisp: true })
      })
      return [
        ...paths,
        frame(panel),
        ...bottomAxis(across, panel, LABEL_SIZE, 6),
        ...leftAxis(upwards, panel, LABEL_SIZE),
        acrossName(panel, featureName(map.x.feature, map.x.unit)),
        upwardsName(panel, featureName(map.y.feature, map.y.unit)),
      ]
    },
  }))
  const scene = panelGrid({
    title,
    label: `${title}: what is decided over ${panels.map(({ head }) => head).join('; ')}`,
    columns: COLUMNS,
    height: HEIGHT,
    panels,
    legend: policyLegend(colours),
  })
  const rows = maps.flatMap(({ x, y, members, places }) =>
    Array.from(places, (place, k) => {
      const [column, row] = [k % x.values.length, Math.floor(k / x.values.length)]
      return [x.feature, x.values[column], y.feature, y.values[row], members[place]]
    }),
  )
  return { name: 'decisions', scene, data: { columns: ['x', 'x value', 'y', 'y value', 'policy'], rows } }
}

interface Run {
  readonly row: number
  /** Columns, both included. */
  readonly from: number
  readonly to: number
  readonly colour: number
}

/** Cells of one colour beside each other are one shape. */
function runsOf({ x, y, places }: DecisionMap, colourOf: (place: number) => number): readonly Run[] {
  const columns = x.values.length
  return Array.from(y.values, (_, row) => row).flatMap((row) => {
    const runs: Run[] = []
    for (let column = 0; column < columns; column++) {
      const colour = colourOf(places[row * columns + column])
      const last = runs[runs.length - 1]
      if (last?.colour === colour) runs[runs.length - 1] = { ...last, to: column }
      else runs.push({ row, from: column, to: column, colour })
    }
    return runs
  })
}

/** Where each value's cell begins and ends: halfway to its neighbours, at the ends at the values themselves. */
function edges(values: Float64Array, pixel: (at: number) => number): readonly [number[], number[]] {
  const last = values.length - 1
  const between = (k: number) => pixels(pixel((values[Math.max(0, k)] + values[Math.min(last, k + 1)]) / 2))
  return [Array.from(values, (_, k) => between(k - 1)), Array.from(values, (_, k) => between(k))]
}
