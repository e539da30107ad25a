/**
 * Colours and sizes of all plots. Series colours are those of Okabe & Ito ("Color universal design", 2008), which
 * people with any common colour blindness tell apart; the scale for densities runs through one hue from light to
 * dark, so that it also survives a black-and-white printer. Imports nothing.
 */

/**
 * Ink of axes and text. In a page these four are replaced by CSS variables (see `themed`), so that a plot follows
 * the reader's light or dark setting; a file on its own keeps them.
 */
export const INK = '#2b2f36'
export const FAINT_INK = '#6b727d'
export const RULE = '#dfe2e6'
export const PAPER = '#ffffff'

export const BLUE = '#0072b2'
export const ORANGE = '#e69f00'
export const GREEN = '#009e73'
export const VERMILION = '#d55e00'
export const PURPLE = '#cc79a7'
export const SKY = '#56b4e9'
export const GREY = '#8a919c'
export const OLIVE = '#999933'

/** One colour a series, in this order. */
export const SERIES_COLOURS = [BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, OLIVE, GREY] as const

/** Colour of a user group: 0 (no group) grey, then 1, 2, 3, … */
export function groupColour(group: number): string {
  return group < 1 ? GREY : SERIES_COLOURS[(group - 1) % (SERIES_COLOURS.length - 1)]
}

/** Densities from a little to a lot. */
const DENSITY: readonly (readonly [number, number, number])[] = [
  [222, 235, 247],
  [158, 202, 225],
  [66, 146, 198],
  [8, 81, 156],
  [8, 48, 107],
]

/** The colour of a density between 0 (least) and 1 (most). */
export function densityColour(share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (DENSITY.length - 1)
  const below = Math.min(DENSITY.length - 2, Math.floor(place))
  const rest = place - below
  const mixed = DENSITY[below].map((value, k) => Math.round(value + (DENSITY[below + 1][k] - value) * rest))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const FONT = 'sans-serif'
export const FONT_SIZE = 12
export const PLOT_WIDTH = 900

/**
 * A plot for a page: its ink follows the page's CSS variables. Only the four inks are replaced; data keep their
 * colours in light and dark.
 */
export function themed(svg: string): string {
  return svg
    .replaceAll(INK, 'var(--ink)')
    .replaceAll(FAINT_INK, 'var(--faint-ink)')
    .replaceAll(RULE, 'var(--rule)')
    .replaceAll(PAPER, 'var(--paper)')
}
