/**
 * EASY and EASY++ on three logs, start by start, against the schedules of the simulator pyss in the study of run-time
 * predictions of Gaussier, Glesser, Reis and Trystram (SC 2015).
 *
 * A file is a schedule in the Standard Workload Format: submit, wait, run time, processors, estimate, user; field 18 is
 * the prediction made at submit, field 17 the number of its corrections less 1. Ours is computed of the jobs in it by
 * the dialect `pyss`. EASY++ backfills by shortest prediction; its predictions are the mean of the user's last two run
 * times (workload/predictions/last-two.ts), or the true run times.
 *
 * Beside the published AVEbsld: how many jobs start at another second than there, and how many predictions and
 * corrections differ. The further rows take all events of an instant together, as `qw simulate` does by default.
 */

import { plainPolicy } from '../../../evaluation/scenarios/plain-policy.js'
import type { Schedule } from '../../../sim/schedule.js'
import { DEFAULT_SEMANTICS, DIALECTS, type Semantics } from '../../../sim/semantics.js'
import { simulate } from '../../../sim/simulate.js'
import { replaceColumns } from '../../../trace/job-table.js'
import type { Trace } from '../../../trace/trace.js'
import { LAST_TWO } from '../../../workload/predictions/index.js'
import { type Samples, samples } from '../samples.js'
import type { PublishedStudy, StudyRun, StudyTask } from '../study.js'
import { slowdownFrom } from '../windows.js'
import {
  LOG_NAMES,
  LOGS,
  type Log,
  MACHINES,
  SCHEDULER_NAMES,
  SCHEDULERS,
  type Scheduler,
  SLOWDOWNS,
} from './tables.js'

const TABLES = { published: 'AVEbsld', events: 'events of an instant together' } as const

export const EASY_2015: PublishedStudy = {
  name: 'easy-2015',
  title: 'EASY backfilling with estimates, predictions and true run times, start by start',
  source: 'E. Gaussier, D. Glesser, V. Reis, D. Trystram, SC 2015; schedules of the simulator pyss',
  logs: LOG_NAMES.flatMap((log) =>
    SCHEDULER_NAMES.map((scheduler) => ({
      name: `${log} ${scheduler}`,
      log,
      file: `predictsim-${LOGS[log]}-${SCHEDULERS[scheduler]}.swf.gz`,
      kind: 'reference' as const,
      size: 'requested' as const,
      machine: MACHINES[log],
    })),
  ),
  origin: 'They were written by the simulator of the study, predictsim, a descendant of pyss',
  chance: false,
  uniqueRows: true,
  fields: ['status', 'wait', 'precedingJob', 'thinkTime'],
  begin,
}

function begin(logs: ReadonlyMap<string, Trace>): StudyRun {
  const collected = samples()
  const tasks = LOG_NAMES.flatMap((log) =>
    SCHEDULER_NAMES.flatMap((scheduler) => {
      const trace = logs.get(`${log} ${scheduler}`)
      return trace === undefined ? [] : [rowsTask(log, scheduler, trace, collected)]
    }),
  )
  return { tasks, values: () => collected.values(Object.values(TABLES)) }
}

function rowsTask(log: Log, scheduler: Scheduler, trace: Trace, collected: Samples): StudyTask {
  const name = `${log} ${MACHINES[log]}, ${scheduler}`
  const addRow = (table: string, row: string, published: number | null, rules: Semantics) => {
    const schedule = scheduled(scheduler, trace, MACHINES[log], rules)
    const cell = { log: `${log} ${scheduler}`, table, row }
    const AVEbsld = slowdownFrom(schedule, 0)
    collected.add({ ...cell, column: 'AVEbsld', published, decimals: 2 }, AVEbsld)
    for (const [column, ours] of Object.entries(differences(schedule, trace))) {
      collected.add({ ...cell, column, published: null, decimals: 0 }, ours)
    }
  }
  return {
    label: name,
    run: () => {
      addRow(TABLES.published, name, SLOWDOWNS[log][scheduler], DIALECTS.pyss)
      if (scheduler !== 'EASY') return
      addRow(TABLES.events, `${name}, events of an instant together`, null, DEFAULT_SEMANTICS)
    },
  }
}

function scheduled(scheduler: Scheduler, { jobs }: Trace, processors: number, rules: Semantics): Schedule {
  const policy = plainPolicy(scheduler.startsWith('EASY++') ? 'easy:fcfs/spt' : 'easy')
  const known = scheduler.endsWith('true run times') ? replaceColumns(jobs, { estimate: jobs.runtime }) : jobs
  const predictor = scheduler === 'EASY++' ? { predictor: LAST_TWO } : {}
  return simulate({ jobs: known, processors, policy, rules, ...predictor })
}

/** How many jobs of the schedule differ from the reference, by what. */
function differences({ jobs, start, corrections }: Schedule, { fields }: Trace): Record<string, number> {
  const count = (differs: (job: number) => boolean) => {
    let found = 0
    for (let job = 0; job < jobs.length; job++) if (differs(job)) found++
    return found
  }
  const { wait, precedingJob, thinkTime } = fields
  return {
    jobs: jobs.length,
    'other starts': count((job) => start[job] !== jobs.submit[job] + (wait?.[job] ?? Number.NaN)),
    ...(corrections === undefined
      ? {}
      : {
          'other predictions': count((job) => jobs.estimate[job] !== thinkTime?.[job]),
          'other corrections': count((job) => corrections[job] - 1 !== precedingJob?.[job]),
        }),
  }
}
