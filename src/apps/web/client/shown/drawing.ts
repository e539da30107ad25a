/** Drawing on a canvas when what is drawn changes, and never else. */
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Inks } from '../painters/marks.js'
import { inks } from './inks.js'

/** The media by which a reader may change colours while a page is open. */
const COLOURS = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/** Draws when one of `of` changes, and again when the canvas's size or the reader's colours do. */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  draw: (canvas: HTMLCanvasElement, inks: Inks) => void,
  of: readonly unknown[],
): void {
  const latest = useRef(draw)
  latest.current = draw
  const again = () => {
    if (canvas.current !== null) latest.current(canvas.current, inks())
  }
  useEffect(again, of)
  useEffect(() => {
    const watch = new ResizeObserver(again)
    if (canvas.current !== null) watch.observe(canvas.current)
    const queries = COLOURS.map((query) => matchMedia(query))
    for (const query of queries) query.addEventListener('change', again)
    return () => {
      watch.disconnect()
      for (const query of queries) query.removeEventListener('change', again)
    }
  }, [])
}
