/** An advice on one page: what to do, what it costs whom, what could be had at most, and what none of it knows. */
import {
  aside,
  type Block,
  type Cell,
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  folded,
  numbers,
  type Section,
  section,
  sentences,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import {
  formatChange,
  formatCount,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatValue,
  NO_VALUE,
  plural,
  type Unit,
} from '../../core/format.js'
import { ALPHA } from '../../evaluation/paired.js'
import { relativeChange } from '../../evaluation/ranking.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { parseConstraint } from '../../strategy/index.js'
import {
  type Advice,
  type AdvisedPolicy,
  SYSTEMS,
  type System,
  type WaitChange,
} from '../../study/advise/index.js'
import { behindLines } from '../behind.js'
import { ofSize } from '../verdict.js'
import { roomLeft } from './bounds.js'

/** Mean waits that differ by less are the same to whoever waits, seconds. */
const NOTICED = 60

/** @param folder of the run, where the strategies' files are */
export function advicePage(advice: Advice, folder: string): Exhibit {
  const { log, objective, baseline, jobs, machine, weeks, groups } = advice
  const judges = `${plural(weeks.held.length, weeks.unit)} that had no say judge`
  return exhibit(
    `Advice for ${log}`,
    `${plural(jobs, 'job')} on ${plural(machine, 'processor')}; ${judges} against ${baseline}`,
    [
      section('In short', sentences(inShort(advice))),
      section('What happens today', ...todayBlocks(advice)),
      section('What to do', ...choiceBlocks(advice)),
      ...costSections(advice),
      section('What could be gained at most', ...mostBlocks(advice)),
      section('What was not simulated', ...sentences(advice.unsimulated)),
      ...lineSections(advice, folder),
      aside('How it was found', () => [
        foundBlock(advice),
        ...(groups.length === 0 ? [] : [facts(groups)]),
        triedBlock(advice, objective, baseline),
      ]),
    ],
  )
}

/** The answer: what to do and by how much, who pays, what is left to be gained, and whether it can be trusted. */
function inShort(advice: Advice): readonly string[] {
  const { objective, baseline, today } = advice
  const [first] = worthHaving(advice)
  return [
    `${verdictOf(advice)}.`,
    ...(first === undefined
      ? []
      : [linesText(advice, first), paysText(first), ...fallsBehind(advice, worthHaving(advice))]),
    provenText(advice),
    today === null
      ? `How true the simulation is cannot be told: the log has no waits of this machine to hold ${baseline} against.`
      : `Recorded ${objective}: ${tellerOf(advice).value(today.recorded)}. Grade ${today.grade} of A to D for how well ${baseline} explains it${isTrusted(today.grade) ? '' : ': percentages compare simulations, and are no gains over what the site does'}.`,
  ]
}

const NAMES: Readonly<Record<System, string>> = { slurm: 'Slurm', openpbs: 'OpenPBS' }
const FILES: Readonly<Record<System, string>> = { slurm: 'slurm.conf', openpbs: 'OpenPBS' }

const isTrusted = (grade: string) => grade === 'A' || grade === 'B'

/** For which systems the first policy has lines, and why it is the first. */
function linesText(advice: Advice, first: AdvisedPolicy): string {
  const { policies, passedOver, system } = advice
  const systems = system === null ? SYSTEMS : [system]
  const has = systems.filter((one) => first[one] !== null).map((one) => FILES[one])
  const told =
    has.length === 0
      ? `Lines: none of ${systems.map((one) => NAMES[one]).join(' or ')} put jobs into this order; the strategy has it`
      : `Lines: for ${has.join(' and ')}, below`
  const other = policies.find(({ name }) => name === passedOver)
  if (other === undefined) return `${told}.`
  return `${told}. It comes first as ${called(other)}, ${tellerOf(advice).change(other.change)}, has none${system === null ? '' : ` for ${NAMES[system]}`}, and gains no more than the interval of that one allows, and less than twice as much.`
}

/** The classes and users whose mean wait grows most under a policy. */
function paysText({ bySize, byRuntime, users, usersBetter, usersWorse, losers }: AdvisedPolicy): string {
  const classes = [
    ...bySize.map((fare) => ({ ...fare, label: ofSize(fare.label) })),
    ...byRuntime.map((fare) => ({ ...fare, label: `jobs that run ${fare.label}` })),
  ].toSorted((a, b) => b.after - b.before - (a.after - a.before))
  const [worst] = classes
  const [loser] = losers
  const told = ({ label, jobs, before, after }: WaitChange) =>
    `${label} (${plural(jobs, 'job')}): ${formatSeconds(before)} → ${formatSeconds(after)}`
  const lines = [
    ...(worst !== undefined && worst.after - worst.before > NOTICED
      ? [`${told(worst)} on the mean`]
      : ['no class of sizes or run times waits longer by more than a minute on the mean']),
    ...(users === 0
      ? []
      : [
          `${formatCount(usersWorse)} of ${plural(users, 'user')} wait longer by more than a minute (${formatCount(usersBetter)} shorter)${loser === undefined ? '' : `, most of all user ${told(loser)}`}`,
        ]),
  ]
  return `Who pays: ${lines.join('; ')}.`
}

/** @param policies that stand beside the baseline */
function fallsBehind({ baseline, used }: Advice, policies: readonly AdvisedPolicy[]): readonly string[] {
  const named = [{ name: baseline, used }, ...policies]
  return behindLines(
    named.map((each) => ({ policy: each.name, objectives: { UTIL: each.used } })),
    baseline,
  )
}

/** The unit of the objective, and how its values and changes are told. */
function tellerOf({ objective, scale }: Advice) {
  const { unit } = compositeInfo(compileObjective(objective))
  const value = (each: number | null) => formatValue(each, unit)
  return {
    value,
    change: (each: number | null) =>
      each === null ? NO_VALUE : scale === 'ratio' ? formatChange(each) : differenceText(each, unit),
  }
}

function differenceText(value: number, unit: Unit): string {
  return `${value < 0 ? '−' : '+'}${formatValue(Math.abs(value), unit)}`
}

/** Characters of a policy that a sentence holds. */
const LONGEST = 72

/** A policy in a sentence: its name, and of one that is named after its origin the beginning of what it is. */
function called({ name, policy }: AdvisedPolicy): string {
  if (name === policy) return name
  return `${name} (${policy.length > LONGEST ? `${policy.slice(0, LONGEST)} …` : policy})`
}

const worthHaving = ({ policies }: Advice) => policies.filter(({ worth }) => worth)

/** The policy that is better in most of its weeks, of those that are not worth it; the first of equals. */
function nearestOf(policies: readonly AdvisedPolicy[]): AdvisedPolicy | undefined {
  const share = ({ better, weeks }: AdvisedPolicy) => (weeks === 0 ? 0 : better / weeks)
  return policies.reduce<AdvisedPolicy | undefined>(
    (best, each) => (best === undefined || share(each) > share(best) ? each : best),
    undefined,
  )
}

function verdictOf(advice: Advice): string {
  const { objective, baseline, policies, tried, weeks } = advice
  const { change } = tellerOf(advice)
  const [first] = worthHaving(advice)
  const judges = plural(weeks.held.length, weeks.unit)
  if (first === undefined) {
    const best = nearestOf(policies)
    const told =
      best === undefined
        ? `none of ${formatCount(tried.length)} policies is better on the ${weeks.unit}s before`
        : `${called(best)}${best.learnt === null ? '' : `, ${change(best.learnt)} on the ${weeks.unit}s that were learnt from,`} comes to ${change(best.change)}, better in ${best.better} of ${best.weeks}, p = ${formatNumber(best.p)}`
    // The smallest p of so many weeks, by Holm's correction over all.
    if (best !== undefined && policies.length * 2 ** (1 - best.weeks) > ALPHA) {
      return `Too few ${weeks.unit}s to tell: of ${judges} that had no say ${best.weeks} have a value; ${told}`
    }
    return `Nothing better than ${baseline} was found for ${objective} on ${judges} that had no say: ${told}`
  }
  return `${called(first)}: ${objective} ${change(first.change)} against ${baseline} on ${judges} that had no say${laterText(advice, first)}`
}

/** `the next 4 weeks`. */
function nextText({ stretch, unit }: Advice['weeks']): string {
  return stretch === 1 ? `the next ${unit}` : `the next ${plural(stretch, unit)}`
}

/** The interval that is to hold the change of later weeks. */
function laterText(advice: Advice, { later }: AdvisedPolicy): string {
  if (later === null) return ''
  const { change } = tellerOf(advice)
  const { level, weeks } = advice
  return `; ${nextText(weeks)}: ${change(later.low)} to ${change(later.high)} (${formatPercent(level)})`
}

function todayBlocks(advice: Advice): readonly Block[] {
  const { jobs, machine, objective, baseline, weeks, judged, today, all, value: held, notices } = advice
  const { value } = tellerOf(advice)
  return [
    facts([
      ['log', `${plural(jobs, 'job')} on ${plural(machine, 'processor')}`],
      ...notices.map((notice): Fact => ['note', notice]),
      [`${objective}, recorded`, today === null ? 'the log records no waits' : value(today.recorded)],
      [
        `${objective} under ${baseline}`,
        `${value(all)}; ${value(held)} over ${weeks.held.length} ${weeks.unit}s that judge (${plural(judged, 'job')})`,
      ],
    ]),
    ...sentences(today?.sentences ?? []),
  ]
}

function choiceBlocks(advice: Advice): readonly (Block | readonly Block[])[] {
  const { policies, baseline, weeks, objective, value: before } = advice
  const { value, change } = tellerOf(advice)
  const told = policies.map((each): string => {
    const { name, better, worse, weeks: count, p, bounds } = each
    const broken = bounds.filter(({ kept }) => !kept).map(({ text }) => text)
    const seeds =
      each.seeds.length < 2 ? '' : ` Seeds: ${each.seeds.map((one) => change(one.change)).join(', ')}.`
    const kept = broken.length === 0 ? '' : ` Breaks ${broken.join(', ')} there.`
    return `${name}: ${value(each.value)} instead of ${value(before)}, ${change(each.change)}${laterText(advice, each)}. Better in ${better} of ${count} ${weeks.unit}s, worse in ${worse}, p = ${formatNumber(p)}.${seeds}${kept}`
  })
  if (policies.length === 0) {
    return [
      sentences([
        `None of ${formatCount(advice.tried.length)} policies that were tried is better than ${baseline} and keeps to the bounds on the ${weeks.unit}s that are learnt from.`,
      ]),
    ]
  }
  const named = policies.flatMap(({ name, policy }): Fact[] => (name === policy ? [] : [[name, policy]]))
  const rows = policies.map((each): readonly Cell[] => [
    each.name,
    valueCell(change(each.change), each.worth),
    each.later === null ? NO_VALUE : `${change(each.later.low)} to ${change(each.later.high)}`,
    `${each.better} of ${each.weeks}`,
    change(each.learnt),
    ...each.bounds.map(({ after, text }) => boundValue(after, text)),
    each.worth ? 'yes' : 'no',
  ])
  const columns = [
    ...words('policy'),
    ...numbers(objective, nextText(weeks), `${weeks.unit}s better`, 'learnt from'),
    ...numbers(...policies[0].bounds.map(({ text }) => text)),
    ...words('worth it'),
  ]
  return [
    table(
      `Changes against ${baseline} on ${plural(weeks.held.length, weeks.unit)} that had no say in them; worth it: by more than chance, and within the bounds`,
      columns,
      rows,
    ),
    sentences([
      ...told,
      ...fallsBehind(
        advice,
        policies.filter(({ worth }) => !worth),
      ),
    ]),
    ...(named.length === 0 ? [] : [facts(named)]),
  ]
}

/** @param constraint as written, by which the unit is known */
function boundValue(after: number | null, constraint: string): string {
  return formatValue(after, compositeInfo(parseConstraint(constraint, 'constraints').objective).unit)
}

/** The first one's open, those of the others folded away. */
function costSections(advice: Advice): readonly Section[] {
  const { baseline } = advice
  return worthHaving(advice).map((each, k) => {
    const { name, bySize, byRuntime, users, usersBetter, usersWorse, losers } = each
    return (k === 0 ? section : folded)(
      `Who pays for ${name}`,
      changeTable(`Mean waits by size, ${baseline} and ${name}`, 'size', bySize),
      changeTable(`Mean waits by run time, ${baseline} and ${name}`, 'run time', byRuntime),
      // A log without users has none to tell of.
      sentences(
        users === 0
          ? []
          : [
              `Of ${plural(users, 'user')} ${formatCount(usersBetter)} wait a minute or more shorter on average, ${formatCount(usersWorse)} longer.`,
            ],
      ),
      ...(losers.length === 0
        ? []
        : [
            changeTable(
              `${losers.length === 1 ? 'Who loses' : `The ${losers.length} who lose most`}, ${baseline} and ${name}`,
              'user',
              losers,
            ),
          ]),
    )
  })
}

function changeTable(caption: string, what: string, fares: readonly WaitChange[]): Block {
  return table(
    caption,
    [...words(what), ...numbers('jobs', 'before', 'after', 'change')],
    fares.map(({ label, jobs, before, after }) => {
      const change = relativeChange(after, before)
      return [
        label,
        formatCount(jobs),
        formatSeconds(before),
        formatSeconds(after),
        change === null ? NO_VALUE : formatChange(change),
      ]
    }),
  )
}

function mostBlocks(advice: Advice): readonly (Block | readonly Block[])[] {
  const { objective, tried, budget, searches } = advice
  const { value } = tellerOf(advice)
  const front = tried.filter(({ undominated }) => undominated)
  const searched = tried.some(({ origin }) => origin === 'front')
  return [
    sentences([
      provenText(advice),
      ...(searched
        ? [
            `What policies have of it: the table has what ${plural(searches, 'search', 'searches')} of ${plural(budget.evaluations, 'evaluation')} each came to, one of them for a front of ${objective} and another objective (qw front).`,
          ]
        : []),
    ]),
    table(
      `Of ${formatCount(tried.length)} policies tried on what is learnt from, those of which no other has both a better ${objective} and a shorter longest wait`,
      [...words('policy'), ...numbers(objective, 'longest wait')],
      front
        .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
        .map((each) => [each.name, value(each.value), formatValue(each.longestWait, 's')]),
    ),
  ]
}

/** The bound that no schedule can beat. */
function provenText(advice: Advice): string {
  const { objective, baseline, bound, value: held } = advice
  const { value } = tellerOf(advice)
  const { sense } = compositeInfo(compileObjective(objective))
  const room = roomLeft(held, bound, sense)
  if (bound === null) return `What could be gained at most: no bound of ${objective} is known.`
  return `What could be gained at most: no schedule of these jobs, even one that knows all run times, has ${sense === 'min' ? 'less' : 'more'} than ${value(bound.value)} (${bound.by})${room === null ? '' : `, ${formatPercent(room)} ${sense === 'min' ? 'below' : 'above'} ${baseline}`}.`
}

const COMMENTS: Readonly<Record<System, string>> = { slurm: '# slurm.conf', openpbs: '# OpenPBS: qmgr' }
const NO_LINES: Readonly<Record<System, string>> = {
  slurm: 'Slurm has no weights that put jobs into this order.',
  openpbs: 'OpenPBS has no formula that puts jobs into this order.',
}

/** Lines for the batch system of the site where it is known, else for all. */
function lineSections({ policies, system }: Advice, folder: string): readonly Section[] {
  const systems = system === null ? SYSTEMS : [system]
  return policies
    .filter(({ worth }) => worth)
    .map((each) => {
      const { name, file } = each
      const lines = [
        ...systems.flatMap((one) => (each[one] === null ? [] : [COMMENTS[one], ...each[one], ''])),
        '# The strategy, and the way to files for a batch system and back',
        `qw export-policy @${folder}/${file} LOG --to ${systems[0]}`,
      ]
      const none = systems.flatMap((one) => (each[one] === null ? [NO_LINES[one]] : []))
      return section(`Lines for ${name}`, { kind: 'verbatim', text: lines.join('\n') }, ...sentences(none))
    })
}

function foundBlock({ budget, searches, seed, tried, level, weeks }: Advice): Block {
  return facts([
    [
      'budget',
      `${formatNumber(budget.minutes)} min at ${formatCount(budget.jobsPerSecond)} jobs a second: ${plural(searches, 'search', 'searches')} of ${plural(budget.evaluations, 'evaluation')} each`,
    ],
    ['tried', plural(tried.length, 'policy', 'policies')],
    ['judged by', `${plural(weeks.held.length, weeks.unit)}, which no search and no choice has seen`],
    ['interval', `${formatPercent(level)}, of the change over ${plural(weeks.stretch, weeks.unit)} in a row`],
    ['seed', String(seed)],
  ])
}

function triedBlock(advice: Advice, objective: string, baseline: string): Block {
  const { value } = tellerOf(advice)
  return table(
    `All policies on what is learnt from, beside ${baseline}`,
    [...words('policy', 'from'), ...numbers(objective, 'longest wait'), ...words('keeps bounds')],
    advice.tried.map((each) => [
      ...[
        each.policy,
        each.origin,
        value(each.value),
        formatValue(each.longestWait, 's'),
        each.kept ? 'yes' : 'no',
      ],
    ]),
  )
}
