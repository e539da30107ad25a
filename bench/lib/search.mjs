/** What early stops and common random windows are worth to a search. */
import { askTask, median, printTable, rounded } from './report.mjs'

const VARIANTS = [
  'easy, (3+21)-ES',
  'easy, CMA-ES',
  'easy, CMA-ES, 16 windows of 1024 jobs',
  'head, random',
  'list, random',
]
const WINDOWS = { count: 10, jobs: 1024, draws: 40 }

export const search = {
  async measure({ workloads, rounds }) {
    const chosen = workloads.filter(({ name }) => !['LANL', 'lublin_256'].includes(name))
    const early = chosen.flatMap(({ name, dump }) =>
      VARIANTS.map((variant) => {
        const runs = { yes: [], no: [] }
        for (let round = 0; round < rounds; round++) {
          for (const stops of ['yes', 'no']) runs[stops].push(askTask('search', dump, variant, stops))
        }
        const found = new Set([...runs.yes, ...runs.no].map(({ best }) => best))
        if (found.size !== 1) throw new Error(`${variant} on ${name}: early stops changed the result`)
        const ms = median(runs.yes.map((run) => run.ms))
        const wholeMs = median(runs.no.map((run) => run.ms))
        const [{ simulations }] = runs.yes
        const [{ simulations: wholeSimulations }] = runs.no
        return { workload: name, variant, ms, wholeMs, simulations, wholeSimulations, ratio: wholeMs / ms }
      }),
    )
    const { count, jobs, draws } = WINDOWS
    const windows = chosen.map(({ name, dump }) => {
      const { common, own } = askTask('common-windows', dump, count, jobs, draws)
      return { workload: name, common, own, ratio: (own / common) ** 2 }
    })
    return { early, windows }
  },
  print({ early, windows }) {
    printTable(
      'Tuning with and without early stops, the same result (medians of fresh processes, one thread)',
      ['workload', 'search', 'ms', 'ms without', 'simulations', 'without', 'faster by'],
      early.map((row) => [
        row.workload,
        row.variant,
        rounded(row.ms),
        rounded(row.wholeMs),
        row.simulations,
        row.wholeSimulations,
        rounded(row.ratio),
      ]),
    )
    printTable(
      `AVEbsld of easy:saf − easy:f1 over ${WINDOWS.count} windows: standard deviation from draw to draw`,
      ['workload', 'the same windows', 'windows of their own', 'windows saved (variance ratio)'],
      windows.map((row) => [row.workload, rounded(row.common), rounded(row.own), rounded(row.ratio)]),
    )
  },
}
