/**
 * Successive halving (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013): searches share
 * a budget of candidates. In each round an equal part of it is divided among the searches that are left, then the better
 * half of them goes on.
 */

/** What halving looks at: candidates that a search has had, and its best score. */
export interface Contender {
  readonly evaluations: number
  /** Infinity before the first scores. */
  readonly score: number
}

/** How far a halving has come, as plain data. */
export interface Halved {
  /** Rounds that are done. */
  readonly round: number
  /** Places of the searches that are left, ascending. */
  readonly left: readonly number[]
}

export interface Halving<Arm> {
  /** Searches that have not had their part of the present round; none when the budget is spent. */
  due(): readonly Arm[]
  /** To be called after scores were told: ends rounds whose parts are spent. */
  settle(): void
  /** Whether all rounds are done; then one search is left. */
  readonly over: boolean
  readonly left: readonly Arm[]
  save(): Halved
}

/**
 * Candidates that a search has had at the end of each round that it takes part in: in each round an equal part of the budget
 * is divided among the searches that are left.
 */
export function quotas(evaluations: number, arms: number): readonly number[] {
  const left: number[] = [arms]
  while (left[left.length - 1] > 1) left.push(Math.ceil(left[left.length - 1] / 2))
  let sum = 0
  return left.map((count) => {
    sum += evaluations / (left.length * count)
    return sum
  })
}

/** @param from null at the beginning */
export function halving<Arm extends Contender>(
  arms: readonly Arm[],
  evaluations: number,
  from: Halved | null,
): Halving<Arm> {
  const until = quotas(evaluations, arms.length)
  let round = from?.round ?? 0
  let left = from?.left ?? arms.map((_, k) => k)
  const over = () => round === until.length
  const present = () => left.map((k) => arms[k])
  const due = () => (over() ? [] : present().filter((arm) => arm.evaluations < until[round]))
  return {
    due,
    settle: () => {
      while (!over() && due().length === 0) {
        const ranked = left.toSorted((a, b) => arms[a].score - arms[b].score || a - b)
        left = ranked.slice(0, Math.ceil(left.length / 2)).toSorted((a, b) => a - b)
        round++
      }
    },
    get over() {
      return over()
    },
    get left() {
      return present()
    },
    save: () => ({ round, left }),
  }
}
