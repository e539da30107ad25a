/** Parts of studies that simulate and measure, and search for nothing: lists of tasks under names, done in their order. */
import { type Codec, list } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { InvestigationKind } from '../../evaluation/investigation.js'
import type { Task } from '../../optimize/evaluator.js'

export interface TaskRunsPlan<Runs extends { readonly name: string }, Result> {
  /** The kind of the investigation. */
  readonly kind: string
  /** The kind of things that the names are of, such as `grids`. */
  readonly about: string
  readonly runs: Codec<Runs>
  readonly tasks: (runs: Runs) => readonly Task[]
  readonly result: Codec<Result>
  readonly resultOf: (result: Json) => Result
}

export interface TaskRuns<Runs, Result> {
  readonly investigation: InvestigationKind
  readonly json: (runs: readonly Runs[]) => Json
  readonly of: (json: Json) => readonly Runs[]
  /** Results that runs have found so far, of their state: name by name, task by task. */
  readonly measuredIn: (state: Json) => readonly (readonly Result[])[]
}

export function taskRuns<Runs extends { readonly name: string }, Result>({
  kind,
  about,
  runs: codec,
  tasks,
  result,
  resultOf,
}: TaskRunsPlan<Runs, Result>): TaskRuns<Runs, Result> {
  const spec = list(codec)
  const kept = list(list(result))
  const of = (json: Json) => readRuns(spec, json, kind)
  const measuredIn = (state: Json) => readRuns(kept, state, kind)
  const investigation: InvestigationKind = {
    kind,
    open: (json, _, state) => {
      const runs = of(json)
      let measured: readonly (readonly Result[])[] = state === null ? [] : measuredIn(state)
      const count = (some: readonly Runs[]) => some.reduce((sum, each) => sum + tasks(each).length, 0)
      return {
        next: () => {
          if (measured.length >= runs.length) return null
          const present = runs[measured.length]
          return { label: present.name, tasks: tasks(present), steps: true }
        },
        take: (results) => {
          measured = [...measured, results.map(resultOf)]
          return null
        },
        progress: () => ({ done: count(runs.slice(0, measured.length)), total: count(runs), note: '' }),
        snapshot: () => kept.encode(measured),
        finish: () => ({ files: [] }),
      }
    },
    facts: (json) => [
      [
        about,
        of(json)
          .map(({ name }) => name)
          .join(', '),
      ],
    ],
    converging: () => null,
    convergence: () => [],
  }
  return { investigation, json: (runs) => spec.encode(runs), of, measuredIn }
}

function readRuns<Value>(codec: Codec<Value>, json: Json, kind: string): Value {
  return readKept(codec, json, kind)
}
