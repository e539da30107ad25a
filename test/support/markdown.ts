/** Sections, tables and quoted words of documents in Markdown, as tests of documents read them. */

/** Rows of all tables, heads included, each a list of its cells. */
export function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|: ]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** What follows a heading, to the next one of its level or above. */
export function section(text: string, heading: string): string {
  const from = text.indexOf(`${heading}\n`)
  if (from < 0) throw new Error(`no section ${heading}`)
  const level = heading.indexOf(' ')
  const rest = text.slice(from + heading.length)
  const to = rest.search(new RegExp(`^#{1,${level}} `, 'm'))
  return to < 0 ? rest : rest.slice(0, to)
}

/** Words in backticks. */
export function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word)
}
