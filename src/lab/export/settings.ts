/** Settings of an export: for whom, and where to. */
import { choice, headed, optional, setting, whole, written } from '../../core/settings/index.js'
import type { Target } from '../../deploy/index.js'
import { FURTHER } from '../experiments/experiment-settings.js'

export const EXPORTING = {
  ...headed('Export:', {
    to: setting(
      choice({
        slurm: 'weights of multifactor, as a change of slurm.conf',
        openpbs: 'job_sort_formula',
        lua: "a site factor that Slurm's job_submit.lua sets",
      } satisfies Readonly<Record<Target, string>>),
      { meaning: 'what it is for', usual: 'slurm' },
    ),
    fit: setting(optional(whole(1, 1_000_000)), {
      meaning:
        "of --to slurm, where the order is none of Slurm's weights: search those that do best by --objective, with so many candidates",
      usual: null,
    }),
    out: setting(written('a folder', { shown: 'folder' }), {
      meaning: 'where the files are written',
      usual: 'queuewright-export',
    }),
  }),
  ...FURTHER,
}
