/**
 * The page of a study: what was asked, what came out in a few sentences, medians with intervals, box plots, every
 * policy against the baseline with tests, and what was chosen on one part of the data and judged on another.
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
  heading,
  numbers,
  type Section,
  section,
  sentences,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatNumber, formatValue, NO_VALUE, plural } from '../../core/format.js'
import { criticalDifference } from '../../core/inference/index.js'
import type { RecordedLog } from '../../evaluation/recorded.js'
import type { SelectedPolicy } from '../../evaluation/results/holdout.js'
import { shiftSentences } from '../../evaluation/results/mean-ratio.js'
import { ALPHA, FEWEST_FOR_INTERVAL, type PairedComparison } from '../../evaluation/results/paired.js'
import { distinctOf, POLICY_KEY, type ResultTable } from '../../evaluation/results/result-table.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { TraceAverage } from '../../study/factorial/results.js'
import type { Provenance } from '../model.js'
import { boxPlot } from '../plots/box.js'
import { criticalDifferencePlot } from '../plots/critical-difference.js'
import {
  type ConditionSummary,
  meanRanks,
  type StudyResults,
  type StudySummary,
  studyPanels,
  summariseStudy,
} from '../study-summary.js'
import {
  bestMedian,
  betterText,
  changeIntervalText,
  changeText,
  conditionName,
  findings,
  formatProbability,
  intervalText,
  replicatesText,
  signedText,
  verdictText,
} from '../words/study.js'
import { objectiveMeanings, provenanceSection, recordedSections } from './parts.js'

/** Places on an axis beyond this many are counted instead of listed. */
const MOST_PLACES = 12

export interface StudyReport extends StudyResults {
  /** The study's name. */
  readonly title: string
  /** Facts of the question that a reader should know beside the axes: the study file, windows, rules. */
  readonly asked: readonly Fact[]
  /** Policies that were chosen and tested; no such section where empty. */
  readonly selected: readonly SelectedPolicy[]
  /** Averages of each policy on all traces; no such section where empty. */
  readonly averages: readonly TraceAverage[]
  readonly notices: readonly string[]
  /** The recorded schedules of the logs that say what really happened. */
  readonly recorded: readonly RecordedLog[]
  /** Inputs of the study, with digests. */
  readonly digests: readonly Fact[]
  readonly provenance: Provenance
}

/**
 * The report, apart from its looks. Equal reports give equal ones.
 * @param summary `summariseStudy` of the report, where that has been done already
 */
export function studyPage(report: StudyReport, summary: StudySummary = summariseStudy(report)): Exhibit {
  const { title, table: results, objectives, baseline, selected, averages, notices } = report
  const conditions = summary.conditions.map((condition, k) => conditionSection(condition, summary, k))
  const policies = distinctOf(results, POLICY_KEY).length
  return exhibit(
    title,
    `${plural(policies, 'policy', 'policies')} under ${plural(objectives.length, 'objective')}, compared with ${baseline}`,
    [
      section('In short', sentences(findings(summary)), objectiveMeanings(objectives)),
      ...recordedSections(report.recorded),
      ...conditions,
      ...(selected.length > 0 ? [selectionSection(selected, objectives, baseline)] : []),
      ...(averages.length > 0 ? [averagesSection(averages, objectives, baseline)] : []),
      folded('What was asked', facts([...axisFacts(results), ...report.asked]), sentences(notices)),
      readingSection(summary),
      provenanceSection(report.provenance, [
        ['seed of the intervals', String(report.seed)],
        ...report.digests.map(([name, digest]) => [name, code(digest)] as const),
      ]),
    ],
  )
}

/** Facts of the axes, and how many of the cells have values. */
function axisFacts(results: ResultTable): Fact[] {
  const axes = results.keys.map((name): Fact => {
    const places = distinctOf(results, name)
    const listed = places.slice(0, MOST_PLACES).join(', ')
    const rest = places.length - MOST_PLACES
    return [name, rest > 0 ? `${listed} and ${formatCount(rest)} more` : listed]
  })
  const missing = results.rows.filter(({ value }) => value === null).length
  const without = missing === 0 ? '' : `, ${formatCount(missing)} of them without a value`
  return [...axes, ['results', `${formatCount(results.rows.length)}${without}`]]
}

function conditionSection(condition: ConditionSummary, summary: StudySummary, place: number): Section {
  const name = conditionName(condition)
  const { objectives, baseline } = summary
  const over = replicatesText(condition, summary)
  return section(
    name === '' ? 'Results' : `Results: ${name}`,
    heading(`Medians over ${over}`),
    mediansTable(condition, objectives, baseline),
    figure(
      boxPlot({
        name: `boxes-${place}`,
        label: `Box plots of ${objectives.map((objective) => objective.name).join(', ')}, one box a policy`,
        panels: studyPanels(condition, objectives),
        baseline,
      }),
      `How the values of the ${over} are spread under each policy; ${baseline} is grey.`,
    ),
    partTables(condition, objectives),
    rankFigures(condition, summary, place),
    heading(`Against ${baseline}, pair by pair`),
    ...objectives.map((objective) => comparisonTable(condition, objective, baseline)),
  )
}

/** Who ranks where over the replicates, an objective a picture; none where these are few. */
function rankFigures(condition: ConditionSummary, summary: StudySummary, place: number): Block[] {
  return summary.objectives.flatMap((objective, k) => {
    const ranked = meanRanks(condition, objective, summary.replicates)
    if (ranked === null) return []
    const { ranks, times } = ranked
    const named = { name: `ranks-${place}-${k}`, objective: objective.name }
    return [
      figure(
        criticalDifferencePlot(named, ranks, times, criticalDifference(ranks.length, times)),
        `Mean ranks by ${objective.name} over ${times} replicates, 1 the best; a line joins policies that are not told apart at 5 % (Nemenyi).`,
      ),
    ]
  })
}

function mediansTable(
  { policies, medians }: ConditionSummary,
  objectives: readonly ObjectiveInfo[],
  baseline: string,
): Block {
  const cell = (policy: string, objective: ObjectiveInfo): Cell => {
    const found = medians.find((one) => one.policy === policy && one.objective === objective.name)
    if (found === undefined) return NO_VALUE
    const text = formatValue(found.median, objective.unit)
    const isBest = bestMedian(medians, objective)?.policies.includes(policy) ?? false
    const missing = found.missing > 0 ? `, ${formatCount(found.missing)} missing` : ''
    return valueCell(text, isBest, `${intervalText(found.interval, objective.unit)}${missing}`)
  }
  return table(
    'The value in the middle, below it the interval in which it lies with 95 % confidence; ★ marks the best',
    [...words('policy'), ...numbers(...objectives.map(({ name }) => name))],
    policies.map((policy) => [
      policy === baseline ? { text: policy, below: 'baseline' } : policy,
      ...objectives.map((objective) => cell(policy, objective)),
    ]),
  )
}

/** A row for each place on the first replicate axis, such as each log; one table an objective. */
function partTables({ parts, policies }: ConditionSummary, objectives: readonly ObjectiveInfo[]): Block[] {
  if (parts === null) return []
  const { axis, rows } = parts
  return [
    heading(`Medians by ${axis}`),
    ...objectives.map((objective) =>
      table(
        `${objective.name}; ★ marks the best of each row`,
        [...words(axis), ...numbers(...policies)],
        rows.map(({ place, medians }) => {
          const best = bestMedian(medians, objective)
          return [
            place,
            ...policies.map((policy) => {
              const found = medians.find((one) => one.policy === policy && one.objective === objective.name)
              const text = formatValue(found?.median, objective.unit)
              return valueCell(text, best?.policies.includes(policy) ?? false)
            }),
          ]
        }),
      ),
    ),
  ]
}

function comparisonTable(
  { comparisons }: ConditionSummary,
  objective: ObjectiveInfo,
  baseline: string,
): Block[] {
  const of = comparisons.filter((comparison) => comparison.objective === objective.name)
  if (of.length === 0) return []
  const sense = objective.sense === 'min' ? 'less' : 'more'
  return [
    table(
      `${objective.name} against ${baseline}: ${sense} is better`,
      [...words('policy'), ...numbers(...COMPARISON_HEADS), ...words('more than chance?')],
      of.map((comparison) => [
        comparison.policy,
        ...comparisonCells(comparison, objective),
        verdictCell(comparison),
      ]),
    ),
  ]
}

const COMPARISON_HEADS = ['median change', 'better in', 'p', 'p corrected', 'effect']

function comparisonCells(comparison: PairedComparison, { unit }: ObjectiveInfo): Cell[] {
  const { pairs, unpaired, equal, p, adjusted, signP, effect } = comparison
  const beside = [
    ...(equal > 0 ? [`${formatCount(equal)} equal`] : []),
    ...(unpaired > 0 ? [`${formatCount(unpaired)} without a partner`] : []),
  ]
  if (pairs === 0) return COMPARISON_HEADS.map(() => NO_VALUE)
  return [
    { text: changeText(comparison, unit), below: changeIntervalText(comparison, unit) },
    beside.length === 0 ? betterText(comparison) : { text: betterText(comparison), below: beside.join(', ') },
    { text: formatProbability(p), below: `sign test ${formatProbability(signP)}` },
    formatProbability(adjusted),
    effect.toFixed(2).replace('-', '−'),
  ]
}

function verdictCell(comparison: PairedComparison): Cell {
  const text = verdictText(comparison)
  if (comparison.verdict === 'better') return { text, best: true }
  return comparison.verdict === 'worse' ? { text, tone: 'worse' } : text
}

function selectionSection(
  selected: readonly SelectedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
): Section {
  const rows = selected.flatMap((choice) => {
    const objective = objectives.find(({ name }) => name === choice.objective)
    return objective ? [selectionRow(choice, objective, baseline)] : []
  })
  return section(
    'Chosen on one part, judged on another',
    {
      kind: 'paragraph',
      text: 'Who tries many policies and reports the best reports its luck too. Here the policy was chosen on the training part of the data; the test part had no say in it, so what is left there is what may be expected.',
    },
    table(
      `The policy with the best median change against ${baseline} in training, and its change in the test`,
      [
        ...words('split', 'objective', 'chosen'),
        ...numbers('in training', 'in the test', 'better in', 'p corrected'),
        ...words('more than chance?', 'best in the test, by hindsight'),
      ],
      rows,
    ),
  )
}

function selectionRow(
  { split, objective: name, chosen, test, hindsight }: SelectedPolicy,
  { unit }: ObjectiveInfo,
  baseline: string,
): Cell[] {
  const after = `${hindsight.policy} (${signedText(hindsight.change, hindsight.scale, unit)})`
  const tested =
    test === null
      ? [NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE, `none better than ${baseline}`]
      : [
          signedText(chosen.change, chosen.scale, unit),
          { text: changeText(test, unit), below: changeIntervalText(test, unit) },
          betterText(test),
          formatProbability(test.adjusted),
          verdictCell(test),
        ]
  return [split, name, chosen.policy, ...tested, after]
}

function averagesSection(
  averages: readonly TraceAverage[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
): Section {
  return section(
    'Over the traces',
    table(
      `Geometric mean over the traces of the ratio to ${baseline}`,
      [...words('objective', 'condition', 'part', 'policy'), ...numbers('ratio')],
      averages.map(({ condition, part, objective, policy, ratio }) => [
        objective,
        condition.text,
        part ?? '',
        policy,
        formatNumber(ratio ?? Number.NaN),
      ]),
    ),
    sentences(
      shiftSentences(
        averages.map((average) => ({
          ...average,
          unit: objectives.find(({ name }) => name === average.objective)?.unit ?? '1',
        })),
      ),
    ),
  )
}

function readingSection({ replicates, baseline }: StudySummary): Section {
  const pairs = replicates.length === 0 ? 'data' : replicates.join(' and ')
  return aside('How to read this', () => [
    details(
      'Intervals, tests and words',
      sentences([
        `Every policy was simulated on the same data, so its value and that of ${baseline} for the same ${pairs} make a pair. Their median change is that of the pair in the middle: as a share of the baseline, or as a difference where values can be zero or below.`,
        `An interval is made to hold the true value in 95 of 100 such studies, and does so in about 93 where there are 6 to 20 values (BCa bootstrap of the median). There is none for fewer than ${FEWEST_FOR_INTERVAL}.`,
        'p is the probability that chance alone makes the pairs fall so clearly to one side (Wilcoxon signed-rank test, two-sided). The sign test looks only at how many pairs are better, not by how much.',
        `The more policies are tried, the more often one looks good by luck. The corrected p allows for that (Holm, over the policies of one table); at or below ${ALPHA} a difference is called more than chance.`,
        'Effect is −1 where the policy is worse in every pair, 0 where better and worse weigh alike, 1 where it is better in every pair (matched-pairs rank-biserial correlation).',
        'More than chance does not mean large: look at the change. May be chance does not mean equal: look at the interval.',
        'All of this takes the pairs as independent of each other. Windows that overlap, or follow each other under one long queue, are less so than they look.',
      ]),
    ),
  ])
}
