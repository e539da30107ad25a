/** Individuals of methods of several objectives: how the first ones are made and how two parents vary. */
import type { Codec } from '../../core/codec.js'
import type { Json } from '../../core/json.js'
import type { Random } from '../../core/random.js'

export interface Individual<Genome> {
  /** The object of evaluation; not changed once it is made. */
  readonly genome: Genome
  /** Parameters of its own variation, if the coding has any. */
  readonly strategy: readonly number[]
}

export interface Coding<Genome> {
  readonly kind: string
  /** The first population. */
  readonly first: (count: number, random: Random) => readonly Individual<Genome>[]
  /** Two children. */
  readonly vary: (
    a: Individual<Genome>,
    b: Individual<Genome>,
    random: Random,
  ) => readonly [Individual<Genome>, Individual<Genome>]
  /** @param fresh whether the first population is still to be made */
  readonly saveSettings: (fresh: boolean) => Json
  readonly individual: Codec<Individual<Genome>>
}
