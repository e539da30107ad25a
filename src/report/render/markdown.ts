/** An exhibit as GitHub-flavoured Markdown. Figures are left to their values, where these are few. */

import { type Block, type Cell, type Exhibit, richly } from '../../core/exhibit.js'
import { largestOf } from '../../core/statistics.js'
import { visible } from '../../core/visible.js'
import { figureTable } from './figure-table.js'

export function exhibitMarkdown({ title, subtitle, sections }: Exhibit): string {
  const parts = sections.flatMap(({ heading, blocks }) => [
    `## ${escaped(heading)}`,
    ...blocks.flatMap(blockLines),
  ])
  return `${[`# ${escaped(title)}`, escaped(subtitle), ...parts].filter(Boolean).join('\n\n')}\n`
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return [block.facts.map(([name, value]) => `- **${escaped(name)}**: ${cellText(value)}`).join('\n')]
    case 'table': {
      const { caption, columns, rows } = block
      const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
      return [
        escaped(caption),
        [
          line(columns.map(({ head }) => escaped(head))),
          line(columns.map(({ numeric }) => (numeric ? '---:' : '---'))),
          ...rows.map((row) => line(row.map(cellText))),
        ].join('\n'),
      ]
    }
    case 'figure':
      return [`*${escaped(block.caption)}*`, ...figureTable(block.picture).flatMap(blockLines)]
    case 'sentences':
      return [block.sentences.map((sentence) => `- ${escaped(sentence)}`).join('\n')]
    case 'paragraph':
      return [escaped(block.text)]
    case 'heading':
      return [`### ${escaped(block.text)}`]
    case 'verbatim':
      return [
        block.text
          .split('\n')
          .map((line) => `    ${visible(line)}`)
          .join('\n'),
      ]
    case 'details':
      return [`### ${escaped(block.summary)}`, ...block.blocks.flatMap(blockLines)]
  }
}

function cellText(cell: Cell): string {
  const { text, below, best, code } = richly(cell)
  // Of a cell without text nothing can be strong or code.
  const shown = text === '' ? '' : code ? codeSpan(text) : best ? `**${escaped(text)}**` : escaped(text)
  return below === undefined || below === '' ? shown : `${shown}<br>${escaped(below)}`
}

/** Between more backticks than the text has in a row; a bar would end the cell. */
function codeSpan(text: string): string {
  const longest = largestOf([0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)])
  const fence = '`'.repeat(longest + 1)
  const padded = longest > 0 ? ` ${text} ` : text
  return `${fence}${visible(padded).replaceAll('|', '\\|')}${fence}`
}

/** The text, with what would be markup escaped. */
function escaped(text: string): string {
  return visible(text.replace(/\s*[\r\n]+\s*/g, ' ')).replace(/[\\`*_[\]<>|#~&$]/g, '\\$&')
}
