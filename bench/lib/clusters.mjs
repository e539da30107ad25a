/** Costs of evaluating, making and crossing chromosomes of a packet of parallel jobs over clusters. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD } from './build.mjs'
import { writeDump } from './dump.mjs'
import { askTask, median, printTable, rounded } from './report.mjs'
import { preparedJobs, TRACES } from './workloads.mjs'

/** The log of MULTI, and its machine. */
const LOG = { name: 'HPC2N', file: 'HPC2N-2002-2.2-cln.swf.gz', processors: 240 }

const CASES = {
  guided: 'fitness, guided chromosomes',
  random: 'fitness, random chromosomes',
  priority: 'a schedule by priority',
  making: 'making a guided chromosome',
  crossing: 'crossing two chromosomes',
}

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
    const answers = Object.fromEntries(Object.keys(CASES).map((what) => [what, []]))
    for (let round = 0; round < rounds; round++) {
      for (const what of Object.keys(CASES)) answers[what].push(askTask('clusters', dump, what))
    }
    return Object.entries(answers).map(([what, each]) => ({
      log: name,
      what,
      tasks: each[0].tasks,
      ns: median(each.map(({ ns }) => median(ns))),
    }))
  },
  print(rows) {
    printTable(
      `A packet of 20 wide jobs of ${rows[0].log}, ${rows[0].tasks} tasks, over four clusters of 60 nodes`,
      ['', 'µs of processor time'],
      rows.map(({ what, ns }) => [CASES[what], rounded(ns / 1000)]),
    )
  },
}
