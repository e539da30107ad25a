/** The benchmarks, each with how it is measured and how it is printed. Adding one takes a line in `BENCHES`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { advice } from './advice.mjs'
import { BUILD } from './build.mjs'
import { clusters } from './clusters.mjs'
import { drawing } from './drawing.mjs'
import { readDump, writeDump } from './dump.mjs'
import { engines } from './engines.mjs'
import { grids } from './grids.mjs'
import { ARRAY_JOBS, exponents, WORKLOADS } from './long-queues.mjs'
import { nodes } from './nodes.mjs'
import { repeatLog } from './repeat-log.mjs'
import { ask, askTask, median, printTable, rounded } from './report.mjs'
import { rules } from './rules.mjs'
import { search } from './search.mjs'

const WARMUPS = 5
const RUNS = 9
const QUESTIONS = 200

/** A log of short jobs, many at each instant. */
async function arrays() {
  const { jobs, processors } = await WORKLOADS.arrays(ARRAY_JOBS)
  const dump = join(BUILD, 'arrays.jobs')
  writeDump(dump, jobs, processors)
  return { name: 'arrays of short jobs', dump, processors }
}

/** FCFS and EASY against the C++ twin, by turns in fresh processes. */
const kernel = {
  async measure({ workloads, twin, rounds }) {
    const rows = []
    for (const { name, dump, processors } of [...workloads, await arrays()]) {
      for (const policy of ['fcfs', 'easy']) {
        const ours = []
        const theirs = []
        for (let round = 0; round < rounds; round++) {
          ours.push(askTask('kernel', dump, policy, WARMUPS, RUNS))
          if (twin !== null) theirs.push(ask(twin, [policy, dump, WARMUPS, RUNS]))
        }
        const sums = new Set([...ours, ...theirs].map(({ checksum }) => checksum))
        if (sums.size !== 1)
          throw new Error(`${policy} on ${name}: the schedules differ (${[...sums].join(', ')})`)
        const kernelMs = median(ours.map(({ ms }) => median(ms)))
        const twinMs = twin === null ? null : median(theirs.map(({ ms }) => median(ms)))
        const [{ jobs, checksum }] = ours
        rows.push({
          workload: name,
          processors,
          policy,
          jobs,
          kernelMs,
          jobsPerSecond: jobs / (kernelMs / 1000),
          twinMs,
          ratio: twinMs === null ? null : kernelMs / twinMs,
          checksum,
        })
      }
    }
    return rows
  },
  print(rows) {
    printTable(
      'Kernel against the C++ twin (medians of fresh processes)',
      ['workload', 'processors', 'policy', 'jobs', 'kernel ms', 'million jobs/s', 'twin ms', 'ratio'],
      rows.map((row) => [
        row.workload,
        row.processors,
        row.policy,
        row.jobs,
        rounded(row.kernelMs),
        rounded(row.jobsPerSecond / 1e6),
        rounded(row.twinMs),
        rounded(row.ratio),
      ]),
    )
  },
}

/** Reading logs: the compressed ones as they are, and one of a million plain lines. */
const reading = {
  async measure({ workloads, rounds }) {
    const logs = workloads.filter(({ log }) => log !== null).map(({ name, log }) => ({ name, path: log }))
    const plain = join(BUILD, 'million.swf')
    repeatLog(workloads.find(({ log }) => log !== null)?.log ?? null, plain, 1_000_000)
    logs.push({ name: 'a million plain lines', path: plain })
    return logs.map(({ name, path }) => {
      const answers = Array.from({ length: rounds }, () => askTask('reading', path, 1, 3))
      const ms = median(answers.map((answer) => median(answer.ms)))
      // Of the whole process: the first reading, with nothing warm, is what a command pays.
      const [{ jobs }] = answers
      return {
        log: name,
        lines: jobs,
        ms,
        linesPerSecond: jobs / (ms / 1000),
        peakBytes: answers[0].peakBytes,
      }
    })
  },
  print(rows) {
    printTable(
      'Reading',
      ['log', 'lines', 'ms', 'million lines/s', 'peak MB'],
      rows.map((row) => [
        row.log,
        row.lines,
        rounded(row.ms),
        rounded(row.linesPerSecond / 1e6),
        Math.round(row.peakBytes / 1e6),
      ]),
    )
  },
}

const STANDING = [100, 1000, 10_000]

/** A formula that depends on the state: for contrast, as the queue must be scored anew at every pass. */
const GENERAL = 'head:(-wait ^ 2 / estimate - queue)'

/** What an event costs while 100, 1,000 or 10,000 jobs wait. */
const queue = {
  async measure({ rounds }) {
    const policies = [
      'fcfs',
      'head:wfp3',
      'head:g1',
      'head:g2',
      'head:g3',
      'head:g4',
      'head:(-wait / estimate)',
      GENERAL,
    ]
    return policies.map((policy) => {
      const cost = STANDING.map((waiting) => {
        const answers = Array.from({ length: Math.min(rounds, 3) }, () =>
          askTask('standing-queue', policy, waiting, 20_000, policy === GENERAL ? 1 : 3),
        )
        return median(answers.map(({ events, ms }) => (median(ms) * 1000) / events))
      })
      return { policy, waiting: STANDING, microsecondsPerEvent: cost, growth: cost.at(-1) / cost[0] }
    })
  },
  print(rows) {
    printTable(
      'Microseconds an event, by the number of jobs waiting (the last order is scored anew at every pass)',
      ['policy', ...STANDING.map(String), 'last/first'],
      rows.map((row) => [
        row.policy,
        ...row.microsecondsPerEvent.map((us) => rounded(us)),
        rounded(row.growth),
      ]),
    )
  },
}

/** Cost a job as the log grows: one log repeated and shifted. With --large, five million lines from the file on. */
const growth = {
  async measure({ workloads, rounds, large, say }) {
    const workload = workloads.find(({ name }) => name === 'KTH') ?? workloads[0]
    const repeats = [1, 2, 5, 10, 20].map((times) => {
      const answers = Array.from({ length: Math.min(rounds, 3) }, () =>
        askTask('kernel', workload.dump, 'easy', 2, 3, times),
      )
      const ms = median(answers.map((answer) => median(answer.ms)))
      const [{ jobs, peakBytes }] = answers
      return { times, jobs, ms, nanosecondsPerJob: (ms * 1e6) / jobs, peakBytes }
    })
    if (!large) return { workload: workload.name, repeats, large: null }
    say('growth: a log of five million jobs')
    const path = join(BUILD, 'five-million.swf')
    if (!existsSync(path)) repeatLog(workload.log, path, 5_000_000)
    return { workload: workload.name, repeats, large: askTask('large-log', path, workload.processors) }
  },
  print({ workload, repeats, large }) {
    printTable(
      `EASY as the log grows (${workload} repeated)`,
      ['times', 'jobs', 'ms', 'ns a job', 'peak MB'],
      repeats.map((row) => [
        row.times,
        row.jobs,
        rounded(row.ms),
        rounded(row.nanosecondsPerJob),
        Math.round(row.peakBytes / 1e6),
      ]),
    )
    if (large === null) return
    printTable(
      'A log of five million lines, read, simulated under EASY and checked in one process',
      ['jobs', 'read s', 'simulate s', 'check s', 'violations', 'peak MB before the check'],
      [
        [
          large.jobs,
          ...[large.readMs, large.simulateMs, large.checkMs].map((ms) => rounded(ms / 1000)),
          large.violations,
          Math.round(large.peakBytes / 1e6),
        ],
      ],
    )
  },
}

/** Every order with every algorithm on one log. */
const orders = {
  async measure({ workloads }) {
    const { ORDERS } = await import('../build/src/sim/orders/index.js')
    const { ALGORITHM_NAMES } = await import('../build/src/sim/policy.js')
    const workload = workloads.find(({ name }) => name === 'KTH') ?? workloads[0]
    const rows = ORDERS.map(({ name }) => ({
      order: name,
      ms: ALGORITHM_NAMES.map((algorithm) =>
        median(askTask('kernel', workload.dump, `${algorithm}:${name}`, 1, 3).ms),
      ),
    }))
    const { jobs } = await readDump(workload.dump)
    return { workload: workload.name, jobs: jobs.length, algorithms: ALGORITHM_NAMES, rows }
  },
  print({ workload, jobs, algorithms, rows }) {
    printTable(
      `Milliseconds of every policy on ${workload} (${jobs} jobs)`,
      ['order', ...algorithms],
      rows.map(({ order, ms }) => [order, ...ms.map((value) => rounded(value))]),
    )
  },
}

/** Workloads by a model, made in a fresh process, nothing warm, and written to a file. */
const generate = {
  async measure({ rounds }) {
    return [10_000, 100_000, 1_000_000].map((jobs) => {
      const answers = Array.from({ length: rounds }, () =>
        askTask('generate', jobs, join(BUILD, 'generated.swf')),
      )
      return {
        jobs,
        ms: median(answers.map((answer) => answer.ms)),
        writeMs: median(answers.map((answer) => answer.writeMs)),
        peakBytes: median(answers.map((answer) => answer.peakBytes)),
      }
    })
  },
  print(rows) {
    printTable(
      'Generating Lublin-Feitelson workloads',
      ['jobs', 'ms', 'million jobs/s', 'ms to write it as SWF', 'peak MB'],
      rows.map((row) => [
        row.jobs,
        rounded(row.ms),
        rounded(row.jobs / row.ms / 1000),
        rounded(row.writeMs),
        Math.round(row.peakBytes / 1e6),
      ]),
    )
  },
}

const TRIALS = 256_000
const TUPLES = 7

/** Simulated trials of a tuple of 48 jobs, of either design, by processor time. */
const trials = {
  async measure({ rounds }) {
    return ['paired', 'independent'].map((design) => {
      const answers = Array.from({ length: rounds }, () => askTask('trials', design, TRIALS, TUPLES))
      const ms = answers.map((answer) => median(answer.ms))
      const [{ deviations }] = answers
      return {
        design,
        trials: TRIALS,
        ms: median(ms),
        slowestMs: median(answers.map((answer) => Math.max(...answer.ms))),
        deviation: median(deviations),
      }
    })
  },
  print(rows) {
    printTable(
      `${TRIALS} trials of a tuple of 16 + 32 jobs, ${TUPLES} tuples`,
      ['design', 'ms', 'slowest tuple ms', 'million trials/s', 'normalised deviation'],
      rows.map((row) => [
        row.design,
        rounded(row.ms),
        rounded(row.slowestMs),
        rounded(row.trials / row.ms / 1000),
        rounded(row.deviation),
      ]),
    )
  },
}

/** What jobs waited for, with all answers: processor time of a question after the first simulation. */
const why = {
  async measure({ workloads }) {
    return workloads.flatMap(({ name, dump }) =>
      ['fcfs', 'easy', 'cons'].map((policy) => {
        const { jobs, waited, ms } = askTask('why', dump, policy, QUESTIONS)
        const sorted = ms.toSorted((a, b) => a - b)
        const p99 = sorted[Math.ceil(0.99 * sorted.length) - 1]
        return { workload: name, policy, jobs, waited, medianMs: median(ms), p99Ms: p99 }
      }),
    )
  },
  print(rows) {
    printTable(
      `What a job waited for, ${QUESTIONS} jobs`,
      ['workload', 'policy', 'jobs', 'waited', 'median ms', 'p99 ms'],
      rows.map(({ workload, policy, jobs, waited, medianMs, p99Ms }) => [
        workload,
        policy,
        jobs,
        waited,
        rounded(medianMs),
        rounded(p99Ms),
      ]),
    )
  },
}

export const BENCHES = {
  why,
  kernel,
  reading,
  queue,
  growth,
  exponents,
  orders,
  generate,
  trials,
  rules,
  search,
  engines,
  grids,
  clusters,
  nodes,
  drawing,
  advice,
}
