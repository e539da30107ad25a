/**
 * SVG to PNG by resvg, an optional dependency that is loaded on the first call. resvg draws text with the fonts of
 * the system and silently leaves it out where there are none; that is looked for and reported. No files are touched.
 */
import { QueuewrightError } from '../../core/errors.js'

type ResvgModule = typeof import('@resvg/resvg-js')

export interface PngImage {
  readonly bytes: Uint8Array
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Sentences that the user should know of the picture: that it lacks its text. */
  readonly notices: readonly string[]
}

/** Twice the size of the SVG, for sharp text on paper and on dense screens. */
const SCALE = 2

const FONTS = {
  loadSystemFonts: true,
  defaultFontFamily: 'DejaVu Sans',
  sansSerifFamily: 'DejaVu Sans',
} as const

const PROBE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text x="9" y="50">M</text></svg>'

/**
 * @throws QueuewrightError `usage` where resvg is not installed
 */
export async function pngOf(svg: string, load: () => Promise<ResvgModule> = loadResvg): Promise<PngImage> {
  const { Resvg } = await load().catch((cause: unknown) => {
    throw new QueuewrightError('usage', 'PNG pictures need the optional package @resvg/resvg-js', {
      remedy: 'Install it (npm install @resvg/resvg-js) or ask for an .svg file.',
      cause,
    })
  })
  const image = new Resvg(svg, { font: FONTS, fitTo: { mode: 'zoom', value: SCALE } }).render()
  const textless = new Resvg(PROBE, { font: FONTS }).getBBox() === undefined
  return {
    bytes: image.asPng(),
    width: image.width,
    height: image.height,
    notices: textless
      ? ['The picture lacks its text: no font was found. Install one (apt-get install fonts-dejavu-core).']
      : [],
  }
}

function loadResvg(): Promise<ResvgModule> {
  return import('@resvg/resvg-js')
}
