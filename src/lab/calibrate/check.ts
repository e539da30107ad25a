/**
 * Whether a site that was found says more of jobs that had no say in it than one pool under EASY does: it is found once more, without
 * the newest jobs, all are simulated on it and on the pool, and the newest are held against the record.
 */
import { type Calibration, calibratedSite } from '../../calibrate/index.js'
import { explainsBetter } from '../../evaluation/recorded.js'
import { type Agreement, agreementOf } from '../../evaluation/recorded-agreement.js'
import { fieldIn } from '../../evaluation/scenarios/scenario.js'
import type { SiteDocument } from '../../sim/facility/index.js'
import { parsePolicy } from '../../sim/policy.js'
import type { Log } from '../inputs/log.js'
import { prepareLog } from '../inputs/prepare.js'
import { QUIET } from '../ports.js'

/** Share of the jobs that a site is found from where it is checked; the newer ones check it. */
export const LOOKED_AT = 0.75

const POOL_POLICY = 'easy'

export interface SiteCheck {
  /** Jobs that had no say in the site, of which the record says when they started. */
  readonly jobs: number
  readonly pool: Agreement
  readonly site: Agreement
  /** Whether the site is worth having: it explains these jobs no worse than the pool does. */
  readonly holds: boolean
}

/** Whether a calibration says anything of a site that one pool under EASY does not. */
export function saysMore({ complete, found, built, structure }: Calibration): boolean {
  const { layout, limits, maintenance } = structure
  return (
    complete && (found || maintenance !== null || (built && layout.partitions.length + limits.length > 1))
  )
}

/**
 * @param log with its waits
 * @param earlier of the log's jobs without the newest
 * @returns null where that was ended early, or none of the newest says when it started
 */
export async function checkedSite(
  log: Log,
  earlier: Calibration,
  pool: SiteDocument,
): Promise<SiteCheck | null> {
  if (!earlier.complete) return null
  const { observed } = earlier
  const from = observed.submit[observed.length - 1]
  const [ofPool, ofSite] = [
    await agreementWith(log, pool, from),
    await agreementWith(log, calibratedSite(earlier, 'checked'), from),
  ]
  if (ofPool === null || ofSite === null) return null
  return { jobs: ofSite.jobs, pool: ofPool, site: ofSite, holds: !explainsBetter(ofPool, ofSite) }
}

/** @param from jobs that were submitted later are judged */
async function agreementWith(log: Log, site: SiteDocument, from: number): Promise<Agreement | null> {
  const policy = parsePolicy(site.scheduling.policy ?? POOL_POLICY)
  // Jobs that are larger than their partition are no reason to say nothing of the others.
  const { trace, stage, scenario } = await prepareLog(log, [policy], { site, oversize: 'drop' }, QUIET)
  const { jobs } = stage
  const wait = fieldIn(trace, stage.prepared, 'wait')
  const start = wait.map((each, row) => (each < 0 ? Number.NaN : jobs.submit[row] + each))
  const rows = Int32Array.from(start.keys()).filter(
    (row) => jobs.submit[row] > from && !Number.isNaN(start[row]),
  )
  if (rows.length === 0) return null
  return agreementOf(jobs, rows, scenario.machine, { start }, stage.run(policy))
}
