/**
 * An investigation made of others: some parts at the same time, then some that need what the first ones found. It has one
 * state, one journal and one end. A batch has the present batches of those parts of which the smallest share is done,
 * as many as it takes to keep several workers busy; which ones follows from the state alone. No part knows of the others,
 * so that each goes the way that it would go alone.
 */
import { type Codec, json, list, nullable, number, object, text } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { Batch, Found, Investigation, InvestigationKind } from '../../evaluation/investigation.js'
import type { Dataset } from '../../trace/dataset.js'

/** A part, as plain data. */
export interface PartSpec {
  /** Unique. */
  readonly name: string
  /** Name of its kind of investigation. */
  readonly kind: string
  readonly spec: Json
  /** Simulations that one step of its progress takes, about: what progress as a whole is made of. */
  readonly weight: number
}

/** A part at its end. */
export interface FinishedPart {
  readonly part: PartSpec
  /** Its last state. */
  readonly state: Json
  /** Its result; null before the whole is at its end. */
  readonly found: Found | null
}

/** By the names of the parts. */
export type Finished = ReadonlyMap<string, FinishedPart>

export interface Composition<Result extends Found> {
  readonly kindOf: (name: string) => InvestigationKind
  readonly first: readonly PartSpec[]
  readonly further: (finished: Finished) => readonly PartSpec[]
  /** Progress that the further parts will take, about. */
  readonly furtherTotal: number
  /** The result of the whole, by what its parts have. */
  readonly result: (finished: Finished) => Result
}

/** `further` is null while one of the first is not finished. */
const STATE = object({ first: list(json), further: nullable(list(json)) })

export const PART: Codec<PartSpec> = object({ name: text, kind: text, spec: json, weight: number() })

interface Open {
  readonly part: PartSpec
  readonly investigation: Investigation
}

/** The part of one investigation in a batch. */
interface Turn {
  readonly open: Open
  readonly batch: Batch
}

/** Tasks of a batch at least, while there are parts to take them from. */
const BATCH = 200

/** @param snapshot of the composition; null at the beginning */
export function composed<Result extends Found>(
  composition: Composition<Result>,
  datasets: ReadonlyMap<string, Dataset>,
  snapshot: Json | null,
): Investigation<Result> {
  const { kindOf, furtherTotal } = composition
  const state = snapshot === null ? null : readKept(STATE, snapshot, 'parts')
  const opened = (parts: readonly PartSpec[], states: readonly Json[] | null): readonly Open[] =>
    parts.map((part, k) => {
      const kind = kindOf(part.kind)
      return { part, investigation: kind.open(part.spec, datasets, states?.[k] ?? null) }
    })
  const first = opened(composition.first, state?.first ?? null)
  let further: readonly Open[] | null = null
  const goOn = (states: readonly Json[] | null): void => {
    further = opened(composition.further(finishedOf(first)), states)
  }
  if (state !== null && state.further !== null) goOn(state.further)
  const all = (): readonly Open[] => [...first, ...(further ?? [])]
  let turns: readonly Turn[] | null = null
  const present = (): readonly Turn[] => {
    turns ??= turnsOf(all())
    if (turns.length === 0 && further === null) {
      goOn(null)
      turns = turnsOf(all())
    }
    return turns
  }
  return {
    next: () => {
      const taken = present()
      if (taken.length === 0) return null
      const steps = taken.every(({ open, batch }) => batch.steps === true && open.part.weight === 1)
      return {
        label: labelOf(taken),
        tasks: taken.flatMap(({ batch }) => batch.tasks),
        ...(steps ? { steps } : {}),
      }
    },
    take: (results) => {
      let at = 0
      const step: Record<string, Json> = {}
      for (const { open, batch } of present()) {
        step[open.part.name] = open.investigation.take(results.slice(at, at + batch.tasks.length))
        at += batch.tasks.length
      }
      turns = null
      return step
    },
    progress: () => {
      const shown = all().map(({ part, investigation }) => ({
        ...investigation.progress(),
        weight: part.weight,
        ended: investigation.next() === null,
      }))
      const total = shown.reduce((sum, each) => sum + each.weight * (each.total ?? each.done), 0)
      return {
        done: shown.reduce((sum, { done, weight }) => sum + weight * done, 0),
        total: total + (further === null ? furtherTotal : 0),
        note: `${shown.filter(({ ended }) => ended).length} of ${shown.length} parts done`,
      }
    },
    snapshot: () => {
      const states = (opens: readonly Open[]) => opens.map(({ investigation }) => investigation.snapshot())
      return STATE.encode({ first: states(first), further: further && states(further) })
    },
    finish: () => composition.result(finishedOf(all(), true)),
  }
}

function finishedOf(opens: readonly Open[], ended = false): Finished {
  return new Map(
    opens.map(({ part, investigation }) => [
      part.name,
      { part, state: investigation.snapshot(), found: ended ? investigation.finish() : null },
    ]),
  )
}

/** Parts in the order of how much of them is done, until there are enough tasks. */
function turnsOf(opens: readonly Open[]): readonly Turn[] {
  const due = opens.flatMap((open) => {
    const batch = open.investigation.next()
    if (batch === null) return []
    const { done, total } = open.investigation.progress()
    return [{ open, batch, share: total === null || total === 0 ? 0 : done / total }]
  })
  due.sort((a, b) => a.share - b.share)
  const turns: Turn[] = []
  let tasks = 0
  for (const { open, batch } of due) {
    if (tasks >= BATCH) break
    turns.push({ open, batch })
    tasks += batch.tasks.length
  }
  return turns
}

function labelOf(turns: readonly Turn[]): string {
  const [{ open, batch }] = turns
  const label = `${open.part.name}: ${batch.label}`
  return turns.length === 1 ? label : `${label} and ${turns.length - 1} more`
}
