/** The settings of `qw reproduce`; what a study takes of them it says itself (reproduce.ts). */
import {
  choice,
  flag,
  headed,
  optional,
  real,
  seed,
  setting,
  whole,
  written,
} from '../../core/settings/index.js'
import { MISSING_ESTIMATES } from '../../study/reproduce/thesis-estimates.js'

export const REPRODUCING = {
  logs: setting(optional(written('names of its logs, separated by commas', { shown: 'list' })), {
    meaning: "only these logs, by the study's names for them: CTC,KTH",
    usual: null,
    usually: 'all that are there',
  }),
  draws: setting(optional(whole(1)), {
    meaning: 'how often what depends on chance is drawn',
    usual: null,
    usually: '5, for optimisers 11 or 51',
  }),
  seed: setting(seed(), { meaning: 'seed of the first draw', usual: 1 }),
  with: setting(optional(written('orders or policies, separated by commas', { shown: 'list' })), {
    meaning:
      'sc17-table4, rlscheduler-table5: orders, or policies with one, for further columns: saf,easy:f2,@strategy.json',
    usual: null,
  }),
  ...headed('Studies that search, which are runs:', {
    budget: setting(optional(real({ above: 0, shown: 'share' })), {
      meaning: 'share of the published numbers of evaluations',
      usual: null,
      usually: "the study's own, which qw reproduce lists with the time that it takes",
    }),
    scaled: setting(flag(), {
      meaning:
        'scale the logs to 1,024 processors first, as for the published figures (about four times the work)',
      usual: false,
    }),
    missingEstimates: setting(optional(choice(MISSING_ESTIMATES, 'how')), {
      meaning: 'estimates of jobs whose log has none',
      source: 'Franke 2006, 4.5.2',
      usual: null,
      usually: 'beta',
    }),
    greedyBudget: setting(optional(real({ above: 0, shown: 'share' })), {
      meaning:
        'thesis-rules, fuzzy-tables: share of the published generations of the greedy strategy that rules may choose',
      usual: null,
      usually: '0.03 of --budget',
    }),
    methods: setting(optional(written('names of its methods, separated by commas', { shown: 'list' })), {
      meaning:
        'thesis-greedy, thesis-regions, thesis-rules, fuzzy-tables: only these methods: michigan,cca; thesis-front: these plans: published; multi: these figures: figures-7-8',
      usual: null,
      usually: 'all',
    }),
    sources: setting(optional(written('logs of the study, ALLOPT', { shown: 'list' })), {
      meaning:
        'thesis-greedy, thesis-rules, fuzzy-tables: learn only from these, of which CTC is tried on all logs: CTC,ALLOPT',
      usual: null,
      usually: 'all',
    }),
    unbounded: setting(flag(), {
      meaning: 'thesis-rules: leave out what is learnt with the longest wait bounded',
      usual: false,
    }),
  }),
}
