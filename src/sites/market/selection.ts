/** The best placement that a machine has for a request: a start within an offer, by the user's function (rule K7). */
import type { MachineFunction, UtilityFunction } from './functions.js'
import { idleIntervals, type Offer, offersOf, type Wanted } from './offers.js'
import type { MachinePlan } from './plan.js'

export interface SelectionSettings {
  /** Different offers a machine makes at most. */
  readonly maxOffers: number
  /** Parts of a window that starts are tried in, first of every offer, then round the best. */
  readonly steps: number
}

/** THESIS 11.4.3. */
export const USUAL_SELECTION: SelectionSettings = { maxOffers: 20, steps: 4 }

export interface Placement {
  readonly nodes: readonly number[]
  readonly start: number
  /** Null where nobody asked for it yet. */
  readonly cost: number | null
  readonly utility: number
}

export interface Judge {
  readonly machine: MachineFunction
  readonly utility: UtilityFunction['value']
  /** Whether the utility depends on the cost; else only what is taken is priced, where there is no budget. */
  readonly pricing: boolean
  /** A cost above it does not count; `Infinity` for none. */
  readonly budget: number
}

/** @returns null where nothing can be offered within the budget */
export function bestPlacement(
  plan: MachinePlan,
  wanted: Wanted,
  now: number,
  judge: Judge,
  { maxOffers, steps }: SelectionSettings,
): Placement | null {
  const offers = offersOf(idleIntervals(plan, wanted), wanted, maxOffers)
  const { runtime } = wanted
  let best: { readonly placement: Placement; readonly offer: Offer; readonly step: number } | null = null
  const unpriced = !judge.pricing && judge.budget === Number.POSITIVE_INFINITY
  const consider = (offer: Offer, start: number, step: number): void => {
    const cost = unpriced ? null : judge.machine(plan.terms(offer.nodes, start, start + runtime, now))
    if (cost !== null && cost > judge.budget) return
    const utility = judge.utility(start, cost ?? 0)
    if (best !== null) {
      const { placement } = best
      if (utility < placement.utility) return
      // Of equal ones the earlier start, then what was found first.
      if (utility === placement.utility && start >= placement.start) return
    }
    best = { placement: { nodes: offer.nodes, start, cost, utility }, offer, step }
  }
  const startsIn = (low: number, high: number): readonly number[] => {
    const starts: number[] = []
    for (let i = 0; i <= steps; i++) starts.push(low + Math.floor((i * (high - low)) / steps))
    return starts
  }
  const coarseOf = ({ begin, end }: Offer) => {
    const last = end === Number.POSITIVE_INFINITY ? Math.max(begin + runtime, plan.endAfter(now)) : end
    return startsIn(begin, Math.max(begin, last - runtime))
  }
  for (const offer of offers) {
    const starts = coarseOf(offer)
    for (const [step, start] of starts.entries()) {
      // A window without slack has one start.
      if (step === 0 || start !== starts[step - 1]) consider(offer, start, step)
    }
  }
  if (best === null) return null
  const { offer, step } = best as { readonly offer: Offer; readonly step: number }
  const coarse = coarseOf(offer)
  for (const start of startsIn(coarse[Math.max(0, step - 1)], coarse[Math.min(steps, step + 1)])) {
    consider(offer, start, step)
  }
  return (best as { readonly placement: Placement }).placement
}
