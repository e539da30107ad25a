/** Notices of how accounting was read, a sentence each; the counts first. */
import { plural } from '../../core/format.js'
import type { DropCounts } from '../trace.js'
import type { Collector } from './collect.js'
import type { ReadFacts, SacctOptions, Unit } from './options.js'

export interface JobFacts {
  readonly jobs: number
  /** Jobs that were cancelled while they waited. */
  readonly cancelled: number
  /** Jobs that hold more than they asked for. */
  readonly moreThanAsked: number
  /** Jobs without a time limit of their own. */
  readonly unlimited: number
  /** Whether the jobs have numbers of ours. */
  readonly renumbered: boolean
  /** The most that was held at one time. */
  readonly mostHeld: number
  /** Whether those are more nodes than there are. */
  readonly sharesNodes: boolean
}

export function noticesOf(
  collected: Collector,
  { form, sawLocalTimes, twice, notices }: ReadFacts,
  { zone, unit, size, machine }: SacctOptions,
  { jobs, cancelled, moreThanAsked, unlimited, renumbered, mostHeld, sharesNodes }: JobFacts,
): readonly string[] {
  const { count, dropped, suspended, suspendedSeconds, early, severalPartitions, madeNumbers } = collected
  const { missingPartitions } = collected
  const texts: readonly (string | false)[] = [
    `${plural(count, 'row')} read, ${plural(jobs, 'job')}; ${countsText(dropped)}`,
    ...notices,
    form === 'controller JSON' &&
      'this is a list of the controller (squeue, slurmrestd), which forgets jobs soon after their end; sacct has all',
    zone === null &&
      (sawLocalTimes
        ? 'times are local, of a zone that is not named; UTC is taken: name the zone with --zone'
        : 'the zone of the site is not named; without --zone, hours and weekdays are those of UTC'),
    twice > 0 &&
      `${plural(twice, 'local time lies', 'local times lie')} in an hour that occurs twice, as clocks are put back then; the first is taken where nothing else tells (SLURM_TIME_FORMAT=%s avoids that)`,
    cancelled > 0 &&
      `${plural(cancelled, 'job')} of these ${cancelled === 1 ? 'was' : 'were'} cancelled while waiting and never ran: under slurm such jobs press on the queue until then, else they are left out of simulations (--cancelled)`,
    moreThanAsked > 0 &&
      `${plural(moreThanAsked, 'job was', 'jobs were')} given more ${unit} than asked for, such as whole nodes; ${
        size === 'allocated'
          ? 'what was held is the size: --size requested takes what was asked for'
          : 'simulated with what was asked for, the machine has more room than it had: --size allocated'
      }`,
    suspended > 0 &&
      `${plural(suspended, 'execution was', 'executions were')} suspended, for ${suspendedSeconds} s in all, which run times leave out`,
    collected.requeued > 0 &&
      `${plural(collected.requeued, 'earlier execution of a requeued job is a job with a number of its own', 'earlier executions of requeued jobs are jobs with numbers of their own')}; --requeues merge makes one job of all`,
    (dropped['requeue-merged'] ?? 0) > 0 &&
      'executions of a requeued job are made one job with the sum of their run times, from its first start on; --requeues split keeps them apart',
    (dropped['het-merged'] ?? 0) > 0 &&
      'components of a heterogeneous job are made one job; --het split keeps them apart',
    early > 0 &&
      `${plural(early, 'execution')} started before release, as Slurm has it; the start is taken for the release`,
    severalPartitions > 0 &&
      `${plural(severalPartitions, 'execution names', 'executions name')} several partitions; the first (of those wanted) is taken`,
    unlimited > 0 &&
      `without a time limit of their own, and so without a requested time: ${plural(unlimited, 'job')}`,
    renumbered &&
      `jobs are numbered in the order of their release: ${
        madeNumbers > 0 ? 'the column JobIDRaw is not there' : "Slurm's numbers are not different for all"
      }`,
    sharesNodes && 'jobs share nodes, which a log of nodes cannot show: import cores instead',
    missingPartitions.length > 0 && `no row is of the partition ${missingPartitions.join(' or ')}`,
    machine !== null &&
      mostHeld > machine &&
      !sharesNodes &&
      `jobs held ${mostHeld} ${unit} at one time, more than the ${machine} of --machine`,
  ]
  return texts.filter((text) => text !== false)
}

/** Counts by reason, as text. */
export function countsText(dropped: DropCounts): string {
  const parts = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`)
  return parts.length === 0 ? 'nothing left out' : `left out: ${parts.join(', ')}`
}

/** How the machine's size was found. */
export function machineNotice(estimate: number, unit: Unit, partition: string | null): string {
  const of = partition === null ? 'the machine' : `partition ${partition}`
  const how =
    unit === 'nodes' && partition === null
      ? 'those that jobs ran on, or the peak of those held at one time'
      : 'the peak of those held at one time'
  return `accounting does not say how large ${of} is: ${estimate} ${unit} are taken, ${how}; --machine names the size`
}
