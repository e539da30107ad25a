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
} from '../../core/format.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import {
  type Advice,
  exportTarget,
  type System,
  systemsFor,
  type WaitChange,
} from '../../study/advise/index.js'
import {
  adviceVerdict,
  boundValue,
  brokenBy,
  fallsBehind,
  laterText,
  nextText,
  provenText,
  tellerOf,
  worthHaving,
} from './advice-verdict.js'

/** @param folder of the run, where the strategies' files are */
export function advicePage(advice: Advice, folder: string): Exhibit {
  const { log, objective, baseline, jobs, machine, weeks, groups } = advice
  const judges = `${plural(weeks.held.length, weeks.unit)} that had no say judge`
  return exhibit(
    `Advice for ${log}`,
    `${plural(jobs, 'job')} on ${plural(machine, 'processor')}; ${judges} against ${baseline}`,
    [
      section('In short', sentences(adviceVerdict(advice))),
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
    const { name, better, worse, weeks: count, p } = each
    const broken = brokenBy(each).map(({ text }) => text)
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
    ...each.bounds.map(boundValue),
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
              `Of ${plural(users, 'user')} ${formatCount(usersBetter)} ${usersBetter === 1 ? 'waits' : 'wait'} a minute or more shorter on average, ${formatCount(usersWorse)} longer.`,
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

const COMMENTS: Readonly<Record<System, string>> = { slurm: '# slurm.conf', openpbs: '# OpenPBS: qmgr' }
const NO_LINES: Readonly<Record<System, string>> = {
  slurm: 'Slurm has no weights that put jobs into this order.',
  openpbs: 'OpenPBS has no formula that puts jobs into this order.',
}

const SCRIPT =
  "A script of Slurm's, job_submit.lua, puts them into it by a factor that it sets as each job is submitted (--to lua)."

/** Lines for the batch system of the site where it is known, else for all. */
function lineSections(advice: Advice, folder: string): readonly Section[] {
  const { system } = advice
  const systems = systemsFor(system)
  return worthHaving(advice).map((each) => {
    const { name, file } = each
    const targets = systems.flatMap((one) => exportTarget(each.policy, each, one) ?? [])
    const lines = [
      ...systems.flatMap((one) => (each[one] === null ? [] : [COMMENTS[one], ...each[one], ''])),
      ...(targets.length === 0
        ? ['# The strategy', `${folder}/${file}`]
        : ['# The strategy, and the way to files for a batch system and back']),
      ...targets.map((target) => `qw export-policy @${folder}/${file} LOG --to ${target}`),
    ]
    const none = systems.flatMap((one) => (each[one] === null ? [NO_LINES[one]] : []))
    if (targets.includes('lua')) none.push(SCRIPT)
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
