/** Drives an investigation to its end in memory, as a run does on disk. */
import type { Json } from '../../src/core/json.js'
import { inlineEvaluator } from '../../src/evaluation/inline-evaluator.js'
import type { Artefact, InvestigationKind } from '../../src/evaluation/investigation.js'
import type { Evaluator } from '../../src/optimize/evaluator.js'
import { filesOf } from '../../src/report/runs/index.js'
import type { Dataset } from '../../src/trace/dataset.js'

export interface Driven {
  readonly artefacts: readonly Artefact[]
  readonly steps: readonly Json[]
  readonly tasks: number
}

/**
 * Does each task once for all who drive something on the same datasets: a task is all that its result depends on, its
 * limit included, which other tests hold every evaluator to. What is driven again costs what it asks anew.
 */
function sharedEvaluator(datasets: ReadonlyMap<string, Dataset>): Evaluator {
  const known = shared.get(datasets)
  if (known !== undefined) return known
  const inner = inlineEvaluator(datasets)
  const results = new Map<string, Json>()
  const evaluator: Evaluator = {
    ...inner,
    evaluate: async (tasks) => {
      const found: Json[] = []
      for (const task of tasks) {
        const key = JSON.stringify(task)
        if (!results.has(key)) results.set(key, (await inner.evaluate([task]))[0])
        found.push(results.get(key) ?? null)
      }
      return found
    },
  }
  shared.set(datasets, evaluator)
  return evaluator
}

const shared = new WeakMap<ReadonlyMap<string, Dataset>, Evaluator>()

/**
 * @param reopen whether to leave the investigation after batch k and open it anew from its snapshot, as text
 */
export async function drive(
  kind: InvestigationKind,
  spec: Json,
  datasets: ReadonlyMap<string, Dataset>,
  reopen: (batch: number) => boolean = () => false,
  evaluator: Evaluator = sharedEvaluator(datasets),
): Promise<Driven> {
  let investigation = kind.open(spec, datasets, null)
  const steps: Json[] = []
  let tasks = 0
  for (let batch = investigation.next(); batch !== null; batch = investigation.next()) {
    steps.push(investigation.take(await evaluator.evaluate(batch.tasks)))
    tasks += batch.tasks.length
    if (!reopen(steps.length)) continue
    investigation = kind.open(
      JSON.parse(JSON.stringify(spec)),
      datasets,
      JSON.parse(JSON.stringify(investigation.snapshot())),
    )
  }
  return { artefacts: await filesOf(kind.kind, investigation.finish()), steps, tasks }
}
