/** Settings of an advice. */
import { optional, real, seed, setting, several, whole, written } from '../../core/settings/index.js'
import { POLICIES, POLICY } from '../../evaluation/scenarios/scenario-settings.js'

/** One objective, in the place of which stand values of weeks. */
const OBJECTIVE = written('an objective, or a formula of objectives', { shown: 'formula' })

export const ADVISING = {
  objective: setting(OBJECTIVE, {
    meaning: 'what is to become better, as "meanWait", "AVEbsld" or "p95Wait[size<=8]"',
    usual: 'meanWait',
  }),
  subjectTo: setting(several(written('a constraint such as "maxWait <= 14d"', { shown: 'constraint' })), {
    meaning: 'what has to hold, as "maxWait <= 14d" or "p95Wait[user=17] <= 1.1*easy"; none: nothing',
    usual: [],
    usually: 'maxWait <= 2 times that of the baseline',
  }),
  baseline: setting(optional(POLICY), {
    meaning: 'what the machine goes by today, which others are measured against',
    usual: null,
    usually: "the site's, else easy",
  }),
  policies: setting(POLICIES, {
    meaning: 'known policies that are tried, separated by commas; @FILE: a strategy',
    usual:
      'fcfs, easy, cons, easy:submit/estimate, easy:spt, easy:saf, easy:smallest, easy:wfp3, easy:lxf(wait=0.02)',
  }),
  minutes: setting(real({ least: 0, most: 100_000, shown: 'minutes' }), {
    meaning:
      'the effort of the searches, as evaluations: a fixed number for a log, whatever the machine; 0: known policies alone',
    usual: 5,
  }),
  seeds: setting(whole(1, 100), {
    meaning: "searches for a sum of terms, and for Slurm's weights, each with a seed of its own",
    usual: 3,
  }),
  learn: setting(real({ least: 10, most: 90, shown: 'percent' }), {
    meaning: 'how many of 100 weeks are learnt from, the first ones; the others have no say, and judge',
    usual: 60,
  }),
  level: setting(real({ least: 50, most: 99, shown: 'percent' }), {
    meaning: 'how sure the interval is to be that is to hold the change of later weeks',
    usual: 90,
  }),
  seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
}
