/**
 * Searches in two stages: some share a part of the budget by successive halving (halving.ts), then others that begin at what
 * the winner has found share the rest.
 */
import type { Arm, Course } from './arm.js'
import { type Halved, type Halving, halving } from './halving.js'
import type { Learner } from './learner.js'

/** An arm as it begins, and as a course goes on. */
export type Opening = (course: Course | null) => Arm

export interface Stages {
  readonly first: readonly Opening[]
  /** Candidates of both stages; the last generations may exceed it. */
  readonly evaluations: number
  /** Share of them for the first stage. */
  readonly share: number
  /**
   * The second stage.
   * @param place of the winner in the first
   * @param unit the best point of its space
   */
  readonly second: (place: number, unit: readonly number[]) => readonly Opening[]
}

/** How far the searches of a stage have come, as plain data. */
interface Stage extends Halved {
  readonly courses: readonly Course[]
}

/** As plain data. */
export interface Staged {
  readonly first: Stage
  /** Null in the first stage. */
  readonly second: Stage | null
}

interface Opened {
  readonly arms: readonly Arm[]
  readonly halving: Halving<Arm>
}

/** @param from null at the beginning */
export function stagedLearner({ first, evaluations, share, second }: Stages, from: Staged | null): Learner {
  const opened = (openings: readonly Opening[], budget: number, stage: Stage | null): Opened => {
    const arms = openings.map((opening, k) => opening(stage?.courses[k] ?? null))
    return { arms, halving: halving(arms, budget, stage) }
  }
  const opener = opened(first, evaluations * share, from?.first ?? null)
  const follow = (stage: Stage | null): Opened => {
    const [winner] = opener.halving.left
    if (winner.best === null) throw new RangeError('nothing to go on from before the first scores')
    const used = opener.arms.reduce((sum, arm) => sum + arm.evaluations, 0)
    return opened(second(opener.arms.indexOf(winner), winner.best.unit), evaluations - used, stage)
  }
  let later = from === null || from.second === null ? null : follow(from.second)
  const present = () => (later ?? opener).halving
  const all = () => [...opener.arms, ...(later?.arms ?? [])]
  const spent = () => all().reduce((sum, arm) => sum + arm.evaluations, 0)
  const stageOf = ({ arms, halving: { save } }: Opened): Stage => ({
    ...save(),
    courses: arms.map((arm) => arm.course()),
  })
  return {
    ask: () => {
      // Generations that were rounded up in earlier rounds are at the expense of the last.
      if (later !== null && spent() >= evaluations) return null
      const heats = present()
        .due()
        .map((arm) => arm.heat())
      return heats.length === 0 ? null : heats
    },
    tell: (scores) => {
      for (const [heat, arm] of present().due().entries()) arm.tell(scores[heat])
      present().settle()
      if (later === null && opener.halving.over) later = follow(null)
    },
    standings: () => all().map((arm) => arm.standing()),
    population: () => present().left.flatMap((arm) => arm.last()),
    snapshot: () =>
      ({
        first: stageOf(opener),
        second: later === null ? null : stageOf(later),
      }) satisfies Staged as unknown as ReturnType<Learner['snapshot']>,
  }
}
