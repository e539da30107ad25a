/** Settings of what is simulated once: policies, objectives and certified bounds on a log, and strategies on several. */
import { flag, headed, optional, setting, several, whole, written } from '../../core/settings/index.js'
import { USUAL_COMPARISON } from '../../evaluation/results/anchors.js'
import { FORMULA, POLICIES, POLICY } from '../../evaluation/scenarios/scenario-settings.js'

/** The machine as it is, in place of one pool of processors. */
export const SITE = headed('The machine as it is:', {
  site: setting(optional(written('the path of a file', { shown: 'file' })), {
    meaning:
      'partitions, nodes, limits, maintenance, how it schedules: a document (docs/machine.md), or slurm.conf',
    usual: null,
  }),
})

/** Objectives beside those of the house. */
export const FURTHER = headed('Measures:', {
  objective: setting(several(FORMULA), {
    meaning: 'a further objective, as "10*AWRT1 + 4*AWRT2", or @FILE of a preference',
    usual: [],
  }),
})

export const EXPERIMENT = {
  ...FURTHER,
  ...headed('Measures:', {
    repeat: setting(whole(1, 1000), { meaning: 'simulate so often, for timing', usual: 1 }),
    check: setting(flag(), { meaning: 'check the schedules by an independent validator', usual: false }),
  }),
}

export const SIMULATING = {
  policy: setting(optional(POLICY), {
    meaning: 'ALGORITHM:ORDER[/BACKFILL-ORDER], see qw policies; recorded: as it happened; @FILE: a strategy',
    usual: null,
    usually: "the site's, else easy",
  }),
}

export const COMPARING = {
  policies: setting(POLICIES, {
    meaning: 'what is compared, separated by commas; @FILE: a strategy',
    // With blanks, at which help can break the lines.
    usual: 'fcfs, easy, cons, easy:submit/estimate, easy:saf, easy:wfp3, easy:f1, head:group',
  }),
  baseline: setting(optional(POLICY), {
    meaning: 'the policy that the others are measured against',
    usual: null,
    usually: "the site's, else easy, else the first",
  }),
}

const OBJECTIVES = written('objectives, separated by commas, or all', { shown: 'list' })

/** The settings of a table's looks. */
export const SHOWN = {
  columns: setting(OBJECTIVES, {
    meaning: 'objectives to print, separated by commas, or all; groups: the AWRT of each user group',
    usual: 'UTIL, AWRT, groups, AWWT, AVEbsld, meanWait, medianWait, p95Wait, maxWait',
  }),
}

export const BOUNDING = {
  policies: setting(POLICIES, {
    meaning: 'policies to set beside the bounds, separated by commas; @FILE: a strategy',
    usual: 'fcfs, easy, cons',
  }),
  objectives: setting(OBJECTIVES, {
    meaning: 'objectives, separated by commas, or all; groups: the AWRT of each user group',
    usual: 'all',
  }),
  ...FURTHER,
}

export const EVALUATING = {
  compare: setting(POLICIES, {
    meaning: 'policies beside the strategies, separated by commas; @FILE: a strategy',
    usual: USUAL_COMPARISON.join(', '),
  }),
  relativeTo: setting(optional(POLICY), {
    meaning: 'the policy that the others are measured against',
    usual: null,
    usually: "the site's, else easy",
  }),
  objective: setting(several(FORMULA), {
    meaning:
      'in place of the objective that a strategy was learnt for, as "10*AWRT1 + 4*AWRT2", or @FILE of a preference',
    usual: [],
  }),
}
