/** The looks of an advice. */
import type { Artefact } from '../../evaluation/investigation.js'
import type { AdviceFound } from '../../study/advise/index.js'
import { advicePage } from '../pages/advise.js'
import { exhibitHtml } from '../render/html.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/** The folder of a run as its own files name it. */
const HERE = '.'

/** Beside its data `summary.txt` and `report.html`. */
export async function adviseFiles({ advice, files }: AdviceFound): Promise<readonly Artefact[]> {
  const page = advicePage(advice, HERE)
  return [
    ...files,
    { name: 'summary.txt', content: `${briefText(page, FILE_STYLE)}\n` },
    { name: 'report.html', content: exhibitHtml(page) },
  ]
}
