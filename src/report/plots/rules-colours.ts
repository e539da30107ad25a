/** Colours of the policies that rules choose among. */
import type { Paint } from '../../core/scene.js'
import { swatch } from './marks.js'
import type { LegendLine } from './panel.js'
import { GREY, SERIES_COLOURS } from './theme.js'

/** More are not told apart by colour: the rest are grey together. */
const TOLD_APART = SERIES_COLOURS.length - 1
const OTHERS = 'others'

export interface PolicyColours {
  /** The place of a policy's colour; that of the others is the last. */
  place(policy: string): number
  readonly colours: readonly Paint[]
  readonly names: readonly string[]
}

/** @param policies those that matter most first; twice the same counts once */
export function policyColours(policies: readonly string[]): PolicyColours {
  const names = [...new Set(policies)]
  const apart = names.length <= TOLD_APART + 1 ? names : [...names.slice(0, TOLD_APART), OTHERS]
  const places = new Map(names.map((name, k) => [name, Math.min(k, apart.length - 1)]))
  return {
    place: (policy) => places.get(policy) ?? apart.length - 1,
    colours: apart.map((name, k) => (name === OTHERS && k === TOLD_APART ? GREY : SERIES_COLOURS[k])),
    names: apart,
  }
}

/** A swatch for each policy that is told apart. */
export function policyLegend({ colours, names }: PolicyColours): readonly LegendLine[] {
  return names.map((text, k) => ({
    sign: (x, y) => [swatch(x, y, colours[k])],
    text,
    colour: 'ink',
  }))
}
