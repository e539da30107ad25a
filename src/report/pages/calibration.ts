/** The site that wrote a log, in words first: what it does, how sure that is, and what the log does not tell. */
import { type Calibration, type Explained, policyText } from '../../calibrate/index.js'
import { formatDuration } from '../../core/duration.js'
import {
  type Exhibit,
  exhibit,
  facts,
  numbers,
  section,
  sentences,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatPercent, plural } from '../../core/format.js'
import type { Agreement } from '../../evaluation/recorded-agreement.js'
import { kindsOf, type Limit } from '../../sim/facility/index.js'

const ORDERS = {
  fcfs: 'in the order of submits',
  shortest: 'shortest request first',
  smallest: 'smallest job first',
  largest: 'largest job first',
  wfp3: 'by WFP3',
  fairshare: 'by fair share, who used least first',
  queue: 'by the priority of queues',
} as const

const ALGORITHMS = {
  head: 'nobody passes the first that does not fit',
  list: 'whatever fits starts',
  easy: 'EASY backfilling',
  cons: 'conservative backfilling',
} as const

/** How well the site explains jobs that had no say in it, and how well one pool under EASY does. */
export interface HeldOut {
  readonly jobs: number
  readonly pool: Agreement
  readonly site: Agreement
  readonly holds: boolean
}

/**
 * @param all jobs of the log, of which the newest may be all that was looked at
 * @param check null where there is nothing to check
 * @param out the file that the site was written to; null where there is none
 */
export function calibrationPage(
  log: string,
  all: number,
  calibration: Calibration,
  check: HeldOut | null,
  out: string | null,
): Exhibit {
  const { structure, verdict, clock, observed, unexplained, found, built, order, algorithm } = calibration
  const use =
    out === null
      ? 'Write the site to a file with --out site.yaml; commands that simulate one machine (compare, learn, advise, …) take it: --site site.yaml'
      : `Commands that simulate one machine (compare, learn, advise, …) take the site: --site ${out}`
  return exhibit(`The site that wrote ${log}`, found ? inWords(calibration) : nothingFound(calibration), [
    section(
      'What it is',
      facts([
        ['machine', built ? `${formatCount(structure.machine)} processors` : 'cannot tell'],
        ['partitions', partitionsText(calibration)],
        ['limits', limitsText(calibration)],
        ['maintenance', maintenanceText(calibration)],
        ['order', order === null ? 'cannot tell' : ORDERS[order]],
        ['algorithm', algorithm === null ? 'cannot tell' : ALGORITHMS[algorithm]],
        ['passes', clock.cycle === 0 ? 'at every event' : `every ${formatDuration(clock.cycle)}`],
        ...(clock.latency === 0
          ? []
          : [['starts', `up to ${formatDuration(clock.latency)} after the pass`] as const]),
      ]),
    ),
    section(
      'How sure that is',
      facts([
        [
          'starts explained',
          `${formatPercent(Math.max(0, 1 - unexplained))} of ${formatCount(verdict.tried[0].waited)} that had waited`,
        ],
        [
          'jobs that wait for nothing',
          `${formatCount(Math.round(structure.after))}; on one pool without limits ${formatCount(Math.round(structure.before))}`,
        ],
        [
          'jobs without a say in it',
          check === null
            ? 'not simulated: nothing but a pool was found, or the work was ended before'
            : heldOutText(check),
        ],
        [
          'jobs',
          `${formatCount(observed.length)}${observed.length + observed.missing < all ? `, the newest of ${formatCount(all)}` : ''}${observed.missing === 0 ? '' : `, ${formatCount(observed.missing)} without a recorded wait left out`}`,
        ],
      ]),
      table(
        'Rules, one step ahead of the record',
        [...words('policy'), ...numbers('missed', 'held', 'passes just so'), ...words('')],
        verdict.tried.map((each) => [
          ruleText(each),
          formatCount(each.missed),
          formatCount(each.held),
          formatPercent(each.passes === 0 ? 0 : each.exact / each.passes),
          verdict.equal.includes(each) ? 'cannot be told from the best' : '',
        ]),
      ),
      sentences([
        'Missed: started in the log, and would not have been. Held: would have started before the log starts it; users hold some jobs, so a few are no fault.',
      ]),
    ),
    section('What to do with it', sentences([use, documentText(calibration, check)])),
  ])
}

function heldOutText({ jobs, pool, site }: HeldOut): string {
  const graded = ({ grade, withinMinute }: Agreement) =>
    `grade ${grade}, ${formatPercent(withinMinute)} within a minute`
  return `of the newest ${formatCount(jobs)}, simulated beside the record: ${graded(site)}; on one pool under EASY: ${graded(pool)}`
}

/** The document in a sentence: what of the findings is in it, and what happens where it names no policy. */
function documentText({ found, complete, verdict }: Calibration, check: HeldOut | null): string {
  const unnamed = 'It names no policy: commands simulate it under EASY unless --policy says another'
  if (check?.holds === false)
    return `One pool explains jobs that had no say in the findings better than they do, so the document is one pool. ${unnamed}`
  if (!found) return unnamed
  const policy = `The document goes by ${ruleText(verdict.tried[0])}`
  if (!complete) return `${policy}, the best of those tried before the work was ended`
  if (verdict.equal.length < 2) return policy
  return `${policy}, the best of those that cannot be told apart: the others are as good a guess (--policy)`
}

function inWords({ structure, verdict, order, algorithm, unexplained, complete }: Calibration): string {
  const policies = verdict.equal.map(ruleText)
  const rule = !complete
    ? `may go by ${ruleText(verdict.tried[0])}, the best of ${plural(verdict.tried.length, 'rule')} tried before this was ended early`
    : order !== null && algorithm !== null
      ? `starts jobs ${ORDERS[order]}, ${ALGORITHMS[algorithm]}`
      : `goes by one of ${policies.join(', ')}, which the log does not tell apart`
  const parts = structure.layout.partitions.length
  return [
    `A machine of ${formatCount(structure.machine)} processors${parts > 1 ? ` in ${parts} partitions` : ''} that ${rule}`,
    `This explains ${formatPercent(1 - unexplained)} of the starts that had waited`,
  ].join('. ')
}

function nothingFound({ unexplained, verdict }: Calibration): string {
  const { algorithm, order } = verdict.tried[0].rule
  return `Nothing that is known here explains when jobs started: the best rule, ${algorithm}:${order}, is at fault for ${formatPercent(Math.min(1, unexplained))} of the starts that had waited. Percentages against a simulated baseline say nothing of this site`
}

function ruleText({ rule }: Explained): string {
  const kept = rule.algorithm === 'cons' && rule.compress === 'none' ? ', reservations kept' : ''
  const queues =
    rule.priorities.length === 0 ? '' : `, queues ${rule.priorities.map(({ queue }) => queue).join(' > ')}`
  return `${policyText(rule)}${queues}${kept}`
}

function partitionsText({ structure: { layout, layoutOpen }, built, sizes: known }: Calibration): string {
  if (!built) return 'cannot tell'
  const { partitions, overlaps } = layout
  if (partitions.length < 2)
    return layoutOpen ? 'cannot tell: some would explain a part of the log only' : 'one pool'
  const { sizes } = kindsOf(partitions)
  const listed = partitions
    .map(({ name }, place) => `${name} ${known[place] ? '' : 'at least '}${formatCount(sizes[place])}`)
    .join(', ')
  const shared = overlaps.map(([a, b]) => `${partitions[a].name} and ${partitions[b].name} overlap`)
  return [listed, ...shared].join('; ')
}

function limitsText({ structure: { limits, limitsOpen }, built }: Calibration): string {
  if (!built) return 'cannot tell'
  if (limits.length > 0) return limits.map(limitText).join('; ')
  return limitsOpen ? 'cannot tell: one would explain a part of the log only' : 'none that the log shows'
}

function maintenanceText({ structure: { maintenance, maintenanceOpen: open } }: Calibration): string {
  if (maintenance === null) return open ? 'cannot tell: the log is too short' : 'none that the log shows'
  const { every, start, duration } = maintenance
  return `${formatDuration(duration)} every ${formatDuration(every)}, from ${formatDuration(start)} after the log's zero`
}

function limitText(limit: Limit): string {
  switch (limit.kind) {
    case 'user-jobs':
      return `a user runs at most ${plural(limit.value, 'job')}`
    case 'user-processors':
      return `a user holds at most ${plural(limit.value, 'processor')}`
    case 'queue-jobs':
      return `queue ${limit.queue} runs at most ${plural(limit.value, 'job')}`
    case 'running':
      return 'a limit'
  }
}
