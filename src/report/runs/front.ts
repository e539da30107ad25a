/** Files and pages of a search for a front. */
import type { Artefact } from '../../evaluation/investigation.js'
import type { FrontFound } from '../../front/index.js'
import { frontPage } from '../pages/front.js'
import { pairsPlot } from '../plots/pairs.js'
import { planePlot } from '../plots/plane.js'
import { exhibitHtml } from '../render/html.js'
import { briefText } from '../render/text.js'
import { svgFile } from '../svg.js'
import { FILE_STYLE } from '../terminal.js'

/** Beside its data `front.html`, `pairs.svg`, `plane-….svg` and `summary.txt`. */
export async function frontFiles(found: FrontFound): Promise<readonly Artefact[]> {
  const { front, asked, planes, digest, version, files } = found
  const provenance = { version, command: 'qw front' }
  const page = frontPage({ front, asked, planes, notices: [], digest, provenance })
  return [
    ...files,
    { name: 'front.html', content: exhibitHtml(page) },
    { name: 'pairs.svg', content: svgFile(pairsPlot(front).scene) },
    ...planes.map(([x, y]) => {
      const { name, scene } = planePlot({ front, x, y })
      return { name: `${name}.svg`, content: svgFile(scene) }
    }),
    { name: 'summary.txt', content: `${briefText(page, FILE_STYLE)}\n` },
  ]
}
