/** Drawing on a canvas when what is drawn changes, and never else. */
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** What a reader may change of colours while a page is open. */
const COLOURS = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/**
 * Draws when one of `of` changes, and again when the canvas's size or the reader's colours do.
 */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  draw: (canvas: HTMLCanvasElement) => void,
  of: readonly unknown[],
): void {
  const latest = useRef(draw)
  latest.current = draw
  const again = () => {
    if (canvas.current !== null) latest.current(canvas.current)
  }
  useEffect(again, of)
  useEffect(() => {
    const watch = new ResizeObserver(again)
    if (canvas.current !== null) watch.observe(canvas.current)
    const colours = COLOURS.map((query) => matchMedia(query))
    for (const each of colours) each.addEventListener('change', again)
    return () => {
      watch.disconnect()
      for (const each of colours) each.removeEventListener('change', again)
    }
  }, [])
}
