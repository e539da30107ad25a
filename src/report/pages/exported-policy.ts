/** A policy as files for a batch system, with what is lost on the way. */
import { code, type Exhibit, exhibit, numbers, section, sentences, table, words } from '../../core/exhibit.js'
import { formatChange, formatCount, formatValue, plural } from '../../core/format.js'
import type { Target } from '../../deploy/index.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'

export interface ExportedPolicyReport {
  readonly name: string
  readonly policy: string
  readonly target: Target
  /** Whether any two jobs have the order that was asked for, by its form. */
  readonly exact: boolean
  /** Null where the order is said as it is; else weights that were searched for an objective, by a run in a folder. */
  readonly fitted: { readonly objective: string; readonly candidates: number; readonly run: string } | null
  readonly notes: readonly string[]
  readonly files: readonly { readonly path: string; readonly purpose: string }[]
  /** Null where no log was named. */
  readonly effect: {
    readonly trace: string
    readonly jobs: number
    /** Jobs that start at another second. */
    readonly moved: number
    readonly objectives: readonly ObjectiveInfo[]
    /** The outcomes of the policy, and of what the files say. */
    readonly outcomes: readonly {
      readonly policy: string
      readonly objectives: Readonly<Record<string, number | null>>
    }[]
  } | null
}

const SHOWN = ['UTIL', 'AWRT', 'AVEbsld', 'meanWait', 'p95Wait', 'maxWait']
const TARGETS = { slurm: "weights of Slurm's", openpbs: 'a formula of OpenPBS', lua: 'site factors of Slurm' }

export function exportedPolicyPage(report: ExportedPolicyReport): Exhibit {
  const { name, target, notes, files, effect } = report
  return exhibit(`${name} as ${TARGETS[target]}`, verdict(report), [
    section(
      'Files',
      table(
        'What was written',
        words('file', 'what it is for'),
        files.map(({ path, purpose }) => [code(path), purpose]),
      ),
    ),
    ...(effect === null ? [] : [effectSection(effect)]),
    section('To know before', sentences(notes)),
  ])
}

function verdict(report: ExportedPolicyReport): string {
  const { effect } = report
  const form = formOf(report)
  if (effect === null) return `${form}. Name a log to see what it makes of that.`
  const { jobs, moved, trace } = effect
  const starts =
    moved === 0
      ? `every one of ${plural(jobs, 'job')} starts at the same second`
      : `${formatCount(moved)} of ${plural(jobs, 'job')} start at another second`
  return `${form}. On ${trace}, simulated from the files, ${starts}.`
}

function formOf({ exact, fitted }: ExportedPolicyReport): string {
  if (fitted === null)
    return exact
      ? 'The order is the same for any two jobs'
      : 'The order is the same but for what stands below'
  const { objective, candidates, run } = fitted
  return `These weights are another order, the best by ${objective} of ${plural(candidates, 'candidate')} under Slurm's own schedulers (the run ${run})`
}

function effectSection({ objectives, outcomes }: NonNullable<ExportedPolicyReport['effect']>) {
  const [wanted, got] = outcomes
  const rows = objectives
    .filter(({ name }) => SHOWN.includes(name))
    .map(({ name, unit }) => {
      const [before, after] = [wanted.objectives[name], got.objectives[name]]
      const change = relativeChange(after, before)
      return [
        name,
        formatValue(before, unit),
        formatValue(after, unit),
        change === null ? '' : formatChange(change),
      ]
    })
  return section(
    'What it makes of that',
    table('Objectives', [...words('objective'), ...numbers(wanted.policy, got.policy, 'change')], rows),
  )
}
