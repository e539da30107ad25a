/** Values that policies reach on logs that strategies are evaluated on, by whoever evaluates. */
import { simulateResults, simulateTask } from '../../evaluation/index.js'
import { measuredObjectives, type ReadObjective } from '../../evaluation/searches/preferred.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { NamedPolicy } from '../inputs/policies.js'
import type { Ports } from '../ports.js'
import { type EngineChoice, openEvaluator } from '../runs/investigate.js'
import type { Block, Judged, Values } from './evaluated.js'

/**
 * Simulates every policy on every log, also those that constraints speak of.
 * @param read objectives by their names
 * @returns values on each log
 */
export async function measuredValues(
  blocks: readonly Block[],
  strategies: readonly Judged[],
  policies: readonly NamedPolicy[],
  objectives: readonly ObjectiveInfo[],
  read: ReadObjective,
  engine: EngineChoice,
  ports: Ports,
): Promise<readonly Values[]> {
  const constraints = strategies.flatMap((strategy) => strategy.constraints)
  const texts = [
    ...new Set([
      ...policies.map(({ text }) => text),
      ...constraints.flatMap(({ bound }) => (typeof bound === 'number' ? [] : bound.policy)),
    ]),
  ]
  const names = [
    ...new Set([
      ...objectives.map(({ name }) => name),
      ...constraints.map(({ objective }) => objective.text),
    ]),
  ]
  const measured = measuredObjectives(names.map(read))
  const tasks = blocks.flatMap(({ scenario }) =>
    texts.map((text) => simulateTask(scenario, text, measured.names)),
  )
  const datasets = new Map(blocks.map(({ dataset }) => [dataset.digest, dataset]))
  const results = await ports.interruptible(async (signal) => {
    const evaluator = await openEvaluator(engine, datasets, ports.note)
    const bar = ports.steps('simulating', tasks.length)
    try {
      const onResult = () => bar.step('')
      return simulateResults(await evaluator.evaluate(tasks, { signal, onResult }))
    } finally {
      bar.stop()
      await evaluator.close()
    }
  })
  return blocks.map((_, log) => (policy) => {
    const found = results[log * texts.length + texts.indexOf(policy)] as readonly (number | null)[]
    const values = measured.values(found)
    return Object.fromEntries(names.map((name, k) => [name, values[k]]))
  })
}
