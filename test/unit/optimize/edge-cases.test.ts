/** Scores that tell nothing, or are no numbers: every method goes on inside its box, and can be saved and restored. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import {
  cmaEs,
  cubeOf,
  evolutionStrategy,
  type Genome,
  nsga,
  nsga2,
  nsga3,
  type Optimizer,
  randomSearch,
  realCoding,
  referencePoints,
  restoreOptimizer,
  thetaDea,
} from '../../../src/optimize/index.js'
import { failureOf } from '../../support/failures.js'

const box = cubeOf(3, -1, 2)
const coding = realCoding({ box })

/** The smallest settings that each takes, and a usual one. */
const METHODS: Readonly<Record<string, () => Optimizer<Genome>>> = {
  'cma-es': () => cmaEs({ box, lambda: 6 }, 1),
  'cma-es of two': () => cmaEs({ box, lambda: 2, active: false, restarts: 'bipop' }, 1),
  'evolution strategy': () => evolutionStrategy({ box }, 1),
  '(1+1)': () => evolutionStrategy({ box, mu: 1, lambda: 1, rule: { kind: 'success-rule' } }, 1),
  random: () => randomSearch({ box, lambda: 1 }, 1),
  nsga: () => nsga({ coding, objectives: 2, mu: 2 }, 1),
  'nsga2 of one child': () => nsga2({ coding, objectives: 2, mu: 3, lambda: 1 }, 1),
  nsga3: () => nsga3({ coding, objectives: 2, divisions: 1, population: 2 }, 1),
  'theta-dea': () => thetaDea({ coding, objectives: 3, divisions: 2, innerDivisions: 1 }, 1),
}

const SCORES: Readonly<Record<string, (place: number) => number>> = {
  'all equal': () => 1,
  'all NaN': () => Number.NaN,
  'all +∞': () => Number.POSITIVE_INFINITY,
  'all −∞': () => Number.NEGATIVE_INFINITY,
  'both infinities': (place) => (place % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY),
  'numbers and NaN': (place) => (place % 3 === 0 ? Number.NaN : place),
  'the largest numbers': (place) => (place % 2 === 0 ? Number.MAX_VALUE : -Number.MAX_VALUE),
}

describe.each(Object.entries(METHODS))('%s', (_, begin) => {
  it.each(Object.entries(SCORES))('%s', (_, scoreOf) => {
    let optimizer = begin()
    for (let generation = 0; generation < 40 && optimizer.stopped === null; generation++) {
      const candidates = optimizer.ask()
      for (const candidate of candidates) {
        expect(candidate.every((value) => value >= -1 && value <= 2)).toBe(true)
      }
      const count = candidates.length * optimizer.objectives
      optimizer.tell(Float64Array.from({ length: count }, (_, place) => scoreOf(place)))
      const snapshot: Json = JSON.parse(JSON.stringify(optimizer.snapshot()))
      optimizer = restoreOptimizer(snapshot)
      expect(optimizer.snapshot()).toEqual(snapshot)
    }
  })
})

it('a lattice of more directions than a population can have is refused', () => {
  expect(failureOf(() => referencePoints(7, 40, null))).toMatchObject({
    kind: 'usage',
    detail: { field: 'divisions', value: 40 },
  })
  expect(failureOf(() => referencePoints(7, 2, 40))).toMatchObject({ detail: { field: 'innerDivisions' } })
  expect(referencePoints(2, 99_999, null).length).toBe(200_000)
})
