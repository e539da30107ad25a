/** Settings that are declared, by the command that takes them: what `qw settings` lists, and what forms and documents are made of. */
import type { Declarations } from '../core/settings/index.js'
import { askable, LEARNERS_BY_FAMILY, methodOf } from '../learn/index.js'
import { TEMPLATE } from '../learn/template/template.js'
import { SACCT } from '../trace/index.js'
import { APPLYING, BETA_FIT } from '../workload/estimates/settings.js'
import { MODEL_FIT, MODEL_GENERATION } from '../workload/model/settings.js'
import { SCALING } from '../workload/scale.js'
import { SESSIONS } from '../workload/sessions/settings.js'
import { LOAD_CHANGE, MERGING, SHIFT, SPLITTING, THINNING } from '../workload/transform/index.js'
import { LUBLIN_LOG } from './generate.js'
import { GRID_LAB_SETTINGS } from './grid-settings.js'
import { MARKET_LAB_SETTINGS } from './market-settings.js'

export interface DeclaredSettings {
  /** Words of the command, without `qw`. */
  readonly command: string
  readonly declarations: Declarations
}

export const DECLARED: readonly DeclaredSettings[] = [
  ...LEARNERS_BY_FAMILY.flatMap(([{ name, about }, kinds]) =>
    kinds.map((kind) => ({
      command: about === null ? `learn ${methodOf(kind)}` : `learn ${name} --method ${methodOf(kind)}`,
      declarations: askable(kind),
    })),
  ),
  { command: 'tune', declarations: TEMPLATE.settings },
  { command: 'sessions', declarations: SESSIONS },
  { command: 'estimates fit', declarations: BETA_FIT },
  { command: 'estimates apply', declarations: APPLYING },
  { command: 'model fit', declarations: MODEL_FIT },
  { command: 'generate lublin', declarations: LUBLIN_LOG },
  { command: 'generate model', declarations: MODEL_GENERATION },
  { command: 'import sacct', declarations: SACCT },
  { command: 'split', declarations: SPLITTING },
  { command: 'scale', declarations: SCALING },
  { command: 'merge', declarations: MERGING },
  { command: 'shift', declarations: SHIFT },
  { command: 'thin', declarations: THINNING },
  { command: 'load', declarations: LOAD_CHANGE },
  { command: 'grid', declarations: GRID_LAB_SETTINGS },
  { command: 'market', declarations: MARKET_LAB_SETTINGS },
]
