/**
 * What pages have in place of rooms that none of their scenarios needs (scripts/bundle-web.mjs): nobody can name a site, a model of
 * estimates or user feedback to `qw serve`, and these would be a sixth of all that a browser loads.
 */
import { literal } from '../../../core/codec.js'

function absent(): never {
  throw new RangeError('no page has a site, a model of estimates, or user feedback')
}

// sim/facility
export const FACILITY = literal('none')
export const checkFacility = absent
export const jobCheck = absent
export const facilityPass = absent
export const facilityFields = absent
export const slurmMachine = absent

// workload/estimates
export const applyEstimates = absent

// workload/sessions
export const SESSION_FIELDS = []
export const DEPENDENCY_FIELDS = []
export const sessionsOfLog = absent
export const extractSessions = absent
export const dependenciesOf = absent
