/**
 * The view of a page, as one value that an address can say: `parseView(formatView(view))` is the view, and what an
 * address says that is no view becomes one, never an error. A change of what is seen is a function from view to view.
 * Pure.
 */

import { type DrawnRegion, parseRegions, regionsText } from './regions.js'

/** Seconds from the log's zero. */
export type Span = readonly [from: number, to: number]

export type View =
  | { readonly page: 'home' }
  | { readonly page: 'log'; readonly log: string }
  | {
      readonly page: 'try'
      readonly log: string
      readonly policy: string
      /** The policy of comparison. */
      readonly against: string
      /** The part of time in the chart; null: all. */
      readonly span: Span | null
    }
  | {
      readonly page: 'compare'
      readonly log: string
      readonly policy: string
      readonly against: string
      readonly span: Span | null
      /** The job whose wait is told; null: none. */
      readonly job: number | null
    }
  | { readonly page: 'runs'; readonly run: string | null }
  | { readonly page: 'strategy'; readonly policy: string }
  /** The front that a run found; of the point that is looked at the number of its evaluation, null: none. */
  | { readonly page: 'front'; readonly run: string; readonly point: number | null }
  /** Regions on it, in order of priority. */
  | { readonly page: 'prefer'; readonly run: string; readonly regions: readonly DrawnRegion[] }

export type Page = View['page']

export const USUAL_POLICY = 'easy:g2(a=0.5, b=0.1)'
export const USUAL_AGAINST = 'easy'
export const HOME: View = { page: 'home' }

/** Characters of a policy that an address holds. */
const LONGEST_POLICY = 3000

/** The address of a view: path and query. */
export function formatView(view: View): string {
  switch (view.page) {
    case 'home':
      return '/'
    case 'log':
      return address('/log', { log: view.log })
    case 'try':
    case 'compare': {
      const { page, log, policy, against, span } = view
      const job = view.page === 'compare' && view.job !== null ? `${view.job}` : null
      return address(`/${page}`, { log, policy, against, span: span === null ? null : span.join('~'), job })
    }
    case 'runs':
      return address('/runs', { run: view.run })
    case 'front':
      return address('/front', { run: view.run, point: view.point === null ? null : `${view.point}` })
    case 'prefer':
      return address('/prefer', { run: view.run, regions: regionsText(view.regions) || null })
    case 'strategy':
      return address('/strategy', { policy: view.policy })
  }
}

/** @param address path and query */
export function parseView(address: string): View {
  const [path, query = ''] = address.split(/\?(.*)/s, 2)
  const said = new URLSearchParams(query)
  const log = logIn(said)
  switch (path) {
    case '/log':
      return log === null ? HOME : { page: 'log', log }
    case '/try':
    case '/compare': {
      if (log === null) return HOME
      const policy = policyIn(said, 'policy') ?? USUAL_POLICY
      const against = policyIn(said, 'against') ?? USUAL_AGAINST
      const both = { log, policy, against, span: spanIn(said) }
      return path === '/try'
        ? { page: 'try', ...both }
        : { page: 'compare', ...both, job: wholeIn(said, 'job') }
    }
    case '/runs':
      return { page: 'runs', run: runIn(said) }
    case '/front':
    case '/prefer': {
      const run = runIn(said)
      if (run === null) return { page: 'runs', run }
      if (path === '/front') return { page: 'front', run, point: wholeIn(said, 'point') }
      return { page: 'prefer', run, regions: parseRegions(said.get('regions') ?? '') }
    }
    case '/strategy':
      return { page: 'strategy', policy: policyIn(said, 'policy') ?? USUAL_POLICY }
    default:
      return HOME
  }
}

function address(path: string, said: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(said)) if (value !== null) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

function logIn(said: URLSearchParams): string | null {
  const log = said.get('log') ?? ''
  return /^[\da-f]{64}$/.test(log) ? log : null
}

function policyIn(said: URLSearchParams, name: string): string | null {
  const policy = said.get(name)?.trim() ?? ''
  return policy === '' || policy.length > LONGEST_POLICY ? null : policy
}

function spanIn(said: URLSearchParams): Span | null {
  const [from, to, ...more] = (said.get('span') ?? '').split('~')
  if (to === undefined || more.length > 0) return null
  const span: Span = [numberOf(from), numberOf(to)]
  return span[0] < span[1] ? span : null
}

function runIn(said: URLSearchParams): string | null {
  const run = said.get('run') ?? ''
  return /^\w[\w.-]{0,199}$/.test(run) ? run : null
}

function wholeIn(said: URLSearchParams, name: string): number | null {
  const number = numberOf(said.get(name) ?? '')
  return Number.isSafeInteger(number) ? number : null
}

/** NaN for what is no decimal number. */
function numberOf(text: string): number {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
}
