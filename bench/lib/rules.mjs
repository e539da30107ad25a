/** What rules cost: simulations by random fuzzy rules, and by the same decisions without rules. */
import { askTask, median, printTable, rounded } from './report.mjs'

const RULES = 50
/** A random base may choose well or badly, which makes long queues. */
const SEEDS = [1, 2, 3]

export const rules = {
  async measure({ workloads, rounds }) {
    const workload = workloads.find(({ name }) => name === 'CTC') ?? workloads[0]
    const bases = SEEDS.map((seed) => {
      const answers = Array.from({ length: Math.min(rounds, 3) }, () =>
        askTask('rules', workload.dump, RULES, seed, 1, 3),
      )
      const [{ decisions, changes }] = answers
      const ms = Object.fromEntries(
        Object.keys(answers[0].ms).map((name) => [
          name,
          median(answers.map((answer) => median(answer.ms[name]))),
        ]),
      )
      return { seed, decisions, changes, ms, ratio: ms.rules / ms.replayed }
    })
    return { workload: workload.name, rules: RULES, bases }
  },
  print({ workload, rules: count, bases }) {
    printTable(
      `Simulating ${workload} by ${count} random fuzzy rules, and by the same decisions without rules`,
      [
        ...['base', 'decisions', 'changes', 'ms', 'ms without rules', 'ratio'],
        ...['million decisions/s', 'of it deciding %', 'exponentials %'],
      ],
      bases.map(({ seed, decisions, changes, ms, ratio }) => [
        seed,
        decisions,
        changes,
        rounded(ms.rules),
        rounded(ms.replayed),
        rounded(ratio),
        rounded(decisions / ms.decisions / 1000),
        rounded((100 * ms.decisions) / ms.rules),
        rounded((100 * ms.exponentials) / ms.rules),
      ]),
    )
  },
}
