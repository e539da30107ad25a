/** The looks of learnt functions of a market. */
import type { Artefact } from '../../evaluation/investigation.js'
import { FUNCTIONS_FILE, type LearnMarketFound } from '../../learn/index.js'
import { svgFile } from '../formats/svg.js'
import { learntMarketPage } from '../pages/learnt-market.js'
import { convergencePlot } from '../plots/convergence.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

/** Beside its data `summary.txt` and `convergence.svg`. */
export async function learnMarketFiles(found: LearnMarketFound): Promise<readonly Artefact[]> {
  const { functions, history, converging, files } = found
  const label = `${converging.name} against evaluations`
  const { scene } = convergencePlot({ label, objective: converging, points: history })
  return [
    ...files,
    {
      name: 'summary.txt',
      content: `${briefText(learntMarketPage(functions, FUNCTIONS_FILE), FILE_STYLE)}\n`,
    },
    { name: 'convergence.svg', content: svgFile(scene) },
  ]
}
