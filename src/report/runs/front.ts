/** Files and pages of a search for a front. */
import type { Artefact } from '../../evaluation/investigation.js'
import { REGIONS_FILE } from '../../evaluation/searches/search-history.js'
import type { FrontFound } from '../../front/index.js'
import { svgFile } from '../formats/svg.js'
import { frontPage, frontRegions } from '../pages/front.js'
import { pairsPlot } from '../plots/pairs.js'
import { planePlot } from '../plots/plane.js'
import { exhibitHtml } from '../render/html.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/**
 * Beside its data `front.html`, `pairs.svg`, `plane-….svg` and `summary.txt`; where it was for regions, `regions.svg`; of a
 * search of several parts `alone-….svg`, the planes of what each has by itself.
 */
export async function frontFiles(found: FrontFound): Promise<readonly Artefact[]> {
  const { front, alone, preferred, asked, planes, recorded, digest, version, files } = found
  const provenance = { version, command: 'qw front' }
  const page = frontPage({ front, preferred, asked, planes, recorded, notices: [], digest, provenance })
  const regions = frontRegions(front, preferred)
  return [
    ...files,
    { name: 'front.html', content: exhibitHtml(page) },
    { name: 'pairs.svg', content: svgFile(pairsPlot(front).scene) },
    ...(regions === null ? [] : [{ name: REGIONS_FILE, content: svgFile(regions.scene) }]),
    ...planes.flatMap(([x, y]) => {
      const { name, scene } = planePlot({ front, x, y })
      const plane = { name: `${name}.svg`, content: svgFile(scene) }
      if (alone === null) return [plane]
      const parts = planePlot({ front: alone, x, y })
      return [plane, { name: `${parts.name.replace('plane', 'alone')}.svg`, content: svgFile(parts.scene) }]
    }),
    { name: 'summary.txt', content: `${briefText(page, FILE_STYLE)}\n` },
  ]
}
