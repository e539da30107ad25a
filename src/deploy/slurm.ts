/** Orders as settings of slurm.conf, and user groups as qualities of service. */
import { FOREVER, type PrioritySettings } from '../trace/slurm-conf/index.js'
import { type Exported, refused, TUNING } from './exported.js'
import type { JobForm, OrderForm } from './order-form.js'
import { includeNotes, settingsFiles } from './slurm-conf.js'
import { groupFiles, type UserGroups } from './slurm-groups.js'
import { type SlurmWeights, slurmWeights, weighed } from './slurm-weights.js'

export interface SlurmFacts {
  readonly processors: number
  /** slurm.conf as it is; null where it is not at hand. */
  readonly conf: string | null
  /** For orders that ask for the user group; absent where nobody knows. */
  readonly groups?: UserGroups
}

/** @throws QueuewrightError `not-exportable` where no weights say this, whoever is in which group */
export function requireWeights(form: OrderForm): asserts form is JobForm {
  if (form.kind === 'rank') throw refused("weights of Slurm's", form.because, TUNING)
  weighed(form)
}

/** @throws QueuewrightError `not-exportable` */
export function slurmSettings(
  form: OrderForm,
  { processors, conf, groups = new Map() }: SlurmFacts,
): Exported {
  requireWeights(form)
  return exportedWeights(slurmWeights(form, processors, [...groups.keys()]), conf, groups)
}

/** Settings that a policy goes by already, such as those that a search has found. */
export function multifactorFiles(settings: PrioritySettings, conf: string | null): Exported {
  const kept = inWholeMinutes(settings)
  const changed = TIMES.filter((name) => kept[name] !== settings[name])
  const notes = changed.map(
    (name) => `Slurm has times in whole minutes: ${name} is ${kept[name]} s there, and not ${settings[name]}`,
  )
  const exact = changed.length === 0
  return exportedWeights({ settings: kept, groups: new Map(), exact, notes }, conf, new Map())
}

const TIMES = ['period', 'maxAge', 'halfLife'] as const

/** Times as slurm.conf(5) has them: rounded up to minutes, and priorities anew each minute at most. */
function inWholeMinutes(settings: PrioritySettings): PrioritySettings {
  const rounded = (seconds: number) => (seconds === FOREVER ? seconds : Math.ceil(seconds / 60) * 60)
  const { period, maxAge, halfLife } = settings
  return { ...settings, period: rounded(period), maxAge: rounded(maxAge), halfLife: rounded(halfLife) }
}

function exportedWeights(
  { settings, groups: priorities, exact, notes }: SlurmWeights,
  conf: string | null,
  groups: UserGroups,
): Exported {
  return {
    target: 'slurm',
    files: [...settingsFiles(settings, conf), ...groupFiles(priorities, groups)],
    // Its parameters are those of the files, by which it is simulated.
    order: 'multifactor',
    exact,
    notes: [...notes, ...includeNotes(conf), ...(priorities.size === 0 ? [] : GROUP_NOTES)],
  }
}

const GROUP_NOTES = [
  'no other quality of service may have a priority above those of the groups: sacctmgr show qos format=name,priority',
  'users without a group keep the quality of service that they have: they go with the last group, or after it',
  'jobs that wait already, or that name a quality of service of their own, keep theirs',
]
