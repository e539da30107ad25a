/**
 * Stand-ins on pages for what none of their scenarios needs (scripts/bundle-web.mjs): nobody can name a model of estimates or user
 * feedback to `qw serve`, searches are runs, and logs that are served with a site have a worker of their own, which does without
 * nothing. These would be a fifth of all that a browser loads.
 */
import { literal } from '../../../core/codec.js'
import { QueuewrightError } from '../../../core/errors.js'

function absent(): never {
  throw new RangeError('no page has a site, a model of estimates, user feedback, or a search')
}

// sim/facility
export const FACILITY = literal('none')
export const checkFacility = absent
export const jobCheck = absent
export const jobFault = absent
export const admits = absent
export const facilityPass = absent
export const facilityFields = absent
export const prepareJobsFor = absent
export const slurmMachine = absent

// report/pages/why-on-site
export const SITE_KINDS = {}
export const siteReason = absent

// sim/objectives/class-names: pages know no names of users and queues, only their numbers
export const withoutNames = (tree: unknown) => ({ tree, tests: [] })
export const namedColumn = absent

// workload/estimates
export const applyEstimates = absent

// workload/sessions
export const SESSION_FIELDS = []
export const DEPENDENCY_FIELDS = []
export const sessionsOfLog = absent
export const extractSessions = absent
export const dependenciesOf = absent

// sim/early-stop: searches are runs, which are no page's own
export const boundsOf = absent

// sim/simulable: a scenario has prepared its jobs
export const checkSimulable = (): void => {}

/** sim/slurm: without a site there are neither its nodes nor its settings. */
export function slurmPass(): never {
  throw new QueuewrightError('usage', "pages do not simulate Slurm's own schedulers", {
    value: 'slurm',
    remedy: 'Write qw simulate LOG --policy slurm in a terminal, or try easy:multifactor here',
  })
}
export const poolMachine = absent
