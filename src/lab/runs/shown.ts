/** A run as it is shown, also while it is under way: what was asked, how far it has come, what converges. */
import { type Exhibit, exhibit, facts, figure, type Picture, section } from '../../core/exhibit.js'
import { formatCount, NO_VALUE, plural } from '../../core/format.js'
import type { ConvergenceObjective, ConvergencePoint } from '../../evaluation/searches/convergence.js'
import { convergencePlot } from '../../report/plots/convergence.js'
import { inspectRun, type RunSummary, readRun } from '../../runtime/runs/index.js'
import { requireInvestigation } from '../../study/investigations.js'

export interface LookedAtRun {
  readonly summary: RunSummary
  readonly name: string
  readonly kind: string
  readonly data: readonly { readonly name: string; readonly digest: string }[]
  /** The question, in words: label and value. */
  readonly asked: readonly (readonly [label: string, value: string])[]
  /** Null where nothing converges. */
  readonly objective: ConvergenceObjective | null
  readonly points: readonly ConvergencePoint[]
  /** The damage of the journal, one sentence. */
  readonly damage: string | null
}

/** @throws QueuewrightError `run-damaged` where the folder is no run that can be read */
export async function lookAtRun(folder: string): Promise<LookedAtRun> {
  const { manifest, steps, damage } = await readRun(folder)
  const summary = await inspectRun(folder)
  if (summary === null) throw new TypeError('a run that was read is there')
  const { name, data, spec } = manifest
  const kind = requireInvestigation(manifest.kind)
  return {
    ...{ summary, name, kind: manifest.kind, data, damage },
    asked: kind.facts(spec),
    objective: kind.converging(spec),
    points: kind.convergence(steps),
  }
}

/** Null where nothing converges. */
export function convergenceOf({ name, objective, points }: LookedAtRun): Picture | null {
  return objective === null ? null : convergencePlot({ label: `${name}: convergence`, objective, points })
}

export async function runPage(folder: string): Promise<Exhibit> {
  return shownRun(await lookAtRun(folder))
}

export function shownRun(run: LookedAtRun): Exhibit {
  const { name, summary, asked, data, points } = run
  const plot = points.length === 0 ? null : convergenceOf(run)
  const read = ['data', data.map((each) => each.name).join(', ')] as const
  return exhibit(`${name} (${summary.folder})`, '', [
    section('The run', facts([...asked, ...factsOf(summary), read])),
    ...(plot === null ? [] : [section('Convergence', figure(plot, 'Best so far, and each generation.'))]),
  ])
}

/** `120/400`, or what is done where the end is not known. */
export function progressOf({ progress }: Pick<RunSummary, 'progress'>): string {
  if (progress === null) return NO_VALUE
  const done = formatCount(progress.done)
  return progress.total === null ? done : `${done}/${formatCount(progress.total)}`
}

function factsOf(run: RunSummary): readonly (readonly [string, string])[] {
  const { state, holder, progress, batches, evaluations, started, changed, versions, artefacts } = run
  const by = holder === null ? '' : `, by process ${holder.pid} on ${holder.host}`
  const note = progress?.note ? `, ${progress.note}` : ''
  return [
    ['state', `${state}${by}`],
    ['progress', `${progressOf(run)}${note}`],
    ['done', `${plural(evaluations, 'evaluation')} in ${plural(batches, 'batch', 'batches')}`],
    ...(started === null ? [] : [['begun', started] as const]),
    ...(changed === null ? [] : [['last batch', changed] as const]),
    [
      'made by',
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ],
    ...(artefacts.length === 0 ? [] : [['files', artefacts.join(', ')] as const]),
  ]
}
