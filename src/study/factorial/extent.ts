/**
 * How much a study file asks for, counted before logs are read, workloads generated and policies tried: the full product
 * is at least so large, whatever of it turns out not to be there.
 */
import { QueuewrightError } from '../../core/errors.js'
import { largestOf } from '../../core/statistics.js'
import { DEMO } from '../../workload/demo.js'
import { MOST_JOBS } from '../../workload/generated.js'
import { LUBLIN } from '../../workload/lublin/index.js'
import type { StudyDesign, TraceSource, WindowRule } from './design.js'

export const MOST_SIMULATIONS = 200_000
/** Policies, sources of estimates, rules, objectives. */
const LONGEST_AXIS = 5_000
/** Logs, each on each machine: data that are held at once. */
const MOST_BLOCKS = 1_000
/** The most windows of one rule and one part. */
export const MOST_WINDOWS = 100_000
/** Values of objectives that a study has for its results. */
const MOST_VALUES = 20_000_000

/** @throws QueuewrightError `study-file` */
export function checkExtent(design: StudyDesign): void {
  const { traces, machines, policies, estimates, rules, objectives, seeds } = design
  for (const [field, { length }] of Object.entries({ policies, estimates, rules, objectives, seed: seeds })) {
    most(field, field, length, LONGEST_AXIS)
  }
  const blocks = traces.length * machines.length
  most('traces', 'logs and machines', blocks, MOST_BLOCKS)
  const jobs = traces.reduce((sum, { from }) => sum + generatedJobs(from), 0)
  most('traces', 'generated jobs', jobs * machines.length, MOST_JOBS)
  const asked = design.windows.map(windowsAsked)
  most('windows', 'windows of one kind', largestOf(asked), MOST_WINDOWS)
  const windows = asked.reduce((sum, count) => sum + count, 0)
  const simulations = blocks * windows * policies.length * estimates.length * rules.length
  most('policies', 'simulations', simulations, MOST_SIMULATIONS)
  most('objectives', 'values', simulations * objectives.length, MOST_VALUES)
}

function most(field: string, what: string, count: number, bound: number): void {
  if (count <= bound) return
  throw new QueuewrightError('study-file', `this study has ${count} ${what}`, {
    ...{ field, expected: `at most ${bound}` },
    remedy: 'Take fewer values on some axes, or several studies',
  })
}

/** Windows that a rule certainly asks for. */
function windowsAsked(rule: WindowRule): number {
  if (rule.kind === 'random') return rule.count ?? 1
  return rule.kind === 'starts' ? rule.starts.length : 1
}

function generatedJobs(from: TraceSource['from']): number {
  if (from.kind === 'log') return 0
  const { usual } = from.kind === 'demo' ? DEMO.jobs : LUBLIN.jobs
  return from.options.jobs ?? (typeof usual === 'number' ? usual : 0)
}
