/** The document of a calibrated site: what is known of it, and nothing of what is not. */
import { type Partition, processorsOf, type SiteDocument } from '../sim/facility/index.js'
import type { Calibration } from './calibration.js'
import { onePool } from './partitions.js'
import type { Rule } from './rule.js'
import { facilityOf, type Structure } from './structure.js'

export function calibratedSite(calibration: Calibration, name: string): SiteDocument {
  const { clock, structure, verdict, found, built } = calibration
  if (!found && !built) {
    const pool = poolOf(calibration, name)
    return { ...pool, facility: { ...pool.facility, maintenance: structure.maintenance } }
  }
  const { rule } = verdict.tried[0]
  return {
    version: 1,
    name,
    facility: {
      ...facilityOf(structure),
      partitions: withRest(structure),
      priorities: found ? rule.priorities : [],
    },
    scheduling: {
      policy: found ? policyText(rule) : null,
      'pass-interval': clock.cycle,
      compress: found && rule.algorithm === 'cons' ? rule.compress : null,
    },
  }
}

/** One pool as large as the log says, of which nothing else is known. */
export function poolOf({ observed, clock, structure }: Calibration, name: string): SiteDocument {
  const { partitions } = onePool(Math.max(observed.header ?? 0, structure.machine))
  return {
    version: 1,
    name,
    facility: { partitions, priorities: [], limits: [], maintenance: null },
    scheduling: { policy: null, 'pass-interval': clock.cycle, compress: null },
  }
}

export function policyText({ algorithm, order }: Rule): string {
  return `${algorithm}:${order}`
}

/** A machine of as many processors as were found: those that no job was seen on belong to nobody's partition. */
function withRest({ layout, machine }: Structure): readonly Partition[] {
  const { partitions } = layout
  const known = processorsOf({ partitions, priorities: [], limits: [], maintenance: null })
  if (known >= machine || partitions.length < 2) return partitions
  return [...partitions, { name: 'rest', processors: [[known, machine - 1]], jobs: null }]
}
