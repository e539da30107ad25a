/**
 * Meanings of requests (docs/sites.md has the keys): whose jobs a request is of, and in which ways a machine may do a job
 * by it. A way is a number of nodes, a run time and a utility; a request without conditions, run time and utility has
 * one, the job's own. Also what resources say of machines, and offers that were agreed on before.
 */
import type { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import {
  type Attributes,
  elementsOf,
  failure,
  keyOf,
  requireNames,
  type Said,
  type Sayings,
  Scope,
  sayingsOf,
  usedNames,
} from './language/attributes.js'
import type { At, Condition, Description } from './language/index.js'
import type { AgreedOffer, Domain, RequestTerms, Way } from './simulate.js'

/** A job as requests know it; a request without a log is a job itself, and what it does not say of its job is null. */
export interface RequestedJob {
  readonly id: number
  readonly user: number
  readonly group: number
  readonly submit: number
  readonly nodes: number | null
  readonly runtime: number | null
  readonly estimate: number | null
}

/** A request of the file. */
export interface MarketRequest {
  readonly name: string
  readonly at: At
  readonly file: string
  /** Whose jobs it is of: a job, a user, a group; null, null, null: everybody's. */
  readonly job: number | null
  readonly user: number | null
  readonly group: number | null
  readonly submit: number
  readonly nodes: number | null
  readonly terms: (job: RequestedJob, domains: readonly string[]) => RequestTerms
}

/** The content of the language file. */
export interface MarketDescriptions {
  readonly requests: readonly MarketRequest[]
  readonly domains: readonly Domain[]
  readonly agreed: readonly AgreedOffer[]
  /** Notices of keys that mean nothing. */
  readonly notices: readonly string[]
}

/** Widths that are tried where a request leaves them open. */
const MOST_WIDTHS = 4096

/** Keys that mean something, as messages write them. */
const KEYS = {
  request: [
    ...['Job', 'User', 'Group', 'Home', 'SubmitTime', 'StartTime', 'EndTime', 'SearchTime', 'Hops'],
    ...['TimeToLive', 'MaxOfferNumber', 'JobBudget', 'NumberOfProcessors', 'NumberOfProcessor'],
    ...['RunTime', 'UtilityValue'],
  ],
  offer: ['Domain', 'Machine', 'Request', 'StartTime', 'EndTime', 'NumberOfProcessors', 'JobCost'],
} as const
/** Names that expressions may use beside keys and attributes. */
const JOB_NAMES = ['NumberOfProcessors', 'NumberOfProcessor', 'RunTime', 'Estimate', 'Job', 'User', 'Group']
const OFFER_NAMES = ['StartTime', 'JobCost']

/**
 * @param names of the domains
 * @throws QueuewrightError `input-document`, `formula-name` with file and line
 */
export function readDescriptions(
  descriptions: readonly Description[],
  domains: readonly Domain[],
  names: readonly string[],
  file: string,
): MarketDescriptions {
  const of = (kind: Description['kind']) => descriptions.filter((each) => each.kind === kind)
  const equipped = withResources(of('RESOURCE'), domains, names, file)
  const attributes = equipped.flatMap(({ attributes: each = [] }) =>
    each.flatMap((some) => Object.keys(some)),
  )
  const notices: string[] = []
  const requests = of('REQUEST').map((each) => requestOf(each, [...new Set(attributes)], file, notices))
  requireDistinct(of('REQUEST'), file)
  const agreed = of('OFFER').map((each) => offerOf(each, equipped, names, requests, file))
  return { requests, domains: equipped, agreed, notices }
}

/** When requests that are jobs themselves are made, in their order. */
export function submitsOf(requests: readonly Description[], file: string): readonly number[] {
  return requests.map(({ items }) => new Scope(sayingsOf(items, file), {}, file).number('SubmitTime') ?? 0)
}

function requestOf(
  { name, items, at }: Description,
  attributes: readonly string[],
  file: string,
  notices: string[],
): MarketRequest {
  const general = sayingsOf(items, file)
  const elements = elementsOf(items).map(({ condition, items: own }) => ({
    condition,
    sayings: new Map([...general, ...sayingsOf(own, file)]) as Sayings,
  }))
  const ways = elements.length === 0 ? [{ condition: null, sayings: general }] : elements
  const own = new Set<string>()
  const used = new Set<string>()
  for (const { condition, sayings } of ways) {
    for (const { name: key } of sayings.values()) own.add(key)
    for (const [key] of usedNames(sayings, [condition])) used.add(keyOf(key))
  }
  for (const { condition, sayings } of ways) {
    const known = [...JOB_NAMES, ...OFFER_NAMES, ...own, ...attributes]
    requireNames(usedNames(sayings, [condition]), known, file)
  }
  const meaning = new Set(KEYS.request.map(keyOf))
  for (const key of own) {
    if (
      meaning.has(keyOf(key)) ||
      used.has(keyOf(key)) ||
      attributes.some((each) => keyOf(each) === keyOf(key))
    )
      continue
    notices.push(
      `request "${name}": ${key} means nothing, and no expression uses it. ${suggestion(key, KEYS.request, 'Keys')}`,
    )
  }
  const plain = new Scope(general, {}, file)
  const number = (key: string) => plain.number(key)
  const whole = (key: string, least: number) => {
    const value = number(key)
    if (value === null || (Number.isSafeInteger(value) && value >= least)) return value
    throw bad(general, key, value, `a whole number from ${least}`, file)
  }
  const seconds = (key: string) => {
    const value = number(key)
    if (value === null || value >= 0) return value
    throw bad(general, key, value, '0 or more', file)
  }
  const submit = seconds('SubmitTime') ?? 0
  const [start, deadline, search] = [seconds('StartTime'), seconds('EndTime'), seconds('SearchTime')]
  const [hops, live, offers] = [whole('Hops', 0), seconds('TimeToLive'), whole('MaxOfferNumber', 1)]
  const budget = number('JobBudget')
  const nodes = general.has(keyOf('NumberOfProcessors'))
    ? whole('NumberOfProcessors', 1)
    : whole('NumberOfProcessor', 1)
  const shaped = ways.some(
    ({ condition, sayings }) =>
      condition !== null || sayings.has(keyOf('RunTime')) || sayings.has(keyOf('UtilityValue')),
  )
  return {
    ...{ name, at, file, submit, nodes },
    ...{ job: whole('Job', 0), user: whole('User', 0), group: whole('Group', 0) },
    terms: (job, domains) => {
      if (job.estimate === null && !ways.some(({ sayings }) => sayings.has(keyOf('RunTime')))) {
        const remedy = 'Say RunTime, or name the log whose jobs the request is of'
        throw failure(file, at, `request "${name}" says no run time`, { field: 'RunTime', remedy })
      }
      const home = plain.text('Home')
      const timeToLive = Math.min(
        live ?? Number.POSITIVE_INFINITY,
        (search ?? Number.POSITIVE_INFINITY) - job.submit,
      )
      return {
        ...(home === null ? {} : { home: domainNamed(home, domains, general.get(keyOf('Home')), file) }),
        ...(hops === null ? {} : { hops }),
        ...(timeToLive === Number.POSITIVE_INFINITY ? {} : { timeToLive }),
        ...(offers === null ? {} : { maxOffers: offers }),
        ...(start === null ? {} : { start }),
        ...(deadline === null ? {} : { deadline }),
        ...(budget === null ? {} : { budget }),
        ...(shaped || job.estimate === null || job.nodes === null
          ? { ways: (machine, size) => waysOn(ways, job, nodes, machine, size, { name, at, file }) }
          : {}),
      }
    },
  }
}

/** How a machine may do the job: of every alternative that it fulfils, by every number of nodes that is left open. */
function waysOn(
  ways: readonly { readonly condition: Condition | null; readonly sayings: Sayings }[],
  job: RequestedJob,
  nodes: number | null,
  machine: Attributes,
  size: number,
  { name, at, file }: { readonly name: string; readonly at: At; readonly file: string },
): readonly Way[] {
  const fixed = nodes ?? job.nodes
  if (fixed === null && size > MOST_WIDTHS) {
    throw failure(file, at, `request "${name}" leaves its number of nodes open`, {
      ...{ value: size, expected: `machines of at most ${MOST_WIDTHS} nodes` },
      remedy: 'Say NumberOfProcessors',
    })
  }
  const widths = fixed === null ? Array.from({ length: size }, (_, k) => k + 1) : fixed <= size ? [fixed] : []
  const found: Way[] = []
  for (const { condition, sayings } of ways) {
    for (const width of widths) {
      const given = {
        ...machine,
        ...{
          NumberOfProcessors: width,
          NumberOfProcessor: width,
          Job: job.id,
          User: job.user,
          Group: job.group,
        },
        ...(job.estimate === null ? {} : { Estimate: job.estimate }),
      }
      const scope = new Scope(sayings, given, file)
      if (condition !== null && !scope.holds(condition)) continue
      const asked = scope.number('RunTime') ?? job.estimate
      if (asked === null) continue
      if (asked < 0) throw bad(sayings, 'RunTime', asked, '0 or more', file)
      const runtime = job.runtime ?? asked
      const estimate = Math.max(runtime, asked)
      const utility = sayings.get(keyOf('UtilityValue'))
      found.push({
        ...{ nodes: width, runtime, estimate },
        ...(utility && {
          utility: {
            value: (start, cost) => {
              const offer = { ...given, RunTime: asked, StartTime: start, JobCost: cost }
              // A machine that lacks an attribute is worth nothing by it.
              return new Scope(sayings, offer, file).number('UtilityValue') ?? Number.NEGATIVE_INFINITY
            },
            pricing: true,
          },
        }),
      })
    }
  }
  return found
}

/** Domains whose machines have the attributes that resources give to them, by domain, or by domain and machine as `a/1`. */
function withResources(
  resources: readonly Description[],
  domains: readonly Domain[],
  names: readonly string[],
  file: string,
): readonly Domain[] {
  const found = domains.map(({ machines, attributes }) =>
    machines.map((_, k): Attributes => attributes?.[k] ?? {}),
  )
  for (const { name, items, at } of resources) {
    const [, owner, place] = /^(.*?)(?:\/(\d{1,6}))?$/.exec(name) ?? []
    const domain = names.indexOf(owner)
    if (domain < 0) throw nobodys('a resource', name, owner, names, file, at)
    const machines = found[domain]
    const chosen = place === undefined ? [...machines.keys()] : [Number(place) - 1]
    if (chosen.some((k) => k < 0 || k >= machines.length)) {
      throw failure(file, at, 'an unknown machine', {
        ...{ value: name, expected: `${owner}/1 to ${owner}/${machines.length}` },
      })
    }
    const sayings = sayingsOf(items, file)
    requireNames(
      usedNames(sayings, []),
      [...sayings.values()].map((each) => each.name),
      file,
    )
    const scope = new Scope(sayings, {}, file)
    const own = Object.fromEntries(
      [...sayings.values()].map(({ name: key, content }) => [
        key,
        typeof content === 'string' ? content : (scope.number(key) ?? 0),
      ]),
    )
    for (const k of chosen) machines[k] = { ...machines[k], ...own }
  }
  return domains.map((domain, k) => ({ ...domain, attributes: found[k] }))
}

/** An offer that was taken before: its nodes are not to be had then. */
function offerOf(
  { name, items, at }: Description,
  domains: readonly Domain[],
  names: readonly string[],
  requests: readonly MarketRequest[],
  file: string,
): AgreedOffer {
  const sayings = sayingsOf(items, file)
  const scope = new Scope(sayings, {}, file)
  const owner = scope.text('Domain')
  if (owner === null || !names.includes(owner))
    throw nobodys('an offer', name, owner ?? 'nothing', names, file, at)
  const request = scope.text('Request')
  if (request !== null && !requests.some((each) => each.name === request)) {
    throw failure(file, at, `offer "${name}" is for a request that nobody makes`, {
      value: request,
      remedy: suggestion(request, requests.map((each) => each.name).slice(0, 20), 'Requests'),
    })
  }
  const asked = (key: (typeof KEYS.offer)[number]) => {
    const value = scope.number(key)
    if (value !== null) return value
    throw failure(file, at, `offer "${name}" does not say all`, { field: key, expected: 'a number' })
  }
  const domain = names.indexOf(owner)
  const { machines } = domains[domain]
  const machine = (scope.number('Machine') ?? 1) - 1
  if (!(machine in machines)) {
    throw bad(sayings, 'Machine', machine + 1, `1 to ${machines.length}`, file)
  }
  const [start, end, nodes] = [asked('StartTime'), asked('EndTime'), asked('NumberOfProcessors')]
  if (!(start >= 0 && end >= start))
    throw bad(sayings, 'EndTime', end, 'an instant not before StartTime', file)
  if (!(Number.isInteger(nodes) && nodes >= 1 && nodes <= machines[machine])) {
    throw bad(sayings, 'NumberOfProcessors', nodes, `1 to ${machines[machine]} nodes`, file)
  }
  return { name, domain, machine, nodes, start, end, writtenAt: { file, line: at.line } }
}

function requireDistinct(requests: readonly Description[], file: string): void {
  const names = new Set<string>()
  for (const { name, at } of requests) {
    if (names.has(name))
      throw failure(file, at, 'two requests have one name', { value: name, remedy: 'Rename one' })
    names.add(name)
  }
}

function domainNamed(name: string, domains: readonly string[], said: Said | undefined, file: string): number {
  const place = domains.indexOf(name)
  if (place >= 0) return place
  throw failure(file, said?.at ?? { line: 1, column: 1 }, 'an unknown domain', {
    ...{ field: 'Home', value: name, remedy: suggestion(name, domains, 'Domains') },
  })
}

function nobodys(
  what: string,
  name: string,
  owner: string,
  domains: readonly string[],
  file: string,
  at: At,
): QueuewrightError {
  return failure(file, at, `${what} that is nobody's, "${name}",`, {
    ...{ field: 'Domain', value: owner, expected: 'the name of a domain' },
    remedy: suggestion(owner, domains, 'Domains'),
  })
}

function bad(sayings: Sayings, key: string, value: number, expected: string, file: string): QueuewrightError {
  const at = sayings.get(keyOf(key))?.at ?? { line: 1, column: 1 }
  return failure(file, at, `${key} cannot be`, { value, expected })
}
