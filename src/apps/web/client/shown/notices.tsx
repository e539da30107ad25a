/** The notices of a log, as commands tell them on standard error. */

import { sentences } from '../../../../core/exhibit.js'
import { plural } from '../../../../core/format.js'
import { visibleText } from '../../../../core/visible.js'
import type { ServedLog } from '../../protocol/messages.js'
import { Blocks } from './blocks.js'

export function Notices({ log: { name, notices } }: { readonly log: ServedLog }) {
  if (notices.length === 0) return null
  return (
    <details>
      <summary>
        {plural(notices.length, 'thing')} to know of {visibleText(name)}
      </summary>
      <Blocks blocks={sentences(notices)} />
    </details>
  )
}
