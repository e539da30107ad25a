/** The document of a site, `--site FILE`: the machine as it is, and how it is scheduled where nobody says otherwise. */
import { isDocumentName } from '../../core/documents.js'
import { formatDuration } from '../../core/duration.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Fact } from '../../core/exhibit.js'
import { formatCount, plural } from '../../core/format.js'
import type { Given } from '../../core/settings/index.js'
import { inputName, readInput } from '../../runtime/index.js'
import {
  type Facility,
  type JobsOf,
  kindsOf,
  type ListedKind,
  type NumbersOf,
  processorsOf,
  SITE_DOCUMENT,
  type SiteDocument,
} from '../../sim/facility/index.js'
import type { SCHEDULING } from '../../sim/rule-settings.js'
import { numberOf } from '../../sim/site.js'
import { TimeReader, type Trace } from '../../trace/index.js'
import { numbersByName } from '../../trace/slurm-conf/index.js'
import { usage } from '../failures.js'
import type { LogOptions } from './log.js'
import { isSlurmText, slurmSiteOf } from './slurm-site.js'
import { readWrittenText } from './written.js'

export interface SiteDocumentOptions {
  /** A file, in YAML or JSON or as Slurm has it, or what was read of it. */
  readonly site?: string | SiteDocument
}

/** A document, and what somebody should know of how it was read. */
export interface SiteAtHand extends SiteDocument {
  readonly notices: readonly string[]
  /** The file that it was read from, for messages; absent where it was not. */
  readonly file?: string
  /** The file, where it is Slurm's own, and has the settings of its scheduling. */
  readonly slurmConf?: string
}

/** @throws QueuewrightError `input-document` naming the place, and what reading a file throws */
export async function readSiteDocument({ site }: SiteDocumentOptions): Promise<SiteAtHand | null> {
  if (site === undefined) return null
  if (typeof site !== 'string') return { notices: [], ...site }
  const [text, file] = [await readInput(site), inputName(site)]
  if (isDocumentName(site) || !isSlurmText(text))
    return { ...(await readWrittenText(text, file, SITE_DOCUMENT)), notices: [], file }
  const { document, notices } = slurmSiteOf([{ file, text }], false)
  return { ...document, notices, file, slurmConf: site }
}

/**
 * The options with the document in place of its file, the policy that the site goes by, null where nobody says, and whether the
 * document is Slurm's own file.
 */
export async function atOwnSite<Options extends SiteDocumentOptions>(
  asked: Options,
): Promise<{ readonly options: Options; readonly own: string | null; readonly isSlurms: boolean }> {
  const site = await readSiteDocument(asked)
  return site === null
    ? { options: asked, own: null, isSlurms: false }
    : {
        options: { ...asked, site },
        own: site.scheduling.policy,
        isSlurms: site.slurmConf !== undefined,
      }
}

/**
 * The numbers that a log has for names: its header's, and of users and accounts those that its import made with a secret.
 * @param salt that secret; null where nobody names it
 */
export function numbersIn({ header }: Pick<Trace, 'header'>, salt: string | null): NumbersOf {
  const known = new Map<string, readonly number[]>()
  const named = { Partition: numbersByName(header, 'Partition'), Queue: numbersByName(header, 'Queue') }
  return (kind, name) => {
    if (kind === 'Partition' || kind === 'Queue') return named[kind].get(name) ?? []
    const key = `${kind} ${name}`
    let numbers = known.get(key)
    if (numbers === undefined) {
      const number = numberOf(kind, kind === 'User' ? 'user' : 'account', [name], header, salt)(name)
      numbers = Number.isNaN(number) ? [] : [number]
      known.set(key, numbers)
    }
    return numbers
  }
}

/** The lists that a log's header has of its numbers that are no names. */
export function listsIn({
  header,
}: Pick<Trace, 'header'>): (kind: ListedKind) => ReadonlyMap<number, string> {
  return (kind) =>
    new Map(
      Array.from(numbersByName(header, kind)).flatMap(([text, numbers]) =>
        numbers.map((number) => [number, text] as const),
      ),
    )
}

/** The seconds from a log's zero of a date where it was made. */
export function secondOf({ clock: { unixStart, zone } }: Pick<Trace, 'clock'>): (date: string) => number {
  return (date) => {
    if (unixStart !== null) return new TimeReader(zone).parse(date, 'reservations') - unixStart
    throw new QueuewrightError('input-document', 'the log does not say when it began', {
      field: 'reservations',
      value: date,
      expected: 'a header line "; UnixStartTime: N"',
      remedy: "Give seconds from the log's zero in place of dates",
    })
  }
}

/** A site that names users or accounts says nothing of a log that neither names its own nor has a secret to find them by. */
export function strangersIn(
  facility: Facility,
  { header }: Pick<Trace, 'header'>,
  salt: string | null,
): readonly string[] {
  const meant: readonly JobsOf[] = [
    ...(facility.reservations ?? []),
    ...facility.partitions.flatMap(({ allow = {}, deny = {} }) => [allow, deny]),
    ...facility.limits.flatMap((limit) => (limit.kind === 'running' ? [limit] : [])),
  ]
  const names = (of: (each: JobsOf) => readonly (string | number)[] | undefined) =>
    [...new Set(meant.flatMap((each) => of(each) ?? []))].filter((name) => typeof name === 'string')
  const lost = [
    ...(numbersByName(header, 'User').size === 0 ? names(({ users }) => users) : []),
    ...(numbersByName(header, 'Group').size === 0 ? names(({ groups }) => groups) : []),
  ]
  if (salt !== null || lost.length === 0) return []
  return [
    `the site names ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ', …' : ''}, and the log does not say which numbers these have: what is said of them is of nobody (--salt-file of the import, or qw import sacct --keep-names)`,
  ]
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
  const { partitions, limits, maintenance, nodes } = facility
  const { sizes } = kindsOf(partitions)
  const of = nodes === undefined ? '' : ' nodes'
  const listed = partitions.map(({ name }, place) => `${name} ${formatCount(sizes[place])}${of}`)
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
