/**
 * Restarts of CMA-ES. IPOP doubles the population each time (Auger and Hansen, CEC 2005). BIPOP interlaces such runs with
 * runs of small population and smaller first step, always going on with the regime that has used fewer evaluations so
 * far; a small run ends after half of the evaluations of the last large one (Hansen, GECCO 2009 workshop on BBOB):
 *
 *   λ_small = ⌊λ·(½·λ_large/λ)^{u²}⌋,   σ_small = σ·10^{−2v},   u, v uniform in [0, 1).
 */
import type { Random } from '../../core/random.js'

export type RestartKind = 'none' | 'ipop' | 'bipop'

/** Which run this is, and what earlier ones have used. */
export interface Schedule {
  /** 0 for the first. */
  readonly run: number
  readonly regime: 'large' | 'small'
  readonly lambda: number
  readonly sigma: number
  /** Evaluations of this run. */
  readonly evaluations: number
  /** How often the population of large runs was doubled. */
  readonly doublings: number
  /** Evaluations of earlier restarts in each regime; the first run belongs to neither. */
  readonly large: number
  readonly small: number
  /** Evaluations of the last large run, at first of the first run. */
  readonly lastLarge: number
}

export function firstRun(lambda: number, sigma: number): Schedule {
  return {
    run: 0,
    regime: 'large',
    lambda,
    sigma,
    evaluations: 0,
    doublings: 0,
    large: 0,
    small: 0,
    lastLarge: 0,
  }
}

/** Whether a small run has had its share. */
export function spent({ regime, evaluations, lastLarge }: Schedule): boolean {
  return regime === 'small' && evaluations >= lastLarge / 2
}

/** The run after one that has ended; `lambda` and `sigma` are those of the first run. */
export function nextRun(
  kind: 'ipop' | 'bipop',
  done: Schedule,
  lambda: number,
  sigma: number,
  random: Random,
): Schedule {
  const { run, regime, evaluations } = done
  const wasRestart = run > 0
  const large = done.large + (wasRestart && regime === 'large' ? evaluations : 0)
  const small = done.small + (regime === 'small' ? evaluations : 0)
  const lastLarge = regime === 'large' ? evaluations : done.lastLarge
  const common = { run: run + 1, evaluations: 0, large, small, lastLarge }
  if (kind === 'ipop' || large <= small) {
    const doublings = done.doublings + 1
    return { ...common, regime: 'large', doublings, lambda: lambda * 2 ** doublings, sigma }
  }
  const ratio = 2 ** done.doublings / 2
  return {
    ...common,
    regime: 'small',
    doublings: done.doublings,
    lambda: Math.floor(lambda * ratio ** (random.uniform() ** 2)),
    sigma: sigma * 10 ** (-2 * random.uniform()),
  }
}
