/** Markets as documents: domains with their machines, and whom each of them knows. */
import {
  added,
  byType,
  type Codec,
  checkedText,
  list,
  mapped,
  nullable,
  number,
  object,
  objectOf,
  optional,
  record,
  text,
  whole,
  words,
} from '../../core/codec.js'
import { versioned } from '../../core/documents.js'
import type { Path } from '../../core/place.js'
import { suggestion } from '../../core/suggest.js'
import { MOST_PROCESSORS } from '../../workload/generated.js'
import { machineFunction } from './functions.js'
import type { Attributes } from './language/attributes.js'
import type { Domain, WrittenPlace } from './simulate.js'

export interface WrittenMachine {
  readonly nodes: number
  readonly attributes: Attributes
}

/** A domain as it is written. */
export interface WrittenDomain {
  readonly name: string
  readonly machines: readonly WrittenMachine[]
  /** Names of the domains that it asks, in its order; null: all others. */
  readonly knows: readonly string[] | null
  /** Null: the market's. */
  readonly machineFunction: string | null
}

export interface WrittenMarket {
  readonly version: number
  readonly domains: readonly WrittenDomain[]
}

/** More than any market has. */
const MOST_DOMAINS = 1_000
const MOST_MACHINES = 1_000

const ATTRIBUTE: Codec<number | string> = byType('a number or a text', { number: number(), string: words })

const NODES = whole(1, MOST_PROCESSORS, 'a whole number of nodes from 1; a machine without any is left out')

const MACHINE: Codec<WrittenMachine> = mapped(
  byType('a number of nodes, or a mapping with nodes', {
    number: NODES,
    object: object({ nodes: NODES, attributes: added(record(ATTRIBUTE), {}) }),
  }),
  (given) => (typeof given === 'number' ? { nodes: given, attributes: {} } : given),
  (machine) => machine,
)

const DOMAIN = object({
  name: words,
  machines: list(MACHINE, { least: 1, most: MOST_MACHINES, expected: `1 to ${MOST_MACHINES} machines` }),
  knows: added(nullable(list(words)), null),
  'machine-function': optional(nullable(checkedText(machineFunction, words))),
})

export const WRITTEN_DOMAINS: Codec<readonly WrittenDomain[]> = mapped(
  list(DOMAIN, { least: 1, most: MOST_DOMAINS, expected: `1 to ${MOST_DOMAINS} domains` }),
  (domains, at) => {
    const names = domains.map(({ name }) => name)
    for (const [k, name] of names.entries()) {
      if (names.indexOf(name) === k) continue
      throw at.at(k).at('name').fault('two domains have one name', { value: name, remedy: 'Rename one' })
    }
    return domains.map(({ 'machine-function': own, ...domain }, k) => {
      const place = at.at(k)
      for (const [nth, known] of (domain.knows ?? []).entries()) {
        const where = place.at('knows').at(nth)
        if (known === domain.name) {
          throw where.fault('a domain forwards requests to itself', {
            ...{ value: known, expected: 'other domains' },
            remedy: 'Leave it out: a domain always asks its own machines first',
          })
        }
        if (!names.includes(known)) {
          throw where.fault('an unknown domain', {
            ...{ value: known, remedy: suggestion(known, names, 'Domains') },
          })
        }
        if ((domain.knows ?? []).indexOf(known) < nth) {
          throw where.fault('a domain is named twice', { value: known, remedy: 'Leave one out' })
        }
      }
      return { ...domain, machineFunction: own ?? null }
    })
  },
  (domains) => domains.map(({ machineFunction: own, ...domain }) => ({ ...domain, 'machine-function': own })),
)

/** The document, in YAML or JSON. */
export const MARKET_DOCUMENT: Codec<WrittenMarket> = versioned(
  {
    what: 'a market',
    tag: 'format',
    name: 'queuewright-market',
    remedy: 'docs/sites.md has an example; domains of one machine each go by their sizes, such as 2x128,64',
  },
  {
    1: mapped(
      object({ format: words, version: whole(1), domains: WRITTEN_DOMAINS }),
      ({ version, domains }) => ({ version, domains }),
      ({ version, domains }) => ({ format: 'queuewright-market', version, domains }),
    ),
  },
)

/** Where the function of each domain is written, so that whoever trades by it later can say so. */
export const FUNCTION_PLACES: Codec<readonly (WrittenPlace | null)[]> = list(
  nullable(objectOf<WrittenPlace>({ file: text, line: optional(whole(1)) })),
)

/**
 * Where the functions of domains are written; nothing where none has one of its own.
 * @param lineOf the line of what stands at a path of the document; null where it has no lines
 */
export function functionPlaces(
  { domains }: WrittenMarket,
  file: string,
  lineOf: (path: Path) => number | null,
): { readonly functionsAt?: readonly (WrittenPlace | null)[] } {
  if (domains.every(({ machineFunction: own }) => own === null)) return {}
  const functionsAt = domains.map(({ machineFunction: own }, k) => {
    const line = own === null ? null : lineOf(['domains', k, 'machine-function'])
    return own === null ? null : { file, ...(line !== null && { line }) }
  })
  return { functionsAt }
}

/** A domain with one machine that knows all others, as in THESIS 11.4.6. */
export function plainDomain(nodes: number, place: number): WrittenDomain {
  return {
    ...{ name: `domain${place + 1}`, machines: [{ nodes, attributes: {} }] },
    ...{ knows: null, machineFunction: null },
  }
}

export function domainsOf(
  written: readonly WrittenDomain[],
  functionsAt: readonly (WrittenPlace | null)[] = [],
): readonly Domain[] {
  const names = written.map(({ name }) => name)
  return written.map(({ machines, knows, machineFunction: own }, k) => ({
    machines: machines.map(({ nodes }) => nodes),
    attributes: machines.map(({ attributes }) => attributes),
    knows:
      knows === null
        ? [...names.keys()].filter((each) => each !== k)
        : knows.map((name) => names.indexOf(name)),
    ...(own === null ? {} : { machineFunction: own }),
    ...(functionsAt[k] && { functionAt: functionsAt[k] }),
  }))
}
