/**
 * Layout of a front's panels, every two objectives against each other: a lower triangle, whose rows and columns have scales in
 * common. Pure.
 */
import type { Mark, Painted } from '../../core/scene.js'
import { fittedText, path, pixels, text } from './marks.js'
import { bottomAxis, leftAxis, type Panel } from './panel.js'
import { axisName, type ScaledAxis, shareOf } from './scatter.js'

const LEFT = 96
const RIGHT = 12
const BOTTOM = 48
const GAP = 8
const LARGEST_PANEL = 440
const SMALLEST_PANEL = 70
/** Pixels that a mark of a scale takes. */
const MARK_ROOM = 55

/** The panel of two objectives. */
export interface PairPanel extends Panel {
  /** Their places: to the right, upwards. */
  readonly axes: readonly [number, number]
}

export interface PairsLayout {
  /** Row by row: upwards the objective k + 1 in row k, to the right the objective k in column k. */
  readonly places: readonly PairPanel[]
  /** Pixels of a panel's side. */
  readonly side: number
  readonly width: number
  readonly height: number
  /** Pixels from the first panel to the right. */
  readonly across: number
  /** Beyond the diagonal, at the top: as many rows as columns are to the left of it. */
  readonly above: Panel
}

/**
 * @param objectives two or more
 * @param width pixels that there is room for; more where panels have their least size
 * @param top pixels above them
 */
export function pairsLayout(objectives: number, width: number, top: number): PairsLayout {
  const sides = objectives - 1
  const room = (width - LEFT - RIGHT - GAP * (sides - 1)) / sides
  const side = Math.floor(Math.min(LARGEST_PANEL, Math.max(SMALLEST_PANEL, room)))
  const step = side + GAP
  const rows = [...Array(sides).keys()]
  const columns = Math.ceil(sides / 2)
  const right = LEFT + columns * step + 12
  const whole = Math.max(width, LEFT + sides * step - GAP + RIGHT)
  return {
    places: rows.flatMap((row) =>
      rows.slice(0, row + 1).map((column) => ({
        axes: [column, row + 1] as const,
        ...{ x: LEFT + column * step, y: top + row * step, width: side, height: side },
      })),
    ),
    side,
    width: whole,
    height: top + sides * step - GAP + BOTTOM,
    across: whole - LEFT - RIGHT,
    above: { x: right, y: top, width: whole - RIGHT - right, height: columns * step - GAP },
  }
}

/** Marks of a scale that there is room for. */
export function marksOfSide({ side }: Pick<PairsLayout, 'side'>): number {
  return Math.max(2, Math.floor(side / MARK_ROOM))
}

/** Scales and names, below the columns and to the left of the rows. */
export function pairsAxes({ places, side, height }: PairsLayout, axes: readonly ScaledAxis[]): Mark[] {
  const size = side < 120 ? 10 : 11
  const nameOf = ({ name, sense }: ScaledAxis) =>
    `${fittedText(name, side - 20)}${axisName({ name: '', sense })}`
  return places.flatMap((panel): readonly Mark[] => {
    const [h, v] = panel.axes
    const below =
      v < axes.length - 1
        ? []
        : [
            ...bottomAxis(axes[h].scale, panel, size, GAP / 2 - 1),
            text(panel.x + side / 2, height - 10, nameOf(axes[h]), 'ink', 'middle', { bold: true }),
          ]
    const beside =
      h > 0
        ? []
        : [
            ...leftAxis(axes[v].scale, panel, size),
            text(14, panel.y + side / 2, nameOf(axes[v]), 'ink', 'middle', { bold: true, turn: -90 }),
          ]
    return [...below, ...beside]
  })
}

type Place = readonly [x: number, y: number]

/** So many panels' widths away is as good as endlessly far. */
const FAR = 1000

/** The pixel of two values on a panel, or beyond it. */
export function pixelIn(panel: PairPanel, axes: readonly ScaledAxis[], [right, up]: Place): Place {
  const shares = [shareOf(axes[panel.axes[0]].scale, right), shareOf(axes[panel.axes[1]].scale, up)]
  const [across, above] = shares.map((share) => Math.min(FAR, Math.max(-FAR, share)))
  return [panel.x + across * panel.width, panel.y + (1 - above) * panel.height]
}

/** The outline of a convex polygon, cut off where the panel ends. @param corners pixels */
export function outlineMarks(corners: readonly Place[], panel: Panel, paint: Painted): readonly Mark[] {
  const { x, y, width, height } = panel
  const within = [
    ([left]: Place) => left - x,
    ([left]: Place) => x + width - left,
    ([, top]: Place) => top - y,
    ([, top]: Place) => y + height - top,
  ].reduce(cutOff, corners)
  if (within.length === 0) return []
  return [path(`M${within.map(([left, top]) => `${pixels(left)} ${pixels(top)}`).join('L')}Z`, paint)]
}

/** The part of a convex polygon on one side of a line (Sutherland and Hodgman, CACM 17, 1974). @param depth 0 or more is inside */
function cutOff(corners: readonly Place[], depth: (at: Place) => number): readonly Place[] {
  return corners.flatMap((corner, k): readonly Place[] => {
    const next = corners[(k + 1) % corners.length]
    const [own, other] = [depth(corner), depth(next)]
    const kept = own >= 0 ? [corner] : []
    if (own * other >= 0) return kept
    const share = own / (own - other)
    return [...kept, [corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]]
  })
}
