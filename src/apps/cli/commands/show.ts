/** `qw show`: one run, also while it is under way. */
import { convergenceOf, lookAtRun, shownRun } from '../../../lab/runs/shown.js'
import { usage } from '../options.js'
import { type PictureKind, pictureKind, writePicture } from '../picture.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface ShowOptions {
  readonly plot?: string
  readonly json?: true
}

export async function showCommand(folder: string, options: ShowOptions, terminal: Terminal): Promise<void> {
  const picture: PictureKind | null = options.plot === undefined ? null : pictureKind(options.plot, '--plot')
  const run = await lookAtRun(folder)
  const { summary, kind, data, asked, objective, points, damage } = run
  if (options.plot !== undefined && picture !== null) {
    const drawn = convergenceOf(run)
    if (drawn === null) {
      throw usage('--plot', options.plot, `a run in which something converges, not ${kind}`)
    }
    await writePicture(options.plot, picture, drawn, terminal)
  }
  if (damage !== null) terminal.note(`${damage}; qw resume ${folder} --rewind goes back before that`)
  await printResult(
    terminal,
    options,
    () => shownRun(run),
    () => ({
      ...{ ...summary, data, asked: Object.fromEntries(asked) },
      ...{ converging: objective, convergence: points },
    }),
  )
}
