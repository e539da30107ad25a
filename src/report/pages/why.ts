/** A job's waiting as it is told: first what it means, then the spans, the chain, and what would have been. */
import {
  type Block,
  type Exhibit,
  exhibit,
  facts,
  numbers,
  type Section,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatPercent, formatSeconds, NO_VALUE, plural } from '../../core/format.js'
import { waitFacts } from '../../sim/difference.js'
import type { Schedule } from '../../sim/schedule.js'
import type { WaitingReason } from '../../sim/waiting-reason.js'
import type { Answered, Link, Question, Span, Waited } from '../../sim/why/index.js'
import { SITE_KINDS, siteReason } from './why-on-site.js'

/** A job's wait, with the answers to questions about it. */
export interface ToldWait {
  readonly policy: string
  readonly schedule: Schedule
  readonly waited: Waited
  readonly answers: readonly Answered[]
}

/** Spans and links of a chain that are shown; all are in JSON. */
const MOST_SPANS = 24
const MOST_LINKS = 6

export function whyPage(trace: string, told: readonly ToldWait[]): Exhibit {
  const [first] = told
  const title = told.length === 1 ? `Why job ${idOf(first)} waited` : `Why ${told.length} jobs waited`
  return exhibit(
    `${title} on ${trace}`,
    `Under ${first.policy}: simulated, and simulated again with what is asked`,
    told.map(waitSection),
  )
}

function waitSection(told: ToldWait): Section {
  return section(`Job ${idOf(told)}`, waitBlocks(told))
}

export function waitBlocks(told: ToldWait): readonly Block[] {
  const { waited, schedule } = told
  if (waited.spans.length === 0)
    return [
      ...sentences([`Job ${idOf(told)} did not wait: it started when it was submitted.`]),
      jobFacts(told),
    ]
  return [
    ...sentences([meaning(told), mainReason(told), ...bestAnswer(told)]),
    jobFacts(told),
    spansTable(told),
    ...sentences(chainSentences(waited.chain, schedule)),
    ...answersTable(told),
  ]
}

function idOf({ schedule, waited }: ToldWait): number {
  return schedule.jobs.id[waited.job]
}

function waitOf({ schedule, waited }: ToldWait): number {
  return waited.start - schedule.jobs.submit[waited.job]
}

function meaning(told: ToldWait): string {
  const { policy, schedule, waited } = told
  const { ahead, overtakers } = waitFacts(schedule, waited.job)
  return `Job ${idOf(told)} waited ${formatSeconds(waitOf(told))} under ${policy}. ${plural(ahead, 'job')} waited already when it came, and ${formatCount(overtakers)} that came later went first.`
}

/** The kind of reason that took the most of the wait. */
function mainReason(told: ToldWait): string {
  const { spans } = told.waited
  const sums = new Map<WaitingReason['kind'], number>()
  for (const { from, to, reason } of spans) sums.set(reason.kind, (sums.get(reason.kind) ?? 0) + to - from)
  const parts = [...sums]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, time]) => `${formatSeconds(time)} (${formatPercent(time / waitOf(told))}) ${KINDS[kind]}`)
  return `It waited ${parts.join(', ')}.`
}

const KINDS: Readonly<Record<WaitingReason['kind'], string>> = {
  processors: 'because too few processors were free',
  ...SITE_KINDS,
  order: 'behind others in the order, though enough were free for it',
  reservation: 'because it would have delayed the reservation of another',
  admission: 'because only jobs that end before the reservation of another might go first',
  kept: 'for the instant that was reserved for it',
  sight: 'out of sight of the scheduler',
  cycle: 'for the next pass of the scheduler',
}

function bestAnswer(told: ToldWait): readonly string[] {
  const { answers, waited } = told
  const [best] = answers.filter(({ start }) => start < waited.start).toSorted((a, b) => a.start - b.start)
  if (best === undefined)
    return answers.length === 0 ? [] : ['Nothing that was asked would have let it start sooner.']
  return [
    `${questionText(told, best.question)}, it would have started ${formatSeconds(waited.start - best.start)} earlier.`,
  ]
}

function jobFacts({ schedule: { jobs, start }, waited: { job, holders } }: ToldWait): Block {
  const total = holders.reduce((sum, { work }) => sum + work, 0)
  const most = holders
    .filter(({ work }) => work > 0)
    .slice(0, 3)
    .map(({ user, work }) => `${user < 0 ? 'unknown users' : `user ${user}`} ${formatPercent(work / total)}`)
  return facts([
    ['user', jobs.user[job] < 0 ? NO_VALUE : `${jobs.user[job]}`],
    ['processors', formatCount(jobs.size[job])],
    ['ran', `${formatSeconds(jobs.runtime[job])} of ${formatSeconds(jobs.estimate[job])} asked for`],
    ['wait', formatSeconds(start[job] - jobs.submit[job])],
    ...(most.length === 0 ? [] : [['the machine was held by', most.join(', ')] as const]),
  ])
}

function spansTable(told: ToldWait): Block {
  const { spans, job } = told.waited
  const submit = told.schedule.jobs.submit[job]
  const byLength = spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST_SPANS)
  const shown = spans.filter((span) => byLength.includes(span))
  const rest = spans.length - shown.length
  return table(
    `What it waited for, from submit to start${rest > 0 ? ` (the ${shown.length} longest of ${formatCount(spans.length)} spans)` : ''}`,
    [...words('from'), ...numbers('for'), ...words('because'), ...numbers('processors free')],
    shown.map((span) => [
      span.from === submit ? 'submit' : `${formatSeconds(span.from - submit)} later`,
      formatSeconds(span.to - span.from),
      reasonText(span, told),
      span.least === span.most
        ? formatCount(span.least)
        : `${formatCount(span.least)}–${formatCount(span.most)}`,
    ]),
  )
}

function reasonText({ reason }: Span, { schedule, waited: { job } }: ToldWait): string {
  const { jobs } = schedule
  switch (reason.kind) {
    case 'processors':
      return `fewer than ${formatCount(jobs.size[job])} processors were free`
    case 'order':
      return `behind job ${jobs.id[reason.of]} in the order, which needs ${formatCount(jobs.size[reason.of])}`
    case 'reservation':
      return `it would have delayed job ${jobs.id[reason.of]}, whose ${formatCount(jobs.size[reason.of])} processors were reserved`
    case 'admission':
      return `it would not have ended before ${formatCount(jobs.size[reason.of])} processors were reserved for job ${jobs.id[reason.of]}`
    case 'kept':
    case 'sight':
    case 'cycle':
      return KINDS[reason.kind]
    default:
      return siteReason(reason, schedule, job)
  }
}

/** The last links, and the first cause. */
function chainSentences(chain: readonly Link[], { jobs, start }: Schedule): readonly string[] {
  const name = (job: number) =>
    `job ${jobs.id[job]} (${jobs.user[job] < 0 ? '' : `user ${jobs.user[job]}, `}${plural(jobs.size[job], 'processor')}, ran ${formatSeconds(jobs.runtime[job])})`
  const told: string[] = []
  for (const [k, { job, trigger }] of chain.entries()) {
    const who = k === 0 ? 'It' : `Job ${jobs.id[job]}`
    if (k >= MOST_LINKS && k < chain.length - 1) continue
    if (k > MOST_LINKS && k === chain.length - 1)
      told.push(`So it goes on, ${plural(k - MOST_LINKS, 'job')} further back.`)
    switch (trigger.kind) {
      case 'end':
        told.push(`${who} started when ${name(trigger.of)} ended.`)
        break
      case 'submit':
        told.push(`${who} started when job ${jobs.id[trigger.of]} was submitted.`)
        break
      case 'clock':
        told.push(`${who} started when its time had come: at that instant nobody ended and nobody came.`)
        break
      case 'none':
        if (k > 0)
          told.push(
            `The first cause: ${name(job)} started when it was submitted, ${formatSeconds(start[chain[0].job] - start[job])} before.`,
          )
    }
  }
  return told
}

function answersTable(told: ToldWait): readonly Block[] {
  const { answers, waited, schedule } = told
  if (answers.length === 0) return []
  const submit = schedule.jobs.submit[waited.job]
  return [
    table(
      'What would have been, each simulated',
      [...words('if'), ...numbers('wait', 'start')],
      answers.map(({ question, start }) => [
        questionText(told, question),
        formatSeconds(start - submit),
        start === waited.start
          ? 'the same'
          : start < waited.start
            ? { text: `${formatSeconds(waited.start - start)} earlier`, tone: 'better' as const }
            : { text: `${formatSeconds(start - waited.start)} later`, tone: 'worse' as const },
      ]),
    ),
  ]
}

function questionText({ schedule: { jobs }, waited: { job } }: ToldWait, question: Question): string {
  switch (question.kind) {
    case 'time':
      return `Asked for ${formatSeconds(question.seconds)} instead of ${formatSeconds(jobs.estimate[job])}`
    case 'size': {
      const { processors, longer } = question
      const time = longer
        ? `${formatSeconds((jobs.estimate[job] * jobs.size[job]) / processors)}, so longer`
        : 'the same time'
      return `On ${plural(processors, 'processor')} instead of ${formatCount(jobs.size[job])}, for ${time}`
    }
    case 'user':
      return `Without the ${plural(question.rows.length, 'job')} of user ${question.user} that ran or waited meanwhile`
  }
}

/** The same for other programs: jobs by their numbers, instants in seconds of the log. */
export function waitJson({ policy, schedule, waited, answers }: ToldWait) {
  const { jobs } = schedule
  const { job, start, spans, chain, holders } = waited
  const id = (row: number) => jobs.id[row]
  return {
    job: id(job),
    policy,
    user: jobs.user[job],
    processors: jobs.size[job],
    requestedTime: jobs.estimate[job],
    runTime: jobs.runtime[job],
    submit: jobs.submit[job],
    start,
    wait: start - jobs.submit[job],
    spans: spans.map(({ from, to, reason, least, most }) => ({
      ...{ from, to },
      ...('of' in reason ? { ...reason, of: id(reason.of) } : reason),
      ...('held' in reason && { held: reason.held.map(id) }),
      free: [least, most],
    })),
    chain: chain.map(({ job: row, trigger }) => ({
      job: id(row),
      start: schedule.start[row],
      trigger: 'of' in trigger ? { ...trigger, of: id(trigger.of) } : trigger,
    })),
    holders: holders.map(({ user, work, rows }) => ({
      user,
      processorSeconds: work,
      jobs: Array.from(rows, id),
    })),
    answers: answers.map(({ question, start: then }) => ({
      question:
        question.kind === 'user'
          ? { ...question, rows: undefined, jobs: Array.from(question.rows, id) }
          : question,
      start: then,
      earlier: start - then,
    })),
  }
}
