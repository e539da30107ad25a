/** The inks of the page, which follow the reader's light or dark. */
import type { Inks } from '../painters/marks.js'

export function inks(): Inks {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return { ink: of('ink'), faint: of('faint'), rule: of('rule'), paper: of('paper') }
}
