/** What policies reach on logs that strategies are evaluated on, by whoever evaluates. */
import { type SimulateResult, simulateTask } from '../../evaluation/index.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { Ground, Judged, Values } from './evaluated.js'
import { openEvaluator } from './investigate.js'
import type { EngineChoice } from './investigate-options.js'
import type { NamedPolicy } from './policies.js'
import { progressBar } from './progress.js'
import type { Terminal } from './terminal.js'

/** Simulates every policy on every log, also those that constraints speak of. @returns values on each log */
export async function measuredValues(
  grounds: readonly Ground[],
  strategies: readonly Judged[],
  policies: readonly NamedPolicy[],
  objectives: readonly ObjectiveInfo[],
  engine: EngineChoice,
  terminal: Terminal,
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
  const tasks = grounds.flatMap(({ scenario }) => texts.map((text) => simulateTask(scenario, text, names)))
  const datasets = new Map(grounds.map(({ dataset }) => [dataset.digest, dataset]))
  const results = await terminal.interruptible(async (signal) => {
    const notice = (text: string) => terminal.notice(`note: ${text}`)
    const evaluator = await openEvaluator(engine, datasets, notice)
    const bar = progressBar('simulating', tasks.length, terminal)
    try {
      const onResult = () => bar.step('')
      return (await evaluator.evaluate(tasks, { signal, onResult })) as unknown as readonly SimulateResult[]
    } finally {
      bar.stop()
      await evaluator.close()
    }
  })
  return grounds.map((_, log) => (policy) => {
    const found = results[log * texts.length + texts.indexOf(policy)] as readonly (number | null)[]
    return Object.fromEntries(names.map((name, k) => [name, found[k]]))
  })
}
