/** Real coding: points of a box, varied by simulated binary crossover and polynomial mutation. */
import { type Box, checkedStarts, decode, loadBox, saveBox, uniformUnit } from '../box.js'
import {
  type Crossover,
  type PolynomialMutation,
  polynomialMutation,
  simulatedBinaryCrossover,
} from '../operators/real.js'
import { numberSetting, shareSetting } from '../settings.js'
import { type Fields, numbersJson } from '../snapshot.js'
import type { Coding } from './coding.js'

export interface RealCodingSettings {
  readonly box: Box
  /** Probability 0.9, η_c = 20, every coordinate, clipped, where absent. */
  readonly crossover?: Partial<Crossover>
  /** Probability 1/n, η_m = 20, clipped, where absent. */
  readonly mutation?: Partial<PolynomialMutation>
  /** First individuals; the others are uniform in the box. */
  readonly starts?: readonly Float64Array[]
}

/** @throws QueuewrightError `usage` for settings out of range */
export function realCoding(settings: RealCodingSettings): Coding<Float64Array> {
  const { box } = settings
  const n = box.lower.length
  const eta = (field: string, value: number) =>
    numberSetting(field, value, 'a number from 0', (number) => number >= 0)
  const { crossover: cross = {}, mutation: mutate = {} } = settings
  const crossover: Crossover = {
    probability: shareSetting('crossover.probability', cross.probability ?? 0.9),
    eta: eta('crossover.eta', cross.eta ?? 20),
    share: shareSetting('crossover.share', cross.share ?? 1),
    bounds: cross.bounds ?? 'clip',
  }
  const mutation: PolynomialMutation = {
    probability: shareSetting('mutation.probability', mutate.probability ?? 1 / n),
    eta: eta('mutation.eta', mutate.eta ?? 20),
    bounds: mutate.bounds ?? 'clip',
  }
  const starts = checkedStarts(box, settings.starts ?? [])
  return {
    kind: 'real',
    first: (count, random) =>
      Array.from({ length: count }, (_, k) => ({
        genome: k < starts.length ? Float64Array.from(starts[k]) : decode(box, uniformUnit(n, random)),
        strategy: [],
      })),
    vary: (a, b, random) => {
      const [c, d] = simulatedBinaryCrossover(a.genome, b.genome, box, crossover, random)
      const mutated = (genome: Float64Array) => ({
        genome: polynomialMutation(genome, box, mutation, random),
        strategy: [],
      })
      return [mutated(c), mutated(d)]
    },
    saveSettings: (fresh) => ({
      kind: 'real',
      box: saveBox(box),
      crossover: { ...crossover },
      mutation: { ...mutation },
      starts: fresh ? starts.map(numbersJson) : [],
    }),
    save: ({ genome }) => ({ genome: numbersJson(genome) }),
    load: (fields) => ({ genome: fields.numbers('genome', n), strategy: [] }),
  }
}

/** @throws QueuewrightError `input-document` or `usage` */
export function loadRealCoding(fields: Fields): Coding<Float64Array> {
  const crossover = fields.object('crossover')
  const mutation = fields.object('mutation')
  return realCoding({
    box: loadBox(fields.object('box')),
    crossover: {
      probability: crossover.number('probability'),
      eta: crossover.number('eta'),
      share: crossover.number('share'),
      bounds: crossover.word('bounds', ['clip', 'bounded']),
    },
    mutation: {
      probability: mutation.number('probability'),
      eta: mutation.number('eta'),
      bounds: mutation.word('bounds', ['clip', 'bounded']),
    },
    starts: fields.matrix('starts'),
  })
}
