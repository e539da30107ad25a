/**
 * User feedback on real logs. A session's first jobs are submitted at their recorded instants whatever the policy; the
 * others a think time after the end they waited for. Replayed under the policy that made a log, all submits come out
 * as recorded; under another policy they move with the ends.
 */
import { describe, expect, it } from 'vitest'
import { measure } from '../../src/sim/objectives/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../src/sim/prepare.js'
import { recordedSchedule } from '../../src/sim/recorded.js'
import type { Schedule } from '../../src/sim/schedule.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { scheduleAsTrace } from '../../src/trace/index.js'
import { traceWith } from '../../src/trace/select.js'
import type { Trace } from '../../src/trace/trace.js'
import { dependenciesOf, extractSessions } from '../../src/workload/sessions/index.js'
import { missing, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import { cleanLog } from '../support/real-logs.js'

interface Replayed {
  readonly trace: Trace
  readonly schedule: Schedule
  /** Of each job of the log: simulated submit − recorded submit. */
  readonly shift: Float64Array
  readonly preceding: Int32Array
}

async function readLog(file: string, processors: number): Promise<Trace> {
  const trace = await cleanLog(file)
  const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors })
  return traceWith(trace, { jobs, processors })
}

function replay(trace: Trace, policy: string): Replayed {
  const { jobs } = trace
  const dependencies = dependenciesOf(extractSessions(trace))
  const schedule = simulate({
    jobs,
    processors: trace.processors!,
    policy: plainPolicy(policy),
    dependencies,
  })
  const shift = new Float64Array(jobs.length)
  schedule.rows!.forEach((row, job) => {
    shift[row] = schedule.jobs.submit[job] - jobs.submit[row]
  })
  return { trace, schedule, shift, preceding: dependencies.preceding }
}

/** The log as it would have been recorded under `policy`. */
function recordedUnder(trace: Trace, policy: string): Trace {
  const { jobs } = trace
  const schedule = simulate({ jobs, processors: trace.processors!, policy: plainPolicy(policy) })
  return scheduleAsTrace(trace, schedule.start)
}

const LOGS = [
  ['KTH-SP2-1996-2.1-cln.swf.gz', 100],
  ['SDSC-SP2-1998-4.2-cln.swf.gz', 128],
] as const

describe.skipIf(missing(requirements.traces))('user feedback', () => {
  it.each(LOGS)('on %s under its own policy gives every recorded submit', async (file, processors) => {
    const log = await readLog(file, processors)
    for (const policy of ['easy', 'easy:saf', 'fcfs']) {
      const { schedule, shift, preceding } = replay(recordedUnder(log, policy), policy)
      expect(preceding.filter((row) => row >= 0).length).toBeGreaterThan(1000)
      expect(shift.every((seconds) => seconds === 0)).toBe(true)
      expect(validate(schedule)).toEqual([])
    }
  })

  it.each(LOGS)('on %s keeps the recorded submits of jobs that wait for none', async (file, processors) => {
    const { shift, preceding } = replay(await readLog(file, processors), 'easy')
    const free = shift.filter((_, row) => preceding[row] < 0)
    expect(free.length).toBeGreaterThan(10_000)
    expect(free.every((seconds) => seconds === 0)).toBe(true)
    // The others move as their predecessors end elsewhere than in the log; a chain moves by the sum along it.
    expect(shift.some((seconds) => seconds !== 0)).toBe(true)
  })

  it.each(LOGS)(
    'on %s: users who wait submit later under FCFS, which keeps its queue shorter',
    async (file, processors) => {
      const log = await readLog(file, processors)
      const fixed = (policy: string) => simulate({ jobs: log.jobs, processors, policy: plainPolicy(policy) })
      const [easy, fcfs] = ['easy', 'fcfs'].map((policy) => replay(log, policy))
      const later = ({ shift }: Replayed) => shift.reduce((sum, seconds) => sum + seconds, 0)
      expect(later(fcfs)).toBeGreaterThan(10 * later(easy))
      const wait = (schedule: Schedule) => measure(schedule, null, ['meanWait'])['meanWait']!
      // FCFS looks worse where users are taken to submit into a queue of weeks as if there were none.
      expect(wait(fcfs.schedule)).toBeLessThan(wait(fixed('fcfs')))
      expect(throughput(easy.schedule, log)).toBeGreaterThan(throughput(fcfs.schedule, log))
    },
  )

  it('recorded waits of KTH, played back, end every job where the log ends it', async () => {
    const log = await readLog('KTH-SP2-1996-2.1-cln.swf.gz', 100)
    const { preceding, think } = extractSessions(log)
    const { start } = recordedSchedule(log.jobs, 100, log.fields.wait!)
    for (let row = 0; row < preceding.length; row++) {
      const before = preceding[row]
      if (before < 0) continue
      expect(start[before] + log.jobs.runtime[before] + think[row]).toBe(log.jobs.submit[row])
    }
  })
})

/** Jobs that have ended, on average over twenty instants in the course of the log. */
function throughput({ jobs, start }: Schedule, log: Trace): number {
  let sum = 0
  for (let part = 0.025; part < 1; part += 0.05) {
    const instant = log.jobs.submit[Math.floor(part * log.jobs.length)]
    start.forEach((begin, job) => {
      if (begin + jobs.runtime[job] <= instant) sum++
    })
  }
  return sum / 20
}
