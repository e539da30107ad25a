/** Real coding: points of a box, varied by simulated binary crossover and polynomial mutation. */
import { floats, list, literal, mapped, number, object, oneOf } from '../../core/codec.js'
import type { Place } from '../../core/place.js'
import { BOX, type Box, checkedStarts, decode, uniformUnit } from '../box.js'
import {
  type Crossover,
  type PolynomialMutation,
  polynomialMutation,
  simulatedBinaryCrossover,
} from '../operators/real.js'
import { numberSetting, shareSetting } from '../settings.js'
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
    saveSettings: (fresh) =>
      SETTINGS.encode({ kind: 'real', box, crossover, mutation, starts: fresh ? starts : [] }),
    individual: mapped(
      object({ genome: floats(n) }),
      ({ genome }) => ({ genome, strategy: [] }),
      ({ genome }) => ({ genome }),
    ),
  }
}

const BOUNDS = oneOf(['clip', 'bounded'])
const SETTINGS = object({
  kind: literal('real'),
  box: BOX,
  crossover: object({ probability: number(), eta: number(), share: number(), bounds: BOUNDS }),
  mutation: object({ probability: number(), eta: number(), bounds: BOUNDS }),
  starts: list(floats()),
})

/** The coding that is set so; what is out of range is a failure `usage`. */
export function restoreRealCoding(saved: unknown, at: Place): Coding<Float64Array> {
  return realCoding(SETTINGS.decode(saved, at))
}
