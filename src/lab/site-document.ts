/** The document of a site, `--site FILE`: the machine as it is, and how it is scheduled where nobody says otherwise. */
import { formatDuration } from '../core/duration.js'
import type { Fact } from '../core/exhibit.js'
import { formatCount, plural } from '../core/format.js'
import type { Given } from '../core/settings/index.js'
import {
  type Facility,
  kindsOf,
  processorsOf,
  SITE_DOCUMENT,
  type SiteDocument,
} from '../sim/facility/index.js'
import type { SCHEDULING } from '../sim/rule-settings.js'
import { usage } from './failures.js'
import type { LogOptions } from './log.js'
import { readWritten } from './written.js'

export interface SiteDocumentOptions {
  /** A file, in YAML or JSON, or what was read of it. */
  readonly site?: string | SiteDocument
}

/** @throws QueuewrightError `input-document` naming the place, and what reading a file throws */
export async function readSiteDocument({ site }: SiteDocumentOptions): Promise<SiteDocument | null> {
  if (site === undefined) return null
  return typeof site === 'string' ? await readWritten(site, SITE_DOCUMENT) : site
}

/** Options as the site means them: its rules where none are given. */
export function atSite<
  Options extends Given<Pick<typeof SCHEDULING, 'compress' | 'passInterval'>> & LogOptions,
>(options: Options, site: SiteDocument | null): Options {
  if (site === null) return options
  if (options.machine !== undefined && options.machine !== null) {
    throw usage('--machine', String(options.machine), 'not with --site, which says how large the machine is')
  }
  const { compress, 'pass-interval': passInterval } = site.scheduling
  return {
    ...options,
    machine: processorsOf(site.facility),
    ...(options.compress === undefined && compress !== null && { compress }),
    ...(options.passInterval === undefined && passInterval !== null && { passInterval }),
  }
}

/** The facility of a scenario, in words. */
export function facilityFacts(facility: Facility | undefined): readonly Fact[] {
  if (facility === undefined) return []
  const { partitions, limits, maintenance } = facility
  const { sizes } = kindsOf(partitions)
  const listed = partitions.map(({ name }, place) => `${name} ${formatCount(sizes[place])}`)
  const further = [
    ...(limits.length === 0 ? [] : [plural(limits.length, 'limit')]),
    ...(maintenance === null
      ? []
      : [
          `maintenance of ${formatDuration(maintenance.duration)} every ${formatDuration(maintenance.every)}`,
        ]),
  ]
  return [['partitions', [listed.join(', '), ...further].join('; ')]]
}
