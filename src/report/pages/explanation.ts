/** The page that explains one policy: whom it prefers, and when that changes. */

import {
  aside,
  type Block,
  code,
  type Exhibit,
  exhibit,
  facts,
  figure,
  heading,
  numbers,
  type Section,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatRoughSeconds } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { type Explanation, LONG_WAIT } from '../../strategy/index.js'
import {
  areTypicalAlike,
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
import {
  groupsInOrder,
  groupText,
  type Overtaking,
  type PriorityCurve,
  type StrategyCurves,
  waitText,
} from '../strategy.js'
import { provenanceSection, reachedSections } from './parts.js'

const HOUR = 3600
const DAY = 86_400
/** Waits at which the order is told, as far as the curves go. */
const TOLD_WAITS = [0, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY]

export interface ExplanationReport extends ExplainedPolicy {
  /** Facts of the strategy and its evidence: label and value. */
  readonly facts: readonly (readonly [string, string])[]
  /** Null without a log. */
  readonly reached: Reached | null
  readonly provenance: Provenance
}

/** Apart from its looks. Equal reports give equal ones. */
export function explanationPage(report: ExplanationReport): Exhibit {
  const { name, title, policy, explanation, provenance } = report
  const { algorithm, remarks } = explanation
  return exhibit(`What ${name} prefers`, title === name ? '' : title, [
    section(
      'The policy',
      facts([
        ...(policy === name || policy === title ? [] : [['policy', code(policy)] as const]),
        ['algorithm', `${algorithm.name}: ${algorithm.summary}`],
        ...report.facts,
      ]),
      sentences(remarks),
    ),
    ...groupSections(explanation),
    section(
      'What size and requested time are worth',
      WORTHS.flatMap((kind) => worthTable(kind, explanation)),
    ),
    aside('Which jobs go first', () => [
      figure(
        surfacePlot({ title: 'Which jobs go first', explanation }),
        'Two properties of a job vary in each panel. The darker, the earlier it goes.',
      ),
    ]),
    ...reachedSections(report.reached),
    provenanceSection(provenance),
  ])
}

/** Which groups come first, and when one passes another. */
function groupSections(explanation: Explanation): readonly Section[] {
  const curves = explainedCurves(explanation)
  const drawn = curves.situations.some(({ series }) => series.length > 0)
  const apart = tellsGroupsApart(explanation)
  const first =
    drawn && (apart || !areTypicalAlike(explanation))
      ? [
          section(
            'Who comes first',
            orderTable(curves),
            figure(
              priorityPlot({ title: 'Priority while a job waits', curves }),
              'The job whose line is highest goes first. Where lines cross, one overtakes the other.',
            ),
          ),
        ]
      : []
  if (!apart)
    return [...first, section('User groups', ...sentences(['The user group of a job makes no difference.']))]
  const overtaking = explainedOvertaking(explanation)
  return [
    ...first,
    section(
      'Who passes whom',
      overtakingTables(overtaking),
      figure(
        overtakingPlot({ title: 'Overtaking', overtaking }),
        'Both jobs have the same size and ask for the same time.',
      ),
    ),
    section(
      'Who waits longer',
      groupTables(
        longerTitle(explanation),
        explanation.situations.map(({ name, longer }) => ({
          name,
          groups: explanation.groups,
          cells: longer,
        })),
        longerText,
      ),
    ),
  ]
}

/** A row a situation, a column a wait: the groups, first come first; and the job that stands for each, if they differ. */
export function orderTable({ situations }: StrategyCurves): readonly Block[] {
  const series = situations.flatMap((situation) => situation.series)
  const longest = largestOf(series.map(({ waits }) => waits[waits.length - 1] ?? 0))
  const waits = TOLD_WAITS.filter((wait) => wait <= longest)
  const jobs = new Map(series.flatMap(({ group, job }) => (job === undefined ? [] : [[group, job] as const])))
  const order = (curves: readonly PriorityCurve[], wait: number) =>
    groupsInOrder(curves, wait)
      .map((groups) => groups.map((group) => (group < 1 ? 'none' : group)).join(' = '))
      .join(', ')
  return [
    table(
      'The user groups in their order, of jobs that have waited alike; = means by submit time',
      words(
        'situation',
        ...waits.map((wait) => (wait === 0 ? 'at once' : `after ${formatRoughSeconds(wait)}`)),
      ),
      situations.map((situation) => [
        situation.name || 'always',
        ...waits.map((wait) => order(situation.series, wait)),
      ]),
    ),
    ...(jobs.size === 0
      ? []
      : [facts([...jobs].sort(([a], [b]) => a - b).map(([group, job]) => [groupText(group), job]))]),
  ]
}

export function overtakingTables({ situations, job }: Overtaking): readonly Block[] {
  return groupTables(
    `After what wait a job comes before a fresh one of the column’s group (both: ${job})`,
    situations
      .filter(({ groups }) => groups.length > 1)
      .map(({ name, groups, waits }) => ({ name, groups, cells: waits })),
    waitText,
  )
}

/** A matrix a situation, rows and columns the groups. */
function groupTables(
  title: string,
  situations: readonly {
    readonly name: string
    readonly groups: readonly number[]
    readonly cells: readonly (readonly (number | null)[])[]
  }[],
  textOf: (value: number | null) => string,
): readonly Block[] {
  return situations.flatMap(({ name, groups, cells }, k) => {
    const heads = groups.map(groupText)
    const shown = table(
      k === 0 ? title : 'The same',
      [...words('waiting'), ...numbers(...heads)],
      heads.map((head, row) => [
        head,
        ...heads.map((_, column) => (row === column ? '' : textOf(cells[row][column]))),
      ]),
    )
    return name === '' ? [shown] : [heading(name), shown]
  })
}

function worthTable(kind: WorthKind, explanation: Explanation): readonly Block[] {
  const { situations } = explanation
  if (situations[0][kind].length < 2) return []
  return [
    table(
      `After a wait of ${formatRoughSeconds(LONG_WAIT)}, in waiting (+1 h: as if it had waited 1 h longer): ${worthTitle(kind, explanation)}`,
      [...words('situation'), ...numbers(...situations[0][kind].map((worth) => worthHead(kind, worth)))],
      situations.map((situation) => [situation.name || 'always', ...situation[kind].map(worthText)]),
    ),
  ]
}
