/** A link to a view: an address like any other, followed without loading the page anew. */
import type { ComponentChildren } from 'preact'
import { go } from '../state.js'
import { formatView, type View } from '../view/view.js'

export function Link(props: {
  readonly to: View
  readonly current?: boolean
  readonly children: ComponentChildren
}) {
  const { to, current, children } = props
  const follow = (event: MouseEvent) => {
    // Those that ask for another tab or window are the browser's.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
    document.querySelector('main')?.focus()
  }
  return (
    <a href={formatView(to)} onClick={follow} {...(current ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  )
}
