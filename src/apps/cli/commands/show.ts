/** `qw show`: one run, also while it is under way. */
import { exhibit, facts, figure, type Picture, section } from '../../../core/exhibit.js'
import { plural } from '../../../core/format.js'
import { inspectRun, type RunSummary, readRun } from '../../../runtime/runs/index.js'
import { requireInvestigation } from '../../../study/investigations.js'
import { usage } from '../options.js'
import { type PictureKind, pictureKind, writePicture } from '../picture.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'
import { progressOf } from './runs.js'

export interface ShowOptions {
  readonly plot?: string
  readonly json?: true
}

export async function showCommand(folder: string, options: ShowOptions, terminal: Terminal): Promise<void> {
  const picture: PictureKind | null = options.plot === undefined ? null : pictureKind(options.plot, '--plot')
  const { manifest, steps, damage } = await readRun(folder)
  const summary = await inspectRun(folder)
  if (summary === null) throw new TypeError('a run that was read is there')
  const kind = requireInvestigation(manifest.kind)
  const asked = kind.facts(manifest.spec)
  const objective = kind.converging(manifest.spec)
  const points = kind.convergence(steps)
  const converging = async (): Promise<Picture | null> => {
    const { convergencePlot } = await import('../../../report/plots/convergence.js')
    if (objective === null) return null
    return convergencePlot({ label: `${manifest.name}: convergence`, objective, points })
  }
  if (options.plot !== undefined && picture !== null) {
    const drawn = await converging()
    if (drawn === null)
      throw usage('--plot', options.plot, `a run in which something converges, not ${manifest.kind}`)
    await writePicture(options.plot, picture, drawn, terminal)
  }
  if (damage !== null) terminal.note(`${damage}; qw resume ${folder} --rewind goes back before that`)
  const exhibitOf = async () => {
    const plot = points.length === 0 ? null : await converging()
    const data = ['data', manifest.data.map(({ name }) => name).join(', ')] as const
    return exhibit(`${manifest.name} (${folder})`, '', [
      section('The run', facts([...asked, ...factsOf(summary), data])),
      ...(plot === null ? [] : [section('Convergence', figure(plot, 'Best so far, and each generation.'))]),
    ])
  }
  await printResult(terminal, options, exhibitOf, () => ({
    ...summary,
    data: manifest.data,
    asked: Object.fromEntries(asked),
    converging: objective,
    convergence: points,
  }))
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
