/** How commands end: the report that was asked for by the ending of its name, then JSON or, for a reader, the result. */
import type { Exhibit } from '../../core/exhibit.js'
import { STANDARD_STREAM, writeOutput } from '../../runtime/index.js'
import type { Terminal } from './terminal.js'

export interface PrintOptions {
  readonly json?: true | undefined
  /** HTML, Markdown, LaTeX, JSON or text. */
  readonly report?: string | undefined
}

/**
 * @param exhibit what is shown, made where it is asked for
 * @param document what JSON has
 */
export async function printResult(
  terminal: Terminal,
  { json, report }: PrintOptions,
  exhibit: () => Exhibit | Promise<Exhibit>,
  document: () => unknown,
): Promise<void> {
  const shown = report !== undefined || !json ? await exhibit() : null
  if (shown !== null && report !== undefined) await writeExhibit(report, shown)
  if (json) terminal.print(JSON.stringify(document(), null, 2))
  else if (shown !== null && report !== STANDARD_STREAM) await printExhibit(terminal, shown)
}

export async function writeExhibit(file: string, exhibit: Exhibit): Promise<void> {
  const { rendered, reportFormat } = await import('../../report/render/index.js')
  await writeOutput(file, [rendered(exhibit, reportFormat(file))])
}

export async function printExhibit(terminal: Terminal, exhibit: Exhibit): Promise<void> {
  const { briefText } = await import('../../report/render/text.js')
  terminal.print(briefText(exhibit, terminal.style))
}
