/**
 * An exhibit in characters, whole for a file or, for a terminal, the result alone: without sections for the record, details,
 * and figures that say nothing in characters.
 */
import type { Block, Exhibit, Picture } from '../../core/exhibit.js'
import { visible } from '../../core/visible.js'
import { factsText, textTable } from '../terminal/table.js'
import { displayWidth, painted, type TerminalStyle } from '../terminal/terminal.js'
import { figureTable } from './figure-table.js'

/** All of it. */
export function exhibitText(exhibit: Exhibit, style: TerminalStyle): string {
  return textOf(exhibit, style, true)
}

/** The text that a terminal shows. */
export function briefText(exhibit: Exhibit, style: TerminalStyle): string {
  return textOf(exhibit, style, false)
}

function textOf({ title, subtitle, sections }: Exhibit, style: TerminalStyle, whole: boolean): string {
  const parts = sections
    .filter(({ aside }) => whole || !aside)
    .flatMap(({ heading, blocks }) => {
      const shown = blocks.flatMap((block) => blockText(block, style, whole)).filter(Boolean)
      return shown.length === 0 ? [] : [headingText(heading, style), ...shown]
    })
  const text = [painted(visible(title), 'strong', style), visible(subtitle), ...parts]
    .filter(Boolean)
    .join('\n\n')
  return style.unicode ? text : text.replaceAll('★', '*').replaceAll('†', '^')
}

/** With a rule below it, which tells it from what else stands in a line of its own. */
function headingText(heading: string, style: TerminalStyle): string {
  const text = visible(heading)
  return `${painted(text, 'strong', style)}\n${(style.unicode ? '═' : '=').repeat(displayWidth(text))}`
}

function blockText(block: Block, style: TerminalStyle, whole: boolean): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return [factsText(block.facts)]
    case 'table':
      return [visible(block.caption), textTable(block.columns, block.rows, style)]
    case 'figure':
      return figureText(block.picture, block.caption, style, whole)
    case 'sentences':
      return [block.sentences.map((sentence) => `- ${visible(sentence)}`).join('\n')]
    case 'paragraph':
      return [visible(block.text)]
    case 'heading':
      return [painted(visible(block.text), 'strong', style)]
    case 'verbatim':
      return [block.text.split('\n').map(visible).join('\n')]
    case 'details':
      return whole
        ? [
            painted(visible(block.summary), 'strong', style),
            ...block.blocks.flatMap((each) => blockText(each, style, whole)),
          ]
        : []
  }
}

function figureText(
  { sketch, ...picture }: Picture,
  caption: string,
  style: TerminalStyle,
  whole: boolean,
): readonly string[] {
  if (sketch !== undefined) return [visible(caption), sketch(style)]
  return whole
    ? [visible(caption), ...figureTable(picture).flatMap((each) => blockText(each, style, whole))]
    : []
}
