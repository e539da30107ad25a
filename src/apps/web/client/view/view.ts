/**
 * The view of a page, as one value that an address can say: `parseView(formatView(view))` is the view, and what an
 * address says that is no view becomes one, never an error. A change of what is seen is a function from view to view.
 * Pure.
 */

import { GRID_POLICIES } from '../../../../sites/grid/simulate.js'
import { isRunName } from '../../protocol/messages.js'
import type { FilledIn } from '../../protocol/starting.js'
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
  | {
      readonly page: 'grid'
      readonly log: string
      /** A published grid, sizes, or sites as JSON. */
      readonly sites: string
      readonly sharing: (typeof GRID_POLICIES)[number]
      /** Percent that a job over several sites takes longer. */
      readonly overhead: number
      readonly span: Span | null
    }
  | WhenView
  | { readonly page: 'runs'; readonly run: string | null }
  /** A run to be begun: its command, on which log, and its options as they are filled in. */
  | {
      readonly page: 'start'
      readonly command: string | null
      readonly log: string | null
      readonly filledIn: FilledIn
    }
  | { readonly page: 'strategy'; readonly policy: string }
  /** The strategy that a run found. */
  | { readonly page: 'strategy'; readonly run: string }
  /** The front that a run found; of the point that is looked at the number of its evaluation, null: none. */
  | { readonly page: 'front'; readonly run: string; readonly point: number | null }
  /** The page of what is preferred on it. */
  | PreferView

export interface WhenView {
  readonly page: 'when'
  /** The log that is replayed; null: the queue of a live Slurm. */
  readonly log: string | null
  readonly policy: string
  /** The instant of a replay, as a duration; the partitions of a live queue; null: the usual ones. */
  readonly of: string | null
  /** The job and the user that alone are told of; null: all. */
  readonly job: string | null
  readonly user: string | null
}

export interface PreferView {
  readonly page: 'prefer'
  /** The run that found the front. */
  readonly run: string
  /** In order of priority. */
  readonly regions: readonly DrawnRegion[]
  /** A formula, weights among them; null: none. */
  readonly objective: string | null
  /** Bounds, as constraints are written. */
  readonly subjectTo: readonly string[]
  /** The run that learns for it; null: none was begun from here. */
  readonly learnt: string | null
}

export type Page = View['page']

export const USUAL_POLICY = 'easy:g2(a=0.5, b=0.1)'
export const USUAL_AGAINST = 'easy'
/** Percent, as `qw grid` has it. */
export const USUAL_OVERHEAD = 30
/** The command by which a policy is learnt, unless another one is chosen. */
export const LEARNER = 'learn greedy --method own'
export const HOME: View = { page: 'home' }

/** Characters of a policy, or of sites, that an address holds. */
export const LONGEST_TEXT = 3000
const MOST_BOUNDS = 20
/** Beyond that no job is split. */
const MOST_OVERHEAD = 1000

/** The log's machine in four parts. */
export function usualSites(machine: number): string {
  return `4x${Math.max(1, Math.ceil(machine / 4))}`
}

/** A run to be begun. @param log of what it is searched on; null: the first that is served */
export function startView(command: string, log: string | null = null, filledIn: FilledIn = {}): View {
  return { page: 'start', command, log, filledIn }
}

/** When all waiting jobs will start. @param log null: of a live queue */
export function whenView(log: string | null): WhenView {
  return { page: 'when', log, policy: USUAL_AGAINST, of: null, job: null, user: null }
}

/** Nothing is preferred yet. @param run that found the front */
export function preferView(run: string): PreferView {
  return { page: 'prefer', run, regions: [], objective: null, subjectTo: [], learnt: null }
}

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
    case 'grid': {
      const { log, sites, sharing, overhead, span } = view
      const [p, part] = [`${overhead}`, span === null ? null : span.join('~')]
      return address('/grid', { log, sites, sharing, p, span: part })
    }
    case 'when': {
      const { page, ...said } = view
      return address(`/${page}`, said)
    }
    case 'runs':
      return address('/runs', { run: view.run })
    case 'front':
      return address('/front', { run: view.run, point: view.point === null ? null : `${view.point}` })
    case 'prefer':
      return address('/prefer', {
        ...{ run: view.run, regions: regionsText(view.regions) || null, objective: view.objective },
        ...{ bounds: view.subjectTo.join('~') || null, learnt: view.learnt },
      })
    case 'start': {
      const { command, log, filledIn } = view
      const options = Object.entries(filledIn).map(([option, text]) => [`--${option}`, text])
      return address('/start', { command, log, ...Object.fromEntries(options) })
    }
    case 'strategy':
      return address('/strategy', 'run' in view ? { run: view.run } : { policy: view.policy })
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
      const policy = textIn(said, 'policy') ?? USUAL_POLICY
      const against = textIn(said, 'against') ?? USUAL_AGAINST
      const both = { log, policy, against, span: spanIn(said) }
      return path === '/try'
        ? { page: 'try', ...both }
        : { page: 'compare', ...both, job: wholeIn(said, 'job') }
    }
    case '/grid': {
      const sites = textIn(said, 'sites')
      if (log === null || sites === null) return HOME
      const sharing = GRID_POLICIES.find((each) => each === said.get('sharing')) ?? 'sharing'
      const p = wholeIn(said, 'p') ?? USUAL_OVERHEAD
      const overhead = Math.min(MOST_OVERHEAD, Math.max(0, p))
      return { page: 'grid', log, sites, sharing, overhead, span: spanIn(said) }
    }
    case '/when': {
      const policy = textIn(said, 'policy') ?? USUAL_AGAINST
      const [of, job, user] = ['of', 'job', 'user'].map((name) => textIn(said, name))
      return { page: 'when', log, policy, of, job, user }
    }
    case '/runs':
      return { page: 'runs', run: runIn(said) }
    case '/front':
    case '/prefer': {
      const run = runIn(said)
      if (run === null) return { page: 'runs', run }
      if (path === '/front') return { page: 'front', run, point: wholeIn(said, 'point') }
      return {
        ...{ page: 'prefer', run, regions: parseRegions(said.get('regions') ?? '') },
        objective: textIn(said, 'objective'),
        subjectTo: boundsIn(said.get('bounds') ?? ''),
        learnt: runNamed(said.get('learnt')),
      }
    }
    case '/start': {
      const command = said.get('command') ?? ''
      return {
        page: 'start',
        command: /^[a-z][a-z -]{0,100}$/.test(command) ? command : null,
        log,
        filledIn: filledInOf(said),
      }
    }
    case '/strategy': {
      const run = runIn(said)
      if (run !== null) return { page: 'strategy', run }
      return { page: 'strategy', policy: textIn(said, 'policy') ?? USUAL_POLICY }
    }
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

function textIn(said: URLSearchParams, name: string): string | null {
  const text = said.get(name)?.trim() ?? ''
  return text === '' || text.length > LONGEST_TEXT ? null : text
}

function spanIn(said: URLSearchParams): Span | null {
  const [from, to, ...more] = (said.get('span') ?? '').split('~')
  if (to === undefined || more.length > 0) return null
  const span: Span = [numberOf(from), numberOf(to)]
  return span[0] < span[1] ? span : null
}

function filledInOf(said: URLSearchParams): FilledIn {
  const options = [...said].filter(
    ([name, text]) => /^--[a-z][a-z-]{0,40}$/.test(name) && text !== '' && text.length <= LONGEST_TEXT,
  )
  return Object.fromEntries(options.map(([name, text]) => [name.slice(2), text]))
}

function runIn(said: URLSearchParams): string | null {
  return runNamed(said.get('run'))
}

function runNamed(run: string | null): string | null {
  return run !== null && isRunName(run) ? run : null
}

function boundsIn(text: string): readonly string[] {
  const bounds = text.split('~', MOST_BOUNDS).map((bound) => bound.trim())
  return bounds.filter((bound) => bound !== '' && bound.length <= LONGEST_TEXT)
}

function wholeIn(said: URLSearchParams, name: string): number | null {
  const number = numberOf(said.get(name) ?? '')
  return Number.isSafeInteger(number) ? number : null
}

/** NaN for what is no decimal number. */
function numberOf(text: string): number {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
}
