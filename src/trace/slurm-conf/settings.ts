/**
 * Parameters of Slurm's multifactor priority (slurm.conf(5), those that begin with `Priority`), with
 * Slurm's own defaults.
 */

/** When usage is forgotten (PriorityUsageResetPeriod). */
export const RESET_PERIODS = ['none', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type ResetPeriod = (typeof RESET_PERIODS)[number]

/** Weights are whole numbers from 0 to 2³² − 1, times are seconds. */
export interface PrioritySettings {
  /** PriorityWeightAge. */
  readonly age: number
  /** PriorityWeightAssoc. */
  readonly assoc: number
  /** PriorityWeightFairshare. */
  readonly fairshare: number
  /** PriorityWeightJobSize. */
  readonly size: number
  /** PriorityWeightPartition. */
  readonly partition: number
  /** PriorityWeightQOS. */
  readonly qos: number
  /** PriorityMaxAge: the wait at which the age factor is 1. */
  readonly maxAge: number
  /** PriorityDecayHalfLife; 0: usage does not decay. */
  readonly halfLife: number
  /** PriorityCalcPeriod: usage is charged and priorities are computed this often. */
  readonly period: number
  /** PriorityFavorSmall. */
  readonly favorSmall: boolean
  /** PriorityFlags=SMALL_RELATIVE_TO_TIME. */
  readonly relativeToTime: boolean
  /** Without PriorityFlags=NO_FAIR_TREE. */
  readonly fairTree: boolean
  /** FairShareDampeningFactor, of the classic formula. */
  readonly dampening: number
  /** PriorityUsageResetPeriod. */
  readonly reset: ResetPeriod
  /** Without PriorityFlags=NO_NORMAL_QOS: the QOS factor is divided by the highest priority of any QOS. */
  readonly normalQos: boolean
  /** Without PriorityFlags=NO_NORMAL_PART: likewise of the partitions. */
  readonly normalPartition: boolean
  /** Without PriorityFlags=NO_NORMAL_ASSOC: likewise of associations. */
  readonly normalAssoc: boolean
  /** Without PriorityFlags=NO_NORMAL_TRES: resources count as parts of what the partition has. */
  readonly normalTres: boolean
}

const DAY = 86_400

/** As where slurm.conf says nothing; all jobs have the same priority. */
export const SLURM_DEFAULTS: PrioritySettings = {
  age: 0,
  assoc: 0,
  fairshare: 0,
  size: 0,
  partition: 0,
  qos: 0,
  maxAge: 7 * DAY,
  halfLife: 7 * DAY,
  period: 300,
  favorSmall: false,
  relativeToTime: false,
  fairTree: true,
  dampening: 1,
  reset: 'none',
  normalQos: true,
  normalPartition: true,
  normalAssoc: true,
  normalTres: true,
}

/** Weights are unsigned numbers of 32 bits, and so are priorities. */
export const LARGEST_WEIGHT = 4_294_967_295
/** FairShareDampeningFactor and the priorities of partitions are unsigned numbers of 16 bits. */
export const LARGEST_SHORT = 65_535
/** Times without a limit: Slurm holds −1 minutes as seconds of 32 bits. */
export const FOREVER = 2 ** 32 - 60
/** The shortest half-life and period that Slurm's whole minutes can say, in seconds. */
export const SHORTEST_HALF_LIFE = 60
