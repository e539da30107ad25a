/** One simulation in a few sentences: how long jobs wait, which wait longest, and whether that can be trusted. Pure. */
import { formatCount, formatSeconds, formatValue, plural } from '../../core/format.js'
import type { Breakdown, ClassOfJobs } from '../../sim/breakdown.js'
import type { SimulationReport } from '../model.js'
import { ofSize, trustLines } from './verdict.js'

export function simulationVerdict({ result, verdict, recorded }: SimulationReport): readonly string[] {
  const { policy, objectives, breakdown } = result
  const jobs = breakdown.bySize.reduce((sum, each) => sum + each.jobs, 0)
  if (jobs === 0) return [`No job was judged under ${policy}.`]
  const value = objectives[verdict.name] ?? null
  const before = recorded?.objectives[verdict.name] ?? null
  const happened = before === null ? '' : `, recorded ${formatValue(before, verdict.unit)}`
  const [p95, most, used] = [objectives.p95Wait, objectives.maxWait, objectives.UTIL]
  return [
    `${verdict.name} under ${policy}: ${formatValue(value, verdict.unit)}${happened}.`,
    `Of ${plural(jobs, 'job')} 95 % wait ${formatValue(p95, 's')} or less, the longest ${formatValue(most, 's')}; ${formatValue(used, 'share')} of the machine is in use.`,
    ...whoWaits(breakdown),
    ...trustLines(recorded),
  ]
}

/** The class of jobs that waits longest on the mean, and the one that waits least. */
function whoWaits({ bySize, byRuntime, byGroup }: Breakdown): readonly string[] {
  const named = (classes: readonly ClassOfJobs[], who: (label: string) => string) =>
    classes.map(({ label, jobs, meanWait }) => ({ who: who(label), jobs, meanWait }))
  const classes = [
    ...named(bySize, ofSize),
    ...named(byRuntime, (label) => `jobs that run ${label}`),
    ...named(byGroup.length > 1 ? byGroup : [], (label) => label),
  ].toSorted((a, b) => b.meanWait - a.meanWait)
  const [longest, shortest] = [classes[0], classes[classes.length - 1]]
  if (longest.meanWait === shortest.meanWait) return []
  const told = ({ who, jobs, meanWait }: typeof longest) =>
    `${who} (${formatCount(jobs)}), ${formatSeconds(meanWait)} on the mean`
  return [`Who waits longest: ${told(longest)}; shortest: ${told(shortest)}.`]
}
