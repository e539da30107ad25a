/**
 * The page of a front: what is possible under each objective and what is proven impossible, where FCFS, EASY and others
 * stand, what was searched, which part of the search found what, and the front in pictures of every two objectives.
 */

import {
  aside,
  type Block,
  type Cell,
  code,
  details,
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  figure,
  folded,
  numbers,
  type Picture,
  type Section,
  section,
  sentences,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import { plural } from '../../core/format.js'
import type { RecordedLog } from '../../evaluation/recorded.js'
import type { FrontPreferred } from '../../front/index.js'
import { type FrontModel, pointCount } from '../../front/model.js'
import type { Provenance } from '../model.js'
import { pairsPlot } from '../plots/pairs.js'
import { planePlot } from '../plots/plane.js'
import { type AxisRow, axisRows, frontFacts, markSentences, sourceHeads, sourceRows } from '../words/front.js'
import { recordedVerdict } from '../words/recorded.js'
import { trustLines } from '../words/verdict.js'
import { objectiveMeanings, provenanceSection, recordedSections } from './parts.js'
import { elsewhereSentences, preferredBlocks, regionsPicture } from './preference.js'

const KNOWING =
  'Many of the schedules were made with knowledge of jobs that had not been submitted yet. They show what is possible, which is more than what a policy can reach.'

export interface FrontReport {
  readonly front: FrontModel
  /** The verdict of the preference that it was searched for; null: there was none. */
  readonly preferred: FrontPreferred | null
  /** Facts of the question that a reader should know: log, machine, groups, plan, seed, the hypervolume's box. */
  readonly asked: readonly Fact[]
  /** Names of two objectives each; every one is drawn large. */
  readonly planes: readonly (readonly [string, string])[]
  readonly notices: readonly string[]
  /** None where the log does not say what really happened. */
  readonly recorded: readonly RecordedLog[]
  /** The log's digest. */
  readonly digest: string
  readonly provenance: Provenance
}

/** The report, apart from its looks. Equal reports give equal ones. */
export function frontPage(report: FrontReport): Exhibit {
  const { front, asked, planes, notices, digest, provenance, preferred } = report
  const { axes, beside = [], title } = front
  return exhibit(title, whatFound(front), [
    ...(preferred === null ? [] : [preferredSection(front, digest, preferred)]),
    section(
      'What is possible',
      sentences([...notices, ...frontVerdict(report)]),
      objectivesTable(front),
      objectiveMeanings(
        [...axes, ...beside].flatMap((axis) =>
          axis.description === undefined ? [] : [{ ...axis, description: axis.description }],
        ),
      ),
    ),
    folded('What was searched', facts([...frontFacts(front), ...asked])),
    ...recordedSections(report.recorded),
    section('Where the points come from', sourcesTable(front)),
    aside('Two objectives at a time', () => [...regions(front, preferred), ...pictures(front, planes)]),
    readingSection(),
    provenanceSection(provenance, [['digest of the log', code(digest)]]),
  ])
}

/** Where policies stand, and whether that can be trusted. */
function frontVerdict({ front, recorded }: FrontReport): readonly string[] {
  if (pointCount(front) === 0) return []
  return [
    ...markSentences(front),
    ...(recorded.length === 0 ? trustLines(null) : recorded.flatMap(recordedVerdict)),
    KNOWING,
  ]
}

function preferredSection(front: FrontModel, digest: string, preferred: FrontPreferred): Section {
  const { preference } = preferred
  return section(
    `What ${preference.name} says of it`,
    ...preferredBlocks({ ...preferred, objectives: front.axes }, elsewhereSentences(preference, [digest])),
  )
}

function whatFound(front: FrontModel): string {
  const size = pointCount(front)
  const { subjectTo = [], evaluations } = front
  if (size === 0 && subjectTo.length > 0)
    return `No schedule that was evaluated keeps to ${subjectTo.join(', ')}: ask for less, or let more be tried`
  return `${plural(size, 'schedule')} of ${plural(evaluations, 'that was evaluated', 'that were evaluated')}: none of them can be had better in one objective without being worse in another`
}

/** The regions of the preference, on all panels of this front. */
export function frontRegions(front: FrontModel, preferred: FrontPreferred | null): Picture | null {
  if (preferred === null || preferred.preference.regions.length === 0) return null
  return regionsPicture({ ...preferred, front: front.title, objectives: front.axes })
}

function regions(front: FrontModel, preferred: FrontPreferred | null): Block[] {
  const picture = frontRegions(front, preferred)
  const caption = 'The regions that are preferred, and the points in the colours of theirs'
  return picture === null ? [] : [figure(picture, caption)]
}

function objectivesTable(front: FrontModel): Block {
  const nameCell = ({ name, note }: AxisRow): Cell => ({ text: name, below: note })
  const markCell = ({ value, change, best }: AxisRow['marks'][number]): Cell => valueCell(value, best, change)
  return table(
    'Each objective on its own: the best and the worst of the front, what no schedule can beat, and by how much the best could at most be improved; of policies the value and below it the change against the best. ★: the front has nothing better',
    [
      ...words('objective'),
      ...numbers('best', 'worst', 'bound', 'room left', ...front.marks.map(({ name }) => name)),
    ],
    axisRows(front).map((row) => [
      nameCell(row),
      { text: row.best, best: true },
      row.worst,
      row.bound,
      row.room,
      ...row.marks.map(markCell),
    ]),
  )
}

function sourcesTable(front: FrontModel): Block {
  return table(
    'The parts of the search: how many schedules each had evaluated, and how many of these are points of the front',
    [...words('source'), ...numbers(...sourceHeads(front))],
    sourceRows(front).map(({ name, cells }) => [name, ...cells]),
  )
}

function pictures(front: FrontModel, planes: FrontReport['planes']): Block[] {
  const large = planes.map(([x, y]) =>
    figure(
      planePlot({ front, x, y }),
      `The front between ${x} and ${y}. A point that looks beaten here is better in another objective.`,
    ),
  )
  if (front.axes.length < 2) return large
  return [
    ...large,
    figure(
      pairsPlot(front),
      'Every two objectives. Cells that several parts of the search share have the colour of the one with fewest points.',
    ),
  ]
}

function readingSection(): Section {
  return aside('How to read this', () => [
    details(
      'Fronts, bounds and hypervolume',
      sentences([
        'A schedule is in the front if no other one that was evaluated is nowhere worse and somewhere better. More searching can only move the front to the better.',
        KNOWING,
        'A bound is proven: no schedule whatsoever passes it, and usually none attains it. What lies between it and the front is unknown.',
        'The hypervolume is the space, in all objectives together, in which something of the front is nowhere worse. It compares fronts over the same box: more is better.',
      ]),
    ),
  ])
}
