/** An exhibit for a terminal. Figures are left to their values, where these are few. */
import { type Block, type Exhibit, richly, textOf } from '../../core/exhibit.js'
import { visible } from '../../core/visible.js'
import { factsTable, plainTable } from '../table.js'
import { painted, type TerminalStyle } from '../terminal.js'
import { figureTable } from './figure-table.js'

export function exhibitText({ title, subtitle, sections }: Exhibit, style: TerminalStyle): string {
  const parts = sections.flatMap(({ heading, blocks }) => [
    painted(visible(heading).toUpperCase(), 'strong', style),
    ...blocks.flatMap((block) => blockText(block, style)),
  ])
  return [painted(visible(title), 'strong', style), visible(subtitle), ...parts].filter(Boolean).join('\n\n')
}

function blockText(block: Block, style: TerminalStyle): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return [factsTable(block.facts.map(([name, value]) => [name, textOf(value)]))]
    case 'table': {
      const { caption, columns, rows } = block
      const sides = columns.map(({ numeric }) => (numeric ? ('right' as const) : ('left' as const)))
      const shown = plainTable(
        columns.map(({ head }) => visible(head)),
        sides,
        style,
      )
      for (const row of rows) {
        shown.push(
          row.map((cell) => {
            const { text, below, best } = richly(cell)
            const first = best ? painted(visible(text), 'best', style) : visible(text)
            return below ? `${first}\n${painted(visible(below), 'faint', style)}` : first
          }),
        )
      }
      return [`${visible(caption)}\n\n${shown.toString()}`]
    }
    case 'figure':
      return [visible(block.caption), ...figureTable(block.picture).flatMap((each) => blockText(each, style))]
    case 'sentences':
      return [block.sentences.map((sentence) => `- ${visible(sentence)}`).join('\n')]
    case 'paragraph':
      return [visible(block.text)]
    case 'heading':
      return [painted(visible(block.text), 'strong', style)]
    case 'verbatim':
      return [block.text.split('\n').map(visible).join('\n')]
    case 'details':
      return [
        painted(visible(block.summary), 'strong', style),
        ...block.blocks.flatMap((each) => blockText(each, style)),
      ]
  }
}
