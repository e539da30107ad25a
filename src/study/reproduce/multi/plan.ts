/** The plan of `multi`: the workloads of every figure and table, by the algorithms that it shows. */
import { settled } from '../../../core/settings/index.js'
import {
  CLUSTER_ALGORITHMS,
  type ClusterAlgorithm,
  clusterSystem,
  PLAN_SETTINGS,
  type PlanSettings,
  PUBLISHED_CLUSTERS,
} from '../../../sites/index.js'
import { cleanTrace } from '../../../trace/clean.js'
import type { Trace } from '../../../trace/trace.js'
import { type ClusterWorkload, multiclusterJson } from '../../multicluster/spec.js'
import { workloadsOf } from '../../multicluster/workloads.js'
import type { PartSpec } from '../composition.js'
import { chosenMethods, type PreparedStudy, type RunStudyOptions } from '../study.js'
import {
  CONVERGENCE_SETTINGS,
  FIGURES,
  type Figure,
  LARGE,
  PROFILE_NAMES,
  PROFILES,
  SETTINGS,
  SMALL,
  WIDE,
} from './tables.js'

export const LOG = 'HPC2N'

/** Names of the parts. */
export const PARTS = {
  small: 'figures 7 and 8',
  large: 'figures 9 and 10',
  profile: (name: string, value: number) => `figures 4 to 6, ${name} ${value}`,
  convergence: (start: string, run: number) => `table 1, ${start} ${run}`,
} as const

/** Workloads of a profile; the paper does not say how many. */
const PROFILED = 5
const PACKET = 20
/** The least patience of hill climbing, at small budgets. */
const LEAST_PATIENCE = 10

/** Generations that a budget allows. */
export function generationsOf(published: number, budget: number): number {
  return Math.max(2, Math.round(published * budget))
}

/** Workloads of the large figures that a budget allows. */
export function largeWorkloadsOf(budget: number): number {
  return Math.min(LARGE.workloads, Math.max(2, Math.round(LARGE.workloads * budget)))
}

/** @throws QueuewrightError `input-empty` for a log without as many jobs */
export function prepareMulti(traces: ReadonlyMap<string, Trace>, options: RunStudyOptions): PreparedStudy {
  const { budget, seed, version } = options
  const raw = traces.get(LOG)
  if (raw === undefined) throw new TypeError(`multi is of ${LOG}`)
  const trace = cleanTrace(raw)
  const nodes = clusterSystem(PUBLISHED_CLUSTERS.clusters, PUBLISHED_CLUSTERS.links).power.length
  const taken = (count: number, jobs: number, leastTasks: number) =>
    workloadsOf(trace, { count, jobs, nodes, arriving: false, seed, leastTasks }).workloads
  const small = taken(SMALL.workloads, SMALL.jobs, WIDE)
  const usual = { ...settled(PLAN_SETTINGS, {}), ...SETTINGS }
  const scaled = (settings: PlanSettings): PlanSettings => ({
    ...settings,
    generations: generationsOf(settings.generations, budget),
    patience: Math.max(LEAST_PATIENCE, Math.round(settings.patience * budget)),
  })
  const part = (
    name: string,
    workloads: readonly ClusterWorkload[],
    algorithms: readonly ClusterAlgorithm[],
    settings: PlanSettings,
    change: { readonly packet?: number; readonly seed?: number } = {},
  ): PartSpec => {
    const planned = { packet: PACKET, seed, ...change }
    const spec = {
      system: PUBLISHED_CLUSTERS,
      workloads,
      algorithms,
      settings,
      ...planned,
      check: true,
      version,
    }
    const weight = Math.max(1, Math.round((settings.population * settings.generations) / planned.packet))
    return { name, kind: 'multicluster', spec: multiclusterJson(spec), weight }
  }
  const { jobs, population, generations, runs } = CONVERGENCE_SETTINGS
  const long = taken(10, jobs, WIDE)
  const parts: Readonly<Record<Figure, () => readonly PartSpec[]>> = {
    'figures-7-8': () => [part(PARTS.small, small, CLUSTER_ALGORITHMS, scaled(usual))],
    'figures-9-10': () => [
      part(PARTS.large, taken(largeWorkloadsOf(budget), LARGE.jobs, 1), CLUSTER_ALGORITHMS, scaled(usual)),
    ],
    'figures-4-6': () =>
      PROFILE_NAMES.flatMap((profile) =>
        PROFILES[profile].map((value) =>
          part(
            PARTS.profile(profile, value),
            small.filter((_, k) => k % (small.length / PROFILED) === 0),
            ['ga-mf'],
            scaled({ ...usual, [profile]: value }),
          ),
        ),
      ),
    'table-1': () =>
      (['random', 'guided'] as const).flatMap((start) =>
        Array.from({ length: runs }, (_, run) =>
          part(
            PARTS.convergence(start, run + 1),
            long,
            ['ga-mf'],
            scaled({ ...usual, start, population, generations }),
            { packet: jobs, seed: seed + run },
          ),
        ),
      ),
  }
  return {
    parts: chosenMethods(FIGURES, options).flatMap((figure) => parts[figure]()),
    datasets: new Map(),
    furtherTotal: 0,
    remarks: REMARKS,
  }
}

const REMARKS: readonly string[] = [
  "The paper's workloads have 90 tasks a job and 15,520 s on average; HPC2N has 6.3 tasks, and no 20 consecutive jobs of it come near: they are a selection that is not described. Ours are consecutive jobs of 64 tasks or more, evenly spread over the log; those of 2,000 jobs are of all widths. Only orders can be compared.",
  'Figures 4 to 10 were pictures whose values do not survive; ours stand alone, beside what the text says.',
  'What the log does not say is drawn: the share of computing from U(0.7, 1), the bandwidth of a task from U(5, 50) Mbit/s.',
]
