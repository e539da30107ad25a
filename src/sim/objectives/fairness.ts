/**
 * Objectives of fairness: what single users or a class of jobs come to. They are measured where somebody asks for them.
 *
 * Of a user the mean wait x_u of the jobs that are judged counts, whatever their number; Jain's index of n users is
 * (Σ x)² / (n Σ x²): 1 where all wait alike (also where nobody waits), 1/n where a single user waits.
 */
import { mean } from '../../core/statistics.js'
import type { Measured, Objective } from './objective.js'

const SOURCE = 'Jain, Chiu, Hawe: A quantitative measure of fairness, DEC-TR-301, 1984'
const OWN = 'Queuewright'

function jain(values: Float64Array): number | null {
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  if (values.length === 0) return null
  return squares === 0 ? 1 : (sum * sum) / (values.length * squares)
}

function ofUsers(of: (waits: Float64Array) => number): Objective['measure'] {
  return ({ users: { waits } }: Measured) => (waits.length === 0 ? null : of(waits))
}

export const FAIRNESS_OBJECTIVES: readonly Objective[] = [
  {
    name: 'share',
    unit: 'share',
    sense: 'max',
    asked: true,
    description: 'of a class: its share in the processor time delivered up to the last submit',
    source: OWN,
    measure: ({ delivered, whole }) => {
      const all = whole?.delivered ?? delivered
      return all > 0 ? delivered / all : null
    },
  },
  {
    name: 'jainWait',
    unit: '1',
    sense: 'max',
    asked: true,
    description: "fairness between users: Jain's index of their mean waits, (Σ x)² / (n Σ x²)",
    source: SOURCE,
    measure: ({ users }) => jain(users.waits),
  },
  {
    name: 'jainSlowdown',
    unit: '1',
    sense: 'max',
    asked: true,
    description: "fairness between users: Jain's index of their mean bounded slowdowns",
    source: SOURCE,
    measure: ({ users }) => jain(users.slowdowns),
  },
  {
    name: 'userWait',
    unit: 's',
    sense: 'min',
    asked: true,
    description: 'mean over users of their mean waits',
    source: OWN,
    measure: ofUsers(mean),
  },
  {
    name: 'worstUserWait',
    unit: 's',
    sense: 'min',
    asked: true,
    description: 'mean wait of the user who waits longest',
    source: OWN,
    measure: ofUsers((waits) => waits.reduce((most, wait) => Math.max(most, wait), 0)),
  },
]
