/**
 * An exhibit as a LaTeX document of its own, with tables as booktabs has them, for papers and site reports. Its tables can be
 * taken out as they are. Figures are left to their values, where these are few.
 */
import { type Block, type Cell, type Exhibit, richly } from '../../core/exhibit.js'
import { visible } from '../../core/visible.js'
import { figureTable } from './figure-table.js'

const PREAMBLE = String.raw`\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp,amssymb,booktabs,longtable,array}
\usepackage[a4paper,landscape,margin=2cm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\LTleft}{0pt}
`

export function exhibitLatex({ title, subtitle, sections }: Exhibit): string {
  const parts = sections.flatMap(({ heading, blocks }) => [
    `\\section*{${escaped(heading)}}`,
    ...blocks.flatMap(blockLines),
  ])
  const head = [`\\begin{document}`, `{\\Large\\bfseries ${escaped(title)}\\par}`, escaped(subtitle)]
  return `${PREAMBLE}${[...head, ...parts, '\\end{document}'].filter(Boolean).join('\n\n')}\n`
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return block.facts.length === 0
        ? []
        : [
            listOf(
              'description',
              block.facts.map(([name, value]) => `\\item[{${escaped(name)}}] ${cellText(value)}`),
            ),
          ]
    case 'table':
      return [tableOf(block)]
    case 'figure':
      return [`\\emph{${escaped(block.caption)}}`, ...figureTable(block.picture).flatMap(blockLines)]
    case 'sentences':
      return [
        listOf(
          'itemize',
          block.sentences.map((sentence) => `\\item ${escaped(sentence)}`),
        ),
      ]
    case 'paragraph':
      return [escaped(block.text)]
    case 'heading':
      return [`\\subsection*{${escaped(block.text)}}`]
    case 'verbatim':
      return [
        block.text
          .split('\n')
          .map((line) => `\\texttt{${escaped(line).replaceAll(' ', '~')}}\\\\`)
          .join('\n'),
      ]
    case 'details':
      return [`\\subsection*{${escaped(block.summary)}}`, ...block.blocks.flatMap(blockLines)]
  }
}

function listOf(kind: string, items: readonly string[]): string {
  return [`\\begin{${kind}}`, ...items, `\\end{${kind}}`].join('\n')
}

/** A table that may go on over pages; small lines below values get rows of their own. */
function tableOf({ caption, columns, rows }: Block & { readonly kind: 'table' }): string {
  const sides = columns.map(({ numeric }) => (numeric ? 'r' : 'l')).join('')
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`
  const body = rows.flatMap((row) => {
    const below = row.map((cell) => richly(cell).below ?? '')
    const small = below.map((text) => (text === '' ? '' : `{\\footnotesize ${escaped(text)}}`))
    return [line(row.map(cellText)), ...(below.some(Boolean) ? [line(small)] : [])]
  })
  return [
    `\\emph{${escaped(caption)}}\\nopagebreak\n`,
    `\\begin{longtable}{@{}${sides}@{}}`,
    '\\toprule',
    line(columns.map(({ head }) => escaped(head))),
    '\\midrule',
    '\\endhead',
    ...body,
    '\\bottomrule',
    '\\end{longtable}',
  ].join('\n')
}

function cellText(cell: Cell): string {
  const { text, best, code } = richly(cell)
  const shown = escaped(text)
  return code ? `\\texttt{${shown}}` : best ? `\\textbf{${shown}}` : shown
}

const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  // At the beginning of a row these would belong to its end.
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  '−': '$-$',
  '±': '$\\pm$',
  '×': '$\\times$',
  '·': '$\\cdot$',
  '–': '--',
  '—': '---',
  '…': '\\ldots{}',
  '’': "'",
  '★': '$\\bigstar$',
  '∞': '$\\infty$',
  Σ: '$\\Sigma$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  ε: '$\\varepsilon$',
  θ: '$\\theta$',
  '₀': '$_0$',
  '←': '$\\leftarrow$',
  '→': '$\\rightarrow$',
}

/**
 * The text without what LaTeX would read as commands, and the signs that its usual fonts lack; others that they lack are
 * `?`.
 */
function escaped(text: string): string {
  return [...visible(text.replace(/\s*[\r\n]+\s*/g, ' '))]
    .map((sign) => SIGNS[sign] ?? (sign > '\u00ff' ? '?' : sign))
    .join('')
}
