/** What long queues and large machines cost: processor time by the number of jobs, and the exponent of its growth. */
import { join } from 'node:path'
import { BUILD } from './build.mjs'
import { writeDump } from './dump.mjs'
import { generateCampaigns } from './generate.mjs'
import { askTask, median, printTable, rounded } from './report.mjs'
import { xorshift } from './xorshift.mjs'

const LENGTHS = [2500, 5000, 10_000, 20_000]
/** Where it grows with more than the square. */
const SHORT = [625, 1250, 2500]
/** Processor-seconds of a job of `instant`, on the mean. */
const WORK_OF_ONE = 9060 * 85.8
/** Milliseconds of a simulation after which longer queues are not tried. */
const PATIENCE = 20_000
const INSTANT = [
  'head:fcfs',
  'list:fcfs',
  'easy:fcfs',
  'easy:saf',
  'easy:wfp3',
  'easy:multifactor',
  'cons:fcfs',
]
const ARRAYS = ['head:fcfs', 'easy:fcfs', 'list:group', 'easy:group', 'easy:saf', 'easy:fcfs/saf']
const MACHINE = ['head:fcfs', 'easy:fcfs', 'easy:saf', 'cons:fcfs']
export const ARRAY_JOBS = 450_000
const OVERLOAD = ['easy:saf', 'easy:wfp3', 'easy:multifactor']
const OVERLOAD_JOBS = [25_000, 50_000, 100_000, 200_000]
const MACHINE_JOBS = [125_000, 250_000, 500_000, 1_000_000]
/** Hundreds of jobs at an instant, many times over: minutes. */
const CAMPAIGNS = { seed: 1, jobs: 450_000, processors: 8192, load: 0.9 }

/** Workloads by name: of a number of jobs, the jobs and the machine's processors. */
export const WORKLOADS = {
  /** All jobs are submitted at one instant, with estimates of one to four times the run time. */
  instant: (jobs) => built(jobs, 256, 1, atOnce),
  /** The same jobs, with their run times as estimates. */
  exact: (jobs) => built(jobs, 256, 1, (random) => ({ ...atOnce(random), exact: true })),
  /**
   * Arrays of short jobs of one processor, hundreds at an instant, among some that are wide, at a load of 0.95: what the
   * log of RICC is like.
   */
  arrays: (jobs) => {
    let array = 0
    let submit = 0
    let typical = 0
    return built(jobs, 8192, 2, (random) => {
      if (array === 0) {
        const wide = random() < 0.3
        array = wide ? -1 : Math.ceil(random() ** 3 * 4000)
        typical = Math.exp(4 + 5 * random())
      }
      const size = array < 0 ? 2 ** (4 + Math.floor(random() * 9)) : 1
      const runtime = Math.ceil(typical * (0.5 + random()))
      submit += (runtime * size) / (8192 * 0.95)
      array = array < 0 ? 0 : array - 1
      return { submit: Math.floor(submit / 600) * 600, runtime, size }
    })
  },
  /** The same jobs come faster than they can be done, at a load of 1.2: the queue grows to a sixth of them. */
  overload: (jobs) => {
    let submit = 0
    return built(jobs, 256, 4, (random) => {
      submit += (-Math.log(1 - random()) * WORK_OF_ONE) / (256 * 1.2)
      return { ...atOnce(random), submit: Math.floor(submit) }
    })
  },
  /** Jobs of one processor on a machine of as many processors. */
  machine: (jobs) =>
    built(jobs, jobs, 3, (random) => ({
      submit: Math.floor(random() * 1000),
      runtime: 1 + Math.floor(random() * 5000),
      size: 1,
    })),
}

function atOnce(random) {
  const runtime = Math.floor(60 + random() ** 3 * 36_000)
  return { submit: 0, runtime, size: 1 + Math.floor(random() ** 2 * 256) }
}

export const exponents = {
  async measure({ rounds, large }) {
    const times = Math.min(rounds, 3)
    const row = (workload, lengths, policy, ...more) => {
      const ms = []
      for (const jobs of lengths) {
        const known = ms.at(-1) ?? 0
        const answers = Array.from(
          { length: known > PATIENCE ? 0 : times },
          () => askTask('long-queue', workload, jobs, policy, ...more).ms,
        )
        ms.push(answers.length === 0 ? null : median(answers))
      }
      return { workload, policy: [policy, ...more].join(' '), ms, exponent: exponentOf(lengths, ms) }
    }
    const campaigns = async () => {
      const dump = join(BUILD, 'campaigns.jobs')
      writeDump(dump, await generateCampaigns(CAMPAIGNS), CAMPAIGNS.processors)
      return { ...CAMPAIGNS, ms: askTask('kernel', dump, 'cons', 0, 1).ms[0] }
    }
    return {
      instant: [
        ...INSTANT.map((policy) => row('instant', LENGTHS, policy)),
        row('exact', LENGTHS, 'cons:fcfs'),
        row('exact', LENGTHS, 'cons:fcfs', 'none'),
      ],
      kept: [row('instant', SHORT, 'cons:fcfs', 'none')],
      arrays: ARRAYS.map((policy) => row('arrays', [ARRAY_JOBS], policy)),
      overload: OVERLOAD.map((policy) => row('overload', OVERLOAD_JOBS, policy)),
      machine: MACHINE.map((policy) => row('machine', MACHINE_JOBS, policy)),
      campaigns: large ? await campaigns() : null,
    }
  },
  print({ instant, kept, arrays, overload, machine, campaigns }) {
    const growth = (title, lengths, rows) =>
      printTable(
        title,
        ['workload', 'policy', ...lengths.map(String), 'exponent'],
        rows.map(({ workload, policy, ms, exponent }) => [
          workload,
          policy,
          ...ms.map((each) => rounded(each)),
          rounded(exponent),
        ]),
      )
    growth('Milliseconds of processor time, by jobs submitted at one instant', LENGTHS, instant)
    growth('The same where reservations are kept', SHORT, kept)
    growth('The same of jobs that come at a load of 1.2', OVERLOAD_JOBS, overload)
    growth('The same of jobs of one processor on as many processors', MACHINE_JOBS, machine)
    const easy = arrays.find(({ policy }) => policy === 'easy:fcfs').ms[0]
    printTable(
      `Arrays of short jobs, ${ARRAY_JOBS} jobs`,
      ['policy', 'ms', 'ns a job', 'to EASY'],
      arrays.map(({ policy, ms: [ms] }) =>
        [policy, ms, (ms * 1e6) / ARRAY_JOBS, ms / easy].map((each, k) => (k === 0 ? each : rounded(each))),
      ),
    )
    if (campaigns === null) return
    printTable('cons on a log of campaigns', ['jobs', 'ms'], [[campaigns.jobs, rounded(campaigns.ms)]])
  },
}

/** The slope of a line through the logarithms; null of fewer than two. */
function exponentOf(lengths, ms) {
  const points = lengths.map((jobs, k) => [Math.log(jobs), Math.log(ms[k])]).filter((_, k) => ms[k] !== null)
  if (points.length < 2) return null
  const mean = (k) => points.reduce((sum, point) => sum + point[k], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}

async function built(jobs, processors, seed, draw) {
  const { JobTableBuilder } = await import('../build/src/trace/job-table.js')
  const random = xorshift(seed)
  const builder = new JobTableBuilder(jobs)
  for (let k = 0; k < jobs; k++) {
    const { exact, ...job } = draw(random)
    const user = Math.floor(random() * 20)
    const times = 1 + 3 * random()
    const estimate = exact ? job.runtime : Math.ceil(job.runtime * times)
    builder.add({ id: k + 1, ...job, estimate, user, group: 1 + (user % 5) })
  }
  return { jobs: builder.finish().table, processors }
}
