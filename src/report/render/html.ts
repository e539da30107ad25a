/** An exhibit as one HTML file. Equal exhibits give equal bytes. */
import { type Block, type Cell, type Exhibit, richly } from '../../core/exhibit.js'
import type { Paint } from '../../core/scene.js'
import { inkOn } from '../plots/theme.js'
import {
  breakable,
  bullets,
  facts,
  figure,
  foldedSection,
  Html,
  html,
  page,
  prose,
  section,
  table,
} from './markup.js'

export function exhibitHtml({ title, subtitle, sections }: Exhibit): string {
  const fills = new Set<Paint>()
  const shown = sections.map(({ heading, blocks, aside, folded }) => {
    const content = blocks.map((block) => blockHtml(block, fills))
    return aside || folded
      ? foldedSection(heading, folded === true, ...content)
      : section(heading, ...content)
  })
  return page(title, subtitle, shown, fillRules(fills))
}

/** Grounds of cells are rules of the page's sheet: nothing has a style of its own. */
function fillRules(fills: ReadonlySet<Paint>): Html {
  const rules = [...fills].map(
    (fill) => `.${fillClass(fill)} { background: ${fill}; color: ${inkOn(fill)}; }\n`,
  )
  return new Html(rules.join(''))
}

function fillClass(fill: Paint): string {
  return `on-${fill.replace('#', '')}`
}

function blockHtml(block: Block, fills: Set<Paint>): Html {
  switch (block.kind) {
    case 'facts':
      return facts(block.facts.map(([name, value]) => [name, cellHtml(value, fills)]))
    case 'table':
      return table(
        block.caption,
        block.columns,
        block.rows.map((row) => row.map((cell) => cellHtml(cell, fills))),
      )
    case 'figure':
      return figure(block.picture, block.caption)
    case 'sentences':
      return bullets(block.sentences)
    case 'paragraph':
      return html`<p>${prose(block.text)}</p>
`
    case 'heading':
      return html`<h3>${block.text}</h3>
`
    case 'verbatim':
      return html`<pre>${block.text}</pre>
`
    case 'details':
      return html`<details><summary>${block.summary}</summary>
${block.blocks.map((each) => blockHtml(each, fills))}</details>
`
  }
}

function cellHtml(cell: Cell, fills: Set<Paint>): Html {
  const { text, below, best, code, fill } = richly(cell)
  const small = below === undefined ? html`` : html`<span class="change">${prose(below)}</span>`
  if (code) return html`<code>${text}</code>${small}`
  if (fill !== undefined) {
    fills.add(fill)
    return html`<span class="${`heat ${fillClass(fill)}`}">${prose(text)}</span>${small}`
  }
  const shown = breakable(text)
  return best ? html`<span class="best">${shown}</span>${small}` : html`${shown}${small}`
}
