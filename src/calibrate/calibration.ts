/** A site recovered from its log: what explains the recorded starts best, and what the log does not tell. */
import { type Clock, clockOf } from './clock.js'
import { type Explained, faultsInHalves } from './explain.js'
import { isLess, isLessInAll, sumOf } from './halves.js'
import { type Moments, momentsOf } from './moments.js'
import type { Observed } from './observed.js'
import type { ORDER_NAMES, Rule } from './rule.js'
import {
  type Calibrating,
  equalOf,
  explainFirst,
  explainMore,
  finals,
  screening,
  type Verdict,
} from './rules.js'
import { contained, sizesKnown } from './sizes.js'
import { facilityOf, type Structure, structureOf } from './structure.js'

/** The aspects of a site that can be left open. */
export type Aspect = 'machine' | 'partitions' | 'order' | 'algorithm' | 'limits' | 'admission' | 'maintenance'

export interface Calibration {
  readonly observed: Observed
  readonly clock: Clock
  readonly structure: Structure
  /** Which partitions are known not to be larger. */
  readonly sizes: readonly boolean[]
  /** False where the work was ended before: the rules are those that had been tried, and nothing is said of which it is. */
  readonly complete: boolean
  readonly verdict: Verdict
  /** Shares of starts that had waited: those that nothing explains. */
  readonly unexplained: number
  /** Whether a rule explains the starts; otherwise they look like chance. */
  readonly found: boolean
  /** Whether partitions and limits are those of the site: because a rule explains its starts on them, or hardly a job waited for nothing. */
  readonly built: boolean
  readonly order: (typeof ORDER_NAMES)[number] | null
  readonly algorithm: 'head' | 'list' | 'easy' | 'cons' | null
  readonly cannotTell: readonly Aspect[]
}

/**
 * Where more of the starts that had waited are unexplained, nothing is said of how they came about: a rule that has nothing to do
 * with them is at fault for each once, and this is half way from there to the site's own.
 */
const MOST_UNEXPLAINED = 0.5
/**
 * Partitions and limits that were found are known though the rule is not where so few of the jobs that waited did so for nothing: users hold 3 in
 * 100 jobs, and those that were held are among those that waited, of which there are two to three times fewer.
 */
const MOST_FOR_NOTHING = 0.1

/** The part of the work that follows the machine and comes before the finals, by the time that it takes. */
const SCREENING = 0.5
/** Faults of the best rule that a limit has to explain: so many, and such a share. */
const LEAST = { count: 20, share: 0.25 }

/** The machine of a log, as it is known before any rule is tried. */
export interface Seen {
  readonly observed: Observed
  readonly clock: Clock
  readonly moments: Moments
  readonly structure: Structure
}

/** @param observe is told what part of the work is done */
export function machineOf(observed: Observed, observe: (done: number) => void): Seen {
  const clock = clockOf(observed)
  const moments = momentsOf(observed, clock)
  return { observed, clock, moments, structure: structureOf(observed, moments, clock, observe) }
}

export function* calibrating(seen: Seen): Calibrating<Calibration> {
  const { observed, moments, clock, structure: plain } = seen
  const settingOf = (structure: Structure) => ({ observed, moments, clock, facility: facilityOf(structure) })
  const first = yield* within(0, SCREENING, screening(settingOf(plain), plain.layout))
  if (first.ended) return judged(seen, { structure: plain, tried: first.tried, sizes: [] })
  const explainedBy = (rule: Rule) => (each: Structure) => explainFirst(settingOf(each), rule)
  const confirmedOnce = confirmed(plain, explainedBy(first.tried[0].rule))
  // Which rule is best was asked on another machine.
  const screened =
    confirmedOnce.layout === plain.layout
      ? first
      : yield* within(SCREENING, SCREENING, screening(settingOf(confirmedOnce), confirmedOnce.layout))
  if (screened.ended) return judged(seen, { structure: confirmedOnce, tried: screened.tried, sizes: [] })
  const [{ rule }] = screened.tried
  const more = (each: Structure) => explainMore(settingOf(each), rule)
  const structure = confirmed(contained(confirmedOnce, more), explainedBy(rule))
  const { tried, ended } = yield* within(SCREENING, 1, finals(settingOf(structure), screened.tried))
  if (ended) return judged(seen, { structure, tried, sizes: [] })
  return judged(seen, { structure, tried, sizes: sizesKnown(structure, more) })
}

/** All of it, in one go. */
export function calibrate(observed: Observed): Calibration {
  const work = calibrating(machineOf(observed, () => undefined))
  for (;;) {
    const step = work.next(false)
    if (step.done === true) return step.value
  }
}

/** @param from the part of all work that is done before */
function* within<Result>(from: number, to: number, work: Calibrating<Result>): Calibrating<Result> {
  for (let stop = false; ; ) {
    const step = work.next(stop)
    if (step.done === true) return step.value
    stop = yield from + (to - from) * step.value
  }
}

/** @param found `sizes`: empty where the work was ended before they were looked at: then of rules nothing is said, either */
function judged(
  { observed, clock }: Seen,
  found: Pick<Calibration, 'structure' | 'sizes'> & { readonly tried: readonly Explained[] },
): Calibration {
  const { structure, sizes, tried } = found
  const complete = sizes.length > 0
  const verdict = { tried, equal: complete ? equalOf(tried) : tried }
  const [best] = tried
  const unexplained = best.waited === 0 ? 1 : (best.missed + best.held) / best.waited
  const explains = unexplained <= MOST_UNEXPLAINED
  const isMore = structure.layout.partitions.length + structure.limits.length > 1
  const built = explains || (isMore && structure.after <= MOST_FOR_NOTHING * waitedIn(observed, clock))
  const one = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? values[0] : null)
  const known = complete && explains
  const order = known ? one(verdict.equal.map(({ rule }) => rule.name)) : null
  const algorithm = known ? one(verdict.equal.map(({ rule }) => rule.algorithm)) : null
  const cannotTell: Aspect[] = [
    ...(order === null ? (['order'] as const) : []),
    ...(algorithm === null ? (['algorithm'] as const) : []),
    ...(built && isSized(structure, sizes) ? [] : (['machine'] as const)),
    ...(built && !structure.layoutOpen ? [] : (['partitions'] as const)),
    ...(built && (structure.limits.length > 0 || !structure.limitsOpen) ? [] : (['limits'] as const)),
    ...(structure.maintenanceOpen ? (['maintenance'] as const) : []),
    'admission',
  ]
  return {
    ...{ observed, clock, structure, sizes, complete, verdict, unexplained },
    ...{ found: explains, built, order, algorithm, cannotTell },
  }
}

function waitedIn({ submit, start }: Observed, { cycle, latency }: Clock): number {
  return start.reduce((count, at, row) => count + (at > submit[row] + cycle + latency ? 1 : 0), 0)
}

/** By the header, or as its partitions are. */
function isSized({ said, layout }: Structure, sizes: readonly boolean[]): boolean {
  return said || layout.partitions.length > 1 || sizes[0] === true
}

/** With the limits, or the partitions, that leave the best rule far fewer faults, though no job waited for nothing by them. */
function confirmed(plain: Structure, explained: (structure: Structure) => Explained): Structure {
  let best = { structure: plain, faults: faultsInHalves(explained(plain)) }
  for (;;) {
    // The best rule has next to no faults: nothing is left to explain.
    if (sumOf(best.faults) < LEAST.count) return best.structure
    const tried = furtherOf(best.structure).map((structure) => ({
      structure,
      faults: faultsInHalves(explained(structure)),
    }))
    const least = tried.reduce((one, other) => (sumOf(other.faults) < sumOf(one.faults) ? other : one), best)
    if (!isLess(best.faults, least.faults, LEAST)) {
      if (!isLessInAll(best.faults, least.faults, LEAST)) return best.structure
      const isLimit = least.structure.layout === best.structure.layout
      return { ...best.structure, ...(isLimit ? { limitsOpen: true } : { layoutOpen: true }) }
    }
    best = least
  }
}

/** With one limit more, or with partitions. */
function furtherOf(structure: Structure): readonly Structure[] {
  return [
    ...structure.unused.map((limit) => ({
      ...structure,
      limits: [...structure.limits, limit],
      unused: structure.unused.filter((each) => each !== limit),
    })),
    ...structure.unusedLayouts.map((layout) => ({ ...structure, layout, unusedLayouts: [] })),
  ]
}
