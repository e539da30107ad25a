/** The rules of a simulation as settings (docs/semantics.md): a dialect, single rules in place of its own, and how jobs are prepared. */
import {
  choice,
  duration,
  flag,
  type Given,
  headed,
  optional,
  setting,
  settled,
  whole,
  yesOrNo,
} from '../core/settings/index.js'
import { DEFAULT_PREPARATION } from './prepare.js'
import { DEFAULT_SEMANTICS, DIALECTS, type Semantics } from './semantics.js'

/** The fate of jobs that the machine never lets run. */
export const UNFIT = headed('Jobs as simulated:', {
  oversize: setting(choice({ error: '', drop: 'counted', cap: 'to the machine' }, 'rule'), {
    meaning: 'jobs larger than the machine; drop: also those that no limit of the site lets run',
    usual: DEFAULT_PREPARATION.oversize,
  }),
})

export const PREPARING = {
  ...headed('Jobs as simulated:', {
    overrun: setting(choice({ extend: 'the estimate', kill: 'at the estimate', keep: 'both' }, 'rule'), {
      meaning: 'run time above the estimate',
      usual: DEFAULT_PREPARATION.overrun,
    }),
  }),
  ...UNFIT,
}

/** The rule of the dialect, where nobody says another. */
function byDialect<Value>(of: (rules: Semantics) => Value) {
  return {
    usual: ({ dialect }: { readonly dialect: string }) => of(DIALECTS[dialect] ?? DEFAULT_SEMANTICS),
    usually: "the dialect's",
  }
}

const unbounded = (least: number) => whole(least, Number.POSITIVE_INFINITY)

export const SCHEDULING = headed('Rules of scheduling:', {
  dialect: setting(choice(Object.keys(DIALECTS), 'name'), {
    meaning: 'rules of a published study, which the options below change',
    source: 'docs/dialects.md',
    usual: 'default',
  }),
  events: setting(
    choice({ instant: 'all events of an instant, then a pass', single: 'one event, one pass' }, 'rule'),
    { meaning: 'what a pass follows', ...byDialect(({ events }) => events) },
  ),
  freeAtEstimate: setting(yesOrNo(), {
    meaning: 'with single events: jobs estimated to end now count as free at once',
    ...byDialect(({ freeAtEstimate }) => freeAtEstimate),
  }),
  window: setting(optional(unbounded(1)), {
    meaning: 'the scheduler sees only the first so many waiting jobs',
    ...byDialect(({ sight }) => (Number.isFinite(sight) ? sight : null)),
  }),
  commit: setting(flag(), {
    meaning: 'keep the head of the order, once it is chosen, until it runs',
    ...byDialect(({ commit }) => commit),
  }),
  lead: setting(unbounded(0), {
    meaning: 'the first n jobs go before all others, in submit order',
    ...byDialect(({ lead }) => lead),
  }),
  ties: setting(choice(['earliest', 'latest']), {
    meaning: 'which of equal keys goes first',
    ...byDialect(({ ties }) => ties),
  }),
  passInterval: setting(duration(), {
    meaning: 'schedule only at multiples of this time, such as 30s',
    ...byDialect(({ passInterval }) => passInterval),
  }),
  admit: setting(
    choice({ 'shadow-or-spare': '', 'before-shadow': 'strictly, no spare processors' }, 'rule'),
    { meaning: 'what backfilling starts', ...byDialect(({ backfill }) => backfill.admit) },
  ),
  resort: setting(flag(), {
    meaning: 'sort the queue again after each start',
    ...byDialect(({ backfill }) => backfill.resort),
  }),
  compress: setting(
    choice({ queue: 'plan anew at each pass', none: 'keep reservations, improve at completions' }, 'rule'),
    { meaning: 'conservative backfilling', ...byDialect(({ compress }) => compress) },
  ),
})

/** @throws QueuewrightError `usage` for what does not fit */
export function semanticsOf(given: Given<typeof SCHEDULING>): Semantics {
  const { window, admit, resort, ...rules } = settled(SCHEDULING, given)
  const { events, freeAtEstimate, commit, lead, ties, passInterval, compress } = rules
  return {
    ...{
      events,
      freeAtEstimate,
      sight: window ?? Number.POSITIVE_INFINITY,
      commit,
      lead,
      ties,
      passInterval,
    },
    backfill: { admit, resort },
    compress,
  }
}
