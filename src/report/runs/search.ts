/** Files and pages of a search for a strategy. */
import type { Artefact } from '../../evaluation/investigation.js'
import {
  EXTENTS_FILE,
  REGIONS_FILE,
  type SearchFound,
  STRATEGY_FILE,
} from '../../evaluation/searches/search-history.js'
import { policyOf } from '../../strategy/index.js'
import { svgFile } from '../formats/svg.js'
import { foundNames, strategyPage } from '../pages/found.js'
import { foundRegions } from '../pages/found-preferred.js'
import { convergencePlot } from '../plots/convergence.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/** Beside its data `summary.txt` and `convergence.svg`; where it was for a preference, the regions on all panels, and how far they reach. */
export async function searchFiles(found: SearchFound): Promise<readonly Artefact[]> {
  const { strategy, preference, recorded, groups, history, converging, files } = found
  const [kept, ...rest] = files
  const label = `${converging.name} against evaluations`
  const { scene } = convergencePlot({ label, objective: converging, points: history })
  return [
    kept,
    {
      name: 'summary.txt',
      content: `${briefText(strategyPage(strategy, STRATEGY_FILE, { preference, recorded, groups }), FILE_STYLE)}\n`,
    },
    ...rest,
    { name: 'convergence.svg', content: svgFile(scene) },
    ...regionFiles(found),
  ]
}

function regionFiles({ preference, strategy: { strategy, evidence } }: SearchFound): readonly Artefact[] {
  if (preference === null || evidence === null) return []
  const pictures = foundRegions(preference, evidence, foundNames(policyOf(strategy), evidence))
  return pictures.flatMap((picture, k) =>
    picture === null ? [] : [{ name: [REGIONS_FILE, EXTENTS_FILE][k], content: svgFile(picture.scene) }],
  )
}
