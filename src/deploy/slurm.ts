/** Orders as settings of slurm.conf. */
import type { PrioritySettings } from '../trace/slurm-conf/index.js'
import { type Exported, refused, TUNING } from './exported.js'
import type { OrderForm } from './order-form.js'
import { settingsFiles } from './slurm-conf.js'
import { type SlurmWeights, slurmWeights } from './slurm-weights.js'

export interface SlurmFacts {
  readonly processors: number
  /** slurm.conf as it is; null where it is not at hand. */
  readonly conf: string | null
}

/** @throws QueuewrightError `not-exportable` */
export function slurmSettings(form: OrderForm, { processors, conf }: SlurmFacts): Exported {
  if (form.kind === 'rank') throw refused("weights of Slurm's", form.because, TUNING)
  return exportedWeights(slurmWeights(form, processors), conf)
}

/** Settings that a policy goes by already, such as those that a search has found. */
export function multifactorFiles(settings: PrioritySettings, conf: string | null): Exported {
  return exportedWeights({ settings, exact: true, notes: [] }, conf)
}

function exportedWeights({ settings, exact, notes }: SlurmWeights, conf: string | null): Exported {
  return {
    target: 'slurm',
    files: settingsFiles(settings, conf),
    // Its parameters are those of the files, by which it is simulated.
    order: 'multifactor',
    exact,
    notes,
  }
}
