/** The inks of the page, which follow the reader's light or dark; on paper those of files. */
import { INK_COLOURS } from '../../../../report/plots/theme.js'
import type { Inks } from '../painters/gantt.js'

/** Whether it is being printed: before the page has the style of paper, browsers say so. */
let printing = false
addEventListener('beforeprint', () => {
  printing = true
})
addEventListener('afterprint', () => {
  printing = false
})

export function inks(): Inks {
  if (printing || matchMedia('print').matches) return INK_COLOURS
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return { ink: of('ink'), faint: of('faint'), rule: of('rule'), paper: of('paper') }
}
