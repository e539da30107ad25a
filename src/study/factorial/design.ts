/** A study as its file asks for it: axes, and what to make of their product. Plain data; nothing is loaded yet. */
import type { Given } from '../../core/settings/index.js'
import type { Feedback } from '../../evaluation/scenarios/feedback.js'
import type { GridCase } from '../../evaluation/scenarios/grid-case.js'
import type { CLUSTER_ARRIVALS, SeveralPolicy } from '../../evaluation/several.js'
import type { Preference } from '../../preference/index.js'
import type { Margin, Trimming } from '../../sim/breakdown.js'
import type { SiteDocument } from '../../sim/facility/index.js'
import type { Preparation } from '../../sim/prepare.js'
import type { Semantics } from '../../sim/semantics.js'
import type { Arrivals, Clusters, WrittenDomain, WrittenPlace, WrittenSite } from '../../sites/index.js'
import type { ReadingGiven, SLURM_FILES } from '../../trace/index.js'
import type { DemoOptions } from '../../workload/demo.js'
import type { LublinOptions } from '../../workload/lublin/index.js'

export interface StudyDesign {
  readonly name: string
  readonly traces: readonly TraceSource[]
  readonly windows: readonly WindowRule[]
  readonly machines: readonly MachineRule[]
  /** As written; of several machines what tables call them. */
  readonly policies: readonly string[]
  /** Names of some of them in tables; absent where the file gives none. */
  readonly named?: PolicyNames
  /** The policies' ways of sharing several machines; absent where machines are single ones. */
  readonly ways?: readonly SeveralPolicy[]
  /** See estimate-source.ts. */
  readonly estimates: readonly string[]
  readonly rules: readonly RuleSet[]
  /** The class of jobs that are judged, as `size <= 8`; all are simulated. Absent: all jobs. */
  readonly judge?: string
  /** Names, formulas, and of preferences first `@FILE`, then their labels. */
  readonly objectives: readonly string[]
  /** Those that labels stand for; none where absent. */
  readonly preferences?: readonly Preference[]
  /** One of the policies. */
  readonly baseline: string
  /** Whether the file names it. */
  readonly baselineNamed: boolean
  readonly seed: number
  /** Seeds by each of which the draws for the jobs of a window are made; `seed` is the first. */
  readonly seeds: readonly number[]
  readonly split: Split | null
  readonly output: readonly OutputKind[]
}

/** The names of policies in tables, by their texts; others are called as `policyName` says. */
export type PolicyNames = Readonly<Record<string, string>>

/** A policy as a study file says it. */
export interface StudyPolicy {
  readonly text: string
  /** The way of sharing several machines, and their kind; null of a single machine. */
  readonly way: { readonly of: SeveralRule['of']; readonly policy: SeveralPolicy } | null
  /** As the file calls it in tables; null: as `policyName` says. */
  readonly name: string | null
}

export const OUTPUT_KINDS = ['csv', 'json', 'parquet', 'html', 'md', 'tex', 'svg', 'pdf'] as const
export type OutputKind = (typeof OUTPUT_KINDS)[number]

export interface TraceSource {
  /** Null: as the log itself is called. */
  readonly name: string | null
  /** The line of the study file, for messages. */
  readonly line: number
  readonly from:
    | { readonly kind: 'log'; readonly path: string }
    | { readonly kind: 'demo'; readonly options: DemoOptions }
    | { readonly kind: 'lublin'; readonly options: LublinOptions }
  readonly reading: ReadingGiven
  /** Files that say how the site's Slurm is configured. */
  readonly site: Given<typeof SLURM_FILES>
}

/** Which stretches of a trace are simulated, each on an empty machine (windows.ts). */
export type WindowRule = { readonly kind: 'whole'; readonly trimming: Trimming } | CutRule

export interface CutRule {
  readonly kind: 'consecutive' | 'random' | 'starts'
  /** As written, which is a part of the windows' names. */
  readonly text: string
  readonly length: Exclude<Margin, { readonly percent: number }>
  /** Windows at most; null: as many as there are. */
  readonly count: number | null
  /** The numbers of `starts`: those of the windows' first jobs, 1 the trace's first. */
  readonly starts: readonly number[]
  readonly trimming: Trimming
}

export type MachineRule = SingleRule | SeveralRule

export type SingleRule =
  | { readonly kind: 'own' }
  /** The log as it is, on so many processors. */
  | { readonly kind: 'size'; readonly processors: number }
  /** The machine of a site's document; null where its file is not read yet. */
  | { readonly kind: 'site'; readonly from: string; readonly document: SiteDocument | null }
  /** The log scaled to so many processors (workload/scale.ts). */
  | { readonly kind: 'scale'; readonly to: number; readonly factor: number | null; readonly copied: number }

/** Several machines in place of one. */
export interface SeveralRule {
  readonly kind: 'several'
  readonly label: string
  readonly of: 'sites' | 'clusters'
  /** As written: the name of a published grid, sizes, or a file; of clusters `paper`, or a file. */
  readonly from: string
  readonly arrivals: Arrivals | (typeof CLUSTER_ARRIVALS)[number]
  /** Rules of sites. */
  readonly parts: GridCase['parts']
  /** Null where a file says it that is not read yet. */
  readonly content: SeveralContent | null
}

/** The content of a file of several machines. */
export type SeveralContent =
  | { readonly kind: 'sites'; readonly sites: readonly WrittenSite[] }
  | {
      readonly kind: 'domains'
      readonly domains: readonly WrittenDomain[]
      readonly functionsAt?: readonly (WrittenPlace | null)[]
    }
  | { readonly kind: 'clusters'; readonly system: Clusters }

/** Rules under a name; JSON, so that an unlimited sight is null. */
export interface RuleSet {
  readonly name: string
  readonly rules: Omit<Semantics, 'sight'> & { readonly sight: number | null }
  readonly overrun: Preparation['overrun']
  readonly oversize: Preparation['oversize']
  /** By what jobs are submitted when others have ended; absent: all at their recorded instants. */
  readonly feedback?: Feedback
}

export type Split =
  /** The first `train` of each trace's span, 0 to 1, trains; the rest tests. */
  | { readonly by: 'time'; readonly train: number; readonly choose: readonly string[] }
  /** Each trace tests what was chosen on all others. */
  | { readonly by: 'trace'; readonly choose: readonly string[] }

export function machineLabel(machine: MachineRule): string {
  if (machine.kind === 'own') return 'own'
  if (machine.kind === 'size') return String(machine.processors)
  if (machine.kind === 'several') return machine.label
  if (machine.kind === 'site') return `site ${machine.from}`
  const { to, factor, copied } = machine
  const by = [
    ...(factor === null ? [] : [`factor ${factor}`]),
    ...(copied === 50 ? [] : [`copied ${copied} %`]),
  ]
  return `scaled to ${to}${by.length > 0 ? ` (${by.join(', ')})` : ''}`
}
