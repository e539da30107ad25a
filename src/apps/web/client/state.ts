/**
 * The state of the page: the view that its address says, a gesture that is not finished yet, and what the server told.
 * Undoing is going back in the browser's history, so each change that is finished is one step of it.
 */
import { computed, signal } from '@preact/signals'
import type { Served, ServedLog, ServedRun, StartedRun, StoredPreference } from '../protocol/messages.js'
import { formatView, parseView, type View } from './view/view.js'

/** The view of the address. */
export const view = signal<View>(parseView(location.pathname + location.search))
/** The view as a gesture under way makes it; null: none. */
const draft = signal<View | null>(null)
/** The view on the screen. */
export const shown = computed<View>(() => draft.value ?? view.value)

/** Whether a gesture is under way. */
export const moving = computed(() => draft.value !== null)

/** The server's offer; null before it is known. */
export const served = signal<Served | null>(null)
/** Runs, as the stream of events tells them; null before. */
export const runs = signal<readonly ServedRun[] | null>(null)
/** Runs that this server began, as the stream tells them. */
export const started = signal<readonly StartedRun[]>([])
/** Preferences that are kept; null before they are told. */
export const preferences = signal<readonly StoredPreference[] | null>(null)
/** The trouble that keeps the page from working, one sentence; null: none. */
export const trouble = signal<string | null>(null)

export function logOf(digest: string): ServedLog | undefined {
  return served.value?.logs.find((log) => log.digest === digest)
}

/** How many steps of this page's lie before the present one. */
let depth = depthOf(history.state)

function depthOf(state: unknown): number {
  const { depth: found } = (state ?? {}) as { depth?: unknown }
  return typeof found === 'number' ? found : 0
}

/** A change that is finished: a step of the history. */
export function go(next: View): void {
  draft.value = null
  const address = formatView(next)
  if (address === formatView(view.value)) return
  depth++
  history.pushState({ depth }, '', address)
  view.value = next
}

/** A change that goes on: shown at once, and no step yet. */
export function gesture(next: View): void {
  draft.value = next
}

export function undo(): void {
  if (depth > 0) history.back()
}

export function redo(): void {
  history.forward()
}

addEventListener('popstate', ({ state }) => {
  depth = depthOf(state)
  draft.value = null
  view.value = parseView(location.pathname + location.search)
})
