/** `qw import site`: a site of Slurm as a document. */
import { writtenSite } from '../../../lab/inputs/slurm-site.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import type { Terminal } from '../terminal.js'

export async function importSiteCommand(
  files: readonly string[],
  { out }: { readonly out: string },
  terminal: Terminal,
): Promise<void> {
  const { text, facts, notices } = await writtenSite(files, out)
  for (const notice of notices) terminal.note(notice)
  await writeOutput(out, [text])
  if (out !== STANDARD_STREAM) terminal.print(`${out}: ${facts}`)
}
