/** What the fitness of a packet of parallel jobs over clusters costs, and where its time goes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD } from './build.mjs'
import { writeDump } from './dump.mjs'
import { askTask, median, printTable, rounded } from './report.mjs'
import { preparedJobs, TRACES } from './workloads.mjs'

/** The log of MULTI, and its machine. */
const LOG = { name: 'HPC2N', file: 'HPC2N-2002-2.2-cln.swf.gz', processors: 240 }

/** What is done, and the share of each job's tasks. */
const CASES = [
  ['guided', 1],
  ['guided', 0.5],
  ['guided', 0.25],
  ['random', 1],
  ['priority', 1],
  ['making', 1],
  ['crossing', 1],
]

async function dumped(workloads) {
  const log = join(TRACES, LOG.file)
  if (!existsSync(log)) return workloads[0]
  const dump = join(BUILD, `${LOG.name}.jobs`)
  writeDump(dump, await preparedJobs(log, LOG.processors), LOG.processors)
  return { name: LOG.name, dump }
}

export const clusters = {
  async measure({ workloads, rounds }) {
    const { name, dump } = await dumped(workloads)
    const answers = CASES.map(() => [])
    for (let round = 0; round < rounds; round++) {
      for (const [k, [what, share]] of CASES.entries()) {
        answers[k].push(askTask('clusters', dump, what, share))
      }
    }
    const rows = CASES.map(([what], k) => ({
      what,
      tasks: answers[k][0].tasks,
      ns: median(answers[k].map(({ ns }) => median(ns))),
    }))
    const [whole, , quarter] = rows
    const perTask = (whole.ns - quarter.ns) / (whole.tasks - quarter.tasks)
    return { log: name, rows, perTask, rest: whole.ns - perTask * whole.tasks }
  },
  print({ log, rows, perTask, rest }) {
    const titles = {
      guided: 'fitness, guided chromosomes',
      random: 'fitness, random chromosomes',
      priority: 'a schedule by priority',
      making: 'making a guided chromosome',
      crossing: 'crossing two chromosomes',
    }
    printTable(
      `A packet of 20 wide jobs of ${log} over four clusters of 60 nodes, processor time after warm-up`,
      ['', 'tasks', 'µs'],
      rows.map(({ what, tasks, ns }) => [titles[what], tasks, rounded(ns / 1000)]),
    )
    printTable(
      'The fitness of a guided chromosome: as its tasks become fewer',
      ['', 'ns'],
      [
        ['for each task', rounded(perTask)],
        ['for the rest of the packet', rounded(rest)],
      ],
    )
  },
}
