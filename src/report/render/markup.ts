/**
 * Pages in one file: no scripts, no fonts, no pictures from elsewhere; light or dark as the reader's system is; fit to
 * print. Text goes in by the tag `html`, which escapes everything that is not itself the result of `html`: header
 * comments and names in a log come from strangers. Pure.
 */
import { dataCsv } from '../../core/csv.js'
import type { Column, Picture } from '../../core/exhibit.js'
import { escapeMarkup } from '../../core/visible.js'
import { svgOnPage } from '../formats/svg.js'
import { STYLE } from './style.js'

/** A piece of a page, escaped where it had to be. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | readonly Part[]

/** A template of HTML; what is put in is escaped unless it is HTML already. Lists are put in one after the other. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, k) => `${text}${textOf(parts[k - 1])}${next}`))
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escapeMarkup(part)
  if (typeof part === 'number') return String(part)
  return part.map(textOf).join('')
}

/**
 * The whole document.
 * @param rules further ones of the style sheet
 */
export function page(
  title: string,
  subtitle: string,
  sections: readonly Html[],
  rules: Html = html``,
): string {
  const style = new Html(STYLE + rules.text)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Queuewright">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${subtitle}</p>
</header>
<main>
${sections}</main>
</body>
</html>
`.text
}

/** A part of a page under a heading. */
export function section(heading: string, ...content: readonly Part[]): Html {
  return html`<section>
<h2>${heading}</h2>
${content}</section>
`
}

/** A page holds the values of a picture as a link to CSV where they take no more than so many characters. */
const MOST_CSV = 60_000

/** The same folded away. @param printed whether paper has it even so: a result, and not for the record */
export function foldedSection(heading: string, printed: boolean, ...content: readonly Part[]): Html {
  return html`<details class="${printed ? 'section printed' : 'section'}"><summary><h2>${heading}</h2></summary>
${content}</details>
`
}

/** A number and its unit, which stay in one line: `−40.3 %`, `3 h`. */
const NUMBER_AND_UNIT = /(\d) (?=(?:%|d|h|min|s)(?![\w]))/g

/** Words for a reader, numbers beside their units. */
export function prose(text: string): string {
  return text.replace(NUMBER_AND_UNIT, '$1\u00a0')
}

/** Classes of jobs such as `65-256` and `10-60 min` are not broken at their hyphens. */
const CLASS = /^\S{1,12}(?: (?:min|h|d|s))?$/

/** A name that may go on in the next line behind the signs that join its parts, as `easy:submit/estimate`, and as `mean|Wait`. */
export function breakable(name: string): Html {
  if (CLASS.test(name) && name.includes('-')) return html`<span class="whole">${prose(name)}</span>`
  const parts = prose(name).split(/(?<=[A-Za-z\d)][:/,(])(?=[^\s\d])|(?<=[a-z])(?=[A-Z][a-z])/)
  return html`${parts.map((part, k) => (k === 0 ? html`${part}` : html`<wbr>${part}`))}`
}

/** A picture with its caption, and its values to be had as CSV. */
export function figure({ name, scene, data }: Picture, caption: string): Html {
  const csv = data.rows.length === 0 || data.rows.length > MOST_CSV / 4 ? '' : dataCsv(data)
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`
  const link =
    csv === '' || csv.length > MOST_CSV ? html`` : html` <a download="${name}.csv" href="${href}">CSV</a>`
  return html`<figure>
${new Html(svgOnPage(scene))}<figcaption>${caption}${link}</figcaption>
</figure>
`
}

/** Columns of a table that paper has room for. */
const MOST_ROOMY = 7

/** A table whose first column names its rows. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Part[])[]): Html {
  const side = (column: Column | undefined): Html => (column?.numeric ? html` class="number"` : html``)
  const heads = columns.map((column) => html`<th scope="col"${side(column)}>${breakable(column.head)}</th>`)
  const lines = rows.map(([name = '', ...cells]) => {
    const data = cells.map((cell, k) => html`<td${side(columns[k + 1])}>${cell}</td>`)
    return html`<tr><th scope="row">${name}</th>${data}</tr>
`
  })
  // Whoever has no mouse scrolls what has the focus.
  return html`<div class="wide" role="group" tabindex="0" aria-label="${caption}"><table${columns.length > MOST_ROOMY ? html` class="dense"` : html``}>
<caption>${prose(caption)}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>
`
}

/** Names and values. */
export function facts(list: readonly (readonly [string, Part])[]): Html {
  const items = list.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )
  return html`<dl>
${items}</dl>
`
}

/** Sentences, one an item; nothing where there are none. */
export function bullets(sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``
  const items = sentences.map(
    (sentence) => html`<li>${prose(sentence)}</li>
`,
  )
  return html`<ul>
${items}</ul>
`
}
