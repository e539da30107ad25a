/** Grids as documents: the sites of a grid, as an owner writes them down. */
import {
  added,
  type Codec,
  checkedText,
  list,
  mapped,
  nullable,
  number,
  object,
  whole,
  words,
} from '../../core/codec.js'
import { versioned } from '../../core/documents.js'
import { MOST_PROCESSORS } from '../../workload/generated.js'
import { type GridSite, PLAIN_POLICY, plainSite, sitePolicy } from './site.js'

/** A site as it is written; `policy` may be `@FILE`, a strategy. */
export interface WrittenSite {
  readonly name: string
  readonly nodes: number
  readonly speed: number
  readonly policy: string
  readonly largestJob: number | null
  readonly partitions: readonly number[] | null
}

export interface WrittenGrid {
  readonly version: number
  readonly sites: readonly WrittenSite[]
}

const FILE = '@'

/** More than any grid has; each has a queue and a plan of its own for every way of sharing. */
export const MOST_SITES = 2000

const POLICY = checkedText((text) => (text.startsWith(FILE) ? undefined : sitePolicy(text)), words)

const SITE = object({
  name: words,
  nodes: whole(1, MOST_PROCESSORS, 'a whole number of nodes from 1; a site without any is left out'),
  speed: added(number(1e-6, 1e6), 1),
  policy: added(POLICY, PLAIN_POLICY),
  'largest-job': added(nullable(whole(0)), null),
  partitions: added(nullable(list(whole(0), { least: 1 })), null),
})

export const WRITTEN_SITES: Codec<readonly WrittenSite[]> = mapped(
  list(SITE, { least: 1, most: MOST_SITES, expected: `1 to ${MOST_SITES} sites` }),
  (sites, at) => {
    const names = new Set<string>()
    return sites.map(({ 'largest-job': largestJob, ...site }, k) => {
      if (names.has(site.name)) {
        throw at.at(k).at('name').fault('two sites have one name', { value: site.name, remedy: 'Rename one' })
      }
      names.add(site.name)
      return { ...site, largestJob }
    })
  },
  (sites) => sites.map(({ largestJob, ...site }) => ({ ...site, 'largest-job': largestJob })),
)

/** The document, in YAML or JSON. */
export const GRID_DOCUMENT: Codec<WrittenGrid> = versioned(
  {
    what: 'a grid',
    tag: 'format',
    name: 'queuewright-grid',
    remedy: 'docs/sites.md has an example; a published grid goes by its name, such as m128-4',
  },
  {
    1: mapped(
      object({ format: words, version: whole(1), sites: WRITTEN_SITES }),
      ({ version, sites }) => ({ version, sites }),
      ({ version, sites }) => ({ format: 'queuewright-grid', version, sites }),
    ),
  },
)

/** @param policy its text, where what is written names a file */
export function gridSiteOf(site: WrittenSite, policy = site.policy): GridSite {
  return { ...site, policy: sitePolicy(policy), largestJob: site.largestJob ?? Number.POSITIVE_INFINITY }
}

/** A site that differs from others in nothing but size. */
export function writtenSite(nodes: number, place: number): WrittenSite {
  return { ...plainSite(nodes, place), policy: PLAIN_POLICY, largestJob: null }
}
