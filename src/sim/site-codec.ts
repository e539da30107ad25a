/** A site as plain data, for files and threads; its clock is the log's. */
import type { CalendarClock } from '../core/calendar.js'
import {
  added,
  type Codec,
  exact,
  flag,
  list,
  mapped,
  nullable,
  objectOf,
  oneOf,
  optional,
  text,
  tuple,
  whole,
} from '../core/codec.js'
import { readKept } from '../core/documents.js'
import type { Json } from '../core/json.js'
import {
  type PrioritySettings,
  RESET_PERIODS,
  type SchedulerParameters,
  SLURM_DEFAULTS,
} from '../trace/slurm-conf/index.js'
import type { Ranked, Share, Site, SitePartition, SiteQos, SiteResources } from './site.js'

/** A setting that is newer than some files is there what Slurm has where slurm.conf says nothing. */
const setting = <K extends keyof PrioritySettings>(codec: Codec<PrioritySettings[K]>, key: K) =>
  added(codec, SLURM_DEFAULTS[key])

const PRIORITY = objectOf<PrioritySettings>({
  age: setting(exact, 'age'),
  assoc: setting(exact, 'assoc'),
  fairshare: setting(exact, 'fairshare'),
  size: setting(exact, 'size'),
  partition: setting(exact, 'partition'),
  qos: setting(exact, 'qos'),
  maxAge: setting(exact, 'maxAge'),
  halfLife: setting(exact, 'halfLife'),
  period: setting(exact, 'period'),
  favorSmall: setting(flag, 'favorSmall'),
  relativeToTime: setting(flag, 'relativeToTime'),
  fairTree: setting(flag, 'fairTree'),
  dampening: setting(exact, 'dampening'),
  reset: setting(oneOf(RESET_PERIODS), 'reset'),
  normalQos: setting(flag, 'normalQos'),
  normalPartition: setting(flag, 'normalPartition'),
  normalAssoc: setting(flag, 'normalAssoc'),
  normalTres: setting(flag, 'normalTres'),
})

const SCHEDULER = objectOf<SchedulerParameters>({
  ...{ interval: exact, fullInterval: exact, batchDelay: exact, leastInterval: exact },
  ...{ resolution: exact, window: exact, depth: exact, killWait: exact },
  ...{ mostTested: exact, mostOfPartition: exact, mostOfUser: exact, mostOfArray: exact },
})

const TRES_LIST = list(tuple(text, exact))

const RESOURCES = objectOf<SiteResources>({
  nodes: nullable(exact),
  ...{ weights: TRES_LIST, chargesLargest: flag, chargesAtEnd: flag },
})

const RANKED = objectOf<Ranked>({ value: exact, share: exact })

const PARTITION = objectOf<SitePartition>({
  ...{ jobFactor: RANKED, tier: exact },
  ...{ totals: optional(TRES_LIST), billing: optional(TRES_LIST) },
})

const QOS = objectOf<SiteQos>({ priority: RANKED, usageFactor: exact })

/** JSON has no NaN. */
const NUMBER_IN_LOG = mapped(
  nullable(exact),
  (number) => number ?? Number.NaN,
  (number) => (Number.isNaN(number) ? null : number),
)

const SHARE = objectOf<Share>({
  ...{ parent: whole(-1), shares: nullable(exact), isUser: flag },
  ...{ priority: optional(exact), number: NUMBER_IN_LOG, used: optional(exact) },
})

const numbered = <Value>(codec: Codec<Value>): Codec<ReadonlyMap<number, Value>> =>
  mapped(
    list(tuple(exact, codec)),
    (pairs) => new Map(pairs),
    (map) => [...map],
  )

const SITE = objectOf<Omit<Site, 'clock'>>({
  priority: nullable(PRIORITY),
  // Absent in files of before there were any.
  scheduler: added(nullable(SCHEDULER), null),
  resources: added(nullable(RESOURCES), null),
  partitions: nullable(numbered(PARTITION)),
  qos: nullable(numbered(QOS)),
  shares: nullable(list(SHARE)),
  usedAt: optional(exact),
})

export function siteJson({ clock: _, ...site }: Site): Json {
  return SITE.encode(site)
}

/**
 * The site of what `siteJson` made.
 * @throws QueuewrightError `input-document` for what it did not make
 */
export function readSite(json: Json, clock: CalendarClock): Site {
  return { clock, ...readKept(SITE, json, 'site') }
}
