/**
 * From a study file and the logs that it names to a study that can be run: the axes are put together, what cannot be
 * simulated is found before anything is, and chance draws what it has to draw. A pure function.
 *
 * What cannot be is left out, with the reason: a log with jobs larger than the machine, under `oversize: error`; the
 * estimates of users and predictions from them, where a log has none; feedback, where a log does not tell what jobs waited for;
 * estimates of a model that a window is too small for; what really happened, on another machine or where
 * the log does not say; windows that are not there, or in which no job is judged. Where nothing is left, the study is
 * refused, and so are policies that the rules do not go with.
 */
import { QueuewrightError } from '../../core/errors.js'
import { type GroupedLog, groupLegend } from '../../evaluation/group-legend.js'
import { elsewhere } from '../../preference/index.js'
import { membersOf } from '../../sim/members.js'
import type { JobField } from '../../sim/order.js'
import { ordersOf, parsePolicy, policyName } from '../../sim/policy.js'
import { type Dataset, traceWith } from '../../trace/index.js'
import type { StudyDesign } from './design.js'
import { MOST_SIMULATIONS } from './extent.js'
import type { StudiedLog } from './made-block.js'
import { groupedByPast } from './past-groups.js'
import { checkTogether, severalBlock } from './plan-several.js'
import { checkRules, singleBlock } from './plan-single.js'
import { type Block, countCells, type LeftOut, type StudySpec } from './spec.js'
import { partsOf } from './windows.js'

export interface StudyPlan {
  readonly spec: StudySpec
  /** All data of its tasks, by digest. */
  readonly datasets: ReadonlyMap<string, Dataset>
  /** As they were read. */
  readonly logs: readonly StudiedLog[]
  /** With the groups that the study forms on them, under its names. */
  readonly groups: readonly GroupedLog[]
}

/**
 * @param logs as the design's traces name them, in that order
 * @param version of Queuewright
 * @throws QueuewrightError `study-file`, `machine-unknown`, and what scaling refuses
 */
export function planStudy(design: StudyDesign, logs: readonly StudiedLog[], version: string): StudyPlan {
  const {
    name,
    policies,
    named,
    ways,
    objectives,
    preferences,
    baseline,
    rules,
    judge,
    seed,
    seeds,
    split,
    output,
  } = design
  if (ways === undefined) checkRules(design)
  else checkTogether(design, ways)
  const datasets = new Map<string, Dataset>()
  const blocks: Block[] = []
  const leftOut: LeftOut[] = []
  for (const log of logs) {
    for (const machine of design.machines) {
      const made =
        machine.kind === 'several' ? severalBlock(design, log, machine) : singleBlock(design, log, machine)
      for (const each of made.leftOut) leftOut.push(each)
      if (made.block === null) continue
      blocks.push(made.block)
      datasets.set(made.dataset.digest, made.dataset)
    }
  }
  const groups = logs.map((log) => groupedFor(design, log))
  const drawn = { seed, ...(seeds.length > 1 && { seeds }) }
  const simulations = countCells({ blocks, ...drawn })
  if (simulations === 0) {
    const [first] = leftOut
    throw new QueuewrightError('study-file', 'nothing is left to simulate', {
      ...(first && { value: first.what, remedy: `Left out: ${first.reason}` }),
    })
  }
  if (simulations > MOST_SIMULATIONS) {
    throw new QueuewrightError('study-file', `this study has ${simulations} simulations`, {
      expected: `at most ${MOST_SIMULATIONS}`,
      remedy: 'Take fewer values on some axes, or several studies',
    })
  }
  return {
    spec: {
      ...{ name, version, policies, objectives, rules, split, output, ...drawn },
      ...(named && { named }),
      ...(ways && { ways }),
      ...(preferences && { preferences }),
      ...(judge !== undefined && { judge }),
      baseline: named?.[baseline] ?? policyName(baseline),
      logs: logs.map((log, k) => ({
        name: log.name,
        jobs: log.trace.jobs.length,
        processors: log.trace.processors,
        digest: log.trace.digest,
        legend: groupLegend(groups[k]),
      })),
      blocks,
      leftOut,
      notices: logs.flatMap((log) => noticesOf(design, log)),
    },
    ...{ datasets, logs, groups },
  }
}

/** The log with the groups that the study forms on it. */
function groupedFor({ split }: StudyDesign, { name, trace: read, grouping, groups }: StudiedLog): GroupedLog {
  const trace = traceWith(read, { name })
  if (split?.by !== 'time') return { trace, groups }
  return groupedByPast(trace, grouping, partsOf(trace.jobs.submit, split, name)[0].to)
}

function noticesOf(
  { policies, ways, preferences }: StudyDesign,
  { name, trace, site = null, siteNotices = [] }: StudiedLog,
): string[] {
  const orders = ways === undefined ? policies.map(parsePolicy).flatMap(ordersOf) : []
  const wanted = [...new Set(orders.flatMap(({ fields = [] }) => fields))]
  const fields = Object.fromEntries(
    wanted.map((field) => [field, trace.fields[field] ?? new Float64Array(trace.jobs.length).fill(-1)]),
  ) as Partial<Record<JobField, Float64Array>>
  const members = () => membersOf(trace.jobs.user, fields.unixGroup)
  const lacks = orders.flatMap((order) => order.lacks?.({ site, members, fields }) ?? [])
  const strange = (preferences ?? []).flatMap((preference) => elsewhere(preference, [trace.digest]))
  const dropped = Object.entries(trace.dropped).map(([reason, count]) => `${count} ${reason}`)
  const left = dropped.length === 0 ? [] : [`left out: ${dropped.join(', ')}`]
  return [...new Set([...trace.notices, ...siteNotices, ...left, ...lacks, ...strange])].map(
    (notice) => `${name}: ${notice}`,
  )
}
