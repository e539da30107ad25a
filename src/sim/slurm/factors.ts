/**
 * The parts of a job's priority that do not change while it waits, and its sum, as Slurm's priority/multifactor has them
 * (slurm.conf(5), sprio(1); found to agree with what sprio of a Slurm 22.05.8 printed).
 */
import type { PrioritySettings, Tres } from '../../trace/slurm-conf/index.js'
import { LARGEST_WEIGHT } from '../../trace/slurm-conf/index.js'

/** The resources that a job asks for, or was given; NaN where nobody says. */
export interface JobResources {
  readonly cores: number
  /** The fewest that will do. */
  readonly nodes: number
  /** Megabytes in all. */
  readonly memory: number
  readonly gpus: number
}

export interface MachineSize {
  readonly cores: number
  /** NaN where nobody says. */
  readonly nodes: number
}

/**
 * The job size factor, 0–1: the mean of the job's parts of the cores and of the nodes; with SMALL_RELATIVE_TO_TIME the larger
 * of both over the minutes of its time limit; with PriorityFavorSmall 1 less that. Where nobody says of nodes, it is that of the
 * cores.
 */
export function jobSizeFactor(
  { cores, nodes }: Pick<JobResources, 'cores' | 'nodes'>,
  minutes: number,
  machine: MachineSize,
  { favorSmall, relativeToTime }: Pick<PrioritySettings, 'favorSmall' | 'relativeToTime'>,
): number {
  const ofCores = cores / machine.cores
  const ofNodes = nodes > 0 && machine.nodes > 0 ? nodes / machine.nodes : ofCores
  const part = relativeToTime ? Math.max(ofCores, ofNodes) / Math.max(1, minutes) : (ofCores + ofNodes) / 2
  return Math.min(1, Math.max(0, favorSmall ? 1 - part : part))
}

function amountOf({ cores, nodes, memory, gpus }: JobResources, name: string): number {
  const amount = { cpu: cores, node: nodes, mem: memory, 'gres/gpu': gpus }[name] ?? 0
  return amount > 0 ? amount : 0
}

/**
 * The addition by PriorityWeightTRES: of each resource the job's part of what its partition has; with NO_NORMAL_TRES what it asks
 * for itself.
 */
export function tresPart(
  job: JobResources,
  weights: Iterable<readonly [string, number]>,
  totals: Tres | null,
  { normalTres }: Pick<PrioritySettings, 'normalTres'>,
): number {
  let sum = 0
  for (const [name, weight] of weights) {
    const total = normalTres ? (totals?.get(name) ?? 0) : 1
    if (total > 0) sum += (weight * amountOf(job, name)) / total
  }
  return sum
}

/** The charge for a second of a job: its cores, or by TRESBillingWeights of its partition. */
export function chargeOf(job: JobResources, billing: Tres | null, largest: boolean): number {
  if (billing === null) return job.cores
  const charges = Array.from(billing, ([name, weight]) => weight * amountOf(job, name))
  return largest ? charges.reduce((a, b) => Math.max(a, b), 0) : charges.reduce((a, b) => a + b, 0)
}

/** A priority from the sum of its parts: whole, at least 1 and of 32 bits. */
export function priorityOf(sum: number): number {
  return Math.min(LARGEST_WEIGHT, Math.max(1, Math.floor(sum)))
}
