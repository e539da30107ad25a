/**
 * Colours and sizes of all plots. Series colours are after those of Okabe & Ito ("Color universal design", 2008), darker where
 * those are too faint on white, and moved until people with any colour blindness tell every two apart; each has a contrast of
 * 3:1 with both grounds of pages. The scale for densities runs through one hue from light to dark, so that it also survives a
 * black-and-white printer.
 */
import type { Ink, Paint } from '../../core/scene.js'

/** The colours of the inks in a file of its own: that of axes and text, a fainter one, that of faint lines, the ground. */
export const INK_COLOURS: Readonly<Record<Ink, Paint>> = {
  ink: '#2b2f36',
  faint: '#6b727d',
  rule: '#dfe2e6',
  paper: '#ffffff',
}

export const BLUE = '#0072b2'
export const ORANGE = '#ca8500'
export const GREEN = '#12a876'
export const VERMILION = '#af4200'
const PURPLE = '#b982b0'
const SKY = '#3794ff'
export const GREY = '#5e6c6d'
const OLIVE = '#94984b'

/** One colour a series, in this order. */
export const SERIES_COLOURS = [BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, OLIVE, GREY] as const

/** Colour of a user group: 0 (no group) grey, then 1, 2, 3, … */
export function groupColour(group: number): Paint {
  return group < 1 ? GREY : SERIES_COLOURS[(group - 1) % (SERIES_COLOURS.length - 1)]
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Densities from a little to a lot. */
const DENSITY: readonly Rgb[] = [
  [222, 235, 247],
  [158, 202, 225],
  [66, 146, 198],
  [8, 81, 156],
  [8, 48, 107],
]

/**
 * Shades of the worse, from a little to a lot: as dark as the densities, in the hue that no colour blindness mixes up
 * with theirs.
 */
const WORSE: readonly Rgb[] = [
  [254, 230, 206],
  [253, 190, 133],
  [241, 105, 19],
  [166, 54, 3],
  [127, 39, 4],
]

/** The colour of a density between 0 (least) and 1 (most). */
export function densityColour(share: number): Paint {
  return colourOn(DENSITY, share)
}

function colourOn(scale: readonly Rgb[], share: number): Paint {
  const place = Math.min(1, Math.max(0, share)) * (scale.length - 1)
  const below = Math.min(scale.length - 2, Math.floor(place))
  const rest = place - below
  const mixed = scale[below].map((value, k) => Math.round(value + (scale[below + 1][k] - value) * rest))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Where nothing has changed, or nothing can be said. */
const UNCHANGED: Rgb = [242, 242, 240]
/** Changes by half of the baseline or more have the darkest colour. */
const LARGEST_CHANGE = 0.5

/** The colour of a change as a share of the baseline: blue where it is better, orange where it is worse. */
export function changeColour(change: number | null, sense: 'min' | 'max'): Paint {
  const better = (change ?? 0) < 0 === (sense === 'min')
  return colourOn([UNCHANGED, ...(better ? DENSITY : WORSE)], Math.abs(change ?? 0) / LARGEST_CHANGE)
}

/** Text within cells; cells keep their colours in light and dark, so these do too and are none of the inks. */
export const ON_LIGHT = '#15181c'
export const ON_DARK = '#fefefe'

/** The ink, of two, that is easier to read on a colour (WCAG 2, relative luminance). @param colour `#rrggbb` */
export function inkOn(colour: Paint): Paint {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  // Above it the contrast with black is larger than that with white.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? ON_LIGHT : ON_DARK
}

export const FONT = 'sans-serif'
export const FONT_SIZE = 12
export const PLOT_WIDTH = 900
