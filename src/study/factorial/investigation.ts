/**
 * `study`: every cell of a study file's axes, simulated and measured. There is nothing to search: the cells are handed out
 * in their fixed order.
 */
import { exact, list, nullable, object } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { InvestigationKind } from '../../evaluation/investigation.js'
import {
  type MeasuredObjectives,
  measuredObjectives,
  objectivesBy,
} from '../../evaluation/searches/preferred.js'
import { severalMeasure } from '../../evaluation/tasks/several.js'
import { type SimulateResult, simulateResults } from '../../evaluation/tasks/simulate.js'
import { studyFacts } from './facts.js'
import { type CellValues, type StudyFound, studyFound } from './results.js'
import { cellsOf, type StudySpec, studySpecOf, taskOf } from './spec.js'

/** Simulations a batch: enough to keep many workers busy, */
const LEAST_BATCH = 256
/** and no more batches than this, as the state that is kept after each holds all values so far. */
const MOST_BATCHES = 64

/** Values of the cells that are done, which are the first ones. */
const STATE = object({ values: list(list(nullable(exact))) })

export const STUDY: InvestigationKind<StudyFound> = {
  kind: 'study',
  open: (json, _, snapshot) => {
    const spec = studySpecOf(json)
    const cells = cellsOf(spec)
    const measured = measuredOf(spec)
    const size = Math.max(LEAST_BATCH, Math.ceil(cells.length / MOST_BATCHES))
    const values: CellValues[] = snapshot === null ? [] : [...readKept(STATE, snapshot, 'study').values]
    return {
      next: () => {
        if (values.length >= cells.length) return null
        const part = cells.slice(values.length, values.length + size)
        const label = `simulations ${values.length + 1} to ${values.length + part.length}`
        return { label, tasks: part.map((cell) => taskOf(cell, measured.names)), steps: true }
      },
      take: (results) => {
        const from = values.length
        for (const result of simulateResults(results)) values.push(measured.values(cellValues(result)))
        return { from: from + 1, to: values.length }
      },
      progress: () => ({ done: values.length, total: cells.length, note: noteOf(cells[values.length]?.key) }),
      snapshot: () => STATE.encode({ values }),
      finish: () => studyFound(spec, values),
    }
  },
  facts: (json) => studyFacts(studySpecOf(json)),
  converging: () => null,
  convergence: () => [],
}

/** The measured objectives; with several machines some are the task's own. */
function measuredOf({ objectives, preferences = [] }: StudySpec): MeasuredObjectives {
  const own = objectives.filter((text) => severalMeasure(text) !== undefined)
  const others = objectives.filter((text) => !own.includes(text))
  const { names, values } = measuredObjectives(others.map(objectivesBy(preferences)))
  if (own.length === 0) return { names, values }
  return {
    names: [...own, ...names],
    values: (found) => {
      const shared = values(found.slice(own.length))
      return objectives.map((text) =>
        own.includes(text) ? found[own.indexOf(text)] : shared[others.indexOf(text)],
      )
    },
  }
}

/** The trace and the window. */
function noteOf(key: readonly string[] | undefined): string {
  return key === undefined ? '' : key.slice(0, 2).join(', ')
}

function cellValues(result: SimulateResult): CellValues {
  if ('above' in result) throw new TypeError('a simulation without a limit was given up')
  return result
}
