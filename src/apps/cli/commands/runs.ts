/** `qw runs`: the runs in some folders. */
import { QueuewrightError } from '../../../core/errors.js'
import { numbers, words } from '../../../core/exhibit.js'
import { formatRoughSeconds, NO_VALUE } from '../../../core/format.js'
import { RUNS_FOLDER } from '../../../lab/runs/folder.js'
import { progressOf } from '../../../lab/runs/shown.js'
import { textTable } from '../../../report/terminal/table.js'
import { listRuns, type RunSummary } from '../../../runtime/runs/index.js'
import type { Terminal } from '../terminal.js'

export async function runsCommand(
  folders: readonly string[],
  options: { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const runs: RunSummary[] = []
  for (const folder of folders.length === 0 ? [RUNS_FOLDER] : folders) {
    const found = await listRuns(folder)
    if (found !== null) runs.push(...found)
    // Nothing was asked for by name, and there are no runs yet.
    else if (folders.length > 0) {
      throw new QueuewrightError('input-unreadable', 'no such folder', {
        file: folder,
        remedy: 'Check the name',
      })
    }
  }
  if (options.json) {
    terminal.print(JSON.stringify(runs, null, 2))
    return
  }
  if (runs.length === 0) {
    terminal.print(`no runs in ${(folders.length === 0 ? [RUNS_FOLDER] : folders).join(', ')}`)
    return
  }
  const now = Date.now()
  const rows = runs.map((run) => [
    run.folder,
    run.kind ?? NO_VALUE,
    run.state,
    progressOf(run),
    run.progress?.note ?? '',
    ageOf(run, now),
  ])
  const columns = [
    ...words('run', 'kind', 'state'),
    ...numbers('progress'),
    ...words(''),
    ...numbers('begun'),
  ]
  terminal.print(textTable(columns, rows, terminal.style))
  for (const { folder, damage } of runs) if (damage !== null) terminal.note(`${folder}: ${damage}`)
}

function ageOf({ started }: RunSummary, now: number): string {
  if (started === null) return NO_VALUE
  return `${formatRoughSeconds(Math.max(0, (now - Date.parse(started)) / 1000))} ago`
}
