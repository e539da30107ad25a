/**
 * Files beside a run's folder, by the kind of what was investigated: those that `--report` and its like named when the run was
 * begun, written by whoever brings it to its end.
 */
import type { Found } from '../../evaluation/investigation.js'
import { OWED_OPTIONS, type Owed } from '../../lab/runs/owed.js'
import { LEARN } from '../../learn/index.js'
import { settleOwed } from '../../runtime/runs/index.js'
import { ADVISE } from '../../study/advise/index.js'
import type { MulticlusterFound } from '../../study/multicluster/found.js'
import { MULTICLUSTER_COMPARISON } from '../../study/multicluster/investigation.js'
import { writeExhibit } from './printed.js'
import type { Terminal } from './terminal.js'

type Writer = (folder: string, found: Found, owed: Owed, terminal: Terminal) => Promise<void>

const WRITERS: Readonly<Record<string, Writer>> = {
  [ADVISE.kind]: async (folder, _, { files: { report } }) => {
    const { adviceIn } = await import('./commands/advise.js')
    if (report !== undefined) await writeExhibit(report, (await adviceIn(folder)).page)
  },
  [LEARN.kind]: async (folder, _, { files: { report } }) => {
    const { foundIn } = await import('./found-strategy.js')
    if (report !== undefined) await writeExhibit(report, (await foundIn(folder)).page)
  },
  [MULTICLUSTER_COMPARISON.kind]: async (_, found, { files, command = '' }, terminal) => {
    const { clusterExhibit, writeClusterFiles } = await import('./commands/multicluster.js')
    await writeClusterFiles(found as MulticlusterFound, files, terminal)
    if (files.report !== undefined)
      await writeExhibit(files.report, await clusterExhibit(found as MulticlusterFound, command))
  },
}

/** Writes what a run that was gone on with owes. @returns the files */
export async function writeOwed(
  folder: string,
  found: Found,
  owed: Owed,
  terminal: Terminal,
): Promise<readonly string[]> {
  await WRITERS[owed.kind]?.(folder, found, owed, terminal)
  await settleOwed(folder)
  return OWED_OPTIONS.flatMap((option) => owed.files[option] ?? [])
}
