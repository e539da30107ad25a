/** A site recovered from its log: what explains the recorded starts best, and what the log does not tell. */
import { clockOf, type Clock } from './clock.js'
import { momentsOf } from './moments.js'
import type { Observed } from './observed.js'
import type { ORDER_NAMES } from './rule.js'
import { rulesOf, type Verdict } from './rules.js'
import { facilityOf, type Structure, structureOf } from './structure.js'

/** What can be left open. */
export type Feature = 'machine' | 'partitions' | 'order' | 'algorithm' | 'limits' | 'admission' | 'maintenance'

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
  step(what: string): void
}

export function calibrate(observed: Observed, { step }: CalibrationPorts): Calibration {
  const clock = clockOf(observed)
  const moments = momentsOf(observed, clock)
  const structure = structureOf(observed, moments, clock, () => step('machine'))
  const setting = { observed, moments, clock, facility: facilityOf(structure) }
  const verdict = rulesOf(setting, structure.layout, ({ algorithm, name }) => step(`${algorithm}:${name}`))
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
