/** Reports in files, by the endings of their names: HTML, Markdown, LaTeX, JSON, text. */
import type { Exhibit } from '../../core/exhibit.js'
import { writeOutput } from '../../runtime/index.js'

export async function writeExhibit(file: string, exhibit: Exhibit): Promise<void> {
  const { rendered, reportFormat } = await import('../../report/render/index.js')
  await writeOutput(file, [rendered(exhibit, reportFormat(file))])
}
