/** Exhibits in every format: adding one takes its ending (format.ts), its renderer and one line here. */
import { type Block, type Exhibit, textOf } from '../../core/exhibit.js'
import { FILE_STYLE } from '../terminal/terminal.js'
import type { ReportFormat } from './format.js'
import { exhibitHtml } from './html.js'
import { exhibitLatex } from './latex.js'
import { exhibitMarkdown } from './markdown.js'
import { exhibitText } from './text.js'

export { type ReportFormat, reportFormat } from './format.js'

const RENDERERS = {
  html: exhibitHtml,
  md: exhibitMarkdown,
  tex: exhibitLatex,
  json: exhibitJson,
  txt: (exhibit: Exhibit) => `${exhibitText(exhibit, FILE_STYLE)}\n`,
} satisfies Readonly<Record<ReportFormat, (exhibit: Exhibit) => string>>

export function rendered(exhibit: Exhibit, format: ReportFormat): string {
  return RENDERERS[format](exhibit)
}

/** Text as it came, figures with all their values. */
function exhibitJson({ title, subtitle, sections }: Exhibit): string {
  const plain = sections.map(({ heading, blocks }) => ({ heading, blocks: blocks.map(plainBlock) }))
  return `${JSON.stringify({ title, subtitle, sections: plain }, null, 1)}\n`
}

function plainBlock(block: Block): object {
  switch (block.kind) {
    case 'facts':
      return { kind: block.kind, facts: block.facts.map(([name, value]) => [name, textOf(value)]) }
    case 'figure':
      return { kind: block.kind, name: block.picture.name, caption: block.caption, ...block.picture.data }
    case 'details':
      return { ...block, blocks: block.blocks.map(plainBlock) }
    default:
      return block
  }
}
