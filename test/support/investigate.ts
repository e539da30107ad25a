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
 * @param reopen whether to leave the investigation after batch k and open it anew from its snapshot, as text
 */
export async function drive(
  kind: InvestigationKind,
  spec: Json,
  datasets: ReadonlyMap<string, Dataset>,
  reopen: (batch: number) => boolean = () => false,
  evaluator: Evaluator = inlineEvaluator(datasets),
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
