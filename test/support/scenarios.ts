/** Scenarios for tests of what is evaluated on a log. */
import type { Scenario } from '../../src/evaluation/scenarios/scenario.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import type { Dataset } from '../../src/trace/dataset.js'

/** The whole log on its own machine, by its estimates and the default rules. */
export function scenarioOn(dataset: Dataset, more: Partial<Scenario> = {}): Scenario {
  return {
    data: dataset.digest,
    window: null,
    machine: dataset.processors ?? 64,
    estimates: 'user',
    seed: 1,
    overrun: 'extend',
    oversize: 'error',
    rules: DEFAULT_SEMANTICS,
    trimming: {},
    ...more,
  }
}
