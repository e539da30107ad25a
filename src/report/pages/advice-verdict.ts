/** An advice in a few sentences: what to do and by how much, who pays, who falls behind, and whether it can be trusted. Pure. */
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
import { ALPHA } from '../../evaluation/results/paired.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { parseConstraint } from '../../strategy/index.js'
import {
  type Advice,
  type AdvisedPolicy,
  exportTarget,
  type System,
  systemsFor,
  type WaitChange,
} from '../../study/advise/index.js'
import { behindLines } from '../words/behind.js'
import { ofSize } from '../words/verdict.js'
import { roomLeft } from './bounds.js'

/** Mean waits that differ by less are the same to whoever waits, seconds. */
const NOTICED = 60

export function adviceVerdict(advice: Advice): readonly string[] {
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
  const systems = systemsFor(system)
  const has = systems.filter((one) => first[one] !== null).map((one) => FILES[one])
  const script =
    systems.includes('slurm') && exportTarget(first.policy, first, 'slurm') === 'lua'
      ? `a script of Slurm's ${has.length === 0 ? 'does' : 'puts jobs into this order, too'} (qw export-policy --to lua)`
      : null
  const told =
    has.length === 0
      ? `Lines: none of ${systems.map((one) => NAMES[one]).join(' or ')} put jobs into this order; ${script ?? 'the strategy has it'}`
      : `Lines: for ${has.join(' and ')}, below${script === null ? '' : `; ${script}`}`
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
          `${formatCount(usersWorse)} of ${plural(users, 'user')} ${usersWorse === 1 ? 'waits' : 'wait'} longer by more than a minute (${formatCount(usersBetter)} shorter)${loser === undefined ? '' : `, most of all user ${told(loser)}`}`,
        ]),
  ]
  return `Who pays: ${lines.join('; ')}.`
}

/** @param policies that stand beside the baseline */
export function fallsBehind(
  { baseline, used }: Advice,
  policies: readonly AdvisedPolicy[],
): readonly string[] {
  const named = [{ name: baseline, used }, ...policies]
  return behindLines(
    named.map((each) => ({ policy: each.name, objectives: { UTIL: each.used } })),
    baseline,
  )
}

/** The unit of the objective, and how its values and changes are told. */
export function tellerOf({ objective, scale }: Advice) {
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

export const worthHaving = ({ policies }: Advice) => policies.filter(({ worth }) => worth)

type Bound = AdvisedPolicy['bounds'][number]

/** The value of the policy that the bound is of. */
export function boundValue({ after, text }: Bound): string {
  return formatValue(after, compositeInfo(parseConstraint(text, 'constraints').objective).unit)
}

export function brokenBy({ bounds }: AdvisedPolicy): readonly Bound[] {
  return bounds.filter(({ kept }) => !kept)
}

/** Whether bounds are all that is against a policy, which is better by more than chance. */
function isBarred(advised: AdvisedPolicy): boolean {
  const { better, worse, p } = advised
  return brokenBy(advised).length > 0 && better > worse && p <= ALPHA
}

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
    const barred = nearestOf(policies.filter(isBarred))
    const best = barred ?? nearestOf(policies)
    const broken = best === undefined ? [] : brokenBy(best)
    const breaks =
      broken.length === 0
        ? ''
        : `, and breaks ${broken.map((bound) => `${bound.text} (${boundValue(bound)})`).join(', ')}`
    const told =
      best === undefined
        ? `none of ${formatCount(tried.length)} policies is better${tried.every(({ kept }) => kept) ? '' : ' and keeps to the bounds'} on the ${weeks.unit}s before`
        : `${called(best)}${best.learnt === null ? '' : `, ${change(best.learnt)} on the ${weeks.unit}s that were learnt from,`} comes to ${change(best.change)}, better in ${best.better} of ${best.weeks}, p = ${formatNumber(best.p)}${breaks}`
    // The smallest p of so many weeks, by Holm's correction over all.
    if (best !== undefined && policies.length * 2 ** (1 - best.weeks) > ALPHA) {
      return `Too few ${weeks.unit}s to tell: of ${judges} that had no say ${best.weeks} have a value; ${told}`
    }
    const keeping = barred === undefined ? '' : ` that keeps ${broken.map(({ text }) => text).join(', ')}`
    return `Nothing better than ${baseline}${keeping} was found for ${objective} on ${judges} that had no say: ${told}`
  }
  return `${called(first)}: ${objective} ${change(first.change)} against ${baseline} on ${judges} that had no say${laterText(advice, first)}`
}

/** `the next 4 weeks`. */
export function nextText({ stretch, unit }: Advice['weeks']): string {
  return stretch === 1 ? `the next ${unit}` : `the next ${plural(stretch, unit)}`
}

/** The interval that is to hold the change of later weeks. */
export function laterText(advice: Advice, { later }: AdvisedPolicy): string {
  if (later === null) return ''
  const { change } = tellerOf(advice)
  const { level, weeks } = advice
  return `; ${nextText(weeks)}: ${change(later.low)} to ${change(later.high)} (${formatPercent(level)})`
}

/** The bound that no schedule can beat. */
export function provenText(advice: Advice): string {
  const { objective, baseline, bound, value: held } = advice
  const { value } = tellerOf(advice)
  const { sense } = compositeInfo(compileObjective(objective))
  const room = roomLeft(held, bound, sense)
  if (bound === null) return `What could be gained at most: no bound of ${objective} is known.`
  return `What could be gained at most: no schedule of these jobs, even one that knows all run times, has ${sense === 'min' ? 'less' : 'more'} than ${value(bound.value)} (${bound.by})${room === null ? '' : `, ${formatPercent(room)} ${sense === 'min' ? 'below' : 'above'} ${baseline}`}.`
}
