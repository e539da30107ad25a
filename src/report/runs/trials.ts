/** Files and pages of simulated trials. */
import { exhibit, facts as factsOf, section, sentences } from '../../core/exhibit.js'
import { formatCount, formatNumber, plural } from '../../core/format.js'
import type { Artefact } from '../../evaluation/investigation.js'
import { DISTRIBUTION_FILE, type TrialsFound } from '../../learn/score/trials/found.js'
import { svgFile } from '../formats/svg.js'
import { precisionPlot } from '../plots/precision.js'
import { briefText } from '../render/text.js'
import { FILE_STYLE } from '../terminal/terminal.js'

const LABEL = 'Normalised standard deviation of the scores against trials of a tuple'

/** Beside its data `convergence.svg` (precision by trials) and `summary.txt`. */
export async function trialsFiles({ facts, curve, files }: TrialsFound): Promise<readonly Artefact[]> {
  const asked = facts.deviation.asked
  const { scene } = precisionPlot({ label: LABEL, points: curve, asked })
  const [distribution, tuples, convergence, ...rest] = files
  return [
    ...[distribution, tuples, convergence],
    { name: 'convergence.svg', content: svgFile(scene) },
    ...rest,
    { name: 'summary.txt', content: `${summaryOf(facts)}\n` },
  ]
}

function summaryOf(facts: TrialsFound['facts']): string {
  const { log, machine, state, judged, tuples, seed, trials, deviation, score, AVEbsld } = facts
  const { asked, missed } = deviation
  const page = exhibit(
    `Scores by simulated trials: ${log}, ${plural(machine, 'processor')}, seed ${seed}`,
    `${DISTRIBUTION_FILE}: ${plural(score.rows, 'row')}`,
    [
      section(
        'What was simulated',
        factsOf([
          ['tuples', `${formatCount(tuples)} of ${state} + ${judged} jobs`],
          ['trials of a tuple', spread(trials, formatCount)],
          ['trials in all', formatCount(trials.total)],
          [
            'normalised deviation',
            `${spread(deviation, formatNumber)}${asked === null ? '' : `; asked for ${formatNumber(asked)}`}`,
          ],
          ['scores', `${spread(score, formatNumber)}; mean 1/${judged} = ${formatNumber(1 / judged)}`],
          ["tuples' mean AVEbsld", spread(AVEbsld, formatNumber)],
        ]),
        sentences(
          missed === 0
            ? []
            : [`${plural(missed, 'tuple')} had the trials allowed and did not get there: see --max-trials`],
        ),
      ),
    ],
  )
  return briefText(page, FILE_STYLE)
}

function spread(
  { least, median, most }: { readonly least: number; readonly median: number; readonly most: number },
  format: (value: number) => string,
): string {
  return least === most ? format(least) : `${format(least)} to ${format(most)}, median ${format(median)}`
}
