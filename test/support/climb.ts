/** A small investigation for tests of runs: it climbs down a bowl by steps that depend on all results before. */
import type { Json } from '../../src/core/json.js'
import { Random } from '../../src/core/random.js'
import type { InvestigationKind } from '../../src/evaluation/investigation.js'
import type { Evaluator, Task } from '../../src/optimize/evaluator.js'
import { type Dataset, datasetOf } from '../../src/trace/dataset.js'
import { jobLine, readText } from './logs.js'

export interface ClimbSpec {
  readonly generations: number
  readonly candidates: number
}

interface State {
  readonly generation: number
  readonly at: number
  readonly best: number
  readonly history: readonly number[]
}

export const CLIMB: InvestigationKind = {
  kind: 'climb',
  open: (json, datasets, snapshot) => {
    const { generations, candidates } = json as unknown as ClimbSpec
    const [data] = datasets.keys()
    let state = (snapshot ?? { generation: 0, at: 8, best: 1e9, history: [] }) as unknown as State
    const places = (): number[] => {
      const random = new Random('climb').fork(state.generation)
      return Array.from({ length: candidates }, () => state.at + random.uniform() - 0.5)
    }
    return {
      next: () =>
        state.generation === generations
          ? null
          : {
              label: `generation ${state.generation + 1}`,
              tasks: places().map((x): Task => ({ kind: 'bowl', payload: { x }, data: [data] })),
            },
      take: (results) => {
        const scores = (results as unknown as readonly Bowl[]).map(({ score }) => score)
        const negative = (results as unknown as readonly Bowl[]).some(({ zero }) => Object.is(zero, -0))
        const best = Math.min(...scores)
        const at = best < state.best ? places()[scores.indexOf(best)] : state.at
        state = {
          generation: state.generation + 1,
          at,
          best: Math.min(best, state.best),
          history: [...state.history, best],
        }
        return { at, scores, negative } as unknown as Json
      },
      progress: () => ({ done: state.generation, total: generations, note: `best ${state.best}` }),
      snapshot: () => state as unknown as Json,
      finish: () => ({
        files: [
          { name: 'best.json', content: JSON.stringify(state) },
          { name: 'history.csv', content: state.history.map((best) => `${best}\n`).join('') },
        ],
      }),
    }
  },
  facts: (json) => [['generations', String((json as unknown as ClimbSpec).generations)]],
  converging: () => ({ name: 'bowl', unit: '1' }),
  convergence: () => [],
}

interface Bowl {
  readonly score: number
  /** −0, which JSON makes 0. */
  readonly zero: number
}

/** What a task of a climb evaluates to. */
export function bowl({ payload }: Task): Json {
  const { x } = payload as { readonly x: number }
  return { score: x * x, zero: -0 }
}

export interface CountingEvaluator extends Evaluator {
  readonly asked: readonly Task[]
}

/**
 * @param before called before each task, with how many were done before; may throw
 */
export function bowlEvaluator(before: (done: number) => void | Promise<void> = () => {}): CountingEvaluator {
  const asked: Task[] = []
  return {
    width: 1,
    asked,
    evaluate: async (tasks, { signal, onResult } = {}) => {
      const results: Json[] = []
      for (const [index, task] of tasks.entries()) {
        await before(asked.length)
        signal?.throwIfAborted()
        asked.push(task)
        results[index] = bowl(task)
        onResult?.(index, results[index])
      }
      return results
    },
    close: async () => {},
  }
}

export function climbData(): ReadonlyMap<string, Dataset> {
  const dataset = datasetOf(readText(jobLine({ job: 1, submit: 0, run: 1, requestedProcessors: 1 })))
  return new Map([[dataset.digest, dataset]])
}
