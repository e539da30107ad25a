/** `qw export`: what a run has done, batch by batch, for other programs. */
import { plural } from '../../../core/format.js'
import { exportRun } from '../../../lab/runs/exported.js'
import type { Terminal } from '../terminal.js'

export async function exportCommand(
  folder: string,
  { out }: { readonly out: string },
  terminal: Terminal,
): Promise<void> {
  for (const { file, batches } of await exportRun(folder, out, terminal)) {
    terminal.print(batches === null ? file : `${file}: ${plural(batches, 'batch', 'batches')}`)
  }
}
