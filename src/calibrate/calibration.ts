/** A site recovered from its log: what explains the recorded starts best, and what the log does not tell. */
import { type Clock, clockOf } from './clock.js'
import { type Explained, faultsOf } from './explain.js'
import { momentsOf } from './moments.js'
import type { Observed } from './observed.js'
import type { ORDER_NAMES } from './rule.js'
import { explainFirst, finals, heats, type Verdict } from './rules.js'
import { facilityOf, type Structure, structureOf } from './structure.js'

/** What can be left open. */
export type Feature =
  | 'machine'
  | 'partitions'
  | 'order'
  | 'algorithm'
  | 'limits'
  | 'admission'
  | 'maintenance'

export interface Calibration {
  readonly observed: Observed
  readonly clock: Clock
  readonly structure: Structure
  readonly verdict: Verdict
  /** Shares of starts that had waited: those that nothing explains. */
  readonly unexplained: number
  /** Whether anything was found: otherwise the starts look like chance. */
  readonly found: boolean
  readonly order: (typeof ORDER_NAMES)[number] | null
  readonly algorithm: 'head' | 'list' | 'easy' | 'cons' | null
  readonly cannotTell: readonly Feature[]
}

/** Where more of the starts that had waited are unexplained, nothing is said of how they came about. */
const MOST_UNEXPLAINED = 0.5

export interface CalibrationPorts {
  /** What part of the work, 0 to 1, is done. */
  readonly observe: (done: number) => void
}

/** Parts of the work, by the time that they take. */
const MACHINE = 0.2
const HEATS = 0.4
/** Faults of the best rule that a limit has to explain: so many, and such a share. */
const LEAST_FAULTS = 20
const LEAST_SHARE = 0.25

export function calibrate(observed: Observed, { observe }: CalibrationPorts): Calibration {
  const clock = clockOf(observed)
  const moments = momentsOf(observed, clock)
  const plain = structureOf(observed, moments, clock, (done) => observe(MACHINE * done))
  const settingOf = (structure: Structure) => ({ observed, moments, clock, facility: facilityOf(structure) })
  const ranked = heats(settingOf(plain), plain.layout, (done) => observe(MACHINE + HEATS * done))
  const structure = confirmed(plain, (each) => explainFirst(settingOf(each), ranked[0].rule))
  const verdict = finals(settingOf(structure), ranked, (done) =>
    observe(MACHINE + HEATS + (1 - MACHINE - HEATS) * done),
  )
  const [best] = verdict.tried
  const unexplained = best.waited === 0 ? 1 : (best.missed + best.held) / best.waited
  const found = unexplained <= MOST_UNEXPLAINED
  const one = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? values[0] : null)
  const order = found ? one(verdict.equal.map(({ rule }) => rule.name)) : null
  const algorithm = found ? one(verdict.equal.map(({ rule }) => rule.algorithm)) : null
  const cannotTell: Feature[] = [
    ...(order === null ? (['order'] as const) : []),
    ...(algorithm === null ? (['algorithm'] as const) : []),
    ...(found ? [] : (['machine'] as const)),
    'admission',
  ]
  return { observed, clock, structure, verdict, unexplained, found, order, algorithm, cannotTell }
}

/** With the limits that leave the best rule far fewer faults, though no job waited for nothing by them. */
function confirmed(plain: Structure, explained: (structure: Structure) => Explained): Structure {
  let best = { structure: plain, faults: faultsOf(explained(plain)) }
  for (;;) {
    const tried = best.structure.unused.map((limit) => {
      const structure = {
        ...best.structure,
        limits: [...best.structure.limits, limit],
        unused: best.structure.unused.filter((each) => each !== limit),
      }
      return { structure, faults: faultsOf(explained(structure)) }
    })
    const least = tried.reduce((one, other) => (other.faults < one.faults ? other : one), best)
    if (best.faults - least.faults < Math.max(LEAST_FAULTS, LEAST_SHARE * best.faults)) return best.structure
    best = least
  }
}
