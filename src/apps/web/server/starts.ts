/**
 * When waiting jobs will start, as `qw live predict` says it: of the queue of the Slurm of this machine, which is only read, or of a
 * log that is served, replayed up to an instant. However many ask, Slurm is asked once within a while.
 */
import { object, optional, text } from '../../../core/codec.js'
import { parseDuration } from '../../../core/duration.js'
import { formatCount } from '../../../core/format.js'
import { Place } from '../../../core/place.js'
import { shellLine } from '../../../core/shell.js'
import { SITE } from '../../../lab/experiments/experiment-settings.js'
import type { ScenarioOptions } from '../../../lab/inputs/prepare.js'
import { followed } from '../../../lab/inputs/site.js'
import { type PredictOptions, predictedOf, predictStarts } from '../../../lab/live/predict.js'
import { neededPartitions, PREDICTING } from '../../../lab/live/settings.js'
import { QUIET } from '../../../lab/ports.js'
import { LOCAL, partitionNames, type Surroundings } from '../../../live/index.js'
import { type Predicted, predictedPage } from '../../../report/pages/predicted.js'
import { parsePolicy } from '../../../sim/policy.js'
import { READING, SLURM_FILES } from '../../../trace/index.js'
import type { ShownStarts } from '../protocol/messages.js'
import { type Logs, optionWords } from './logs.js'
import { Refusal } from './refusal.js'
import { inTurn } from './turns.js'

const ASKED = object({
  ...{ log: optional(text), at: optional(text), policy: text, partition: optional(text) },
  ...{ job: optional(text), user: optional(text) },
})

const MACHINE = { ...SITE, ...SLURM_FILES }
const ON_LOG = { ...SITE, ...READING, ...SLURM_FILES, oversize: PREDICTING.oversize }

/** Milliseconds for which what Slurm said is new enough. */
const FRESH = 15_000
/** Answers that are kept; a log's are always right. */
const KEPT = 16
/** Rows of a page. */
const MOST_JOBS = 300

/** @throws QueuewrightError, Refusal */
export type Foretelling = (asked: unknown) => Promise<ShownStarts>

interface Answer {
  readonly until: number
  readonly predicted: Promise<Predicted>
}

export function foretelling(
  logs: Pick<Logs, 'log' | 'served'>,
  reading: ScenarioOptions,
  surroundings: Surroundings = LOCAL,
): Foretelling {
  const turn = inTurn()
  const answers = new Map<string, Answer>()
  const predicted = (key: string, lasts: number, make: () => Promise<Predicted>): Promise<Predicted> => {
    const now = Date.now()
    for (const [old, { until }] of answers) if (until <= now) answers.delete(old)
    const known = answers.get(key)
    if (known !== undefined) return known.predicted
    if (answers.size >= KEPT) answers.delete([...answers.keys()][0])
    const made = turn(make)
    answers.set(key, { until: now + lasts, predicted: made })
    made.catch(() => answers.delete(key))
    return made
  }
  return async (asked) => {
    const { log, at, policy, partition, job, user } = ASKED.decode(asked, Place.of('the request'))
    const filtered = { job: job ?? null, user: user ?? null }
    // No name of a file is taken from a page.
    const kept = followed(reading, parsePolicy(policy))
    const { site, slurmConf, slurmQos, slurmShares } = kept
    const machine = { ...(site !== undefined && { site }), slurmConf, slurmQos, slurmShares }
    const options: PredictOptions = { ...(log === undefined ? machine : kept), policy }
    const filter = [...(user === undefined ? [] : ['--user', user]), '--policy', policy]
    const words = ['qw', 'live', 'predict', ...(job === undefined ? [] : [job])]
    if (log === undefined) {
      const partitions =
        partition === undefined ? await partitionNames(surroundings.commands) : partitionsOf(partition)
      const make = () => predictStarts(null, { ...options, partition: partitions }, QUIET, surroundings)
      const all = await predicted(JSON.stringify([partitions, policy]), FRESH, make)
      const from = ['--partition', partitions.join(','), ...optionWords(machine, MACHINE)]
      return shown(all, filtered, partitions.join(','), [...words, ...from, ...filter])
    }
    const { file } = await logs.served(log)
    const read = await logs.log(log)
    const { submit } = read.trace.jobs
    const instant = at === undefined ? halfDays((submit.at(-1) ?? 0) - (submit[0] ?? 0)) : at
    const seconds = parseDuration(instant, 'at')
    const make = () => predictStarts(null, { ...options, at: seconds }, QUIET, surroundings, read)
    const all = await predicted(JSON.stringify([log, seconds, policy]), Number.POSITIVE_INFINITY, make)
    const from = [...(file === null ? [] : ['--log', file]), ...optionWords(kept, ON_LOG), '--at', instant]
    return shown(all, filtered, instant, [...words, ...from, ...filter])
  }
}

/** @throws QueuewrightError where none is named; Refusal for what is no name */
function partitionsOf(list: string): readonly string[] {
  const partitions = neededPartitions([list], 'the partitions of the queue, with commas between them')
  const strange = partitions.find((name) => !/^\w[\w.-]*$/.test(name))
  if (strange !== undefined) throw new Refusal(400, `no partition can be called ${strange}`)
  return partitions
}

/** The middle of a time, in whole days where it has them. */
function halfDays(seconds: number): string {
  const days = Math.floor(seconds / 2 / 86_400)
  return days > 0 ? `${days}d` : `${Math.floor(seconds / 2)}s`
}

interface Filter {
  readonly job: string | null
  readonly user: string | null
}

/** @throws QueuewrightError for a job that does not wait */
function shown(all: Predicted, { job, user }: Filter, of: string, words: readonly string[]): ShownStarts {
  const meant = predictedOf(all, job, user)
  const { jobs } = meant
  const next = new Set(jobs.toSorted((one, other) => one.median - other.median).slice(0, MOST_JOBS))
  const page = predictedPage({ ...meant, jobs: jobs.filter((each) => next.has(each)) })
  const left = jobs.length - next.size
  return {
    verdict:
      left > 0
        ? `${page.subtitle}. The next ${formatCount(next.size)} are shown, ${formatCount(left)} more wait.`
        : page.subtitle,
    ...{ waiting: all.jobs.length, of, page, command: shellLine(words) },
  }
}
