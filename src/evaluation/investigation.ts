/**
 * An investigation: a search or an experiment as a sequence of batches of tasks, each made of the results of those
 * before. It is pure and does not know who does its tasks, how many at a time, or that it was ever interrupted: a run
 * (runtime/) does the tasks and keeps on disk what came of them.
 */
import type { Json } from '../core/json.js'
import type { Task } from '../optimize/evaluator.js'
import type { Dataset } from '../trace/dataset.js'
import type { ConvergenceObjective, ConvergencePoint } from './searches/convergence.js'

export interface Batch {
  /** Such as `generation 12`. */
  readonly label: string
  readonly tasks: readonly Task[]
  /** Whether each task that is done is a step of `Progress.done`, which else moves only when the batch is taken. */
  readonly steps?: true
}

/** One line of progress. */
export interface Progress {
  readonly done: number
  /** Null where the end is not known. */
  readonly total: number | null
  /** Such as `best 417.3`. */
  readonly note: string
}

/** A file that an investigation leaves behind, or that is made of what it found. */
export interface Artefact {
  /** A plain file name. */
  readonly name: string
  readonly content: string | Uint8Array
}

/** The result of an investigation, as data; its looks are made of it elsewhere (report/runs). */
export interface Found {
  /** Files of plain data. None holds a time, a path or anything of the machine that made it. */
  readonly files: readonly Artefact[]
}

export interface Investigation<Result extends Found = Found> {
  /** The tasks to be done next, the same until `take`; null at the end. */
  readonly next: () => Batch | null
  /**
   * Takes the results of the batch, in the order of its tasks.
   * @returns what a run keeps of the step beside the results, such as a generation's population and scores
   */
  readonly take: (results: readonly Json[]) => Json
  readonly progress: () => Progress
  /**
   * Between two batches: the time given to the search is used up, and the batches to come only finish with what there is.
   * Absent where an investigation knows its own end.
   */
  readonly conclude?: () => void
  /** The whole state: an investigation opened with it goes on to the same batches and artefacts, byte for byte. */
  readonly snapshot: () => Json
  /** The result; only at the end. */
  readonly finish: () => Result
}

export interface InvestigationKind<Result extends Found = Found> {
  /** As a run's folder calls it. */
  readonly kind: string
  /**
   * @param spec what was asked, as plain data; all that the investigation depends on but the data
   * @param state of `snapshot`; null at the beginning
   */
  readonly open: (
    spec: Json,
    datasets: ReadonlyMap<string, Dataset>,
    state: Json | null,
  ) => Investigation<Result>
  /** The question, in words: label and value. */
  readonly facts: (spec: Json) => readonly (readonly [label: string, value: string])[]
  /**
   * The objective that converges; null where nothing does. Its values are minimised, so of an objective that is to be
   * large −value.
   */
  readonly converging: (spec: Json) => ConvergenceObjective | null
  /** The convergence by what `take` returned at each step; empty where there is nothing to converge. */
  readonly convergence: (steps: readonly Json[]) => readonly ConvergencePoint[]
}
