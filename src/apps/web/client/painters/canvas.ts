/** Canvases as painters begin with them, and colours as their pixels hold them. */
import type { Paint } from '../../../../core/scene.js'
import type { Inks } from './marks.js'

/**
 * A canvas of so many pixels of the page, as sharp as the screen, with nothing but paper on it.
 * @returns null where it cannot be drawn on
 */
export function blankCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  inks: Inks,
): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  if (context === null) return null
  const ratio = devicePixelRatio
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = inks.paper
  context.fillRect(0, 0, width, height)
  return context
}

/** Bytes of a pixel are red, green, blue, opacity, on every machine that browsers run on; without the last. */
export function rgbOf(colour: Paint): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return red | (green << 8) | (blue << 16)
}
