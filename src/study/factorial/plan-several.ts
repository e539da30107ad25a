/**
 * Several machines in the plan of a study: what does not go together is refused, and a way of sharing under which a job has no
 * place is left out, before anything is simulated.
 */
import { QueuewrightError } from '../../core/errors.js'
import { Random } from '../../core/random.js'
import { GRID_FIELDS } from '../../evaluation/scenarios/grid-case.js'
import {
  nodesOf,
  type SeveralMachines,
  type SeveralPolicy,
  severalStageOf,
} from '../../evaluation/several.js'
import { createTrace, type Dataset, datasetOf, JobTableBuilder } from '../../trace/index.js'
import { GENERATED_CLOCK } from '../../workload/generated.js'
import type { SeveralRule, StudyDesign } from './design.js'
import { windowsOf } from './judged-windows.js'
import { type MadeBlock, NO_REQUESTS, needsRequests, type StudiedLog } from './made-block.js'
import { groupedByPast } from './past-groups.js'
import { machinesOf } from './several.js'
import type { LeftOut, StudyWindow } from './spec.js'
import { partsOf } from './windows.js'

/**
 * Simulates a log of one job by each policy on all machines: what does not go together is refused.
 * @throws QueuewrightError `study-file`
 */
export function checkTogether(design: StudyDesign, ways: readonly SeveralPolicy[]): void {
  const dataset = oneJob()
  for (const rule of design.machines) {
    if (rule.kind !== 'several') continue
    const written = readMachines(rule)
    const machines = written.kind === 'clusters' ? written : ({ ...written, arrivals: 'turn' } as const)
    for (const estimates of design.estimates) {
      const of = { data: dataset.digest, window: null, estimates, machines, trimming: {}, seed: 0 }
      for (const [k, way] of ways.entries()) {
        told(`policies[${k}]`, design.policies[k], rule.label, () => severalStageOf(of, dataset).run(way))
      }
    }
  }
}

function oneJob(): Dataset {
  const builder = new JobTableBuilder(1)
  builder.add({ id: 1, submit: 0, runtime: 1, estimate: 1, size: 1, user: 1, group: 1 })
  const { table: jobs } = builder.finish()
  return datasetOf(
    createTrace({
      ...{ name: 'one job', processors: 1, clock: GENERATED_CLOCK, jobs },
      ...{ fields: {}, header: [], dropped: {}, notices: [] },
    }),
  )
}

export function severalBlock(design: StudyDesign, log: StudiedLog, rule: SeveralRule): MadeBlock {
  const machines = readMachines(rule)
  const processors = nodesOf(machines)
  const where = `${log.name}, machine ${rule.label}`
  const leftOut: LeftOut[] = []
  const parts = partsOf(log.trace.jobs.submit, design.split, log.name)
  const trace =
    design.split?.by === 'time' ? groupedByPast(log.trace, log.grouping, parts[0].to).trace : log.trace
  const dataset = datasetOf(trace, GRID_FIELDS)
  const requested = trace.jobs.estimate.some((estimate) => estimate >= 0)
  const estimates = design.estimates.filter((source) => requested || !needsRequests(source))
  const ways = new Map(design.ways?.map((way, k) => [design.policies[k], way]))
  const lacks = new Map<string, string>()

  const windows: StudyWindow[] = []
  for (const part of parts) {
    const of = part.name === null ? where : `${where}, ${part.name}`
    const random = new Random(design.seed)
      .fork('windows')
      .fork(log.name)
      .fork(part.name ?? 'whole')
    const cut = windowsOf(design, trace, processors, design.rules, part, random)
    for (const { count, text, reason } of cut.missing) {
      leftOut.push({ what: `${of}, ${count} ${text}`, reason, simulations: null })
    }
    for (const window of cut.windows) {
      const found = jobsIn(machines, window, dataset, ways, rule.label)
      if (typeof found === 'string') {
        leftOut.push({ what: `${of}, window ${window.name}`, reason: found, simulations: null })
        continue
      }
      for (const [policy, reason] of found) if (!lacks.has(policy)) lacks.set(policy, reason)
      windows.push({ ...window, without: [] })
    }
  }
  const policies = design.policies.filter((policy) => !lacks.has(policy))
  const left = (what: string, reason: string, each: number) =>
    leftOut.push({ what: `${where}, ${what}`, reason, simulations: windows.length * each })
  for (const [policy, reason] of lacks) left(`policy ${policy}`, reason, estimates.length)
  for (const source of design.estimates.filter((each) => !estimates.includes(each))) {
    left(`estimates ${source}`, NO_REQUESTS, policies.length)
  }
  if (windows.length * policies.length * estimates.length === 0) return { block: null, leftOut }
  const block = {
    ...{ trace: log.name, machine: rule.label, processors, several: machines, data: dataset.digest },
    ...{ windows, estimates, rules: design.rules.map(({ name }) => name), policies },
  }
  return { block, dataset, leftOut }
}

/** Policies under which a job of the window has no place, and why; in a word why there are no jobs at all. */
function jobsIn(
  machines: SeveralMachines,
  { from, to, trimming }: Pick<StudyWindow, 'from' | 'to' | 'trimming'>,
  dataset: Dataset,
  ways: ReadonlyMap<string, SeveralPolicy>,
  label: string,
): ReadonlyMap<string, string> | string {
  const of = {
    data: dataset.digest,
    window: [from, to],
    estimates: 'actual',
    machines,
    trimming,
    seed: 0,
  } as const
  try {
    const stage = told('machines', label, label, () => severalStageOf(of, dataset))
    return new Map(
      [...ways].flatMap(([policy, way]) => {
        const reason = stage.lack(way)
        return reason === null ? [] : [[policy, reason] as const]
      }),
    )
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'input-empty') return error.what
    throw error
  }
}

function readMachines(rule: SeveralRule): SeveralMachines {
  if (rule.content === null) throw new TypeError(`nobody has read ${rule.from}`)
  return machinesOf(rule, rule.content)
}

/** Runs `action`; what it refuses is a fault of the study file, but for formulas that stand in another. */
function told<Result>(field: string, value: string, machines: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    if (error.kind === 'objective-undefined' && error.detail.file === undefined) throw error.with({ field })
    if (error.kind !== 'usage') throw error
    const { cause: _, ...detail } = error.detail
    throw new QueuewrightError('study-file', `${error.what} (machine ${machines})`, {
      ...detail,
      field,
      value,
    })
  }
}
