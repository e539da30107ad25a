/** The reasons for which jobs of a log waited under a policy, and what would have let them start sooner. */
import { QueuewrightError } from '../../core/errors.js'
import { duration, type Given, headed, setting, settled, several, whole } from '../../core/settings/index.js'
import { type ToldWait, waitJson } from '../../report/pages/why.js'
import { RECORDED } from '../../sim/policy.js'
import type { Schedule } from '../../sim/schedule.js'
import { Inquiry } from '../../sim/why/index.js'
import { usage } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { readPolicy, type WrittenPolicy } from '../inputs/policies.js'
import { type PreparedLog, prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import { readSiteDocument } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'

export const WHY = headed('Questions:', {
  worst: setting(whole(0, 1000), {
    meaning: 'ask about so many jobs that waited longest, too',
    usual: 0,
  }),
  asked: setting(several(duration()), {
    meaning: 'had it asked for this time?',
    usual: [],
  }),
  on: setting(several(whole(1, 1e9)), {
    meaning: 'had it asked for so many processors, for the same time?',
    usual: [],
  }),
  without: setting(several(whole(0, 1e9)), {
    meaning: 'had the jobs of this user, by number, not run or waited meanwhile?',
    usual: [],
  }),
})

export type WhyOptions = ScenarioOptions &
  Given<typeof WHY> & {
    /** Absent: what the site goes by, else EASY. */
    readonly policy?: WrittenPolicy
  }

export interface Why {
  readonly log: PreparedLog
  /** One for each job that was asked about, then those that waited longest. */
  readonly told: readonly ToldWait[]
}

/**
 * @param asked job numbers
 * @throws QueuewrightError `usage` for a job that is not there, and where nobody can say; as `readPolicy` and `prepareLog`
 */
export async function whyJobsWaited(
  source: LogSource,
  asked: readonly number[],
  options: WhyOptions,
  ports: Ports,
): Promise<Why> {
  const asking = settled(WHY, options)
  const { worst } = asking
  if (asked.length === 0 && worst === 0) {
    throw new QueuewrightError('usage', 'no job is asked about', {
      expected: 'the numbers of jobs, or --worst N',
    })
  }
  const site = await readSiteDocument(options)
  const policy = await readPolicy(options.policy ?? site?.scheduling.policy ?? 'easy')
  if (policy.algorithm === RECORDED) {
    throw new QueuewrightError('usage', 'nobody knows why recorded jobs waited', {
      field: '--policy',
      value: policy.name,
      remedy: 'Name a policy that can be simulated.',
    })
  }
  const log = await prepareLog(source, [policy], site === null ? options : { ...options, site }, ports)
  const { stage, scenario } = log
  const tooLarge = asking.on.find((size) => size > scenario.machine)
  if (tooLarge !== undefined) throw usage('--on', `${tooLarge}`, `at most ${scenario.machine} processors`)
  const schedule = await ports.blocking(() => stage.run(policy))
  const inquiry = new Inquiry(stage.simulationOf(policy), schedule)
  const jobs = [
    ...new Set([...asked.map((id) => rowOf(schedule, id, log.file)), ...longest(schedule, worst)]),
  ]
  const further = { times: asking.asked, sizes: asking.on, users: asking.without }
  const told = jobs.map((job) => ({ policy: policy.name, schedule, ...inquiry.told(job, further) }))
  return { log, told }
}

/** The same for other programs. */
export function whyJson({ log: { trace, scenario, notices }, told }: Why) {
  const { name, digest } = trace
  return { trace: name, digest, machine: scenario.machine, notices, jobs: told.map(waitJson) }
}

function rowOf({ jobs }: Schedule, id: number, file: string): number {
  const row = jobs.id.indexOf(id)
  if (row >= 0) return row
  throw new QueuewrightError('usage', `no job ${id} is simulated`, {
    file,
    value: id,
    remedy: 'Name a job of the log that was not left out; --worst N finds those that waited longest.',
  })
}

/** Rows of the jobs that waited longest, the longest first. */
function longest({ jobs, start }: Schedule, count: number): readonly number[] {
  const wait = (row: number) => start[row] - jobs.submit[row]
  const waited = [...start.keys()].filter((row) => wait(row) > 0)
  return waited.sort((one, other) => wait(other) - wait(one) || one - other).slice(0, count)
}
