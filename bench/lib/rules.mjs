/** What rules cost: simulations by fuzzy rules in the kernel and by the engine, by the same decisions without rules, and by EASY. */
import { join } from 'node:path'
import { BUILD } from './build.mjs'
import { askTask, median, printTable, rounded } from './report.mjs'

const RULES = 50
/** A random base may choose well or badly, which makes long queues. */
const SEEDS = [1, 2, 3]
/** Of the base that is learnt: jobs, the first of the log, and generations of 70 simulations. */
const LEARNT = [2500, 12]
const LOGS = ['CTC', 'KTH']

export const rules = {
  async measure({ workloads, rounds }) {
    const known = workloads.filter(({ name }) => LOGS.includes(name))
    const rows = []
    for (const { name, dump } of known.length > 0 ? known : workloads.slice(0, LOGS.length)) {
      const learnt = join(BUILD, `${name}-rules.json`)
      askTask('learn-rules', dump, learnt, RULES, ...LEARNT)
      const bases = [
        ...SEEDS.map((seed) => ({ base: `random ${seed}`, written: seed })),
        { base: 'learnt', written: learnt },
      ]
      for (const { base, written } of bases)
        rows.push({ workload: name, base, ...costs(dump, written, rounds) })
    }
    return { rules: RULES, rows }
  },
  print({ rules: count, rows }) {
    printTable(
      `Simulating by ${count} fuzzy rules, by the same decisions without rules, and by easy:group`,
      [
        ...['log', 'base', 'decisions', 'changes', 'ms', 'ms of the engine', 'engine to kernel'],
        ...['engine without rules', 'engine to that', 'ms of easy:group'],
        ...['features %', 'inference %', 'million decisions/s', 'exponentials each', 'exponentials %'],
      ],
      rows.map(({ workload, base, decisions, changes, exponentials, ms, ratios }) => [
        ...[workload, base, decisions, changes],
        ...[ms.kernel, ms.rules, ratios.kernel, ms.replayed, ratios.replayed, ms.easy].map((value) =>
          rounded(value),
        ),
        rounded((100 * (ms.withFeatures - ms.replayed)) / ms.rules, 2),
        rounded((100 * ms.inference) / ms.rules, 2),
        rounded(decisions / ms.inference / 1000),
        rounded(exponentials / decisions, 2),
        rounded((100 * ms.exponentials) / ms.rules, 2),
      ]),
    )
  },
}

/** Medians over processes of medians of their runs; the ratios, of the engine to others, are those of one process, whose contenders take turns. */
function costs(dump, written, rounds) {
  const answers = Array.from({ length: rounds }, () => askTask('rules', dump, RULES, written, 2, 5))
  const [{ decisions, changes, exponentials }] = answers
  const medians = answers.map(({ ms }) =>
    Object.fromEntries(Object.entries(ms).map(([name, all]) => [name, median(all)])),
  )
  const ms = Object.fromEntries(
    Object.keys(medians[0]).map((name) => [name, median(medians.map((each) => each[name]))]),
  )
  const toOther = (other) => median(medians.map((each) => each.rules / each[other]))
  const ratios = { kernel: toOther('kernel'), replayed: toOther('replayed') }
  return { decisions, changes, exponentials, ms, ratios }
}
