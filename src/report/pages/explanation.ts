/** The page that explains one policy: whom it prefers, and when that changes. */

import {
  type Block,
  code,
  type Exhibit,
  exhibit,
  facts,
  figure,
  section,
  sentences,
  table,
} from '../../core/exhibit.js'
import type { Explanation, SituationExplanation } from '../../strategy/index.js'
import {
  type ExplainedPolicy,
  explainedCurves,
  explainedOvertaking,
  longerText,
  longerTitle,
  tellsGroupsApart,
  WORTHS,
  type WorthKind,
  worthHead,
  worthText,
  worthTitle,
} from '../explanation.js'
import type { Provenance } from '../model.js'
import { overtakingPlot } from '../plots/strategy-overtaking.js'
import { priorityPlot } from '../plots/strategy-priority.js'
import { surfacePlot } from '../plots/strategy-surface.js'
import type { Reached } from '../reached.js'
import { groupText } from '../strategy.js'
import { reachedSections } from './parts.js'

export interface ExplanationReport extends ExplainedPolicy {
  /** What is known of the strategy and its evidence: label and value. */
  readonly facts: readonly (readonly [string, string])[]
  /** Null without a log. */
  readonly reached: Reached | null
  readonly provenance: Provenance
}

/** Apart from its looks. Equal reports give equal ones. */
export function explanationPage(report: ExplanationReport): Exhibit {
  const { name, title, policy, explanation, provenance } = report
  const { algorithm, remarks } = explanation
  const curves = explainedCurves(explanation)
  const drawn = curves.situations.some(({ series }) => series.length > 0)
  return exhibit(`What ${name} prefers`, title, [
    section(
      'The policy',
      facts([
        ['policy', code(policy)],
        ['algorithm', `${algorithm.name}: ${algorithm.summary}`],
        ...report.facts,
      ]),
      sentences(remarks),
    ),
    ...(drawn
      ? [
          section(
            'Who comes first',
            figure(
              priorityPlot({ title: 'Priority while a job waits', curves }),
              'The job whose line is highest goes first. Where lines cross, one overtakes the other.',
            ),
          ),
        ]
      : []),
    ...(tellsGroupsApart(explanation)
      ? [
          section(
            'Who passes whom',
            figure(
              overtakingPlot({ title: 'Overtaking', overtaking: explainedOvertaking(explanation) }),
              'Both jobs have the same size and ask for the same time.',
            ),
            explanation.situations.map((situation) => longerTable(situation, explanation)),
          ),
        ]
      : []),
    section(
      'What size and requested time are worth',
      WORTHS.map((kind) => worthTable(kind, report)),
      figure(
        surfacePlot({ title: 'Which jobs go first', explanation }),
        'Two properties of a job vary in each panel. The darker, the earlier it goes.',
      ),
    ),
    ...reachedSections(report.reached),
    section(
      'How this was made',
      facts([
        ['program', `Queuewright ${provenance.version}`],
        ['command', code(provenance.command)],
      ]),
    ),
  ])
}

function longerTable({ name, longer }: SituationExplanation, explanation: Explanation): Block {
  const heads = explanation.groups.map(groupText)
  return table(
    `${name || 'always'}: ${longerTitle(explanation)}`,
    [{ head: 'waiting', numeric: false }, ...heads.map((head) => ({ head, numeric: true }))],
    heads.map((head, row) => [
      head,
      ...heads.map((_, column) => (row === column ? '' : longerText(longer[row][column]))),
    ]),
  )
}

function worthTable(kind: WorthKind, { explanation }: ExplainedPolicy): Block {
  const [first] = explanation.situations
  return table(
    `After a wait of a day, in waiting (+1 h: as if it had waited 1 h longer): ${worthTitle(kind, explanation)}`,
    [
      { head: 'situation', numeric: false },
      ...first[kind].map((worth) => ({ head: worthHead(kind, worth), numeric: true })),
    ],
    explanation.situations.map((situation) => [
      situation.name || 'always',
      ...situation[kind].map(worthText),
    ]),
  )
}
