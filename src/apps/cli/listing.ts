/** Names with paragraphs beside them, wrapped to the terminal. */
import { largestOf } from '../../core/statistics.js'
import { wrapped } from '../../report/terminal/table.js'
import { displayWidth, painted, type TerminalStyle } from '../../report/terminal/terminal.js'

export interface Entry {
  readonly name: string
  /** One paragraph each; the first is what it is, the further ones are what is said about it (drawn fainter). */
  readonly paragraphs: readonly string[]
}

/** Columns before a name, and between a name and what is beside it. */
const GAP = 2

/** A title and below it the entries, their paragraphs in one column. */
export function listing(title: string, entries: readonly Entry[], style: TerminalStyle): string {
  const indent = GAP + largestOf([0, ...entries.map(({ name }) => displayWidth(name))]) + GAP
  const lines = entries.flatMap(({ name, paragraphs }) => {
    const [first, ...further] = paragraphs.map((text) => wrapped(text, style.width - indent))
    const text = [...first, ...further.flat().map((line) => painted(line, 'faint', style))]
    return text.map((line, k) => {
      const head =
        k === 0 ? painted(name, 'strong', style) + ' '.repeat(indent - GAP - displayWidth(name)) : ''
      return `${' '.repeat(GAP)}${head.padEnd(k === 0 ? 0 : indent - GAP)}${line}`
    })
  })
  return [painted(title, 'strong', style), ...lines].join('\n')
}
