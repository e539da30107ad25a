/**
 * What pages have in place of `sim/facility` (scripts/bundle-web.mjs): nobody can name a site to `qw serve`, so no scenario of a
 * page has a facility, and its passes would be a tenth of all that a browser loads.
 */
import { literal } from '../../../core/codec.js'

export const FACILITY = literal('none')

export function checkFacility(): never {
  throw new RangeError('no page has a facility')
}

export const facilityPass = checkFacility
export const facilityFields = checkFacility
