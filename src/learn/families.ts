/**
 * Families of learners, by what they leave: the learner FAMILY-METHOD is `qw learn FAMILY --method METHOD`, or, where a family
 * has no command of its own, `qw learn METHOD`. The first of a family in learners.ts is its usual method.
 */
import { USUAL_COMPARISON } from '../evaluation/results/anchors.js'

export interface LearnerFamily {
  readonly name: string
  /** The command's description; null: each of its learners has a command of its own. */
  readonly about: string | null
  /** Whether it leaves an order of the queue, which several algorithms can go by. */
  readonly orders: boolean
  /** The bounds that have to hold where nobody says. */
  readonly constraints: readonly string[]
  /** Policies that are measured beside the result. */
  readonly compare: string
}

const USUAL_COMPARE = USUAL_COMPARISON.join(',')

export const FAMILIES: readonly LearnerFamily[] = [
  {
    name: 'greedy',
    about:
      'Learn the order of the queue: whose jobs go first, by user group, wait, estimate, size and time of week. ' +
      'Several logs count alike, by the mean of the objective.',
    orders: true,
    constraints: [],
    compare: USUAL_COMPARE,
  },
  {
    name: 'score',
    about:
      'Learn a score function, by which the queue is sorted: a formula over submit, wait, estimate, size and the state of ' +
      'the queue, searched on the simulated objective itself. Several logs count alike, by the mean of the objective.',
    orders: true,
    // A good mean must not hide that some jobs starve.
    constraints: ['maxWait <= 1.1*easy'],
    compare: 'easy,easy:saf,easy:f1,easy:f2,easy:f3,easy:f4',
  },
  { name: 'rules', about: null, orders: false, constraints: [], compare: USUAL_COMPARE },
]
