/** Files and pages of a comparison over clusters. */
import type { Artefact } from '../../evaluation/investigation.js'
import type { MulticlusterFound } from '../../study/multicluster/found.js'
import { clusterPage } from '../pages/clusters.js'
import { exhibitHtml } from '../render/html.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/** Beside its data `report.html` and `summary.txt`. */
export async function multiclusterFiles(found: MulticlusterFound): Promise<readonly Artefact[]> {
  const page = clusterPage(found, { version: found.spec.version, command: 'qw multicluster' })
  return [
    ...found.files,
    { name: 'report.html', content: exhibitHtml(page) },
    { name: 'summary.txt', content: `${briefText(page, FILE_STYLE)}\n` },
  ]
}
