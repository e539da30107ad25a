/** Settings of an export: for whom, and where to. */
import { choice, headed, setting, written } from '../core/settings/index.js'
import type { Target } from '../deploy/index.js'

export const EXPORTING = headed('Export:', {
  to: setting(
    choice({
      slurm: 'weights of multifactor, as a change of slurm.conf',
      openpbs: 'job_sort_formula',
      lua: "a site factor that Slurm's job_submit.lua sets",
    } satisfies Readonly<Record<Target, string>>),
    { meaning: 'what it is for', usual: 'slurm' },
  ),
  out: setting(written('a folder', { shown: 'folder' }), {
    meaning: 'where the files are written',
    usual: 'queuewright-export',
  }),
})
