/**
 * Random inputs that several properties share: drawn once for each seed, not anew for every policy that is tried on
 * them, since drawing a small workload takes as long as simulating it. What is remembered is given as it was drawn, with
 * what shrinking needs; nobody may change it.
 */
import fc from 'fast-check'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

class Remembered<T> extends fc.Arbitrary<T> {
  readonly #drawn = new Map<string, fc.Value<T>>()

  constructor(readonly inner: fc.Arbitrary<T>) {
    super()
  }

  /** One number of the generator says what is drawn, so that those who draw after it all have the same ones left. */
  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    const seed = random.nextInt()
    const key = `${seed} ${biasFactor}`
    const known = this.#drawn.get(key)
    if (known !== undefined) return known
    const source = xoroshiro128plus(seed)
    source.jump()
    const drawn = this.inner.generate(new fc.Random(source), biasFactor)
    this.#drawn.set(key, drawn)
    return drawn
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.inner.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.inner.shrink(value, context)
  }
}

export function remembered<T>(inner: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return new Remembered(inner)
}
