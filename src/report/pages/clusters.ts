/** The page of a comparison over clusters: what each algorithm makes of the workloads, and which is better, how surely. */
import {
  aside,
  type Block,
  type Exhibit,
  exhibit,
  facts,
  figure,
  numbers,
  section,
  sentences,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import {
  formatChange,
  formatCount,
  formatNumber,
  formatPercent,
  formatSeconds,
  NO_VALUE,
  plural,
} from '../../core/format.js'
import { mean, smallestOf } from '../../core/statistics.js'
import type { ClusterComparison, ClusterRow, MulticlusterFound } from '../../study/multicluster/found.js'
import type { Provenance } from '../model.js'
import { clusterConvergence, clusterFront, clusterGantt } from '../plots/clusters.js'
import { provenanceSection } from './parts.js'

/** Rows of single workloads beyond this many are in the files only. */
const MOST_ROWS = 300
/** A difference that chance makes more often is not told as one. */
const SURE = 0.05

export function clusterPage(found: MulticlusterFound, provenance: Provenance): Exhibit {
  const { spec, rows, comparisons, system } = found
  const { workloads, algorithms, packet, settings, seed, check } = spec
  const jobs = workloads.reduce((sum, { ids }) => sum + ids.length, 0)
  const online = workloads.some(({ submit }) => submit.some((instant) => instant > 0))
  return exhibit(
    `${plural(workloads.length, 'workload')} over ${plural(system.links.length, 'cluster')}`,
    `${plural(jobs, 'job')} on ${formatCount(system.power.length)} nodes, ${online ? 'planned as they arrive' : 'all there at the beginning'}${check ? '; the schedules break no rule' : ''}`,
    [
      section('What the algorithms make of it', sentences(said(comparisons)), worth(found)),
      ...(comparisons.length === 0 ? [] : [section('How surely', compared(comparisons))]),
      ...(rows.length <= MOST_ROWS && workloads.length > 1
        ? [aside('Each workload', () => [eachWorkload(found)])]
        : []),
      aside('The first workload', () => pictures(found)),
      aside('What was asked', () => [
        facts([
          ['algorithms', algorithms.join(', ')],
          [
            'clusters',
            spec.system.clusters
              .map((groups) =>
                groups.map(([power, count]) => `${count} × ${formatNumber(power)}`).join(' + '),
              )
              .join(', '),
          ],
          ['links', `${spec.system.links.map(formatNumber).join(', ')} Mbit/s`],
          ['a packet', plural(packet, 'job')],
          [
            'fitness',
            `${settings.alpha} × makespan + ${formatNumber(1 - settings.alpha)} × flowtime, ${settings.fitness}; own: normalised`,
          ],
          [
            'genetic algorithms',
            `${settings.population} × ${settings.generations}, mutation ${formatPercent(settings.mutation)}, ${settings.start} start`,
          ],
          ['own', `${settings.method} over priorities, as many evaluations`],
          ['seed', String(seed)],
        ]),
      ]),
      provenanceSection(provenance),
    ],
  )
}

/** The outcome of the comparisons, in words. */
function said(comparisons: readonly ClusterComparison[]): readonly string[] {
  const lines: string[] = []
  for (const { algorithm, baseline } of comparisons) {
    if (algorithm !== 'own' || baseline !== 'ga-mf') continue
    const both = comparisons.filter((each) => each.algorithm === algorithm && each.baseline === baseline)
    const parts = both.map(({ measure, change, better, workloads, p }) => {
      const sure = p < SURE ? '' : ', which may be chance'
      return `${measure} ${formatChange(change)} (better on ${better} of ${workloads}${sure})`
    })
    lines.push(`own beside the genetic algorithm of the paper, at as many evaluations: ${parts.join(', ')}.`)
    break
  }
  return lines
}

function worth({ rows, spec }: MulticlusterFound): Block {
  const summaries = spec.algorithms.map((algorithm) => {
    const own = rows.filter((row) => row.algorithm === algorithm)
    const of = (value: (row: ClusterRow) => number) => mean(own.map(value))
    const converged = own.flatMap((row) => row.converged ?? [])
    return {
      algorithm,
      makespan: of(({ makespan }) => makespan),
      flowtime: of(({ flowtime }) => flowtime),
      response: of(({ flowtime, jobs }) => flowtime / jobs),
      crowded: of(({ crowded }) => crowded),
      evaluations: of(({ evaluations }) => evaluations),
      converged: converged.length === 0 ? null : mean(converged),
    }
  })
  const least = (name: 'makespan' | 'flowtime' | 'response') =>
    smallestOf(summaries.map((each) => each[name]))
  const [makespan, flowtime, response] = [least('makespan'), least('flowtime'), least('response')]
  const crowded =
    'the most crowded link at its worst, as a share of its bandwidth: above 100 % it slows jobs down'
  return table(
    `Means over workloads; flowtime: the sum of all times from submit to end; crowded: ${crowded}`,
    [
      ...words('algorithm'),
      ...numbers('makespan', 'flowtime', 'a job', 'crowded', 'evaluations', 'of these to the last gain'),
    ],
    summaries.map((each) => [
      each.algorithm,
      valueCell(formatSeconds(each.makespan), each.makespan === makespan),
      valueCell(formatSeconds(each.flowtime), each.flowtime === flowtime),
      valueCell(formatSeconds(each.response), each.response === response),
      formatPercent(each.crowded),
      each.evaluations === 0 ? NO_VALUE : formatCount(Math.round(each.evaluations)),
      each.converged === null ? NO_VALUE : formatCount(Math.round(each.converged)),
    ]),
  )
}

function compared(comparisons: readonly ClusterComparison[]): readonly Block[] {
  return [
    table(
      "Mean change, workload by workload; p: Wilcoxon's signed-rank test of the ratios",
      [...words('algorithm', 'beside', 'measure'), ...numbers('change', 'better on', 'worse on', 'p')],
      comparisons.map(({ algorithm, baseline, measure, change, better, worse, p }) => [
        ...[algorithm, baseline, measure],
        valueCell(formatChange(change), change < 0 && p < SURE),
        ...[formatCount(better), formatCount(worse), p < 0.001 ? '< 0.001' : p.toFixed(3)],
      ]),
    ),
  ]
}

function eachWorkload({ rows, spec }: MulticlusterFound): Block {
  return table(
    'Makespan and flowtime of each workload',
    [...words('workload', 'algorithm'), ...numbers('makespan', 'flowtime', 'crowded')],
    spec.workloads.flatMap(({ name }) =>
      rows
        .filter(({ workload }) => workload === name)
        .map(({ algorithm, makespan, flowtime, crowded }) => [
          ...[name, algorithm, formatSeconds(makespan), formatSeconds(flowtime), formatPercent(crowded)],
        ]),
    ),
  )
}

function pictures({ outcomes, system, front, rows, convergence, spec }: MulticlusterFound): readonly Block[] {
  const first = spec.workloads[0].name
  const own = outcomes.filter(({ workload }) => workload.name === first)
  const points = front.filter(({ workload }) => workload === first)
  const marks = rows.filter(({ workload }) => workload === first)
  const searches = convergence.map(({ algorithm, points: fell }) => ({
    name: algorithm,
    points: fell.map(([evaluations, fitness]) => ({ x: evaluations, y: fitness / fell[0][1] })),
  }))
  return [
    ...(points.length === 0
      ? []
      : [
          figure(
            clusterFront(
              `makespan and flowtime of ${first}`,
              points.map(({ makespan, flowtime }) => ({ x: makespan, y: flowtime })),
              marks.map(({ algorithm, makespan, flowtime }) => ({
                name: algorithm,
                points: [{ x: makespan, y: flowtime }],
              })),
            ),
            'All that ours has found and nothing else of its search beats, in place of one weight of the two measures.',
          ),
        ]),
    ...(searches.length === 0
      ? []
      : [
          figure(
            clusterConvergence(`fitness of the first packet of ${first}`, searches),
            'Each as a share of the fitness of its first individual; ours is normalised, and cannot be compared with the others here.',
          ),
        ]),
    ...own.map(({ workload, algorithm, schedule }) => {
      const { ids, submit } = workload
      const picture = clusterGantt({ title: `${algorithm} on ${first}`, system, ids, submit, schedule })
      return figure({ ...picture, name: `gantt-${algorithm}` }, 'Clusters as bands of their nodes.')
    }),
  ]
}
