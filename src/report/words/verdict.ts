/**
 * The answer before the figures: which policy is best, by how much, who pays for it, and whether the simulation can be
 * trusted. Sentences made of figures, and one table of who wins and who loses. Pure.
 */
import { type Block, type Cell, numbers, sentences, table, words } from '../../core/exhibit.js'
import { formatChange, formatCount, formatSeconds, formatValue, NO_VALUE, plural } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import type { RecordedReport } from '../../evaluation/recorded.js'
import { bestValue, type ComparedPolicy, relativeChange } from '../../evaluation/results/ranking.js'
import type { Breakdown, ClassOfJobs } from '../../sim/breakdown.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { RECORDED } from '../../sim/policy.js'
import type { UserChange, UserChanges } from '../model.js'
import { changeColour } from '../plots/theme.js'
import { behindLines } from './behind.js'
import { recordedVerdict } from './recorded.js'

/** A policy with the waits of its classes of jobs. */
export interface JudgedPolicy extends ComparedPolicy {
  readonly breakdown: Breakdown
}

export interface VerdictBasis {
  readonly policies: readonly JudgedPolicy[]
  readonly baseline: string
  /** By it the best is chosen. */
  readonly objective: ObjectiveInfo
  /** Further ones, by which others may be best. */
  readonly others: readonly ObjectiveInfo[]
  readonly users: readonly UserChanges[]
  readonly recorded: RecordedReport | null
}

/** Mean waits that differ by less are the same to whoever waits, seconds. */
const NOTICED = 60
/** Classes that a line of the table has room for. */
const MOST_CLASSES = 8

/** One sentence for each of the questions. */
export function verdictBlocks(basis: VerdictBasis): readonly Block[] {
  const { policies, baseline, objective, others, users, recorded } = basis
  const base = policies.find(({ policy }) => policy === baseline)
  const best = bestOf(policies, objective)
  if (base === undefined || best === null) return []
  const isBetter = isBetterBy(best, base, objective)
  const lines = [
    ...bestLines(policies, baseline, objective),
    ...othersLine(policies, base, others),
    ...(isBetter ? [paysLine(best, base, users)] : []),
    ...behindLines(policies, baseline),
    ...trustLines(recorded),
  ]
  return [...sentences(lines), ...classTables(policies, base, 'bySize', 'processors of the job')]
}

/**
 * Which policy is best by an objective, and by how much; nothing where none has a value.
 * @param others those that stand beside the baseline, in words
 */
export function bestLines(
  policies: readonly ComparedPolicy[],
  baseline: string,
  objective: ObjectiveInfo,
  others = 'the others here',
): readonly string[] {
  const base = policies.find(({ policy }) => policy === baseline)
  const best = bestOf(policies, objective)
  if (base === undefined || best === null) return []
  return [
    isBetterBy(best, base, objective) ? betterLine(best, base, objective) : sameLine(base, objective, others),
  ]
}

function isBetterBy(best: ComparedPolicy, base: ComparedPolicy, objective: ObjectiveInfo): boolean {
  return best !== base && changeOf(best, base, objective) !== formatChange(0)
}

/** The first of those that are best by an objective; what really happened is none of them. */
function bestOf<Policy extends ComparedPolicy>(
  policies: readonly Policy[],
  objective: ObjectiveInfo,
): Policy | null {
  const candidates = policies.filter(({ policy }) => policy !== RECORDED)
  const value = bestValue(candidates, objective)
  return candidates.find(({ objectives }) => value !== null && objectives[objective.name] === value) ?? null
}

function changeOf(one: ComparedPolicy, base: ComparedPolicy, { name }: ObjectiveInfo): string {
  const change = relativeChange(one.objectives[name] ?? null, base.objectives[name] ?? null)
  return change === null ? NO_VALUE : formatChange(change)
}

function betterLine(best: ComparedPolicy, base: ComparedPolicy, objective: ObjectiveInfo): string {
  const { name, unit } = objective
  const [now, before] = [best, base].map(({ objectives }) => formatValue(objectives[name], unit))
  return `Best by ${name}: ${best.policy}, ${now} where ${base.policy} has ${before} (${changeOf(best, base, objective)}).`
}

function sameLine(
  { policy, objectives }: ComparedPolicy,
  { name, unit }: ObjectiveInfo,
  others: string,
): string {
  return `Best by ${name}: ${policy}, ${formatValue(objectives[name], unit)}. None of ${others} is better.`
}

function othersLine(
  policies: readonly JudgedPolicy[],
  base: JudgedPolicy,
  others: readonly ObjectiveInfo[],
): readonly string[] {
  const told = others.flatMap((objective) => {
    const best = bestOf(policies, objective)
    if (best === null) return []
    const change = best === base ? 'baseline' : changeOf(best, base, objective)
    return [`${objective.name} ${best.policy} (${change})`]
  })
  return told.length === 0 ? [] : [`Best by other measures: ${told.join(', ')}.`]
}

/** Who pays for what the best policy gains. */
function paysLine(best: JudgedPolicy, base: JudgedPolicy, users: readonly UserChanges[]): string {
  const losers = [classThatPays(best, base), usersThatPay(best, users)].filter((text) => text !== null)
  return losers.length === 0
    ? `Nobody pays: under ${best.policy} no class of jobs${users.length === 0 ? '' : ', and no user,'} waits longer by more than a minute on the mean.`
    : `Who pays: ${losers.join('; ')}.`
}

/** The class of jobs whose mean wait grows most. */
function classThatPays({ breakdown: now }: JudgedPolicy, { breakdown: before }: JudgedPolicy): string | null {
  const classes = [
    ...paired(now.bySize, before.bySize, ofSize),
    ...paired(now.byRuntime, before.byRuntime, (label) => `jobs that run ${label}`),
    ...paired(now.byGroup, before.byGroup, (label) => label),
  ]
  const longer = ({ wait, was }: (typeof classes)[number]) => wait - was
  const most = largestOf([0, ...classes.map(longer)])
  const worst = classes.find((each) => longer(each) === most)
  if (worst === undefined || most <= NOTICED) return null
  const { who, jobs, wait, was } = worst
  return `${who} (${formatCount(jobs)}) wait ${formatSeconds(wait)} on the mean instead of ${formatSeconds(was)}`
}

/** Jobs of a class of sizes, such as `1` or `5-16`. */
export function ofSize(label: string): string {
  return `jobs of ${label} ${label === '1' ? 'processor' : 'processors'}`
}

function paired(now: readonly ClassOfJobs[], before: readonly ClassOfJobs[], who: (label: string) => string) {
  const waits = new Map(before.map(({ label, meanWait }) => [label, meanWait]))
  return now.map(({ label, jobs, meanWait: wait }) => ({
    ...{ who: who(label), jobs, wait },
    was: waits.get(label) ?? wait,
  }))
}

function usersThatPay({ policy }: JudgedPolicy, users: readonly UserChanges[]): string | null {
  const changes = users.find((each) => each.policy === policy)
  if (changes === undefined || changes.loses === null) return null
  const { users: all, better, worse, loses } = changes
  return `${formatCount(worse)} of ${plural(all, 'user')} ${worse === 1 ? 'waits' : 'wait'} longer by more than a minute (${formatCount(better)} shorter), most of all ${userText(loses)}`
}

/** `user 60 (1 job): 9 min 6 s → 1 d 1 h`. */
export function userText({ user, jobs, wait, before }: UserChange): string {
  return `user ${user} (${plural(jobs, 'job')}): ${formatSeconds(before)} → ${formatSeconds(wait)}`
}

/** Whether the simulation can be trusted. */
export function trustLines(recorded: RecordedReport | null): readonly string[] {
  if (recorded !== null) return recordedVerdict(recorded)
  return [
    'How true the simulation is cannot be told: the log has no waits of this machine to hold it against.',
  ]
}

/** Classes of jobs that are told apart by one criterion. */
type Criterion = 'bySize' | 'byRuntime' | 'byGroup'

/**
 * A row a policy, a column a class: mean waits, and changes on grounds as dark as the change is large.
 * @returns nothing where the log tells no classes apart
 */
export function classTables(
  policies: readonly JudgedPolicy[],
  base: JudgedPolicy,
  criterion: Criterion,
  what: string,
): readonly Block[] {
  const all = base.breakdown[criterion]
  if (all.length < 2) return []
  const byJobs = all.toSorted((a, b) => b.jobs - a.jobs).slice(0, MOST_CLASSES)
  const shown = all.filter((each) => byJobs.includes(each))
  const left = all.length - shown.length
  const rest = left === 0 ? '' : `; ${plural(left, 'class', 'classes')} of fewer jobs left out`
  const cell = (label: string, { policy, breakdown }: JudgedPolicy): Cell => {
    const wait = breakdown[criterion].find((each) => each.label === label)?.meanWait ?? null
    const text = formatValue(wait, 's')
    if (policy === base.policy) return { text: '', below: text }
    const before = shown.find((each) => each.label === label)?.meanWait ?? null
    const change = relativeChange(wait, before)
    if (change === null) return { text, below: NO_VALUE }
    return { text: shortChange(change), below: text, fill: changeColour(change, 'min') }
  }
  return [
    table(
      `Mean waits by ${what} against ${base.policy} (−40 %: shorter; ×3: three times as long)${rest}`,
      [...words('policy'), ...numbers(...shown.map(({ label }) => label))],
      policies.map((each): readonly Cell[] => [
        each === base ? { text: each.policy, below: 'baseline' } : each.policy,
        ...shown.map(({ label }) => cell(label, each)),
      ]),
    ),
  ]
}

/** `−40 %`, `+8 %`, `×3.1`: multiples are shorter where waits grow a hundredfold. */
function shortChange(change: number): string {
  if (change >= 1) return `×${change >= 9 ? formatCount(1 + change) : (1 + change).toFixed(1)}`
  const percent = Math.round(100 * Math.abs(change))
  return `${percent === 0 ? '±' : change < 0 ? '−' : '+'}${percent} %`
}
