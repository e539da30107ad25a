/** Settings that are declared, by the command that takes them: what `qw settings` lists, and what forms and documents are made of. */
import type { Declarations } from '../../core/settings/index.js'
import { SCENARIO_SETTINGS } from '../../evaluation/scenarios/scenario-settings.js'
import { FRONT_SEARCH } from '../../front/settings.js'
import { askable, goalOf, LEARNERS_BY_FAMILY, learningOf, methodOf } from '../../learn/index.js'
import { SCORE_FIT, SCORE_RANKING, SCORE_TRIALS } from '../../learn/score/settings.js'
import { READING, SACCT, SLURM_FILES } from '../../trace/index.js'
import { APPLYING, BETA_FIT } from '../../workload/estimates/settings.js'
import { MODEL_FIT, MODEL_GENERATION } from '../../workload/model/settings.js'
import { SCALING } from '../../workload/scale.js'
import { SESSIONS } from '../../workload/sessions/settings.js'
import { LOAD_CHANGE, MERGING, SHIFT, SPLITTING, THINNING } from '../../workload/transform/index.js'
import {
  BOUNDING,
  COMPARING,
  EVALUATING,
  EXPERIMENT,
  SHOWN,
  SIMULATING,
  SITE,
} from '../experiments/experiment-settings.js'
import { WHY } from '../explain/why.js'
import { EXPORTING } from '../export/settings.js'
import { ADVISING } from '../investigations/advise-settings.js'
import { REPRODUCING } from '../investigations/reproduce-settings.js'
import { TUNE } from '../investigations/tune.js'
import { PREDICTING, RESETTING, SHADOW_REPORT, SHADOWING, STEERING } from '../live/settings.js'
import { LUBLIN_LOG } from '../logs/generate.js'
import { SCALE_SEARCH } from '../logs/scale-settings.js'
import { OWN_POLICIES, PREFERRING } from '../preference/settings.js'
import { ENGINE, RUN, WORKER } from '../runs/engine-settings.js'
import { GRID_LAB_SETTINGS } from '../sites/grid-settings.js'
import { LEARN_MARKET_SETTINGS } from '../sites/learn-market.js'
import { MARKET_LAB_SETTINGS } from '../sites/market-settings.js'
import { MULTICLUSTER_LAB_SETTINGS } from '../sites/multicluster-settings.js'

export interface DeclaredSettings {
  /** Words of the command, without `qw`; or what several commands share. */
  readonly command: string
  /** Whose settings they are, where several commands share them. */
  readonly of?: string
  readonly declarations: Declarations
}

/** Whose settings they are, as headings say it. */
export function headingOf({ command, of }: DeclaredSettings): string {
  return of === undefined ? `qw ${command}` : `${command}: ${of}`
}

export const DECLARED: readonly DeclaredSettings[] = [
  ...LEARNERS_BY_FAMILY.map(([family, kinds]) => ({
    command: `learn ${family.about === null ? kinds.map(methodOf).join('|') : family.name}`,
    declarations: { ...goalOf(family), ...learningOf(family) },
  })),
  ...LEARNERS_BY_FAMILY.flatMap(([{ name, about }, kinds]) =>
    kinds.map((kind) => ({
      command: about === null ? `learn ${methodOf(kind)}` : `learn ${name} --method ${methodOf(kind)}`,
      declarations: askable(kind),
    })),
  ),
  { command: 'tune', declarations: TUNE },
  { command: 'export-policy', declarations: EXPORTING },
  { command: 'live shadow', declarations: SHADOWING },
  { command: 'live report', declarations: SHADOW_REPORT },
  { command: 'live predict', declarations: PREDICTING },
  { command: 'live steer', declarations: STEERING },
  { command: 'live reset', declarations: RESETTING },
  { command: 'log', of: 'every command that reads a log', declarations: READING },
  {
    command: 'scenario',
    of: 'simulate, compare, evaluate, learn, tune, front',
    declarations: { ...SITE, ...SCENARIO_SETTINGS, ...SLURM_FILES },
  },
  {
    command: 'run',
    of: 'every command that does a run; --run where it begins one',
    declarations: { ...RUN, ...ENGINE },
  },
  { command: 'worker', declarations: WORKER },
  { command: 'simulate', declarations: { ...SIMULATING, ...EXPERIMENT } },
  { command: 'compare', declarations: { ...COMPARING, ...SHOWN, ...EXPERIMENT } },
  { command: 'why', declarations: { ...SIMULATING, ...WHY } },
  { command: 'bounds', declarations: BOUNDING },
  { command: 'evaluate', declarations: EVALUATING },
  { command: 'front', declarations: FRONT_SEARCH },
  { command: 'prefer', declarations: { ...PREFERRING, ...OWN_POLICIES } },
  { command: 'advise', declarations: ADVISING },
  { command: 'scores trials', declarations: SCORE_TRIALS },
  { command: 'scores fit', declarations: SCORE_FIT },
  { command: 'scores rank', declarations: SCORE_RANKING },
  { command: 'sessions', declarations: SESSIONS },
  { command: 'estimates fit', declarations: BETA_FIT },
  { command: 'estimates apply', declarations: APPLYING },
  { command: 'model fit', declarations: MODEL_FIT },
  { command: 'generate lublin', declarations: LUBLIN_LOG },
  { command: 'generate model', declarations: MODEL_GENERATION },
  { command: 'import sacct', declarations: SACCT },
  { command: 'split', declarations: SPLITTING },
  { command: 'scale', declarations: { ...SCALING, ...SCALE_SEARCH } },
  { command: 'reproduce', declarations: REPRODUCING },
  { command: 'merge', declarations: MERGING },
  { command: 'shift', declarations: SHIFT },
  { command: 'thin', declarations: THINNING },
  { command: 'load', declarations: LOAD_CHANGE },
  { command: 'grid', declarations: GRID_LAB_SETTINGS },
  { command: 'market', declarations: MARKET_LAB_SETTINGS },
  { command: 'multicluster', declarations: MULTICLUSTER_LAB_SETTINGS },
  { command: 'learn market', declarations: LEARN_MARKET_SETTINGS },
]
