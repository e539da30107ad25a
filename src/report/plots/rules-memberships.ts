/**
 * The membership functions of fuzzy rules, a panel for each feature and a line for each rule, in the colour of what the rule
 * favours. Each line is drawn relative to its own peak, since a narrow Gaussian of area 1 is so high that others could not be
 * seen.
 */

import type { Picture } from '../../core/exhibit.js'
import type { Mark, Paint } from '../../core/scene.js'
import { largestOf } from '../../core/statistics.js'
import type { Memberships, RuleSet } from '../../strategy/index.js'
import type { ValueScale } from '../terminal/value-scale.js'
import { line, text } from './marks.js'
import { acrossAt, bottomAxis, frame, grid, leftAxis, onScale, type Panel, upAt } from './panel.js'
import { policyColours, policyLegend } from './rules-colours.js'
import { acrossName, featureName, featureScale, LABEL_SIZE, panelGrid } from './rules-frame.js'

const COLUMNS = 3
const HEIGHT = 150
/** Lines of more rules have no numbers. */
const MOST_NUMBERED = 12
/** Dashes of lines of the same colour. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3'] as const

export interface MembershipPlot {
  readonly title: string
  readonly sets: readonly {
    readonly set: Pick<RuleSet, 'chooses' | 'outputs' | 'rules'>
    readonly memberships: readonly Memberships[]
  }[]
}

export function membershipPlot({ title, sets }: MembershipPlot): Picture {
  const favourites = sets.map(({ set: { rules, outputs } }) =>
    rules.map((rule) => favouriteOf(rule, outputs)),
  )
  const counts = new Map<string, number>()
  for (const name of favourites.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const ranked = [...counts]
    .sort(([a, k], [b, l]) => Number(a === NOTHING) - Number(b === NOTHING) || l - k)
    .map(([name]) => name)
  const colours = policyColours(ranked)
  const panels = sets.flatMap(({ set: { chooses, rules }, memberships }, k) =>
    memberships.map(({ feature: name, unit, values, densities }, feature) => ({
      head: sets.length > 1 ? `${name}, for the ${chooses}` : name,
      draw: (panel: Panel) => {
        const across = featureScale(values, 6)
        const lines = densities.flatMap((density, rule) =>
          curve(values, density, peakOf(rules[rule].sigma[feature]), across, panel, {
            colour: colours.colours[colours.place(favourites[k][rule])],
            rule,
          }),
        )
        const peaks = rules.map(({ mu }) => onScale(across, across.place(mu[feature])))
        return [
          ...grid(across, HEIGHTS, panel),
          ...lines,
          ...(rules.length <= MOST_NUMBERED ? numbers(peaks, panel) : []),
          frame(panel),
          ...bottomAxis(across, panel, LABEL_SIZE, 6),
          ...leftAxis(HEIGHTS, panel, LABEL_SIZE),
          acrossName(panel, featureName(name, unit)),
        ]
      },
    })),
  )
  const scene = panelGrid({
    title,
    label: `${title}: membership functions of ${panels.map(({ head }) => head).join('; ')}, each relative to its peak`,
    columns: COLUMNS,
    height: HEIGHT,
    panels,
    legend: policyLegend(colours),
  })
  const rows = sets.flatMap(({ set: { chooses }, memberships }) =>
    memberships.flatMap(({ feature, values, densities }) =>
      densities.flatMap((density, rule) =>
        Array.from(values, (value, k) => [chooses, feature, rule + 1, value, density[k]]),
      ),
    ),
  )
  return {
    name: 'memberships',
    scene,
    data: { columns: ['chooses', 'feature', 'rule', 'value', 'density'], rows },
  }
}

const NOTHING = 'for nothing'

function favouriteOf({ weights }: RuleSet['rules'][number], outputs: readonly string[]): string {
  const most = largestOf(weights)
  return most > 0 ? outputs[weights.indexOf(most)] : NOTHING
}

/** The peak of a Gaussian of area 1. */
function peakOf(sigma: number): number {
  return 1 / (sigma * Math.sqrt(2 * Math.PI))
}

const HEIGHTS: ValueScale = {
  ...{ logarithmic: false, min: 0, max: 1.24, place: (height) => height },
  marks: [0, 0.5, 1].map((at) => ({ at, label: String(at) })),
}

function curve(
  values: Float64Array,
  density: Float64Array,
  peak: number,
  across: ValueScale,
  panel: Panel,
  { colour, rule }: { readonly colour: Paint; readonly rule: number },
): Mark[] {
  const points = Array.from(values, (value, k) => ({
    x: acrossAt(across, across.place(value), panel),
    y: upAt(HEIGHTS, density[k] / peak, panel),
  }))
  return line(points, { stroke: colour, thick: 1.5, dash: DASHES[rule % DASHES.length] })
}

/** Rows of numbers above the peaks, and pixels that a number takes. */
const ROWS = 2
const ROW = 11
const NUMBER = 14

/**
 * The numbers of the rules above their peaks; those without room are left out.
 * @param peaks places of the centres, as shares of the panel's width
 */
function numbers(peaks: readonly number[], panel: Panel): readonly Mark[] {
  const free = new Array<number>(ROWS).fill(Number.NEGATIVE_INFINITY)
  return peaks
    .map((share, rule) => ({ share, rule }))
    .filter(({ share }) => share >= 0 && share <= 1)
    .toSorted((a, b) => a.share - b.share)
    .flatMap(({ share, rule }) => {
      const x = panel.x + Math.min(panel.width - NUMBER / 2, Math.max(NUMBER / 2, share * panel.width))
      const row = free.findIndex((from) => from <= x - NUMBER / 2)
      if (row < 0) return []
      free[row] = x + NUMBER / 2
      const y = upAt(HEIGHTS, 1, panel) - 3 - row * ROW
      return [text(x, y, String(rule + 1), 'ink', 'middle', { size: 10 })]
    })
}
