/** What is shown of a search for a front. */
import type { Artefact } from '../../evaluation/investigation.js'
import type { FrontFound } from '../../front/index.js'
import { frontText } from '../front-text.js'
import { frontPage } from '../pages/front.js'
import { pairsPlot } from '../plots/pairs.js'
import { planePlot } from '../plots/plane.js'
import { exhibitHtml } from '../render/html.js'
import { svgFile } from '../svg.js'
import { FILE_STYLE } from '../terminal.js'

/** Beside its data `front.html`, `pairs.svg`, `plane-….svg` and `summary.txt`. */
export async function frontFiles(found: FrontFound): Promise<readonly Artefact[]> {
  const { front, asked, planes, digest, version, files } = found
  const provenance = { version, command: 'qw front' }
  return [
    ...files,
    {
      name: 'front.html',
      content: exhibitHtml(frontPage({ front, asked, planes, notices: [], digest, provenance })),
    },
    { name: 'pairs.svg', content: svgFile(pairsPlot(front).scene) },
    ...planes.map(([x, y]) => {
      const { name, scene } = planePlot({ front, x, y })
      return { name: `${name}.svg`, content: svgFile(scene) }
    }),
    { name: 'summary.txt', content: `${frontText(front, FILE_STYLE)}\n` },
  ]
}
